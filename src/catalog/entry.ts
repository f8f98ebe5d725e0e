// The shape of a catalogue entry: everything Sightline knows about a language server, as data.
//
// Invariant: an entry holds no behaviour. Closed unions express how servers differ, and the session interprets them; so
// a user's configuration can say everything that a built-in entry can, except that it is `proven`.

import type { ObeyedFile } from "./obeyed.ts";

/** A language as the protocol names it, with the files that belong to it. */
export interface LanguageEntry {
  /** The LSP `languageId`, e.g. `typescriptreact`. */
  readonly id: string;
  /** Lower case, with the leading dot. The longest match wins (`.blade.php` before `.php`). */
  readonly extensions: readonly string[];
  /**
   * Exact base names, or globs such as `Dockerfile.*`. They win over extensions. With a slash, as in
   * `.github/workflows/*.yml`, a pattern is compared with the end of the path.
   */
  readonly fileNames?: readonly string[];
  /** Ids of type-checking servers in order of preference; the first one found on the machine wins. */
  readonly servers: readonly string[];
  /** Ids of servers that run beside the first one found (linters). */
  readonly linters?: readonly string[];
  /** Ids of servers that could handle the language, but are not among those that the operator named. */
  readonly leftOut?: readonly string[];
}

export interface ServerEntry {
  readonly id: string;
  readonly title: string;
  readonly role: "types" | "lint";
  readonly launch: Launch;
  readonly roots: RootMarkers;
  readonly install: InstallHints;
  readonly readiness: ReadinessRule;
  readonly diagnostics: DiagnosticsStyle;
  /**
   * Which errors it reports once it is ready, of those that it can find at all. `all`: every one, also in texts that
   * are not on disk. `saved`: every one in texts on disk. `some`: known to miss some. Absent: not measured, so that
   * its silence does not prove a change to be safe.
   */
  readonly finds?: "all" | "saved" | "some";
  /** For `finds: "some"`: what it misses, in words that continue a sentence after the server's title. */
  readonly misses?: string;
  /**
   * `exhaustive`: once ready, it returns every reference in the loaded projects. `partial`: known to miss some.
   * `none`: the server does not offer them. `unknown`: not measured, so an answer never earns `complete`.
   */
  readonly references: "exhaustive" | "partial" | "none" | "unknown";
  /** `exhaustive` holds only for files below a directory with one of these; for others it counts as `partial`. */
  readonly exhaustiveOnlyWith?: readonly string[];
  /**
   * The rule that finds the files which the server does not search although it is `exhaustive`. Without a rule, every
   * directory with a file of `exhaustiveOnlyWith` is a project, and a document must be open in each project.
   */
  readonly coverage?: CoverageRule;
  /** `exhaustive`: a search returns every symbol. Else only a list shorter than `symbolLimit` can be `complete`. */
  readonly symbolSearch?: "exhaustive" | "unknown";
  /** The most symbols that a search returns, as measured: a shorter list is not cut. */
  readonly symbolLimit?: number;
  readonly restricted: RestrictedForm;
  /**
   * Every file by which a repository can tell the server what to run or load. A built-in server without this list has
   * to be `refused` in untrusted roots, because it is unknown what it obeys.
   */
  readonly obeys?: readonly ObeyedFile[];
  readonly quirks: Quirks;
  /**
   * The roots for which a registration holds, with everything below them: absolute paths, also with `*` and `**`. In
   * the configuration file of a root, `.` stands for that root. Absent: all roots.
   */
  readonly scope?: readonly string[];
  /** Sent as `initializationOptions`. */
  readonly initializationOptions?: JsonObject;
  /** Answers `workspace/configuration` by section; `null` for a section that is not here. */
  readonly settings?: JsonObject;
  /** Whether a test of this repository runs the real server with this entry. */
  readonly proven: boolean;
}

