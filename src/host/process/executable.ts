// Inspects the first bytes of a file before it is executed.
//
// Why not leave it to the system: where the kernel refuses a file, the C library hands it to a shell, which then reads
// whatever it is as a script. A file without an interpreter line is therefore never given to it.

import { errorCode } from "../error-code.ts";
import { SpawnFault } from "../processes.ts";
import { takeRegular } from "../regular-file.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parseFilePath } from "../../model/file-path.ts";

/** Up to the number of the architecture. */
const headerBytes = 20;

/** ELF machine numbers of the architectures Node runs on. */
const machines: Readonly<Record<string, number>> = {
  x64: 62,
  arm64: 183,
  arm: 40,
  ia32: 3,
  riscv64: 243,
  s390x: 22,
  ppc64: 21,
  loong64: 258,
};

/** Throws a SpawnFault when the file cannot be a program for this machine. */
export async function mustBeExecutable(command: string): Promise<void> {
  if (process.platform !== "linux") return;
  const head = await firstBytes(command);
  if (head.subarray(0, 2).toString("latin1") === "#!") return;
  const isElf = head.subarray(0, 4).toString("latin1") === "\x7fELF";
  const machine = machines[process.arch];
  if (!isElf || (machine !== undefined && head.length >= 20 && head.readUInt16LE(18) !== machine)) {
    throw new SpawnFault("ENOEXEC", command);
  }
}

async function firstBytes(command: string): Promise<Buffer> {
  try {
    const how = { maxBytes: headerBytes, isLocal: false, head: true };
    return Buffer.from((await takeRegular(command, how, async () => undefined)).bytes);
  } catch (error) {
    throw new SpawnFault(errorCode(error), command, error);
  }
}

/** As much of the line as Linux reads. */
const lineBytes = 256;

export async function interpreterOf(command: FilePath): Promise<FilePath | undefined> {
  const line = await firstLine(command);
  const named = line.startsWith("#!") ? line.slice(2).trimStart().split(/[ \t]/, 1)[0] : undefined;
  return named === undefined ? undefined : parseFilePath(named);
}

async function firstLine(path: FilePath): Promise<string> {
  try {
    const taking = { maxBytes: lineBytes, isLocal: false, head: true };
    const { bytes } = await takeRegular(path, taking, async () => undefined);
    return Buffer.from(bytes).toString("latin1").split("\n", 1)[0] ?? "";
  } catch {
    // What cannot be read is no script that the system would run.
    return "";
  }
}
