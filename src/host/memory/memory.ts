// A machine in memory as a Host: nothing in it happens unless a test makes it happen.

import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import type { Sandbox } from "../../model/sandbox/sandbox.ts";
import { noSandbox } from "../../model/sandbox/sandbox.ts";
import type { Clock } from "../../std/clock.ts";
import type { Databases } from "../database/databases.ts";
import { noDatabases } from "../database/databases.ts";
import type { Host } from "../host.ts";
import { LoopWatch } from "../process/loop-watch.ts";
import { MemoryFiles } from "./memory-files.ts";
import { MemoryLogFiles } from "./memory-log-files.ts";
import { MemoryProcesses } from "./memory-processes.ts";
import { MemoryTcp } from "./memory-tcp.ts";
import { MemoryWatching } from "./memory-watch.ts";
import { MemoryWriting } from "./memory-writing.ts";

export interface MemoryHostOptions<C extends Clock> {
  readonly clock: C;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: Host["platform"];
  readonly sandbox?: Sandbox;
  readonly databases?: Databases;
}

export class MemoryHost<C extends Clock = Clock> implements Host {
  readonly clock: C;
  readonly files: MemoryFiles;
  readonly processes: MemoryProcesses;
  readonly tcp: MemoryTcp;
  readonly watching = new MemoryWatching();
  readonly writing: MemoryWriting;
  readonly logFiles: MemoryLogFiles;
  readonly databases: Databases;
  readonly loop: LoopWatch;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: Host["platform"];
  readonly arch = "x64";
  readonly pid = 1_000;
  readonly home = filePath("/home");
  readonly accountHome = filePath("/home");
  readonly stateDirectory = filePath("/state");
  /** What belongs to other users. */
  readonly foreign = new Set<FilePath>();
  readonly nodePath = "/bin/node";
  /** Files of installed packages, as `package/file`. */
  readonly packageFiles = new Map<string, FilePath>();
  readonly sandbox: Sandbox;
  readonly random = (): number => 0.5;
  /** What was linked, by the directory that holds the links. */
  readonly linkedPrograms = new Map<FilePath, ReadonlyMap<string, FilePath>>();

  constructor(options: MemoryHostOptions<C>) {
    this.clock = options.clock;
    this.sandbox = options.sandbox ?? noSandbox;
    this.loop = new LoopWatch(options.clock);
    this.files = new MemoryFiles(options.clock);
    this.writing = new MemoryWriting(this.files);
    this.logFiles = new MemoryLogFiles(this.files, this.writing);
    this.processes = new MemoryProcesses(options.clock);
    this.tcp = new MemoryTcp(options.clock);
    this.databases = options.databases ?? noDatabases("a machine in memory has no database");
    this.env = options.env ?? { PATH: "/bin" };
    this.platform = options.platform ?? "linux";
  }

  readonly linkPrograms = async (programs: ReadonlyMap<string, FilePath>): Promise<FilePath> => {
    const directory = filePath(`/state/programs/${this.linkedPrograms.size}`);
    this.linkedPrograms.set(directory, programs);
    for (const [name, target] of programs) this.files.link(filePath(`${directory}/${name}`), target);
    return directory;
  };

  readonly hold = (): (() => void) => () => {};

  readonly resolvePackageFile = (packageName: string, file: string): FilePath | undefined =>
    this.packageFiles.get(`${packageName}/${file}`);

  readonly isOurs = async (path: FilePath): Promise<boolean> => !this.foreign.has(path);

  /** Writes a file as another process on the machine would: watchers are notified. */
  write(path: FilePath, content: string | Uint8Array): void {
    const isNew = this.files.write(path, content);
    this.watching.emit([{ path, kind: isNew ? "created" : "changed" }]);
  }

  /** Removes a file or a directory, and notifies watchers of each file. */
  remove(path: FilePath): void {
    this.watching.emit(this.files.remove(path).map((gone) => ({ path: gone, kind: "deleted" as const })));
  }
}
