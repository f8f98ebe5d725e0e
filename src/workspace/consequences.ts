// What a change does to the problems of every file that it can reach.
//
// Invariant: a file that was not looked at to the end, before and after, is named; then nothing is called safe.

import type { Consequences, TextChange } from "../model/consequences.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Patience, Snapshot } from "./snapshot.ts";
import type { View } from "./view.ts";

export interface CheckOptions {
  readonly patience: Patience;
  /** `file`: the changed files alone, which never proves that anything is safe. */
  readonly scope: "file" | "workspace";
  /** When to stop and name what is left. */
  readonly budgetMs: number;
  /** Goes on after the first new error, until all of them are known. */
  readonly thorough: boolean;
}

/** The problems of every file that a change can reach, before it. */
export interface Basis {
  readonly changes: readonly TextChange[];
  readonly files: readonly FilePath[];
}

export async function takeBasis(
  _before: Snapshot,
  changes: readonly TextChange[],
  _options: CheckOptions,
): Promise<Basis> {
  return { changes, files: changes.map(({ file }) => file) };
}

/** After the change, or in a snapshot that supposes it. */
export async function judge(basis: Basis, _after: Snapshot, _options: CheckOptions): Promise<Consequences> {
  return {
    introduced: [],
    resolved: [],
    safe: "unknown",
    checked: [],
    unchecked: basis.files.map((file) => ({ file, why: "nothing is looked at yet" })),
    doubts: [],
    timedOut: false,
  };
}

/** The same for a change that nobody has made: the servers see its texts only while they are asked. */
export async function foresee(
  view: Pick<View, "suppose">,
  before: Snapshot,
  changes: readonly TextChange[],
  options: CheckOptions,
): Promise<Consequences> {
  const basis = await takeBasis(before, changes, options);
  const { snapshot, release } = await view.suppose(
    before.root,
    new Map(changes.map(({ file, after }) => [file, after ?? null])),
  );
  try {
    return await judge(basis, snapshot, options);
  } finally {
    await release();
  }
}
