// Where the programs of a project's toolchain run: found outside of the root, without a shell, bounded in time and output.
//
// Invariant: a workbench exists only where execution was allowed, so a holder need not ask again.

import type { Patience } from "../../std/patience.ts";
import { findInterpreter } from "../../session/process/python.ts";
import { FileFault } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { privateFiles } from "../../host/private-file.ts";
import { reportBytes } from "../../host/read-limits.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import type { Programs } from "../../session/process/programs.ts";
import { refuse } from "../../model/refusal.ts";
import type { Snapshot } from "../snapshot.ts";
import type { ProgramRun, ProgramSpec } from "./workbench-program.ts";
import { runProgram, shownWord } from "./workbench-program.ts";

/** A file for a program to leave its results in: outside of the root, of this call alone, and gone after it. */
export interface ReportFile extends AsyncDisposable {
  readonly path: FilePath;
  /** Undefined when nothing was left there, or too much to read. */
  read(): Promise<string | undefined>;
}

/** The toolchain at a place of a root. */
export interface Workbench {
  readonly snapshot: Snapshot;
  /** The directory asked for, or that of the file. */
  readonly directory: FilePath;
  readonly host: Host;
  /** A program of this machine by its name; undefined where there is none that may run. */
  find(name: string): Promise<FilePath | undefined>;
  /** The Python interpreter that servers get too: of an environment in one of the directories, or an activated one. */
  python(...directories: readonly FilePath[]): Promise<FilePath | undefined>;
  /** The text of a file; undefined when there is none. Refuses what is no regular file, or too large. */
  read(path: FilePath): Promise<string | undefined>;
  /** Where a tool may keep what it builds for a directory: outside of the root, the same in every call. */
  buildDirectory(of: FilePath): FilePath;
  reportFile(ending: string): Promise<ReportFile>;
  /** Runs it to its end; when time is up or the caller has gone, its whole process group is killed. */
  run(spec: ProgramSpec, patience: Patience): Promise<ProgramRun>;
}

export function workbenchAt(
  host: Host,
  programs: Programs,
  snapshot: Snapshot,
  directory: FilePath,
  emit: Emit = () => {},
): Workbench {
  return {
    snapshot,
    directory,
    host,
    find: (name) => programs.find(name),
    python: (...directories) => pythonFor(host, programs, directories),
    read: (path) => readText(host, path),
    buildDirectory: (of) => joinPath(host.stateDirectory, "builds", hashOf(host, of)),
    reportFile: (ending) => reportFile(host, ending),
    run: (spec, patience) => {
      emit({ type: "program.starting", command: [spec.command, ...spec.args.map(shownWord)], cwd: spec.cwd });
      return runProgram(host, programs, spec, patience);
    },
  };
}

// — below: private, in the order they are used —

/** What lies in the project may run, because execution was allowed; what lies elsewhere is judged like every program. */
async function pythonFor(
  host: Host,
  programs: Programs,
  directories: readonly FilePath[],
): Promise<FilePath | undefined> {
  const found = await findInterpreter(host, ...directories);
  const isActivated = found?.from === "VIRTUAL_ENV" || found?.from === "CONDA_PREFIX";
  if (found === undefined || !isActivated) return found?.path;
  return (await programs.whyNot(found.path)) === undefined ? found.path : undefined;
}

async function readText(host: Host, path: FilePath): Promise<string | undefined> {
  try {
    const bytes = await host.files.read(path, reportBytes);
    return bytes && host.files.decode(bytes).text;
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    if (error.code === "EISDIR") return undefined;
    return refuse({
      code: "file_unreadable",
      what: `${path} cannot be read.`,
      why: `${error.why.charAt(0).toUpperCase()}${error.why.slice(1)}.`,
      next: "Put a regular file of ordinary size there, or remove it.",
    });
  }
}

function hashOf(host: Host, text: string): string {
  return host.files.hash(new TextEncoder().encode(text)).slice(0, 16);
}

async function reportFile(host: Host, ending: string): Promise<ReportFile> {
  const name = Array.from({ length: 4 }, () => Math.floor(host.random() * 0x1_0000_0000).toString(36)).join("-");
  const path = joinPath(host.stateDirectory, "reports", `${name}.${ending}`);
  // It is there from the start: not every tool makes the directory that it writes to.
  await privateFiles.write(path, "");
  return {
    path,
    read: async () => (await readText(host, path)) || undefined,
    [Symbol.asyncDispose]: async () => void (await privateFiles.remove(path)),
  };
}
