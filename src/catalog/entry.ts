// The shape of a catalogue entry: everything Sightline knows about a language server, as data.
//
// Invariant: an entry holds no behaviour. The difference between servers is expressed by closed unions,
// and the session interprets them; so a user's configuration can say all that a built-in entry can.

import type { ObeyedFile } from "./obeyed.ts";

/** A language as the protocol names it, with the files that belong to it. */
export interface LanguageEntry {
  /** The LSP `languageId`, e.g. `typescriptreact`. */
  readonly id: string;
  /** Lower case, with the leading dot. The longest match wins (`.blade.php` before `.php`). */
  readonly extensions: readonly string[];
  /**
   * Exact base names, or globs such as `Dockerfile.*`. They win over extensions. With a slash, as in
   * `.github/workflows/*.yml`, they are compared with the end of the path.
   */
  readonly fileNames?: readonly string[];
  /** Ids of type-checking servers in order of preference; the first one found on the machine wins. */
  readonly servers: readonly string[];
  /** Ids of servers that attach beside the first (linters). */
  readonly linters?: readonly string[];
  /** Servers that would handle it, but are not among those that the operator named. */
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
   * `all`: once ready, a text without an error from it has none that it could find, on disk or not. `saved`: so only for
   * texts on disk. `some`: known to miss errors. Absent: not measured, so it proves no change to be safe.
   */
  readonly finds?: "all" | "saved" | "some";
  /** What it misses, as it follows its name in a sentence. */
  readonly misses?: string;
  /**
   * `exhaustive`: once ready, references are all there are in the loaded projects. `partial`: known to miss some.
   * `none`: the server does not offer them. `unknown`: not measured, so an answer never earns `complete`.
   */
  readonly references: "exhaustive" | "partial" | "none" | "unknown";
  /** `exhaustive` holds only where one of these lies in the project directory or above it; elsewhere it is `partial`. */
  readonly exhaustiveOnlyWith?: readonly string[];
  /**
   * The rule by which the files are found that the server does not search although it is `exhaustive`. Without one,
   * every directory with a file of `exhaustiveOnlyWith` is a project, and each has to have an open document.
   */
  readonly coverage?: CoverageRule;
  /** `exhaustive`: symbols of the workspace are all there are. Else the list may be cut, so it never earns `complete`. */
  readonly symbolSearch?: "exhaustive" | "unknown";
  /** How many symbols a search names at the most, from measurement: a shorter list is whole. */
  readonly symbolLimit?: number;
  readonly restricted: RestrictedForm;
  /**
   * Every file of a repository by which it can tell the server what to run or to load. A built-in server without this
   * list is never started in an untrusted root: what it obeys is not known.
   */
  readonly obeys?: readonly ObeyedFile[];
  readonly quirks: Quirks;
  /** Sent as `initializationOptions`. */
  readonly initializationOptions?: JsonObject;
  /** Answers `workspace/configuration` by section; `null` for a section that is not here. */
  readonly settings?: JsonObject;
  /** A real-server test of this repository exercises the entry. */
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
   * Ships with Sightline as an optional dependency. `entry` is a path from the directory of the package, which may
   * lead to a package beside it.
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
  /** A server that runs already; we connect and never shut it down. */
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };

export type Env = { readonly [name: string]: string };