export const coverageRules = ["typescript", "go", "cargo", "clang", "python"] as const;
export type CoverageRule = (typeof coverageRules)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export type Launch =
  | {
      readonly kind: "command";
      readonly command: string;
      /** Other names of the same program, tried in order when `command` is not found (`clangd-19`). */
      readonly alternatives?: readonly string[];
      /** `{dataDir}` becomes a private directory for this server and root. */
      readonly args: readonly string[];
      readonly env?: Env;
    }
  /**
   * Ships with Sightline as an optional dependency. `entry` is a path relative to the directory of the package, and may
   * lead into a package beside it.
   */
  | {
      readonly kind: "embedded";
      readonly package: string;
      /** `node`: run by our own Node. `native`: an executable; `{platform}` and `{arch}` are filled in. */
      readonly runtime: "node" | "native";
      readonly entry: string;
      readonly args: readonly string[];
      /** Tried when the package is not installed. */
      readonly fallback?: { readonly command: string; readonly args: readonly string[] };
    }
  /**
   * A server that is already running: we connect to it, and never shut it down. `alone`: no other client has documents
   * open in it. Otherwise it may know texts that are not on disk, and its answers are not `complete`.
   */
  | { readonly kind: "tcp"; readonly host: string; readonly port: number; readonly alone?: boolean };

export type Env = { readonly [name: string]: string };

export interface RootMarkers {
  /** Globs on base names. The first group that matches in any directory counts; `pick` says which directory wins. */
  readonly groups: readonly (readonly string[])[];
  /** Of the directories that match the group, the nearest to the file, or the outermost (umbrella projects). */
  readonly pick: "nearest" | "outermost";
  /** If one of these is nearer to the file than any marker, the server does not apply (`deno.json` for TypeScript). */
  readonly unless?: readonly string[];
  /** For markers that other tools use too, by name: the file counts only if one of its lines begins with this text. */
  readonly lines?: Readonly<Record<string, string>>;
  /**
   * How a directory says that it gathers several projects: its `file` has a line that begins with `line`. The nearest
   * such directory, from the project's own upwards, is taken instead of the project.
   */
  readonly workspace?: { readonly file: string; readonly line: string };
  /** A file without any marker above it is still served. */
  readonly singleFile: boolean;
}

export interface InstallHints {
  /** One line, the most portable way. */
  readonly any?: string;
  readonly linux?: string;
  readonly macos?: string;
  readonly windows?: string;
}

export type ReadinessRule =
  /** The first answer is right: the server holds requests until the project is loaded. */
  | { readonly kind: "immediate" }
  /** Ready when all work announced by `$/progress` (with one of `titles`, if given) has ended. */
  | {
      readonly kind: "progress";
      /** Case-insensitive substrings of the begin title or token; absent = any token. */
      readonly titles?: readonly string[];
      /** How long to wait for work to begin; if none has begun by then, there is nothing to do. */
      readonly graceMs: number;
      /** How long it must be quiet after the last piece of work has ended. */
      readonly quietMs: number;
      readonly capMs: number;
    }
  /** Ready at a notification whose parameters have the value `equals` at `path`; without `path`, at any content. */
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly path?: readonly string[];
      readonly equals?: Json;
      /** The notification also reports other things: a different value does not make the server unready again. */
      readonly latched?: boolean;
      /** It also reports the server's health: unless the value at `path` is `fine`, answers may lack something. */
      readonly health?: { readonly path: readonly string[]; readonly fine: Json; readonly message: readonly string[] };
      readonly capMs: number;
    }
  /** Ready at a `window/logMessage` line that contains the text. */
  | { readonly kind: "log"; readonly contains: string; readonly capMs: number }
  /** Ready at the first diagnostics that are published after the handshake. */
  | { readonly kind: "diagnostics"; readonly capMs: number }
  /** Unknown: silence for the quiet time counts as ready, and answers are never `complete`. */
  | { readonly kind: "unknown"; readonly quietMs: number };

export type DiagnosticsStyle =
  /** `textDocument/diagnostic`: deterministic for a version. */
  | "pull"
  /** Pushes carry `version`. */
  | "push-versioned"
  /** Asked of tsserver by `typescript.tsserverRequest`: a push does not distinguish a clean file from an unchecked one. */
  | "tsserver"
  /** Pushes carry no version: they count as settled only after a quiet time. */
  | "push"
  | "none";

