// Replies to hover as configured: late, twice, under another id, with too much or too little in it.

import type { Id } from "./fault-base.ts";
import { send, serve } from "./fault-base.ts";

const [how = "duplicate"] = process.argv.slice(2);
const held: { readonly id: Id | undefined; readonly line: number }[] = [];

function lineOf(params: unknown): number {
  return (params as { position: { line: number } }).position.line;
}

function reply(params: unknown, id: Id | undefined): void {
  const result = { contents: `line ${lineOf(params)}` };
  switch (how) {
    case "reversed":
      held.unshift({ id, line: lineOf(params) });
      if (held.length === 3) for (const one of held) send({ id: one.id, result: { contents: `line ${one.line}` } });
      return;
    case "duplicate":
      send({ id, result });
      send({ id, result: { contents: "a second answer" } });
      return;
    case "string-id":
      send({ id: String(id), result: { contents: "to no request" } });
      send({ id, result });
      return;
    case "unknown-id":
      send({ id: 987_654, result: { contents: "to no request" } });
      send({ id, result });
      return;
    case "both":
      send({ id, result, error: { code: 1, message: "and an error" } });
      return;
    case "neither":
      send({ id });
      return;
    case "null-error":
      send({ id, result, error: null });
      return;
  }
}

serve({ "textDocument/hover": (params, id) => reply(params, id) });
