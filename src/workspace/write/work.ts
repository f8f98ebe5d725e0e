// Turns a plan into work: for each path the bytes before and after, read from disk and checked.
//
// Invariant: every path has its links resolved and lies inside the root, even that of a file that does not exist yet.

import type { Host } from "../../host/host.ts";
import type { Attributes, Entry } from "../../host/writing.ts";
import { WriteFault } from "../../host/writing.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, isInside, parentOf } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import type { Plan } from "../../model/plan.ts";
import type { ContentOnDisk, Image, PathOutcome } from "../../model/plan-resolution.ts";
import { resolvePlan } from "../../model/plan-resolution.ts";
import type { ChangedFile } from "../../model/receipt.ts";
import { bug } from "../../std/bug.ts";
import { PlanPaths } from "./paths.ts";
import { hardLinked, noFile, planTooLarge, readOnly, stale, unwritable } from "./refusals.ts";

export interface Content extends Attributes {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** One path whose file is to be created, replaced or removed. */
export interface PlannedWork {
  readonly file: FilePath;
  readonly before: Content | undefined;
  /** `origin`: the path that the file is moved from, with its content changed or not. */
  readonly after: (Content & { readonly origin?: FilePath }) | undefined;
}

/** All the work for one plan. */
export interface Worked {
  readonly work: readonly PlannedWork[];
  /** The directories that have to be made, the outermost first. */
  readonly directories: readonly FilePath[];
  /** Every path that would be written, created or removed, and the paths through links by which the plan names one. */
  readonly targets: readonly FilePath[];
}

interface Read {
  readonly found: ContentOnDisk;
  readonly content: Content | undefined;
  readonly entry: Entry | undefined;
  readonly bom: boolean;
}

/** The byte order mark of UTF-8. */
const mark = new Uint8Array([0xef, 0xbb, 0xbf]);

export async function workFor(host: Host, root: FilePath, maxBytes: number, plan: Plan): Promise<Worked> {
  const paths = new PlanPaths(host, root);
  const steps: ProposedStep[] = [];
  for (const step of plan.steps) steps.push(await paths.real(step));
  const read = new Map<FilePath, Read>();
  for (const file of paths.named) read.set(file, paths.isNew(file) ? nothing : await readTarget(host, file, maxBytes));
  const of = (file: FilePath): Read => read.get(file) ?? bug("every path of a plan is read");
  const alike = new Map<FilePath, Read>();
  for (const like of steps.flatMap((step) => (step.kind === "create" ? (step.like ?? []) : [])))
    alike.set(like, await readInside(host, root, like, maxBytes));
  const { outcomes, stale: offenders } = resolvePlan(steps, (file) => of(file).found);
  if (offenders.length > 0) stale(root, offenders);
  const work: PlannedWork[] = [];
  for (const outcome of outcomes) {
    const { like } = outcome.after ?? {};
    const one = workOf(host, outcome, of, like === undefined ? undefined : alike.get(like));
    // A file that would be replaced by a new one with the same content is left alone.
    if (one.after?.origin !== undefined || one.before?.hash !== one.after?.hash) work.push(one);
  }
  const files = work.map(({ file }) => file);
  return {
    work: workInOrder(work),
    directories: await missingDirectories(host, work),
    targets: [...new Set([...files, ...paths.aliasesOf(files)])],
  };
}

/** Removals come first: where the disk ignores case, the old and the new spelling of a path are the same name. */
export function workInOrder(work: readonly PlannedWork[]): PlannedWork[] {
  return [...work].sort((a, b) => Number(a.after !== undefined) - Number(b.after !== undefined));
}

/** Whether a file is moved here from another path with its content unchanged. */
export function isMoved(work: readonly PlannedWork[], { after }: PlannedWork): boolean {
  const origin = after?.origin;
  return origin !== undefined && work.some(({ file, before }) => file === origin && before?.hash === after?.hash);
}

/** The texts before and after, path by path. */
export function changesOf(host: Pick<Host, "files">, work: readonly PlannedWork[]): TextChange[] {
  return work.map(({ file, before, after }) => ({ file, before: textOf(host, before), after: textOf(host, after) }));
}

/** The changed files for the receipt: a moved file is listed once, with the path it came from. */
export function changedFiles(host: Pick<Host, "files">, work: readonly PlannedWork[]): ChangedFile[] {
  const gone = new Map(work.flatMap((one) => (one.after === undefined ? [[one.file, one] as const] : [])));
  const source = ({ after }: PlannedWork): PlannedWork | undefined => after?.origin && gone.get(after.origin);
  const left = new Set(work.map(source));
  return work.flatMap((one): ChangedFile[] => {
    const from = source(one);
    if (left.has(one) && one.after === undefined) return [];
    const texts = { before: textOf(host, (from ?? one).before), after: textOf(host, one.after) };
    return [from === undefined ? { file: one.file, ...texts } : { file: one.file, from: from.file, ...texts }];
  });
}

export async function missingDirectories(
  host: Pick<Host, "writing">,
  work: readonly PlannedWork[],
): Promise<FilePath[]> {
  const missing = new Set<FilePath>();
  const known = new Set<FilePath>();
  for (const { file, after } of work) {
    if (after === undefined) continue;
    const levels: FilePath[] = [];
    for (const level of ancestors(file)) {
      if (known.has(level)) break;
      known.add(level);
      const entry = await host.writing.look(level);
      if (entry?.kind === "directory") break;
      if (entry !== undefined) noFile(level);
      levels.unshift(level);
    }
    for (const level of levels) missing.add(level);
  }
  return [...missing];
}

/** The directories that these files are in, each once. */
export function directoriesOf(files: readonly FilePath[]): FilePath[] {
  return [...new Set(files.flatMap((file) => parentOf(file) ?? []))].sort();
}

/** A file as it is now; undefined if there is nothing at the path, `other` if there is something that is not a file. */
export async function contentAt(
  host: Pick<Host, "files" | "writing">,
  file: FilePath,
): Promise<Content | "other" | undefined> {
  const entry = await host.writing.look(file);
  if (entry !== undefined && entry.kind !== "file") return "other";
  const bytes = entry && (await host.writing.read(file));
  return bytes && { hash: host.files.hash(bytes), bytes, ...attributesOf(entry) };
}

/** Refuses to replace the content of a file that is read-only, or has more than one name (hard links). */
export function mustBeReplaceable(file: FilePath, entry: Entry): void {
  if (entry.names > 1) hardLinked(file, entry.names);
  if (!entry.isWritable) readOnly(file);
}

// — below: private, in the order they are used —

const nothing: Read = { found: undefined, content: undefined, entry: undefined, bom: false };

async function readTarget(host: Host, file: FilePath, maxBytes: number): Promise<Read> {
  try {
    const entry = await host.writing.look(file);
    if (entry === undefined) return nothing;
    if (entry.kind === "directory") return { ...nothing, found: "directory" };
    if (entry.kind !== "file") noFile(file);
    if (entry.size > maxBytes) planTooLarge(file, entry.size, maxBytes);
    const bytes = await host.writing.read(file);
    if (bytes === undefined) return nothing;
    const bom = mark.every((byte, index) => bytes[index] === byte);
    const hash = host.files.hash(bytes);
    const found = imageOf(host, bom ? bytes.subarray(mark.length) : bytes, hash);
    return { found, content: { hash, bytes, ...attributesOf(entry) }, entry, bom };
  } catch (error) {
    if (error instanceof WriteFault) return unwritable(error, "It cannot be read.");
    throw error;
  }
}

/** Returns `nothing` if the file has been deleted meanwhile, or if a link leads out of the root. */
async function readInside(host: Host, root: FilePath, file: FilePath, maxBytes: number): Promise<Read> {
  const real = await host.files.real(file);
  return real === undefined || !isInside(root, real) ? nothing : readTarget(host, real, maxBytes);
}

function imageOf(host: Host, bytes: Uint8Array, hash: string): Image {
  const { text, lossy } = host.files.decode(bytes);
  if (bytes.subarray(0, 8_000).includes(0)) return { hash, text, unfit: "binary" };
  return lossy ? { hash, text, unfit: "encoding" } : { hash, text };
}

export function attributesOf({ mode, owner }: Attributes): Attributes {
  return { ...(mode === undefined ? {} : { mode }), ...(owner === undefined ? {} : { owner }) };
}

function workOf(
  host: Host,
  { file, after }: PathOutcome,
  of: (file: FilePath) => Read,
  like: Read | undefined,
): PlannedWork {
  const before = of(file).content;
  if (after === undefined) return { file, before, after: undefined };
  const source = after.origin === undefined ? of(file) : of(after.origin);
  const origin = after.origin === undefined || after.origin === file ? {} : { origin: after.origin };
  if (after.text === undefined) {
    return { file, before, after: { ...(source.content ?? bug("what is moved was read")), ...origin } };
  }
  if (source.entry !== undefined) mustBeReplaceable(after.origin ?? file, source.entry);
  const text = new TextEncoder().encode(after.text);
  const isMarked = after.origin === undefined ? like?.bom === true : source.bom;
  const bytes = isMarked ? joined(mark, text) : text;
  // A new file gets the permissions of the file that it is a copy of, or else those that the system gives new files.
  const attributes = source.entry === undefined ? permissionsOf(like?.entry) : attributesOf(source.entry);
  return { file, before, after: { bytes, hash: host.files.hash(bytes), ...attributes, ...origin } };
}

/** Only read, write and execute bits: the owner and the set-user-ID and set-group-ID bits are not copied. */
function permissionsOf(entry: Entry | undefined): Attributes {
  return entry?.mode === undefined ? {} : { mode: entry.mode & 0o777 };
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function textOf({ files }: Pick<Host, "files">, content: Content | undefined): string | undefined {
  if (content === undefined) return undefined;
  const bom = mark.every((byte, index) => content.bytes[index] === byte);
  return files.decode(bom ? content.bytes.subarray(mark.length) : content.bytes).text;
}

// Brings the work up to date: permissions and hard links may have changed since the plan was prepared.

/** Called under the lock. Refuses to replace the content of a file that now has a second name or is read-only. */
export async function asOfNow(
  { writing }: Pick<Host, "writing">,
  work: readonly PlannedWork[],
): Promise<PlannedWork[]> {
  const entries = new Map<FilePath, Entry | undefined>();
  for (const { file } of work) entries.set(file, await writing.look(file));
  const before = new Map(work.map((one) => [one.file, one.before]));
  return work.map((one): PlannedWork => {
    const source = one.after?.origin ?? one.file;
    const entry = entries.get(source);
    const known = before.get(source);
    const here = entries.get(one.file);
    const was = one.before && here ? { ...one.before, ...attributesOf(here) } : one.before;
    if (one.after === undefined || known === undefined || entry?.kind !== "file") return { ...one, before: was };
    if (!isMoved(work, one)) mustBeReplaceable(source, entry);
    // If the work already sets other attributes than the file had, they stay; else the file keeps its present ones.
    const isKept = isAlike(one.after, known);
    return { ...one, before: was, after: isKept ? { ...one.after, ...attributesOf(entry) } : one.after };
  });
}

function isAlike(a: Attributes, b: Attributes): boolean {
  return a.mode === b.mode && a.owner?.uid === b.owner?.uid && a.owner?.gid === b.owner?.gid;
}
