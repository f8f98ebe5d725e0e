// Looks again at what came and went in files that were not changed: some servers find problems in one order of asking
// and not in another.
//
// Invariant: both states are asked for the same files in the same order, one after the other.

import type { FilePath } from "../../model/file-path.ts";
import type { Deadline } from "../../std/deadline.ts";
import type { ChangeAccount } from "./account.ts";
import type { FileProblems } from "./grounds.ts";
import { lookAt } from "./look.ts";
import type { Patience, Snapshot } from "../snapshot.ts";

/** The two states of a root; each is what servers see from when it is taken until the other one is. */
export interface BothStates {
  before(): Promise<Snapshot>;
  after(): Promise<Snapshot>;
}

/** Whether anything turned out to be otherwise. */
export async function recheck(
  account: ChangeAccount,
  states: BothStates,
  until: Deadline,
  patience: Patience,
): Promise<boolean> {
  const suspects = account.takeSuspects().slice(0, most);
  if (suspects.length === 0 || until.passed) return false;
  const asking = { ...patience, deadline: until };
  const order = [...account.edited, ...suspects];
  const before = await looksAt(
    await states.before(),
    order.filter((file) => !account.isNew(file)),
    asking,
  );
  const after = await looksAt(
    await states.after(),
    order.filter((file) => !account.isGone(file)),
    asking,
  );
  let isOtherwise = false;
  for (const file of suspects) {
    if (account.enterAgain(file, before.get(file), after.get(file))) isOtherwise = true;
  }
  return isOtherwise;
}

// — below: private, in the order they are used —

/** A change that breaks more files than these breaks some for certain. */
const most = 12;

async function looksAt(
  snapshot: Snapshot,
  files: readonly FilePath[],
  patience: Patience,
): Promise<ReadonlyMap<FilePath, FileProblems>> {
  const looks = new Map<FilePath, FileProblems>();
  for (const file of files) if (!patience.deadline.passed) looks.set(file, await lookAt(snapshot, file, patience));
  return looks;
}