export interface RootMarkers {
  /** Globs on base names. Groups are tried in order; inside a group the nearest directory wins. */
  readonly groups: readonly (readonly string[])[];
  /** `outermost`: of the first group that matches at all, take the outermost directory (umbrella projects). */
  readonly pick: "nearest" | "outermost";
  /** With one of these nearer than any marker the server does not apply (a Deno project for TypeScript). */
  readonly unless?: readonly string[];
  /** Markers that other tools share: such a file counts only if a line of it begins so. */
  readonly lines?: Readonly<Record<string, string>>;
  /** A directory above whose `file` has a line that begins with `line` gathers the projects below it, and wins. */
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
  /** Drain of `$/progress`: ready when no token (of these titles, if given) is open. */
  | {
      readonly kind: "progress";
      /** Case-insensitive substrings of the begin title or token; absent = any token. */
      readonly titles?: readonly string[];
      /** How long work may take to begin; none begun by then counts as nothing to do. */
      readonly graceMs: number;
      /** A quiet period after the last end. */
      readonly quietMs: number;
      readonly capMs: number;
    }
  /** A notification whose params hold `path` equal to `equals`. */
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly path?: readonly string[];
      readonly equals?: Json;
      /** The notification tells of many things: another value does not take back that the server was ready. */
      readonly latched?: boolean;
      /** The same notification tells how the server is: unless `path` holds `fine`, what it answers is not all. */
      readonly health?: { readonly path: readonly string[]; readonly fine: Json; readonly message: readonly string[] };
      readonly capMs: number;
    }
  /** A `window/logMessage` line that contains the text. */
  | { readonly kind: "log"; readonly contains: string; readonly capMs: number }
  /** The first published diagnostics after a document was opened. */
  | { readonly kind: "diagnostics"; readonly capMs: number }
  /** Unknown: silence for the quiet time counts as ready, and answers are never `complete`. */
  | { readonly kind: "unknown"; readonly quietMs: number };

export type DiagnosticsStyle =
  /** `textDocument/diagnostic`: deterministic for a version. */
  | "pull"
  /** Pushes carry `version`. */
  | "push-versioned"
  /** Asked of tsserver by `typescript.tsserverRequest`, because what is pushed does not tell clean from not yet known. */
  | "tsserver"
  /** Pushes without a version: only a quiet window can settle them. */
  | "push"
  | "none";

export type RestrictedForm =
  /** Executes nothing of the repository: the same form everywhere. */
  | { readonly kind: "safe" }
  /** Safe with these changes, all laid over the normal form; `args` are added to its arguments. */
  | {
      readonly kind: "adjusted";
      readonly args?: readonly string[];
      readonly env?: Env;
      readonly initializationOptions?: JsonObject;
      readonly settings?: JsonObject;
      /** An interpreter inside the root is not named to the server, and must not be found by it. */
      readonly interpreter?: "outside-root";
      /** Answers may lose facts; then they are `partial`. */
      readonly smaller: boolean;
    }
  /** Cannot be made safe: never started in an untrusted root. */
  | { readonly kind: "refused"; readonly why: string };

