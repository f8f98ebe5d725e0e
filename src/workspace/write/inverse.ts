// The work that undoes a transaction, made from its record and the former contents of its files.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { EditJournal, EditState } from "../../store/edit-journal.ts";
import type { EditRecord, JournalTarget } from "../../store/edit-journal-record.ts";
import { changedSince } from "./refusals.ts";
import type { Content, PlannedWork, Worked } from "./work.ts";
import { attributesOf, contentAt, workInOrder, missingDirectories } from "./work.ts";

/** Refuses if any file is no longer as the transaction left it, and names every such file. */
export async function inverseWork(
  host: Pick<Host, "files" | "writing">,
  journal: EditJournal,
  record: EditRecord,
  state: EditState,
): Promise<Worked> {
  const now = new Map<FilePath, Content | undefined>();
  const changed: JournalTarget[] = [];
  for (const target of record.targets) {
    const content = await contentAt(host, target.file);
    now.set(target.file, content === "other" ? undefined : content);
    if (content === "other" || content?.hash !== target.after?.hash) changed.push(target);
  }
  const files = record.targets.map(({ file }) => file);
  if (changed.length > 0) {
    changedSince(
      record.root,
      record.id,
      changed.map(({ file }) => file),
    );
  }
  const former = await journal.contents(record, state);
  const work: PlannedWork[] = [];
  for (const [index, target] of record.targets.entries()) {
    const bytes = target.before && (await former.at(index));
    work.push(backwards(record, target, bytes, now));
  }
  return { work: workInOrder(work), directories: await missingDirectories(host, work), targets: files };
}

// — below: private, in the order they are used —

function backwards(
  { targets }: EditRecord,
  { file, before, after }: JournalTarget,
  bytes: Uint8Array | undefined,
  now: ReadonlyMap<FilePath, Content | undefined>,
): PlannedWork {
  const here = now.get(file);
  if (before === undefined || bytes === undefined) return { file, before: here, after: undefined };
  const wentTo = targets.find((one) => one.after?.origin === file)?.file;
  // A file that still exists, here or where it was moved to, keeps its present permissions: another process may have
  // changed them since. Only a file that has to be made again gets the recorded ones.
  const sameFile = wentTo === undefined ? (isSameFile(after) ? here : undefined) : now.get(wentTo);
  const attributes = attributesOf(sameFile ?? before);
  const origin = wentTo === undefined ? {} : { origin: wentTo };
  return { file, before: here, after: { hash: before.hash, bytes, ...attributes, ...origin } };
}

function isSameFile(after: JournalTarget["after"]): boolean {
  return after !== undefined && after.origin === undefined;
}
