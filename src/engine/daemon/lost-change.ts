// What a caller is told of a change whose daemon was lost: the journal says whether it was made, and nothing is repeated.

import type { RefusalDetails } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { operationNamed } from "../../operations/table.ts";
import type { Engine, Invocation, Outcome } from "../engine.ts";
import type { LocalEngine } from "../local-engine.ts";
import type { LostChange } from "./wire.ts";

/** By the name of the call that began it. */
export async function lostChange(engine: LocalEngine, call: string): Promise<LostChange> {
  const all = await engine.changesOf(call);
  const changes = all
    .filter(({ outcome }) => outcome === "committed" || outcome === "unknown")
    .map(({ id, files }) => ({ id, files }));
  // What is neither made nor taken back may be made yet, by a process that lives.
  const made = all.some(({ outcome }) => outcome === "unknown") ? "unknown" : changes.length > 0;
  return { made, changes };
}

/** What a run changed is told too, as what a command of a server wrote: the rest of its answer is lost. */
export function outcomeOfLost(invocation: Invocation, change: LostChange, ms: number): Outcome {
  const { operation } = invocation;
  const isRun = operationNamed(operation)?.kind === "run";
  if (change.made === true && !isRun) return { ...madeWithoutReceipt(invocation, change), ms };
  const refused = (refusal: RefusalDetails): Outcome => ({ ok: false, refusal, ms });
  if (change.made === "unknown") return refused(unsettled(operation, change));
  if (!isRun) return refused(notMade(operation));
  return refused(change.made ? madeByRun(operation, change) : lostWork(operation, "run"));
}

/** An engine for a command that was under way in a daemon: what may have changed something is looked up instead of done. */
export function lookingUp(engine: LocalEngine, call: string): Engine {
  return {
    invoke: async (invocation) => {
      const kind = operationNamed(invocation.operation)?.kind;
      if (kind === "edit" || kind === "run") return outcomeOfLost(invocation, await lostChange(engine, call), 0);
      return engine.invoke(invocation);
    },
    events: (listener) => engine.events(listener),
    facts: engine.facts,
    status: () => engine.status(),
    leave: (caller) => engine.leave(caller),
    close: () => engine.close(),
  };
}

/** What was under way and leaves no trace in the journal. */
export function lostWork(operation: string, kind: string): RefusalDetails {
  const isRun = kind === "run";
  return {
    code: "daemon_lost",
    what: `The daemon ended while ${operation} was under way.`,
    why: isRun ? "What it ran was ended with it." : "Drafts lived in the memory of the daemon.",
    next: isRun ? "Run it again." : "Begin the draft anew if it is no longer there. No file was changed.",
  };
}

/** Where not even the journal could be asked: the change may have been made. */
export function notKnown(operation: string, why: string): RefusalDetails {
  return {
    code: "daemon_lost",
    what: `It is not known whether ${operation} changed files.`,
    why: `The daemon ended while it was under way, and the journal could not be read: ${why}.`,
    next: "Look at edit_history before you ask again.",
  };
}

function notMade(operation: string): RefusalDetails {
  return {
    code: "daemon_lost",
    what: `The daemon ended while ${operation} was under way. No file was changed.`,
    why: "The journal has no such change, or it was taken back.",
    next: "Ask again.",
  };
}

function madeByRun(operation: string, { changes }: LostChange): RefusalDetails {
  const ids = changes.map(({ id }) => id);
  return {
    code: "daemon_lost",
    what: `The daemon ended while ${operation} was under way. It had changed files by then (${ids.join(", ")}).`,
    why: "The journal has what it changed; what else it answered is lost.",
    next: "Look at edit_history before you run it again; undo_edit takes the change back.",
    data: { undo_ids: ids },
  };
}

function unsettled(operation: string, { changes }: LostChange): RefusalDetails {
  const ids = changes.map(({ id }) => id);
  return {
    code: "daemon_lost",
    what: `The daemon ended while ${operation} was under way. Whether files were changed is not known.`,
    why: `The journal has ${ids.join(", ")} neither as made nor as taken back: a process may be writing it still.`,
    next: "Look with edit_history what became of it; ask again only if nothing was changed.",
    data: { undo_ids: ids },
  };
}

/** The change is a fact; what it did to diagnostics was lost with the daemon. */
function madeWithoutReceipt(
  { format }: Invocation,
  { changes }: LostChange,
): Omit<Extract<Outcome, { readonly ok: true }>, "ms"> {
  const standing = standingOf([
    { code: "server_died", detail: "the daemon ended before it could report what the change did to diagnostics" },
  ]);
  const text = changes.map(madeText).join("\n");
  const files = changes.flatMap((change) => change.files);
  const body =
    format === "json"
      ? ({ format, json: { applied: true, undo_id: changes[0]?.id, files }, leftOut: undefined } as const)
      : ({ format: "text", text } as const);
  return {
    ok: true,
    body,
    standing,
    standingLine:
      "Standing: partial — the change was made, but the daemon ended before it could report its effect on diagnostics",
    isEmpty: false,
    succeeded: true,
    hint: undefined,
  };
}

function madeText({ id, files }: LostChange["changes"][number]): string {
  return `The change was made (undo id ${id}):\n${files.map((file) => `  ${file}`).join("\n")}`;
}
