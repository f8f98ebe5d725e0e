// What a person sees on a terminal, and what a program gets from a pipe.

import { expect, test } from "vitest";
import type { Outcome } from "../../engine/engine.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { standingOf } from "../../model/standing.ts";
import { answer } from "./answer.ts";
import { ProgressLine } from "./progress-line.ts";
import type { Terminal } from "./terminal.ts";

function terminal(isScreen: boolean, env: Record<string, string> = {}): Terminal & { said: string[] } {
  const said: string[] = [];
  return {
    said,
    out: (text) => said.push(`out ${text}`),
    err: (text) => said.push(`err ${text}`),
    cwd: "/",
    env,
    piped: false,
    read: async () => new Uint8Array(),
    screen: { out: isScreen, err: isScreen },
    ask: undefined,
  };
}

const empty: Outcome = {
  ok: true,
  body: { format: "text", text: "0 references" },
  standing: standingOf([{ code: "indexing", detail: "x" }]),
  standingLine: "Standing: partial",
  isEmpty: true,
  succeeded: true,
  hint: undefined,
  ms: 1,
};
const refused: Outcome = { ok: false, refusal: { code: "server_not_found", what: "No." }, ms: 1 };

test("an empty answer is an answer: exit code 0, its standing on standard error", () => {
  const plain = terminal(false);
  expect(answer(empty, false, plain)).toBe(0);
  expect(plain.said).toEqual(["err Standing: partial\n", "out 0 references\n"]);
});

test("a refusal has the exit code of its kind, and with --json a discriminator", () => {
  const plain = terminal(false);
  expect([answer(refused, false, plain), answer(refused, true, plain)]).toEqual([3, 3]);
  expect(plain.said).toEqual([
    "err No.\n",
    'out {"ok":false,"error":{"code":"server_not_found","what":"No."},"kind":"ServerUnavailable"}\n',
  ]);
});

test.each([
  ["a screen", true, {}, true],
  ["a pipe", false, {}, false],
  ["NO_COLOR", true, { NO_COLOR: "1" }, false],
  ["an empty NO_COLOR", true, { NO_COLOR: "" }, true],
  ["a dumb terminal", true, { TERM: "dumb" }, false],
])("colour on %s: %s", (_, isScreen, env, isColoured) => {
  const made = terminal(isScreen, env);
  answer(refused, false, made);
  expect(made.said.join("").includes("\u001b[")).toBe(isColoured);
});

const work = (stage: "begin" | "report" | "end", percentage?: number): BridgeEvent => ({
  type: "progress",
  server: "toy",
  token: "1",
  stage,
  title: "Indexing\u001b[2J",
  ...(percentage === undefined ? {} : { percentage }),
});

test("what a server is busy with is one line of a screen, inert, and goes when it is done", () => {
  const screen = terminal(true);
  const line = new ProgressLine(screen);
  line.event(work("begin"));
  line.event(work("report", 33.4));
  line.event(work("end"));
  line.clear();
  line.clear();
  const wipe = "err \r\u001b[K";
  expect(screen.said).toEqual(["err toy: Indexing\\u{1b}[2J", wipe, "err toy: Indexing\\u{1b}[2J 33 %", wipe]);
  const pipe = terminal(false);
  new ProgressLine(pipe).event(work("begin"));
  expect(pipe.said).toEqual([]);
});
