// What a server would change to give a symbol another name, as steps with their texts; nothing is changed here.
//
// Spec: LSP 3.18 "Rename Request".

import type { FilePlace } from "../../model/place.ts";
import type { Location } from "../../model/code-facts.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { partsOf } from "../../protocol/confirmations.ts";
import { fromUri } from "../../protocol/uri.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { at as jsonAt } from "../../std/json.ts";
import type { AskOptions } from "../ask-host.ts";
import { proposedSteps } from "./code-actions-edit.ts";
import { judged } from "../questions/position-queries.ts";
import { exhaustiveness, positionParams } from "../questions/queries.ts";
import { confirmations, replacedPlaces } from "./rename-edit.ts";
import { askWillRename } from "./rename-files.ts";
import type { Session } from "../session.ts";
import { oneLine } from "../../std/words.ts";

export interface RenameEdit {
  readonly steps: readonly ProposedStep[];
  /** The stretches of text that would be replaced. */
  readonly places: readonly Location[];
}

/** Refused where the server will not, in its own words. */
export async function rename(
  session: Session,
  at: FilePlace,
  newName: string,
  options: AskOptions,
): Promise<Answer<RenameEdit>> {
  const reply = await inItsWords(
    session,
    session.ask(
      "textDocument/rename",
      at.file,
      (document, running) => ({ ...positionParams(at)(document, running), newName }),
      options,
    ),
  );
  const edit = await withMoves(session, reply.result, options);
  const steps = await proposedSteps(session, reply.running, edit);
  const places = await replacedPlaces(session, reply.running, edit);
  const more = [...exhaustiveness(session), ...confirmations(session, edit)];
  return judged(session, reply, { steps, places }, 0, more);
}

// — below: private, in the order they are used —

async function inItsWords<T>(session: Session, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    const cause = error instanceof Refusal && error.code === "request_failed" ? error.cause : undefined;
    if (!(error instanceof Refusal) || !(cause instanceof RpcError)) throw error;
    // Quirk(typescript-language-server 5.3.0): every error of its compiler arrives in these words.
    const [, said = cause.message] = /^Request \S+ failed with message: (.*)$/s.exec(cause.message) ?? [];
    throw new Refusal(
      {
        ...error.details,
        what: `${session.options.server.entry.title} refuses to rename this.`,
        why: oneLine(said),
        next: "Nothing was changed. Choose another name, or point at another place; find_references lists the uses.",
      },
      cause,
    );
  }
}

/**
 * Quirk(rust-analyzer 0.0.330): for a module it answers with the move of its file alone, and tells what else changes
 * only when it is asked about the move, because editors ask that as well.
 */
async function withMoves(session: Session, edit: unknown, options: AskOptions): Promise<unknown> {
  const parts = partsOf(edit);
  const moves = parts.filter((part) => jsonAt(part, ["kind"]) === "rename");
  if (moves.length === 0 || parts.some((part) => jsonAt(part, ["edits"]) !== undefined)) return edit;
  const before: unknown[] = [];
  for (const move of moves) {
    const from = fromUri(String(jsonAt(move, ["oldUri"])));
    const to = fromUri(String(jsonAt(move, ["newUri"])));
    if (typeof from !== "string" || typeof to !== "string") continue;
    const asked = await askWillRename(session, { from, to }, options);
    before.push(...(asked?.parts ?? []));
  }
  const changeAnnotations = jsonAt(edit, ["changeAnnotations"]);
  return { documentChanges: [...before, ...parts], changeAnnotations };
}
