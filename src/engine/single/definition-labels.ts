// What a definition is, in two words: `struct Bar`. Servers answer a place alone; the outline of its file has the name.

import type { FilePath } from "../../model/file-path.ts";
import type { LocationJson } from "../../operations/places.ts";
import { at, isRecord } from "../../std/json.ts";
import { pooled } from "../../std/pooled.ts";
import type { Engine, Invocation } from "../engine.ts";
import { labelOf } from "./rows.ts";

/** A label is worth a moment, never the answer. */
const labelMs = 2_000;
/** Symbols with more definitions than this are read by their places. */
const filesLookedAt = 8;

/** The labels of places in these files, as far as they can be had at once, and in the time that is left. */
export async function definitionLabels(
  engine: Engine,
  files: readonly FilePath[],
  asking: Pick<Invocation, "caller" | "signal">,
  leftMs: number,
): Promise<(place: LocationJson) => string | undefined> {
  const outlines = new Map<string, unknown>();
  const timeoutMs = Math.min(labelMs, leftMs);
  await pooled(timeoutMs > 0 ? files.slice(0, filesLookedAt) : [], filesLookedAt, async (file) => {
    const outcome = await engine.invoke({
      ...asking,
      operation: "list_symbols",
      input: { file_path: file },
      format: "json",
      maxCharacters: Number.POSITIVE_INFINITY,
      timeoutMs,
      waitMs: 0,
      unasked: true,
    });
    if (outcome.ok && outcome.body.format === "json") outlines.set(file, outcome.body.json);
  });
  return (place) => {
    const found = symbolAt(outlines.get(place.file), place);
    return found === undefined ? undefined : labelOf(at(found, ["kind"]), at(found, ["name"]));
  };
}

/**
 * The symbol whose name, or else whose declaration, is exactly the place. What only begins there may be another: an
 * import leads to the first character of a file, where something else is declared.
 */
function symbolAt(symbols: unknown, place: LocationJson): unknown {
  const all = flat(symbols);
  const spot = `${place.line}:${place.column}-${place.end_line}:${place.end_column}`;
  const isAt = (key: string) => (symbol: unknown) => spotOf(at(symbol, [key])) === spot;
  return all.findLast(isAt("selectionRange")) ?? all.findLast(isAt("range"));
}

function spotOf(range: unknown): string {
  const [from, to] = ["start", "end"].map((end) =>
    ["line", "character"].map((unit) => Number(at(range, [end, unit]))).join(":"),
  );
  return `${from}-${to}`;
}

function flat(symbols: unknown): readonly unknown[] {
  if (!Array.isArray(symbols)) return [];
  return symbols.flatMap((symbol: unknown) => [symbol, ...(isRecord(symbol) ? flat(symbol["children"]) : [])]);
}
