// The lines that differ in each file. git is asked about many files at once, and again for texts that it treats as binary.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { comparedBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Git } from "./command.ts";
import { diffOptions } from "./command.ts";
import type { FilePatch, RawChange } from "./diff.ts";
import { parsePatch } from "./diff.ts";

/** The patch of a file, unless it is too long to be read. */
export type PatchReading = FilePatch | "too long";

export async function patchesOf(
  { git, host, place }: { readonly git: Git; readonly host: Host; readonly place: (path: string) => FilePath },
  args: readonly string[],
  files: readonly RawChange[],
): Promise<Map<string, PatchReading>> {
  const told = await inParts(git, args, files);
  // Attributes and settings may call a text binary, so its content is checked.
  const called = files.filter(({ path }) => isBytes(told.get(path)));
  const looked = await Promise.all(called.map(({ path }) => holdsBytes(host, place(path))));
  const again = called.filter((_, at) => looked[at] === false);
  for (const [path, patch] of await inParts(git, ["--text", ...args], again)) {
    if (patch === "too long" || !patch.hunks.some(({ removed }) => removed.some(hasZero))) told.set(path, patch);
  }
  return told;
}

export function isBytes(told: PatchReading | undefined): boolean {
  return told !== undefined && told !== "too long" && told.isBinary;
}

// — below: private, in the order they are used —

/** The most files in one request. */
const filesAtOnce = 200;

/** Where the output was cut, each half of the files is asked about alone. The patch of a single file may be too long. */
async function inParts(
  git: Git,
  args: readonly string[],
  files: readonly RawChange[],
): Promise<Map<string, PatchReading>> {
  if (files.length === 0) return new Map();
  if (files.length > filesAtOnce) return inHalves(git, args, files);
  // A renamed file is given by both names, otherwise git treats it as new.
  const paths = files.flatMap(({ path, before }) => (before === undefined ? [path] : [before, path]));
  const { text, cut } = await git.output(["diff", "-p", "-U0", ...diffOptions, ...args, "--", ...paths]);
  if (!cut) return parsePatch(text);
  return files.length > 1 ? inHalves(git, args, files) : new Map(files.map(({ path }) => [path, "too long"]));
}

async function inHalves(
  git: Git,
  args: readonly string[],
  files: readonly RawChange[],
): Promise<Map<string, PatchReading>> {
  const middle = Math.ceil(files.length / 2);
  const first = await inParts(git, args, files.slice(0, middle));
  return new Map([...first, ...(await inParts(git, args, files.slice(middle)))]);
}

/** Whether a file contains a zero byte, as no text does. False for a file that no longer exists, which may have been a text. */
async function holdsBytes(host: Host, file: FilePath): Promise<boolean> {
  const stat = await host.files.stat(file);
  if (stat?.kind !== "file") return false;
  // A file that cannot be read counts as binary.
  return orIfUnreadable(true, async () => (await host.files.read(file, comparedBytes))?.includes(0) === true);
}

function hasZero(line: string): boolean {
  return line.includes("\0");
}
