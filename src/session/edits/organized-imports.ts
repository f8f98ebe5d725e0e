// The imports of a file as a server organizes them that does so by a command of its own and offers no action for it.
//
// Invariant: only the command that the catalogue names is sent, and what the server wants to have changed by it is not
// made: its answer is an offer like any other.

import type { FilePath } from "../../model/file-path.ts";
import type { OfferedAction } from "../../model/offered-action.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import { isOfKind } from "../../protocol/code-actions.ts";
import { isRecord } from "../../std/json.ts";
import { bug } from "../../std/bug.ts";
import type { AskOptions } from "../ask-host.ts";
import { proposedSteps } from "./code-actions-edit.ts";
import type { Session } from "../session.ts";

export const organizeKind = "source.organizeImports";

/** Nothing where it was not requested, or the server makes such offers itself. */
export async function organizedImports(
  session: Session,
  file: FilePath,
  kinds: readonly string[] | undefined,
  options: AskOptions,
): Promise<readonly OfferedAction[]> {
  const { organizesBy: command } = session.options.server.entry.quirks;
  if (command === undefined || kinds?.some((kind) => isOfKind(organizeKind, kind)) !== true) return [];
  const running = await session.usable(options);
  const asked = (): ReturnType<Session["ask"]> =>
    session.ask(
      "workspace/executeCommand",
      file,
      (document) => ({ command, arguments: [(document ?? bug("a question about a document needs one")).uri] }),
      options,
    );
  // One of its own for each: the end of one question is not that of another.
  const reply = await running.edits.during(() => notMade(), asked);
  const plain = { server: session.id, title: "Organize imports", kind: organizeKind, isPreferred: false };
  const offer = { ...plain, disabled: undefined, command: undefined, diagnostics: [] };
  // It answers nothing where there is nothing to do.
  if (!isRecord(reply.result)) return [{ ...offer, steps: [], fault: undefined }];
  try {
    const steps = await proposedSteps(session, reply.running, reply.result);
    return [{ ...offer, steps, fault: undefined }];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { what, why } = error.details;
    return [{ ...offer, steps: undefined, fault: [what, why].join(" ").trim() }];
  }
}

// — below: private, in the order they are used —

/** The same edit is its answer; it is made, if at all, as a plan. */
async function notMade(): Promise<void> {
  refuse({ code: "policy_denied", what: "The edit is only looked at." });
}
