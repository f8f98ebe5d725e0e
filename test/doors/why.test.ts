// The standing of the last answer, asked for at a terminal, whichever door gave the answer.

import { join } from "node:path";
import { expect, test } from "vitest";
import { sightline, wireHere } from "../support/here.ts";
import { served, toyProgram } from "../support/made-up-server.ts";

const missing = { entry: { readiness: { kind: "unknown", quietMs: 0 } } } as const;

test("before anything is asked there is nothing to explain", async () => {
  using made = served(toyProgram(), missing);
  const ran = await sightline(made, ["why", "--exact"]);
  expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(/^There is no earlier answer for this root/)]);
});

test("an answer of the command line is explained, with what to do", async () => {
  using made = served(toyProgram(), missing);
  const asked = await sightline(made, ["symbols", made.at.file_path, ...made.options]);
  expect(asked.err).toContain("\nStanding: partial — Toy does not say when it is ready\n");
  const { code, out } = await sightline(made, ["why", "--exact"]);
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^Last answer: sightline symbols \(.*a\.toy\), \d{4}-/),
    "Standing: partial",
    "",
    "- Toy does not say when it is ready",
    expect.stringMatching(/^ {2}readiness_unknown: /),
    expect.stringMatching(/^ {2}To do: /),
    "",
    expect.stringMatching(/^Answered by: toy/),
    "",
  ]);
});

test("after a refusal it is the refusal that is explained, in the words of the command line", async () => {
  using made = served(toyProgram(), missing);
  await sightline(made, ["symbols", made.at.file_path, ...made.options]);
  const refused = await sightline(made, ["edit", "a.toy", "--old-text", "nowhere", "--new-text", "x", ...made.options]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--old-text is not in a.toy.")]);
  const { code, out } = await sightline(made, ["why", "--exact"]);
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^Last call: sightline edit \(a\.toy\), \d{4}-/),
    "Refused: --old-text is not in a.toy.",
    "",
    "  bad_input: the same call would be refused again.",
    expect.stringMatching(/^ {2}To do: Read the file again/),
    "",
  ]);
  made.write("deep/x.txt", "");
  const below = await sightline(made, ["why", "..", "--exact"], join(made.root, "deep"));
  expect(below.out).toMatch(/^Last call: sightline edit \(\.\.\/a\.toy\), /);
  const json = await sightline(made, ["why", "--exact", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ operation: "apply_edit", refusal: { code: "bad_input" } });
});

test("a call that was refused before anything was opened is explained as well", async () => {
  using made = served(toyProgram(), missing);
  made.write("../servers.json", "{");
  const refused = await sightline(made, ["symbols", made.at.file_path, ...made.options]);
  expect(refused.code).toBe(2);
  const { out } = await sightline(made, ["why", "--exact"]);
  expect(out).toContain(`\nRefused: ${refused.err.split("\n", 1)[0]}\n`);
});

test("an answer of an agent is explained as well, and the agent is told the same reason once", async () => {
  using made = served(toyProgram(), missing);
  await using wire = wireHere(made, { args: ["mcp", ...made.options] });
  await wire.initialize();
  const lines: string[] = [];
  for (const _ of [1, 2]) {
    const { result } = await wire.call("list_symbols", { file_path: made.at.file_path });
    const { content, _meta } = result as { content: { text: string }[]; _meta: Record<string, unknown> };
    lines.push(content[0]?.text.split("\n", 1)[0] ?? "");
    expect(_meta["sightline/standing"]).toMatchObject({ reasons: [{ detail: "Toy does not say when it is ready" }] });
  }
  expect(lines).toEqual([
    "Standing: partial — Toy does not say when it is ready",
    "Standing: partial (as before: readiness unknown)",
  ]);
  await wire[Symbol.asyncDispose]();
  const { out } = await sightline(made, ["why", "--exact", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    root: made.root,
    operation: "list_symbols",
    standing: { state: "partial", reasons: [{ code: "readiness_unknown" }] },
  });
});
