// What a server would change to give a symbol another name, as steps with their texts; nothing is changed here.
//
// Spec: LSP 3.18 "Rename Request" and "ChangeAnnotation".

import type { ProposedStep } from "../model/offered-action.ts";
import { Refusal } from "../model/refusal.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { isRecord } from "../std/json.ts";
import type { AskOptions } from "./ask-host.ts";
import { proposedSteps } from "./code-actions-edit.ts";
import { judged } from "./fine-queries.ts";
import type { At } from "./queries.ts";
import { exhaustiveness, positionParams } from "./queries.ts";
import type { Session } from "./session.ts";

export interface RenameEdit {
  readonly steps: readonly ProposedStep[];
  /** How many stretches of text would be replaced. */
  readonly places: number;
}

/** Refused where the server will not, in its own words. */
export async function rename(
  session: Session,
  at: At,
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
  const steps = await proposedSteps(session, reply.running, reply.result);
  const more = [...exhaustiveness(session), ...confirmations(session, reply.result)];
  return judged(session, reply, { steps, places: replacedIn(reply.result) }, 0, more);
}

/** What the server wants somebody to agree to first, each once. */
export function confirmations(session: Session, edit: unknown): Reason[] {
  const annotations = isRecord(edit) && isRecord(edit["changeAnnotations"]) ? edit["changeAnnotations"] : {};
  return Object.values(annotations).flatMap((annotation): Reason[] => {
    if (!isRecord(annotation) || annotation["needsConfirmation"] !== true) return [];
    const detail = `${session.options.server.entry.title} asks to confirm: ${String(annotation["label"])}`;
    return [{ code: "unchecked", detail }];
  });
}

// — below: private, in the order they are used —

async function inItsWords<T>(session: Session, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "request_failed" || !(error.cause instanceof RpcError))
      throw error;
    // Quirk(typescript-language-server 5.3.0): every error of its compiler arrives in these words.
    const [, said = error.cause.message] = /^Request \S+ failed with message: (.*)$/s.exec(error.cause.message) ?? [];
    throw new Refusal(
      {
        ...error.details,
        what: `${session.options.server.entry.title} does not rename this.`,
        why: said,
        next: "Nothing was changed. Choose another name, or point at another place; find_references lists the uses.",
      },
      error.cause,
    );
  }
}

function replacedIn(edit: unknown): number {
  if (!isRecord(edit)) return 0;
  const { documentChanges, changes } = edit;
  const lists = Array.isArray(documentChanges)
    ? documentChanges.map((part: unknown) => (isRecord(part) ? part["edits"] : []))
    : Object.values(isRecord(changes) ? changes : {});
  return lists.reduce<number>((sum, edits) => sum + (Array.isArray(edits) ? edits.length : 0), 0);
}
