// How a server differs from what the protocol, or the common server, makes one expect: what is sent or believed otherwise.
//
// Invariant: each field is what was measured of a server; the session heeds it for any server that has it.

import type { Json, JsonObject } from "./json.ts";

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
