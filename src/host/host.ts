// Everything a layer above may do to the machine, in one value that is passed down.

import type { FilePath } from "../model/file-path.ts";
import type { Sandbox } from "../model/sandbox/sandbox.ts";
import type { Clock } from "../std/clock.ts";
import type { Databases } from "./database/databases.ts";
import type { Files } from "./files.ts";
import type { LogFiles, Writing } from "./writing.ts";
import type { LoopWatch } from "./process/loop-watch.ts";
import type { Processes } from "./processes.ts";
import type { Tcp } from "./tcp.ts";
import type { Watching } from "./watch.ts";

/** Invariant: every member is the object's own, so that a copy with another part is a host too. */
export interface Host {
  readonly clock: Clock;
  readonly files: Files;
  readonly processes: Processes;
  /** Connections to servers that others run. */
  readonly tcp: Tcp;
  readonly watching: Watching;
  /** Only the writer of a root and the records of what it writes use it. */
  readonly writing: Writing;
  /** Files that only grow: the records of what was asked and done. */
  readonly logFiles: LogFiles;
  /** Files that hold tables: what was proven about a root. */
  readonly databases: Databases;
  /** Notices blocked turns of our own event loop; long synchronous work runs in a named section of it. */
  readonly loop: LoopWatch;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: "linux" | "darwin" | "win32" | "other";
  readonly arch: string;
  /** Our own process; servers get it so that they end with us. */
  readonly pid: number;
  readonly home: FilePath | undefined;
  /** The home directory by the system's list of users, whatever a variable says. */
  readonly accountHome: FilePath | undefined;
  /** Whether the file belongs to the user or to the system; true where the system has no owners. */
  isOurs(path: FilePath): Promise<boolean>;
  /** The directory for state that outlives a process, outside every root. */
  readonly stateDirectory: FilePath;
  /** Keeps the process alive until the returned function is called; timers alone do not. */
  hold(): () => void;
  /** Runs scripts for servers that are Node programs. */
  readonly nodePath: string;
  /** A private directory with a link to each of the programs, by its name. */
  linkPrograms(programs: ReadonlyMap<string, FilePath>): Promise<FilePath>;
  /**
   * Finds a file inside a package that is installed with us, e.g. an embedded server; undefined when it is not. No
   * variable of the environment has a say in it.
   */
  resolvePackageFile(packageName: string, file: string): FilePath | undefined;
  readonly random: () => number;
  /** Runs programs of callers, which can touch nothing of the machine. */
  readonly sandbox: Sandbox;
}
