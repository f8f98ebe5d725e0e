// A failure of the single `Lsp` tool: `{"ok": false, "error", "kind"}`, with a kind that programs can rely on.

import type { RefusalDetails } from "../../model/refusal.ts";
import { operations } from "../../operations/table.ts";
import { inertLine } from "../../render/inert.ts";
import type { FailureKind } from "../text/refusal-table.ts";
import { refusalTable } from "../text/refusal-table.ts";

export interface LspFailure {
  readonly ok: false;
  readonly error: string;
  readonly kind: FailureKind;
}

export function lspFailure(refusal: RefusalDetails): LspFailure {
  const { what, why, next } = refusal;
  const advice = next === undefined || namesOther(next) ? undefined : next;
  const parts = [what, why, advice].flatMap((part) => (part === undefined ? [] : [inertLine(part, longestPart)]));
  // The last is left as it is: it may end in a command to be copied.
  const error = [...parts.slice(0, -1).map(ended), ...parts.slice(-1)].join(" ");
  return { ok: false, error, kind: refusalTable[refusal.code].kind };
}

// — below: private, in the order they are used —

const longestPart = 2_000;

function ended(part: string): string {
  return /[.!?…:]$/.test(part) ? part : `${part}.`;
}

/** Operations and arguments that this tool does not have; names of one word are also plain words, and stay. */
const others: ReadonlySet<string> = new Set(
  operations.flatMap(({ name, schema }) => [name, ...Object.keys(schema.shape)]).filter((name) => name.includes("_")),
);

/** Advice to call something that this caller cannot see would only mislead. */
function namesOther(advice: string): boolean {
  return advice.split(/[^\w]+/).some((word) => others.has(word));
}
