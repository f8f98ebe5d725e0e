// By which names the tests find programs, and where they write many files: the same on every machine, but cheaper.
//
// Tests start thousands of programs and some write tens of thousands of files, and some machines make each of them
// expensive: a search path that leads to Python through scripts or names the same directory twice, a disk with a journal.

import { spawnSync } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statfsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const inMemory = "/dev/shm";
/** Spec: statfs(2), `f_type` of tmpfs. */
const tmpfs = 0x0102_1994;
/** Several times of what the tests that write many files have there at the same time. */
const roomBytes = 1024 ** 3;

/** A directory whose files are in memory; undefined where there is none with room. */
export function memoryDirectory() {
  try {
    accessSync(inMemory, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(inMemory);
    return type === tmpfs && bavail * bsize >= roomBytes ? inMemory : undefined;
  } catch {
    // No such directory, or not for us.
    return undefined;
  }
}

/** The search path with each directory once, and with the directory of the Python that its script leads to before the script. */
export function plainSearchPath(path) {
  const entries = new Map();
  for (const entry of path.split(delimiter)) {
    const real = realOf(entry);
    if (real !== undefined && !entries.has(real)) entries.set(real, entry);
  }
  return [...entries.values()].flatMap((entry) => [...interpreterBehind(entry), entry]).join(delimiter);
}

// — below: private, in the order they are used —

function realOf(entry) {
  try {
    return entry === "" ? undefined : realpathSync(entry);
  } catch {
    // A directory that is not there holds no program.
    return undefined;
  }
}

/** A version manager puts a script in the place of the interpreter, which takes longer than the interpreter itself. */
function interpreterBehind(directory) {
  const script = join(directory, "python3");
  if (!isScript(script)) return [];
  const { status, stdout } = spawnSync(script, ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
  return status === 0 && stdout.trim() !== "" ? [dirname(stdout.trim())] : [];
}

function isScript(path) {
  const start = Buffer.alloc(2);
  try {
    const file = openSync(path, "r");
    readSync(file, start);
    closeSync(file);
  } catch {
    // There is none, or it cannot be read.
    return false;
  }
  return start.toString("latin1") === "#!";
}
