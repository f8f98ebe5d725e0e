// The standing of an answer at length.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { whyText } from "./why-text.ts";

const asked = {
  root: filePath("/w"),
  operation: "find_references",
  about: "command.go Command.Execute",
  at: "2026-01-02T03:04:05.000Z",
  leftOut: 0,
};
const typed = (text: string): string => text.replaceAll("find_references", "sightline references");
const missing = (name: string): Reason => ({
  code: "dependencies_missing",
  detail: `${name} declares a package that is not installed`,
  counted: { count: 1, thing: "package", trouble: "not installed" },
  next: "run pnpm install",
});

test("every reason is told in full, the worst first, with its meaning, its server and what to do", () => {
  const reasons = [
    missing("a/package.json"),
    missing("b/package.json"),
    { code: "indexing", detail: "gopls is not ready" },
  ] as const;
  const standing = standingOf(reasons, [
    { server: "gopls", version: "0.23.0" },
    { server: "gopls", version: "0.23.0" },
  ]);
  expect(whyText({ ...asked, standing, leftOut: 1 }, typed).split("\n")).toEqual([
    "Last answer: sightline references (command.go Command.Execute), 2026-01-02T03:04:05.000Z",
    "Standing: partial",
    "",
    "- gopls is not ready",
    expect.stringMatching(/^ {2}indexing: The language server has not read the whole project yet/),
    expect.stringMatching(/^ {2}To do: Ask again a little later/),
    "",
    "- a/package.json declares a package that is not installed",
    "  b/package.json declares a package that is not installed",
    expect.stringMatching(/^ {2}dependencies_missing: /),
    "  To do: Run pnpm install.",
    "",
    "1 more reason of the same answer was not kept.",
    "",
    "Answered by: gopls 0.23.0",
  ]);
});

test("of a refusal it says what, why, whether to ask again, and what to do", () => {
  const { leftOut: _, ...call } = asked;
  const refusal = { code: "no_symbol", what: "There is no x.", why: "It has y.", next: "Name one." } as const;
  expect(whyText({ ...call, refusal }, typed).split("\n")).toEqual([
    "Last call: sightline references (command.go Command.Execute), 2026-01-02T03:04:05.000Z",
    "Refused: There is no x.",
    "",
    "- It has y.",
    "  no_symbol: the same call would be refused again.",
    "  To do: Name one.",
  ]);
  const late = { code: "timed_out", what: "Late.\nStanding: complete" } as const;
  expect(whyText({ ...call, about: "", refusal: late }, typed).split("\n")).toEqual([
    "Last call: sightline references, 2026-01-02T03:04:05.000Z",
    "Refused: Late.\\nStanding: complete",
    "",
    "  timed_out: the same call may succeed later.",
  ]);
});

test("of a complete answer it says what that means", () => {
  const text = whyText({ ...asked, standing: standingOf([]) }, typed);
  expect(text).toContain("Standing: complete\n\nEverything that was asked for was checked");
});

test("details of a server cannot forge a line", () => {
  const standing = standingOf([{ code: "server_unwell", detail: "x\nStanding: complete" }]);
  expect(whyText({ ...asked, standing }, typed).split("\n")).toContain("- x\\nStanding: complete");
});
