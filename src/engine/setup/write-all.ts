// Writes several files of agents, all or none: staged beside their places, compared once more, swapped in, and taken back on any failure.
//
// Invariant: a file is replaced in one step, with its mode and owner, so that an agent that reads it meanwhile sees the former or the new one.

import type { Host } from "../../host/host.ts";
import type { Attributes } from "../../host/writing.ts";
import { orIfFaulty, WriteFault } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, joinPath, parentOf } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";

export interface WrittenFile {
  readonly real: FilePath;
  /** Undefined where there is no file, and where none is to be. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly attributes: Attributes;
}

/** The directories above these places that are not there, outermost first. */
export async function absentDirectories(host: Host, places: readonly FilePath[]): Promise<readonly FilePath[]> {
  const missing = new Set<FilePath>();
  for (const place of places) {
    const levels: FilePath[] = [];
    for (const level of ancestors(place)) {
      if ((await host.writing.look(level)) !== undefined) break;
      levels.unshift(level);
    }
    for (const level of levels) missing.add(level);
  }
  return [...missing].sort((a, b) => a.length - b.length);
}

export async function writeAll(host: Host, files: readonly WrittenFile[]): Promise<void> {
  const work: Work = { host, drafts: new Map(), made: [], done: [] };
  try {
    await stage(work, files);
    for (const file of files) await mustBeUnchanged(host, file);
    for (const file of files) await swap(work, file);
    for (const directory of new Set(files.map(({ real }) => parentOf(real)))) {
      if (directory !== undefined) await host.writing.syncDirectory(directory);
    }
  } catch (error) {
    await takeBack(work);
    if (!(error instanceof WriteFault)) throw error;
    throw new Refusal(
      {
        code: "write_failed",
        what: "Nothing was changed.",
        why: `${error.path} cannot be written: the system says ${error.code}.`,
        next: "Make it writable and run the command again.",
      },
      error,
    );
  }
}

// — below: private, in the order they are used —

interface Work {
  readonly host: Host;
  readonly drafts: Map<WrittenFile, FilePath>;
  readonly made: FilePath[];
  readonly done: WrittenFile[];
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function stage({ host, drafts, made }: Work, files: readonly WrittenFile[]): Promise<void> {
  const { writing } = host;
  const wanted = files.filter(({ after }) => after !== undefined);
  for (const directory of await absentDirectories(
    host,
    wanted.map(({ real }) => real),
  )) {
    const isPrivate = wanted.some(({ real, attributes }) => attributes.mode === 0o600 && real.startsWith(directory));
    await writing.makeDirectory(directory, isPrivate ? 0o700 : 0o777);
    made.push(directory);
  }
  for (const file of wanted) {
    const draft = draftOf(host, file.real);
    drafts.set(file, draft);
    await writing.create(draft, bytesOf(file.after ?? ""), file.attributes);
    const adorned = file.before === undefined ? [] : await writing.adorned([file.real]);
    if (adorned !== undefined && adorned.length > 0) await writing.adorn(file.real, draft);
  }
}

function draftOf({ writing }: Host, real: FilePath): FilePath {
  return joinPath(parentOf(real) ?? real, `.${baseName(real)}.sightline-${writing.nonce()}`);
}

async function mustBeUnchanged({ writing, files }: Host, { real, before }: WrittenFile): Promise<void> {
  const now = await writing.read(real);
  const was = before === undefined ? undefined : bytesOf(before);
  if ((now && files.hash(now)) === (was && files.hash(was))) return;
  refuse({
    code: "stale_document",
    what: "Nothing was changed.",
    why: `${real} was changed by another program since it was read.`,
    next: "Run the command again.",
  });
}

async function swap({ host, drafts, done }: Work, file: WrittenFile): Promise<void> {
  const draft = drafts.get(file);
  if (draft === undefined) await host.writing.remove(file.real);
  else await host.writing.rename(draft, file.real);
  drafts.delete(file);
  done.push(file);
}

/** In the opposite order; what cannot be taken back is named. */
async function takeBack({ host, drafts, made, done }: Work): Promise<void> {
  const { writing } = host;
  const stuck: FilePath[] = [];
  for (const { real, before, attributes } of done.reverse()) {
    const restore = async (): Promise<boolean> => {
      if (before === undefined) return writing.remove(real);
      const draft = draftOf(host, real);
      await writing.create(draft, bytesOf(before), attributes);
      await writing.rename(draft, real);
      return true;
    };
    if (!(await orIfFaulty(false, restore))) stuck.push(real);
  }
  for (const draft of drafts.values()) await orIfFaulty(false, () => writing.remove(draft));
  for (const directory of made.reverse()) await orIfFaulty(false, () => writing.removeDirectory(directory));
  if (stuck.length === 0) return;
  refuse({
    code: "rollback_incomplete",
    what: `Some files could not be put back: ${stuck.join(", ")}.`,
    why: "Writing failed, and so did taking back what was written before.",
    next: "`sightline uninstall` removes what is ours from them.",
  });
}
