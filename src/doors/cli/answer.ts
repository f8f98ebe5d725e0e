// Prints an outcome on a terminal: the answer on standard output, notices and refusals on standard error. As JSON, all
// of it is one object on standard output.

import type { Outcome } from "../../engine/engine.ts";
import { refusalTable } from "../../engine/text/refusal-table.ts";
import { refusalText } from "../../engine/text/refusal-text.ts";
import type { Terminal } from "./terminal.ts";

/** Returns the exit code: 0 for an answer, even an empty one; 1 if a build or tests failed; else the refusal's. */
export function answer(outcome: Outcome, json: boolean, terminal: Terminal): number {
  if (!outcome.ok) {
    const { kind, exit } = refusalTable[outcome.refusal.code];
    if (json) terminal.out(`${JSON.stringify({ ok: false, error: outcome.refusal, kind })}\n`);
    else terminal.err(`${painted(terminal, "err", red, refusalText(outcome.refusal))}\n`);
    return exit;
  }
  const { body, standing, standingLine, notice, hint, meta } = outcome;
  const exit = outcome.succeeded ? 0 : 1;
  if (json) {
    const result = body.format === "json" ? body.json : body.text;
    terminal.out(`${JSON.stringify({ ok: true, standing, notice, result, hint, ...(meta && { meta }) })}\n`);
    return exit;
  }
  if (notice !== undefined) terminal.err(`${painted(terminal, "err", yellow, notice)}\n`);
  if (standingLine !== undefined) terminal.err(`${painted(terminal, "err", yellow, standingLine)}\n`);
  terminal.out(`${body.format === "text" ? body.text : JSON.stringify(body.json)}\n`);
  return exit;
}

const red = "31";
const yellow = "33";

/** The text in colour if the stream is a screen, unless `NO_COLOR` or `TERM` asks for plain text. */
export function painted({ screen, env }: Terminal, stream: "out" | "err", colour: string, text: string): string {
  const isPlain = !screen[stream] || (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return isPlain ? text : `\u001b[${colour}m${text}\u001b[0m`;
}
