// Carries plans out: judged, written as a whole, told to the servers, and looked at before and after.

import type { FileChange } from "../host/watch.ts";
import { relativeTo } from "../model/file-path.ts";
import type { Plan } from "../model/plan.ts";
import type { Receipt, Transaction } from "../model/receipt.ts";
import type { Answer, Standing } from "../model/standing.ts";
import { standingOf } from "../model/standing.ts";
import type { CheckOptions } from "./consequences.ts";
import { judge, takeBasis } from "./consequences.ts";
import type { Edits } from "./edits.ts";
import type { RootSet } from "./root-set.ts";
import type { Patience } from "./snapshot.ts";
import type { Workspace } from "./workspace.ts";
import type { Prepared, Written } from "./writer.ts";

/** On whose behalf something is written. */
export interface Author {
  readonly operation: string;
  readonly caller: string;
  /** Refuses what policy forbids: paths relative to the root, and what the root protects beside the usual. */
  allow(paths: readonly string[], protect: readonly string[]): void;
}

export class Committing implements Edits {
  readonly #roots: RootSet;
  readonly #author: Author;

  constructor(roots: RootSet, author: Author) {
    this.#roots = roots;
    this.#author = author;
  }

  async commit(plan: Plan, patience: Patience): Promise<Answer<Receipt>> {
    const { workspace } = await this.#roots.place(plan.root);
    const prepared = await workspace.writer.prepare(plan);
    return this.#carryOut(workspace, prepared, patience);
  }

  async undo(id: string | undefined, patience: Patience): Promise<Answer<Receipt>> {
    const workspace = await this.#holderOf(id);
    return this.#carryOut(workspace, await workspace.writer.inverse(id), patience);
  }

  async history(): Promise<readonly Transaction[]> {
    const all = await Promise.all(this.#roots.all().map(({ writer }) => writer.history()));
    return all.flat().sort((a, b) => b.at.localeCompare(a.at));
  }

  // — below: private, in the order they are used —

  async #holderOf(id: string | undefined): Promise<Workspace> {
    const [last] = (await this.history()).filter((one) => id === undefined || one.id === id);
    return this.#roots.all().find(({ root }) => root === last?.root) ?? this.#roots.main;
  }

  async #carryOut(workspace: Workspace, prepared: Prepared, patience: Patience): Promise<Answer<Receipt>> {
    const { root, settings, writer } = workspace;
    const paths = prepared.targets.map((file) => relativeTo(root, file) ?? file);
    this.#author.allow(paths, settings.edits.protect);
    const options: CheckOptions = { patience, scope: "workspace", budgetMs: settings.edits.checkMs, thorough: true };
    const basis = await takeBasis(await workspace.snapshot(), prepared.changes, options);
    const written = await writer.commit(prepared, this.#author);
    await workspace.filesChanged(toldOf(written));
    const consequences = await judge(basis, await workspace.snapshot(), options);
    const { why } = prepared.plan;
    return { value: { ...written, root, why, consequences }, standing: standingAfter(consequences.unchecked.length) };
  }
}

function toldOf({ files }: Written): FileChange[] {
  return files.flatMap(({ file, from, before, after }): FileChange[] => [
    ...(from === undefined ? [] : [{ path: from, kind: "deleted" as const }]),
    {
      path: file,
      kind: after === undefined ? "deleted" : before === undefined || from !== undefined ? "created" : "changed",
    },
  ]);
}

/** The change itself is whole; what is not known is what came of it. */
function standingAfter(unchecked: number): Standing {
  if (unchecked === 0) return standingOf([]);
  return standingOf([{ code: "scoped", detail: `what the change does to ${unchecked} files was not looked at` }]);
}
