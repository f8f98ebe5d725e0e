// A change as a patch alone on standard output, for git; what is said about it goes to standard error.

import type { Outcome } from "../../engine/engine.ts";
import { shown } from "../../engine/text/shown.ts";
import type { EditedJson } from "../../operations/edit/edited-answer.ts";
import { isRecord } from "../../std/json.ts";
import { counted } from "../../std/words.ts";
import { answer } from "./answer.ts";
import { asTyped } from "./contract-words.ts";
import type { Speech } from "./spoken.ts";
import type { Terminal } from "./terminal.ts";

/** Returns the exit code; prints a refusal and a standing as for every answer. */
export function answerPatch(outcome: Outcome, speech: Speech, terminal: Terminal): number {
  const json = outcome.ok && outcome.body.format === "json" ? outcome.body.json : undefined;
  if (!outcome.ok || !isEdited(json)) return answer(outcome, false, terminal);
  const said = [outcome.notice, outcome.standingLine, shown(asTyped(headOf(json), speech))];
  for (const line of said) if (line !== undefined) terminal.err(`${line}\n`);
  terminal.out(json.diff);
  return outcome.succeeded ? 0 : 1;
}

// — below: private, in the order they are used —

function isEdited(json: unknown): json is EditedJson {
  return isRecord(json) && typeof json["diff"] === "string" && Array.isArray(json["files"]);
}

function headOf({ applied, summary, files, withheld, would_be_withheld: held, undo_id, safe }: EditedJson): string {
  const safety = safe === undefined ? "" : ` Safe: ${safe}.`;
  if (withheld !== undefined) return `Nothing was changed. ${withheld}${safety}`;
  const count = counted(files.length, "file");
  if (applied) return `${summary} (${count}).${safety} Undo id: ${undo_id ?? "none"}`;
  const heldText = held === undefined ? "" : ` It would be withheld: ${held}`;
  return `${summary}: would change ${count}. Nothing was changed.${heldText}${safety}`;
}
