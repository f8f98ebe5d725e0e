// Whether a file may be written as an agent intends: refused only for what is known, never for what is not.

import type { Engine, Invocation } from "../../engine/engine.ts";
import type { ProblemOfFile } from "../../model/consequences.ts";
import { at } from "../../std/json.ts";
import { counted } from "../../std/words.ts";
import { errorIn } from "./answered-errors.ts";
import { linesWithin, problemText, shortName } from "./change-report.ts";

export interface IntendedWrite {
  /** Absolute. */
  readonly file: string;
  readonly after: string;
}

export interface WriteLimits {
  readonly timeoutMs: number;
  readonly maxTokens: number;
}

/** Why the write is known to bring errors; undefined where it is not known to. */
export async function knownToBreak(
  engine: Pick<Engine, "invoke" | "facts">,
  caller: Invocation["caller"],
  { file, after }: IntendedWrite,
  { timeoutMs, maxTokens }: WriteLimits,
): Promise<string | undefined> {
  const input = { file_path: file, new_text: after, timeout_ms: timeoutMs, exhaustive: true };
  const call = { operation: "preview_edit", input, caller, once: true, timeoutMs };
  const outcome = await engine.invoke({ ...call, format: "json", maxCharacters: Number.POSITIVE_INFINITY });
  if (!outcome.ok || outcome.body.format !== "json") return undefined;
  if (at(outcome.body.json, ["safe"]) !== false) return undefined;
  const errors = errorsIn(outcome.body.json);
  const { root } = engine.facts;
  const head = `Sightline: this write of ${shortName(root, file)} would bring ${counted(errors.length, "new error")}. Nothing was written.`;
  return linesWithin(
    [head],
    errors.map((error) => `+ ${problemText(root, error)}`),
    maxTokens,
  );
}

// — below: private, in the order they are used —

function errorsIn(json: unknown): readonly ProblemOfFile[] {
  const listed = at(json, ["errors_introduced"]);
  return (Array.isArray(listed) ? listed : []).flatMap((one: unknown) => {
    const file = at(one, ["file"]);
    return typeof file === "string" ? errorIn(file, one) : [];
  });
}
