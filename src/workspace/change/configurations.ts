// Checks files under the other configurations that apply to them too: a server that uses the text of an open
// configuration is shown another one in its place, before and after the change.
//
// Invariant: a configuration that was not asked under to the end is named as a doubt.

import type { Patience } from "../../std/patience.ts";
import { isNamed } from "../../session/documents/file-events.ts";
import type { Deadline } from "../../std/deadline.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import type { ChangeAccount } from "./account.ts";
import type { FileProblems } from "./change-baseline.ts";
import { problemsIn } from "./file-problems.ts";
import { named } from "../coverage/question.ts";
import type { OtherConfiguration } from "../reach/script-projects.ts";
import type { Supposed } from "../supposition.ts";
import type { View } from "../view.ts";

/** How the texts of the two states differ from those on disk. */
export interface StatesOfTexts {
  readonly root: FilePath;
  readonly before: Supposed;
  readonly after: Supposed;
}

export async function checkConfigurations(
  account: ChangeAccount,
  states: StatesOfTexts,
  view: Pick<View, "suppose"> | undefined,
  until: Deadline,
  patience: Patience,
): Promise<void> {
  const unasked: OtherConfiguration[] = [];
  for (const other of account.configurations) {
    if (account.isDecided) return;
    const isKnown =
      view !== undefined && !until.passed && (await isRightUnder(other, account, states, view, until, patience));
    if (!isKnown) unasked.push(other);
  }
  for (const doubt of unaskedDoubts(states.root, unasked)) account.doubt(doubt);
}

/** One doubt for all configurations that were not asked under. */
export function unaskedDoubts(root: FilePath, unasked: readonly OtherConfiguration[]): string[] {
  const paths = [...new Set(unasked.map(({ path }) => path))];
  const [first] = unasked;
  if (first === undefined || paths.length === 1) return first === undefined ? [] : [first.doubt];
  const shown = named(root, paths);
  return [`${paths.length} more configurations cover these files with options that were not checked: ${shown}`];
}

// — below: private, in the order they are used —

/** Enters what is found under a configuration; false where that is not known for all its files. */
async function isRightUnder(
  other: OtherConfiguration,
  account: ChangeAccount,
  states: StatesOfTexts,
  view: Pick<View, "suppose">,
  until: Deadline,
  patience: Patience,
): Promise<boolean> {
  const { own, text, files } = other;
  if (own === undefined || text === undefined || !canBeShown(other, own, account, states)) return false;
  const asking = { ...patience, deadline: until };
  const looks = async (texts: Supposed, some: readonly FilePath[]): Promise<ReadonlyMap<FilePath, FileProblems>> =>
    problemsOfAll(view, states.root, new Map([...texts, [own, text]]), some, asking);
  const after = await looks(
    states.after,
    files.filter((file) => !account.isGone(file)),
  );
  if ([...after.values()].some(({ unsettled }) => unsettled !== undefined)) return false;
  const wrong = [...after].filter(([, look]) => look.problems.some(({ severity }) => severity === "error"));
  if (wrong.length === 0) return true;
  const before = await looks(
    states.before,
    wrong.map(([file]) => file).filter((file) => !account.isNew(file)),
  );
  const shown = display(states.root, other.path);
  return wrong.every(([file, look]) => account.enterUnder(shown, file, before.get(file), look));
}

/** Whether every server that judged the files believes an opened configuration, and the change leaves both alone. */
function canBeShown(
  { path, files }: OtherConfiguration,
  own: FilePath,
  account: ChangeAccount,
  { before, after }: StatesOfTexts,
): boolean {
  if ([path, own].some((file) => before.has(file) || after.has(file))) return false;
  const judges = account.judgesOf(files);
  return judges.length > 0 && judges.every(({ quirks }) => isNamed(quirks.supposes?.configurations, own));
}

async function problemsOfAll(
  view: Pick<View, "suppose">,
  root: FilePath,
  texts: Supposed,
  files: readonly FilePath[],
  patience: Patience,
): Promise<ReadonlyMap<FilePath, FileProblems>> {
  const supposing = await view.suppose(root, texts);
  try {
    const looks = new Map<FilePath, FileProblems>();
    for (const file of files) looks.set(file, await problemsIn(supposing.snapshot, file, patience));
    return looks;
  } finally {
    await supposing.release();
  }
}
