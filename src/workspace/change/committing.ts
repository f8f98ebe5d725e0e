// Carries out plans: judges them, writes them as a whole, notifies the servers, and compares diagnostics.

import type { Patience } from "../../std/patience.ts";
import type { FileChange } from "../../host/watch.ts";
import type { Consequences } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import type { Receipt, Transaction } from "../../model/receipt.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import type { JudgedFile } from "../../policy/effects.ts";
import type { FileMove } from "../../session/edits/rename-files.ts";
import { tellRenamed } from "../../session/edits/rename-files.ts";
import { Cancelled } from "../../std/cancel.ts";
import type { Basis, CheckOptions } from "./consequences.ts";
import { evaluate, judge, standingOfChange, takeBasis } from "./consequences.ts";
import type { Edits } from "./edits.ts";
import { judgedFiles, mustSpareState } from "../write/judging.ts";
import type { RootSet } from "../root-set.ts";
import type { Supposed } from "../supposition.ts";
import type { View } from "../view.ts";
import type { Workspace } from "../workspace.ts";
import type { Prepared, Written } from "../write/writer.ts";

/** On whose behalf something is written. */
export interface Author {
  readonly operation: string;
  /** Its door: what is kept on disk, and read again by another process. */
  readonly caller: string;
  /** Names the call in the journal. */
  readonly call?: string | undefined;
  /** Which of them it is in this process: without an id, only what it wrote itself is taken back. */
  readonly connection: string;
  /**
   * Whose changes it is shown and may take back. An agent has its own connection's; the changes of another do not
   * exist for it. A person at the machine has all.
   */
  readonly sees: "its own" | "its door's" | "all";
  /** The connection is that of several clients: which of them wrote last is not known. */
  readonly isShared?: boolean;
  /** Called before the first file is touched; refuses where the change cannot be recorded. */
  begin?(root: FilePath, work: Prepared["work"]): Promise<void>;
  /** Refuses what policy forbids: files with their names, and what their roots protect beside the usual. */
  allow(root: FilePath, files: readonly JudgedFile[], protect: readonly string[]): void;
}

/** Which connection of this process wrote what, as far back as it might be undone. */
export class WrittenHere {
  readonly #connectionOf = new Map<string, string>();

  add(id: string, connection: string): void {
    this.#connectionOf.set(id, connection);
    const [oldest] = this.#connectionOf.keys();
    if (this.#connectionOf.size > maxWritten && oldest !== undefined) this.#connectionOf.delete(oldest);
  }

  isBy(id: string, connection: string): boolean {
    return this.#connectionOf.get(id) === connection;
  }
}

/** More than a root keeps by default. */
const maxWritten = 1_000;

export class Committing implements Edits {
  readonly #roots: RootSet;
  readonly #written: WrittenHere;
  readonly #author: Author;
  /** Plans of this call that are only shown, as they would be carried out. */
  #previews: WeakMap<Plan, Promise<Prepared>> | undefined;

  constructor(roots: RootSet, written: WrittenHere, author: Author) {
    this.#roots = roots;
    this.#written = written;
    this.#author = author;
  }

  async evaluate(plan: Plan, view: Pick<View, "suppose">, patience: Patience): Promise<Answer<Consequences>> {
    const { workspace } = await this.#roots.place(plan.root);
    const { changes } = await this.#envisaged(workspace, plan);
    return evaluate(view, await workspace.snapshot(), changes, wholly(workspace, patience));
  }

  async mustBeAllowed(plan: Plan): Promise<void> {
    const { workspace } = await this.#roots.place(plan.root);
    await this.#mustBeAllowed(workspace, await this.#envisaged(workspace, plan));
  }

  async commit(plan: Plan, patience: Patience): Promise<Answer<Receipt>> {
    const { workspace } = await this.#roots.place(plan.root);
    return this.#carryOut(workspace, await this.#prepared(workspace, plan), patience);
  }

  async commitUnseen(plan: Plan, patience: Patience): Promise<Receipt> {
    const { workspace } = await this.#roots.place(plan.root);
    const { value } = await this.#carryOut(workspace, await this.#prepared(workspace, plan), patience, false);
    return value;
  }

