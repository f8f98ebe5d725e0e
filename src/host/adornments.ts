// What files carry that Node cannot see: extended attributes and lists of access rights. The programs of GNU can.
//
// Invariant: a program is started by its full path, without a shell and without our environment, and is given files
// that we hold open, so that no name can lead it elsewhere.

import { execFile } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { open } from "node:fs/promises";

const limitMs = 10_000;
/** So many names fit into one command line. */
const namesAtOnce = 500;

/** Which of the files carry any, in their order; undefined where nobody here can tell. */
export async function adornedAmong(files: readonly string[]): Promise<readonly string[] | undefined> {
  const tar = programNamed("tar");
  if (tar === undefined) return undefined;
  const found: string[] = [];
  for (let at = 0; at < files.length; at += namesAtOnce) {
    const some = files.slice(at, at + namesAtOnce);
    // What goes to /dev/null is not read; of each file one line is told, with a sign behind its permissions.
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
  const source = await open(from, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const target = await open(to, constants.O_WRONLY | constants.O_NOFOLLOW);
    try {
      const held = ({ fd }: { readonly fd: number }): string => `/proc/${process.pid}/fd/${fd}`;
      const isDone = (await run(cp, [...copying, "--", held(source), held(target)])) !== undefined;
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
/** Lists of access rights belong to the permissions. */
const copying = ["--attributes-only", "--preserve=mode,xattr", "--no-target-directory"];

function programNamed(name: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  return [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));
}

/** What it writes; undefined where it fails. */
function run(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { env: { LC_ALL: "C" }, timeout: limitMs, killSignal: "SIGKILL" as const, cwd: "/" };
    execFile(program, [...args], options, (error, stdout) => resolve(error === null ? stdout : undefined));
  });
}
