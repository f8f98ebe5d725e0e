// The new errors of a session that are still there when the agent wants to stop, at the places they have now.

import type { Engine, Invocation } from "../../engine/engine.ts";
import { localPath } from "../../engine/local-path.ts";
import type { ProblemOfFile } from "../../model/consequences.ts";
import { isRecord } from "../../std/json.ts";
import { counted } from "../../std/words.ts";
import { errorIn } from "./answered-errors.ts";
import { linesWithin, problemText } from "./change-report.ts";
import { minus } from "./delta.ts";

/** Undefined where none is left, or it is not known that one is. */
export async function unresolvedText(
  engine: Pick<Engine, "invoke" | "facts">,
  caller: Invocation["caller"],
  told: readonly ProblemOfFile[],
  { timeoutMs, maxTokens }: { readonly timeoutMs: number; readonly maxTokens: number },
): Promise<string | undefined> {
  if (told.length === 0) return undefined;
  const files = [...new Set(told.map(({ file }) => file))].slice(0, mostFiles);
  const call = { operation: "get_diagnostics", input: { file_paths: files }, caller, once: true, timeoutMs };
  const outcome = await engine.invoke({ ...call, format: "json", maxCharacters: Number.POSITIVE_INFINITY });
  if (!outcome.ok || outcome.body.format !== "json") return undefined;
  const now = errorsIn(outcome.body.json);
  const others = minus(now, told);
  const left = now.filter((one) => !others.includes(one));
  if (left.length === 0) return undefined;
  const { root } = engine.facts;
  const head = `Sightline: ${counted(left.length, "error")} that came with changes of this session ${left.length === 1 ? "is" : "are"} still there.`;
  return linesWithin(
    [head],
    left.map((error) => `+ ${problemText(root, error)}`),
    maxTokens,
  );
}

// — below: private, in the order they are used —

const mostFiles = 50;

/** By the URIs of their files, as `get_diagnostics` answers. */
function errorsIn(json: unknown): readonly ProblemOfFile[] {
  return Object.entries(isRecord(json) ? json : {}).flatMap(([uri, listed]) => {
    const file = localPath(uri);
    if (file === undefined || !Array.isArray(listed)) return [];
    return listed.flatMap((one: unknown) => errorIn(file, one));
  });
}