  async undo(id: string | undefined, patience: Patience): Promise<Answer<Receipt>> {
    if (id === undefined && this.#author.isShared === true) mustNameChange();
    const history = await this.history();
    const meant = history.find((one) => (id === undefined ? this.#isLast(one) : one.id === id));
    if (meant === undefined) return nothingToUndo(id);
    const open = this.#roots.all().find(({ root }) => root === meant.root);
    const workspace = open ?? (await this.#roots.place(meant.root)).workspace;
    // Others that open roots of their own meanwhile do not close it.
    const letGo = this.#roots.hold(workspace);
    try {
      return await this.#carryOut(workspace, await workspace.writer.inverse(meant.id), patience);
    } finally {
      letGo();
    }
  }

  /** Those that the caller sees. */
  async history(): Promise<readonly Transaction[]> {
    // Roots are opened and closed as they are asked about; what was changed in one is no matter of that.
    const open = this.#roots.all();
    const closed = await this.#roots.changedOnce();
    const all = await Promise.all([
      ...open.map(({ writer }) => writer.history()),
      ...closed.map(({ root, holder }) => holder.writer.history(root)),
    ]);
    return all
      .flat()
      .filter((one) => this.#isSeen(one))
      .sort((a, b) => b.at.localeCompare(a.at));
  }

  // — below: private, in the order they are used —

  #isLast(one: Transaction): boolean {
    const { sees, connection } = this.#author;
    return isUndoable(one) && (sees === "all" || this.#written.isBy(one.id, connection));
  }

  #isSeen({ id, caller }: Transaction): boolean {
    const { sees, connection, caller: own } = this.#author;
    // An unreadable record blocks every change, so every caller sees it.
    if (sees === "all" || caller === "") return true;
    return sees === "its own" ? this.#written.isBy(id, connection) : caller === own;
  }

  /** A plan that one call both evaluates and judges is held against the disk once. */
  #envisaged(workspace: Workspace, plan: Plan): Promise<Prepared> {
    this.#previews ??= new WeakMap();
    const known = this.#previews.get(plan) ?? workspace.writer.envisage(plan);
    this.#previews.set(plan, known);
    return known;
  }

  async #prepared(workspace: Workspace, plan: Plan): Promise<Prepared> {
    const prepared = await workspace.writer.prepare(plan);
    await this.#mustBeAllowed(workspace, prepared);
    return prepared;
  }

  /** What takes a change back brings no text that was not there, so that only plans are judged by where they lead. */
  async #mustBeAllowed(workspace: Workspace, prepared: Prepared): Promise<void> {
    await this.#mustAllow(workspace, prepared);
    await workspace.mustStayInside(prepared.changes);
  }

  async #mustAllow(workspace: Workspace, prepared: Prepared): Promise<void> {
    const { files, protect } = await judgedFiles(this.#roots, workspace, prepared);
    this.#author.allow(workspace.root, files, protect);
    await mustSpareState(workspace, prepared.targets);
  }

  /** One change of a root after the other, so that what came of one is not taken for what came of another. */
  async #carryOut(
    workspace: Workspace,
    prepared: Prepared,
    patience: Patience,
    isSeen = true,
  ): Promise<Answer<Receipt>> {
    const { root, writer } = workspace;
    await this.#mustAllow(workspace, prepared);
    const leave = await workspace.changing.enterAlone(patience.deadline.remaining(), patience.signal);
    if (leave === undefined) return busy();
    try {
      const options = wholly(workspace, patience);
      const basis = isSeen ? await takeBasis(await workspace.snapshot(), prepared.changes, options) : undefined;
      await this.#author.begin?.(root, prepared.work);
      mustBeWanted(patience);
      const written = await writer.commit(prepared, this.#author, patience);
      this.#written.add(written.id, this.#author.connection);
      const { why } = prepared.plan;
      const looked = await aftermath(workspace, written, basis, options);
      return { value: { ...written, ...looked, root, why }, standing: standingOfChange(looked.consequences) };
    } finally {
      leave();
    }
  }
}

/** Until all new errors are known, or the time is up that the operator gives to it. */
function wholly({ settings }: Workspace, patience: Patience): CheckOptions {
  return { patience, scope: "workspace", budgetMs: settings.edits.checkMs, thorough: true };
}

/** Undoing takes back changes, not what took one back: that is done by its id. */
function isUndoable({ outcome, undoes }: Transaction): boolean {
  return outcome === "committed" && undoes === undefined;
}

function mustNameChange(): never {
  return refuse({
    code: "bad_input",
    what: "The change to undo is not named.",
    why: "This connection's protocol, 2026-07-28 over HTTP, has no sessions, so the last change may be another client's.",
    next: "Name the id that the change returned; edit_history lists them.",
  });
}

function nothingToUndo(id: string | undefined): never {
  if (id === undefined) {
    refuse({
      code: "bad_input",
      what: "There is nothing to undo.",
      why: "Without an id, only changes of this connection are undone, the latest first.",
      next: "edit_history lists the ids of all changes that can be undone; name one.",
    });
  }
  return refuse({
    code: "bad_input",
    what: `There is no change ${JSON.stringify(id.slice(0, 64))}.`,
    why: "An agent can undo only changes of its own connection, while they are kept.",
    next: "edit_history lists them; a person can undo any change with sightline undo.",
  });
}

/** Nothing is written for a call that was cancelled or whose time is up. */
function mustBeWanted({ deadline, signal }: Patience): void {
  if (signal?.aborted === true) throw new Cancelled(signal.reason);
  if (!deadline.passed) return;
  refuse({
    code: "timed_out",
    what: "The time was up before the change could be written.",
    next: "Nothing was changed. Ask again, or allow more time.",
  });
}

/** Whatever happens here, the change is made: what cannot be known of it is a note, never a refusal. */
async function aftermath(
  workspace: Workspace,
  written: Written,
  basis: Basis | undefined,
  options: CheckOptions,
): Promise<Pick<Receipt, "consequences" | "notes">> {
  const { notes } = written;
  try {
    for (const session of workspace.sessions) tellRenamed(session, movesOf(written));
    await workspace.filesChanged(toldOf(written));
    if (basis === undefined) return { notes, consequences: undefined };
    const view = { suppose: (_: FilePath, former: Supposed) => workspace.suppose(former) };
    return { notes, consequences: await judge(basis, await workspace.snapshot(), options, view) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { consequences: undefined, notes: [...notes, `The result could not be checked: ${why}`] };
  }
}

function movesOf({ files }: Written): FileMove[] {
  return files.flatMap(({ file, from, after }) =>
    from === undefined || after === undefined ? [] : [{ from, to: file }],
  );
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

function busy(): never {
  return refuse({
    code: "timed_out",
    what: "Another change to this root is in progress.",
    next: "Nothing was changed. Ask again when it has finished.",
  });
}
