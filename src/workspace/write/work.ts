// What there is to do for a plan: each path with the bytes before and after, read from disk and checked.
//
// Invariant: every path is real and lies inside the root, also that of a file which is yet to be created.

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

/** One path at which something else is to stand. */
export interface PlannedWork {
  readonly file: FilePath;
  readonly before: Content | undefined;
  /** With the other path whose file it is, its content changed or not. */
  readonly after: (Content & { readonly origin?: FilePath }) | undefined;
}

/** What there is to do, as a whole. */
export interface Worked {
  readonly work: readonly PlannedWork[];
  /** Those that have to be made, the outermost first. */
  readonly directories: readonly FilePath[];
  /** Every path that would be written, created or removed, also by other names that lead there. */
  readonly targets: readonly FilePath[];
}

interface Read {
  readonly found: ContentOnDisk;
  readonly content: Content | undefined;
  readonly entry: Entry | undefined;
  readonly bom: boolean;
}

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
    // A new file over one of the same content leaves that as it is.
    if (one.after?.origin !== undefined || one.before?.hash !== one.after?.hash) work.push(one);
  }
  const files = work.map(({ file }) => file);
  return {
    work: workInOrder(work),
    directories: await missingDirectories(host, work),
    targets: [...new Set([...files, ...paths.aliasesOf(files)])],
  };
}

/** What goes makes room first: on some disks two spellings are one name. */
export function workInOrder(work: readonly PlannedWork[]): PlannedWork[] {
  return [...work].sort((a, b) => Number(a.after !== undefined) - Number(b.after !== undefined));
}

/** Whether a file gets its place under another name, its content unchanged. */
export function isMoved(work: readonly PlannedWork[], { after }: PlannedWork): boolean {
  const origin = after?.origin;
  return origin !== undefined && work.some(({ file, before }) => file === origin && before?.hash === after?.hash);
}

/** The texts before and after, path by path. */
export function changesOf(host: Pick<Host, "files">, work: readonly PlannedWork[]): TextChange[] {
  return work.map(({ file, before, after }) => ({ file, before: textOf(host, before), after: textOf(host, after) }));
}

/** What a reader calls a changed file: one that was moved is told once, with where it was. */
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

/** The directories whose names change with these files. */
export function directoriesOf(files: readonly FilePath[]): FilePath[] {
  return [...new Set(files.flatMap((file) => parentOf(file) ?? []))].sort();
}

/** A file as it is now; undefined when there is nothing, `other` when something stands there that is no file. */
export async function contentAt(
  host: Pick<Host, "files" | "writing">,
  file: FilePath,
): Promise<Content | "other" | undefined> {
  const entry = await host.writing.look(file);
  if (entry !== undefined && entry.kind !== "file") return "other";
  const bytes = entry && (await host.writing.read(file));
  return bytes && { hash: host.files.hash(bytes), bytes, ...attributesOf(entry) };
}

/** Refuses a file whose content cannot be replaced as its owner would want it. */
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

/** Nothing where the file has gone meanwhile, or lies elsewhere by way of a link. */
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
  // A new file gets the permissions of what it is a copy of, else those that the system gives any new file there.
  const attributes = source.entry === undefined ? permissionsOf(like?.entry) : attributesOf(source.entry);
  return { file, before, after: { bytes, hash: host.files.hash(bytes), ...attributes, ...origin } };
}

/** Whose it is, and whose rights it lends, is not copied. */
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

// What there is to do, with what the files are called and allowed now: permissions may change while a plan is looked at.

/** Under the lock. Refuses a file that has got a second name since, or may no longer be written. */
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
    // Where others were chosen than those of the file, they stay chosen.
    const isKept = isAlike(one.after, known);
    return { ...one, before: was, after: isKept ? { ...one.after, ...attributesOf(entry) } : one.after };
  });
}

function isAlike(a: Attributes, b: Attributes): boolean {
  return a.mode === b.mode && a.owner?.uid === b.owner?.uid && a.owner?.gid === b.owner?.gid;
}
