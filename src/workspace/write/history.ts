// The history of a root's transactions, and how it is trimmed.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Transaction } from "../../model/receipt.ts";
import type { EditJournal, EditState } from "../../store/edit-journal.ts";
import type { EditRecord } from "../../store/edit-journal-record.ts";
import { statesText, unreadableText } from "./refusals.ts";
import { statesOf } from "./restore.ts";

/** The latest first. */
export async function historyOf(
  host: Pick<Host, "files" | "writing">,
  root: FilePath,
  journal: EditJournal,
): Promise<readonly Transaction[]> {
  const all = await journal.all();
  const known = all.reverse().map(async ({ id, state, record }): Promise<Transaction[]> => {
    if (state === "draft") return [];
    if (record !== undefined) return [await transactionOf(host, journal, state, record)];
    return state === "prepared" ? unreadable(host, root, journal, id) : [];
  });
  return (await Promise.all(known)).flat();
}

/** Discards the oldest finished transactions, and the oldest rescued contents, beyond the limits. */
export async function trim(
  journal: EditJournal,
  { keep, keepBytes }: { readonly keep: number; readonly keepBytes: number },
): Promise<void> {
  const over = (await journal.named()).filter(({ state }) => isOver.has(state)).reverse();
  const sizes = await journal.bytesOf(over);
  let count = 0;
  let bytes = 0;
  for (const [index, { id, state }] of over.entries()) {
    count++;
    bytes += state === "aborted" ? 0 : (sizes[index] ?? 0);
    if (count > keep || (bytes > keepBytes && count > 1)) await journal.discard(id, state);
  }
  await journal.trimRescued(keepBytes);
}

// — below: private, in the order they are used —

const isOver: ReadonlySet<EditState> = new Set(["kept", "undone", "aborted"]);

/** An unreadable record; it blocks every change, so the history always shows it. */
async function unreadable(
  { files }: Pick<Host, "files">,
  root: FilePath,
  journal: EditJournal,
  id: string,
): Promise<Transaction[]> {
  const place = await journal.pathOf(id, "prepared");
  const found = await files.stat(place);
  // Another process has just renamed it.
  if (found === undefined) return [];
  const at = new Date(found.changedAt).toISOString();
  const detail = `${unreadableText(place)}: nothing is changed here until that is resolved`;
  return [{ id, root, why: "unknown", operation: "unknown", caller: "", at, outcome: "unknown", files: [], detail }];
}

async function transactionOf(
  host: Pick<Host, "files" | "writing">,
  journal: EditJournal,
  state: Exclude<EditState, "draft">,
  record: EditRecord,
): Promise<Transaction> {
  const { id, root, why, operation, caller, call, at, targets, undoes } = record;
  const outcome = outcomes[state];
  const files = targets.map(({ file }) => file);
  const named = { ...(call === undefined ? {} : { call }), ...(undoes === undefined ? {} : { undoes }) };
  const known = { id, root, why, operation, caller, at, outcome, files, ...named };
  const detail =
    outcome === "unknown" ? statesText(root, await statesOf(host, record)) : await detailOf(journal, id, outcome);
  return detail === undefined ? known : { ...known, detail };
}

const outcomes: { readonly [S in Exclude<EditState, "draft">]: Transaction["outcome"] } = {
  prepared: "unknown",
  committed: "committed",
  kept: "committed",
  undone: "undone",
  aborted: "aborted",
};

async function detailOf(
  journal: EditJournal,
  id: string,
  outcome: Transaction["outcome"],
): Promise<string | undefined> {
  return outcome === "aborted" ? journal.detail(id) : undefined;
}
