// The shape of a catalogue entry: everything Sightline knows about a language server, as data.
//
// Invariant: an entry holds no behaviour. Closed unions express how servers differ, and the session interprets them; so
// a user's configuration can say everything that a built-in entry can, except that it is `proven`.

import type { Json, JsonObject } from "./json.ts";
import type { ObeyedFile } from "./obeyed.ts";
import type { Quirks } from "./quirks.ts";

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
  /** How `sightline servers install` installs it; only built-in entries have one, from `recipes.ts`. */
  readonly recipe?: Recipe;
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
  /**
   * The rule that says what an answer of it rests on beside the files of the root, so that an answer can be proven to
   * hold still. Without a rule no answer of it outlives the process.
   */
  readonly restsOn?: ProofRule;
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
/** `root`: nothing but the files of the root. */
export const proofRules = ["root", "typescript", "python", "go"] as const;
export type ProofRule = (typeof proofRules)[number];

export type CoverageRule = (typeof coverageRules)[number];

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

/**
 * A release of a server in a package registry, pinned by what its content hashes to. `bin` is the program that the
 * package brings, and the same that `launch` starts.
 */
export type Recipe =
  | {
      readonly kind: "npm";
      readonly package: string;
      readonly version: string;
      /** As the registry states it: `sha512-…`. */
      readonly integrity: string;
      readonly bin: string;
      /** Installed beside it, because it is needed and not among its dependencies. */
      readonly beside?: { readonly package: string; readonly version: string; readonly integrity: string };
    }
  | {
      readonly kind: "pypi";
      readonly package: string;
      readonly version: string;
      /** SHA-256 of each wheel that may be installed, one for each platform. */
      readonly integrity: readonly string[];
      readonly bin: string;
      /** Requirements that are installed beside it, each pinned by `==`. */
      readonly beside?: readonly string[];
    }
  | {
      readonly kind: "go-module";
      /** The package that is built, in `module`. */
      readonly package: string;
      readonly module: string;
      readonly version: string;
      /** As `go.sum` states it: `h1:…`. */
      readonly integrity: string;
      readonly bin: string;
    };

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