export interface Quirks {
  /** Where it writes what it has found out: a directory beside each of these files, or above the directory they are in. */
  readonly writesIndex?: { readonly beside: readonly string[]; readonly at: string };
  /** Directories below the user's own for caches in which it, and the tools that it calls, keep what they have made. */
  readonly caches?: readonly string[];
  /**
   * Arguments that make the binary print its version and exit; used as the probe that really executes it. An interpreter
   * is asked for the package that is the server, and fails where it is not installed.
   */
  readonly versionArgs?: readonly string[];
  /** Methods that must never be sent although declared (pull diagnostics to nixd). */
  readonly neverSend?: readonly string[];
  /** Requests beyond the protocol that it answers, by their names in the method table. */
  readonly serves?: readonly string[];
  /**
   * The signatures of problems that are errors for the language's own build or check, which the server does not tell,
   * and how lightly it may take them for that.
   */
  readonly buildErrors?: { readonly by: readonly string[]; readonly from: "warning" | "hint" };
  /** What it says of a file that it could not read; it says so also of one that it was shown and that is not on disk. */
  readonly unread?: string;
  /** Files to open right after `initialized`, first that exists (mix.exs, build.zig). */
  readonly kickOpen?: readonly string[];
  /** Send `workspace/didChangeConfiguration` with the settings right after `initialized`. */
  readonly pushSettings?: boolean;
  /**
   * What it takes for a closed file that changed on disk to be seen: telling (the default), telling and asking about
   * one new file of a directory, opening it, or opening it and asking about it, because the server parses in the
   * background.
   */
  readonly onDiskChange?: "tell" | "ask" | "open" | "open-and-ask";
  /** Globs on base names: files of other languages that the server reads although it asks for no word of them. */
  readonly alsoReads?: readonly string[];
  /**
   * Globs on base names: when such a file changes, what the server has read of others is old, and only a new start
   * reads them again.
   */
  readonly renewOn?: readonly string[];
  /** Looks for files again when one is created or deleted, and is not ready until it has said so. */
  readonly rescansOnCreate?: boolean;
  /** Goes on naming files that were deleted. */
  readonly namesDeletedFiles?: boolean;
  /**
   * How it takes in a file that has come or gone only in our word, from measurement: `open` where opening it is enough,
   * `tell` where the word of a change is believed. Without it the disk alone counts, and answers about such files say so.
   * `keeps` names the texts of which something stays in it after they were taken back: `any`, or those that change what
   * the `go` command reads. They are shown to a process of their own, which ends with them.
   * `configurations` are globs on base names: of such a file the text that is open counts, and not the one on disk.
   */
  readonly supposes?: {
    readonly created?: "open" | "tell";
    readonly deleted?: "tell";
    readonly keeps?: "any" | "go";
    readonly configurations?: readonly string[];
  };
  /** Counts positions in this unit whatever was negotiated. */
  readonly encoding?: "utf-8" | "utf-16" | "utf-32";
  /** Send `didSave` after a change, because diagnostics only follow a save. */
  readonly saveForDiagnostics?: boolean;
  /**
   * What can be pulled is not all: more is pushed by a check that the notification `run` starts, and that is over when
   * announced work with `work` in its token has ended.
   */
  readonly alsoPushes?: { readonly run: string; readonly work: string };
  /** Says of a changed text first what it makes of it with what it had read before; of one that is opened it does not. */
  readonly reopens?: boolean;
  /** Takes changes only as ranges, although it should take whole texts too. */
  readonly incrementalOnly?: boolean;
  /** A closed document unloads its project: keep one open per project. */
  readonly keepOneOpenPerProject?: boolean;
  /**
   * References without the declaration leave out imports and re-exports too, or the very use that was asked about: so
   * they are asked with it, and only what is the definition is taken out.
   */
  readonly declarationHidesUses?: boolean;
  /**
   * References leave out what an import calls by another name. `apart`: they are told when that name is asked about.
   * `never`: not even then. `syntax` is how such an import is written.
   */
  readonly renamedImports?: { readonly syntax: "python" | "rust"; readonly told: "apart" | "never" };
  /** Methods that a call of their class runs, without the server counting it as a call of them. */
  readonly constructors?: readonly string[];
  /**
   * A command of its own by which it organizes imports, although it offers no action: given the address of a file, it
   * answers with an edit. Only one that runs nothing of the repository.
   */
  readonly organizesBy?: string;
  /** Titles to choose when the server asks by `window/showMessageRequest`; else `null`. */
  readonly chooseAction?: readonly string[];
  /** Private requests to answer with a fixed value. */
  readonly answer?: { readonly [method: string]: Json };
  /** Extra client capabilities to declare under `experimental`. */
  readonly experimental?: JsonObject;
  /** Diagnostics with these codes are syntax errors: analysis of the file is then of lower quality. */
  readonly syntaxErrorCodes?: { readonly from: number; readonly to: number };
  /** Errors with these codes mean that something the file includes was not there, so that most of it was not understood. */
  readonly missingIncludeCodes?: readonly string[];
  /** What helps when an error of the server holds these words, as a command to the reader. */
  readonly remedies?: readonly { readonly says: string; readonly next: string }[];
  /** A log line by which the server reports that its own worker died. */
  readonly deathLog?: string;
  /** A log line by which the server says that it makes no diagnostics: an empty list is then not "clean". */
  readonly noDiagnosticsLog?: string;
  /**
   * Log lines by which the server says of a file that is opened, after these words, that none of its projects has it, or
   * which one does; and that it lists the files of a project anew, after which that may be different.
   */
  readonly projectLog?: { readonly none: string; readonly found: string; readonly listed: string };
  /** Where the interpreter of a Python project goes, as a settings path. */
  readonly interpreterSetting?: readonly string[];
  /** Where more directories with modules go, as a settings path, and what has to be said along with them. */
  readonly searchPaths?: { readonly setting: readonly string[]; readonly only: JsonObject };
  /** Free text for people: what is odd and with which version it was seen. */
  readonly notes?: readonly string[];
}

/** States only what differs from the common case; everything is still explicit in the result. */
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