export type RestrictedForm =
  /** Runs nothing from the repository, so it is started the same way in every root. */
  | { readonly kind: "safe" }
  /** Safe with these changes to the normal form: `args` are appended, the other fields are merged over it. */
  | {
      readonly kind: "adjusted";
      readonly args?: readonly string[];
      readonly env?: Env;
      readonly initializationOptions?: JsonObject;
      readonly settings?: JsonObject;
      /** The form withholds only an interpreter inside the root: if there is none, `smaller` does not apply. */
      readonly interpreter?: "outside-root";
      /** The changes may cost results, so that answers are only `partial`. */
      readonly smaller: boolean;
    }
  /** Cannot be made safe: never started in an untrusted root. */
  | { readonly kind: "refused"; readonly why: string };

export interface Quirks {
  /** It writes its index to `at` below the directory of a file named in `beside`, or below the parent directory. */
  readonly writesIndex?: { readonly beside: readonly string[]; readonly at: string };
  /** Subdirectories of the user's cache directory in which it, and the tools that it calls, store data. */
  readonly caches?: readonly string[];
  /**
   * Arguments that make the binary print its version and exit: a probe that really runs it. Where the binary is an
   * interpreter, they check for the package that is the server, and make it fail if the package is not installed.
   */
  readonly versionArgs?: readonly string[];
  /** Its own name in the handshake, as measured. A server that gives another name at an address is not this one. */
  readonly saysItIs?: string;
  /** As measured: if it serves several clients, documents that one has open do not change the answers to another. */
  readonly clientsApart?: boolean;
  /** Methods that must never be sent although declared (pull diagnostics to nixd). */
  readonly neverSend?: readonly string[];
  /** Requests beyond the protocol that it answers, by their names in the method table. */
  readonly serves?: readonly string[];
  /**
   * Diagnostics that the language's own build counts as errors, although the server does not: `by` are their sources.
   * `from` is `warning` where only their warnings count as errors, and `hint` where lighter ones do too.
   */
  readonly buildErrors?: { readonly by: readonly string[]; readonly from: "warning" | "hint" };
  /** Its message about a file that it cannot read; it also gives it for a file that was opened but is not on disk. */
  readonly unread?: string;
  /** Right after `initialized`, the first of these files that exists in the root is opened (mix.exs, build.zig). */
  readonly kickOpen?: readonly string[];
  /** Send `workspace/didChangeConfiguration` with the settings right after `initialized`. */
  readonly pushSettings?: boolean;
  /**
   * What it takes, besides a notification, to make the server see that a closed file changed on disk. `tell` (the
   * default): nothing. `ask`: a question about one new file of each directory. `open`: to open the file.
   * `open-and-ask`: to open it and ask about it, because the server parses in the background.
   */
  readonly onDiskChange?: "tell" | "ask" | "open" | "open-and-ask";
  /** Globs on base names: the files of other languages that it reads. Absent: those that it asks to have watched. */
  readonly alsoReads?: readonly string[];
  /**
   * Globs on base names: when such a file changes, what the server knows of other files is out of date, and only a
   * restart makes it read them again.
   */
  readonly renewOn?: readonly string[];
  /** When a file is created or deleted it searches for files again, and is not ready until it says that it is done. */
  readonly rescansOnCreate?: boolean;
  /** Its answers still name files that were deleted. */
  readonly namesDeletedFiles?: boolean;
  /**
   * How to make the server answer as if files were created or deleted that a caller only supposes, as measured: `open`
   * if opening the file is enough, `tell` if it believes a notification of the change. Absent: the server believes the
   * disk alone, and answers about such files say so.
   * `keeps`: which texts leave a trace in the server after they are taken back: `any`, or those that change what the
   * `go` command reads. Such texts are shown to a separate process, which ends with them.
   * `configurations`: globs on base names of files whose open text counts for the server, not the text on disk.
   */
  readonly supposes?: {
    readonly created?: "open" | "tell";
    readonly deleted?: "tell";
    readonly keeps?: "any" | "go";
    readonly configurations?: readonly string[];
  };
  /** It counts positions in this unit, whatever was negotiated. */
  readonly encoding?: "utf-8" | "utf-16" | "utf-32";
  /** Send `didSave` after a change, because it publishes diagnostics only after a save. */
  readonly saveForDiagnostics?: boolean;
  /**
   * Pulled diagnostics are not all: the notification `run` starts a check that pushes more. The check is over when the
   * progress whose token contains `work` has ended.
   */
  readonly alsoPushes?: { readonly run: string; readonly work: string };
  /** Its first diagnostics after a change rest on what it had read before: so a changed file is closed and reopened. */
  readonly reopens?: boolean;
  /** It accepts changes only as ranges, although the protocol also allows whole texts. */
  readonly incrementalOnly?: boolean;
  /**
   * When asked for references without the declaration, it also leaves out imports and re-exports, or the very use that
   * was asked about. So we ask with the declaration, and take out only the definition.
   */
  readonly declarationHidesUses?: boolean;
  /**
   * References leave out uses under a name that an import has given (`import a as b`). `apart`: it returns them when
   * asked about that name. `never`: not even then. `syntax`: how such an import is written.
   */
  readonly renamedImports?: { readonly syntax: "python" | "rust"; readonly told: "apart" | "never" };
  /** Methods that run when their class is called; the server does not count that as a call of the method. */
  readonly constructors?: readonly string[];
  /**
   * The server's own command to organize imports, if it offers no code action for that: given the URI of a file, it
   * answers with an edit. Only a command that runs nothing from the repository may be named here.
   */
  readonly organizesBy?: string;
  /** Titles to choose when the server asks by `window/showMessageRequest`; if none is offered, it gets `null`. */
  readonly chooseAction?: readonly string[];
  /** Private requests to answer with a fixed value. */
  readonly answer?: { readonly [method: string]: Json };
  /** Extra client capabilities to declare under `experimental`. */
  readonly experimental?: JsonObject;
  /** Diagnostics with these codes are syntax errors: analysis of the file is then of lower quality. */
  readonly syntaxErrorCodes?: { readonly from: number; readonly to: number };
  /** Errors with these codes mean that a file it includes is missing, so that most of the file was not understood. */
  readonly missingIncludeCodes?: readonly string[];
  /** What to do when an error of the server contains the words `says`, as an instruction to the reader. */
  readonly remedies?: readonly { readonly says: string; readonly next: string }[];
  /** A log line by which the server reports that its own worker died. */
  readonly deathLog?: string;
  /** A log line by which the server says that it makes no diagnostics: an empty list is then not "clean". */
  readonly noDiagnosticsLog?: string;
  /**
   * Words in the log lines about a file that is opened. The path of the file follows `none` if no project has it, and
   * `found` if one does. `listed`: the server lists the files of a project again, after which both may be different.
   */
  readonly projectLog?: { readonly none: string; readonly found: string; readonly listed: string };
  /** The settings path of the interpreter of a Python project. */
  readonly interpreterSetting?: readonly string[];
  /** The settings path of further directories with modules, and the settings that are sent only along with them. */
  readonly searchPaths?: { readonly setting: readonly string[]; readonly only: JsonObject };
  /** Free text for people: unusual behaviour, and in which version it was seen. */
  readonly notes?: readonly string[];
}

/** Fills in the common case for these fields, so that an entry states only what differs from it. */
export function defineServer(
  entry: Omit<ServerEntry, "role" | "references" | "restricted" | "quirks" | "proven"> &
    Partial<Pick<ServerEntry, "role" | "references" | "restricted" | "quirks" | "proven">>,
): ServerEntry {
  return {
    role: "types",
    references: "unknown",
    // Why not `safe`: an unexamined server may run anything it finds in the repository.
    restricted: { kind: "refused", why: "what this server executes has not been checked" },
    quirks: {},
    proven: false,
    ...entry,
  };
}
