// What files carry that Node cannot see: extended attributes and lists of access rights. The programs of GNU can.
//
// Invariant: a program is started by its full path, without a shell and without our environment.
// Invariant: the one that writes is given files that we hold open, so that no name can lead it elsewhere. The one that
// only reads is given names: if they lead elsewhere, attributes may be kept or lost needlessly, but nothing is written.
// Invariant: it never grants rights that the file did not have before, not for a moment.

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { constants, existsSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { errorCode } from "./error-code.ts";

const limitMs = 10_000;
/** So many names fit into one command line. */
const namesAtOnce = 500;

/** Which of the files carry any, in their order; undefined where the system does not say. */
export async function adornedAmong(files: readonly string[]): Promise<readonly string[] | undefined> {
  const tar = programNamed("tar");
  if (tar === undefined) return undefined;
  const found: string[] = [];
  for (let at = 0; at < files.length; at += namesAtOnce) {
    const some = files.slice(at, at + namesAtOnce);
    // Writing to /dev/null, tar reads no content; it prints one line per file, with a sign after the permissions.
    const output = await run(tar, [...listing, "--", ...some]);
    const lines = output?.trimEnd().split("\n");
    if (lines?.length !== some.length) return undefined;
    found.push(...some.filter((_, index) => /^\S{10}[*+]/.test(lines[index] ?? "")));
  }
  return found;
}

/** Gives one file what another carries; false where that is not possible here. */
export async function adorn(from: string, to: string): Promise<boolean> {
  const cp = programNamed("cp");
  if (cp === undefined) return false;
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
  const source = await tryOpen(from, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  if (source === undefined) return false;
  try {
    const target = await tryOpen(to, O_WRONLY | O_NOFOLLOW);
    if (target === undefined) return false;
    try {
      const { mode } = await target.stat();
      const held = ({ fd }: FileHandle): string => `/proc/${process.pid}/fd/${fd}`;
      const isSpecial = ((await source.stat()).mode & 0o7000) !== 0;
      const options = [...copying, isSpecial ? withOwner : alone];
      const isDone = (await run(cp, [...options, "--", held(source), held(target)])) !== undefined;
      // The permissions were chosen before, perhaps fewer than those of the other. Those of the group limit the list of
      // access rights, and do so in both files.
      await target.chmod(mode & 0o7777);
      await target.sync();
      return isDone;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

// — below: private, in the order they are used —

const listing = [
  ...["--create", "--file=/dev/null", "--verbose", "--verbose", "--no-recursion", "--absolute-names"],
  ...["--xattrs", "--xattrs-include=user.*", "--acls"],
];
const copying = ["--attributes-only", "--no-target-directory"];
/** Lists of access rights belong to the permissions. */
const alone = "--preserve=mode,xattr";
/** Special bits are not given where the owner cannot be: so it is asked for too, though the file has it if it can. */
const withOwner = "--preserve=mode,ownership,xattr";
/** We may not, or there are too many open files. */
const unable: readonly string[] = ["EACCES", "EPERM", "EMFILE", "ENFILE"];

function programNamed(name: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  return [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));
}

async function tryOpen(path: string, flags: number): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags);
  } catch (error) {
    if (!unable.includes(errorCode(error))) throw error;
    return undefined;
  }
}

/** What it writes; undefined where it fails. Starting it costs more than all it does: it gets no pipe that it needs not. */
function run(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = started(program, args);
    const pieces: Buffer[] = [];
    // Where there are too many open files, there is none.
    child?.stdout?.on("data", (piece: Buffer) => pieces.push(piece));
    child?.on("error", () => resolve(undefined));
    child?.on("close", (code) => resolve(code === 0 ? Buffer.concat(pieces).toString() : undefined));
    if (child === undefined) resolve(undefined);
  });
}

function started(program: string, args: readonly string[]): ChildProcess | undefined {
  const limits = { timeout: limitMs, killSignal: "SIGKILL" } as const;
  try {
    return spawn(program, args, { ...limits, env: { LC_ALL: "C" }, cwd: "/", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    // The names are too long for one command line.
    return undefined;
  }
}
