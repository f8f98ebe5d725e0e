// What a person reads before trusting a root: what matters first, and the rest only where it is asked for.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import type { Explanation } from "./trust-explain.ts";
import { explanationText, trustText } from "./trust-text.ts";

const view = {
  root: filePath("/shop"),
  released: [],
  isWhole: true,
  granted: "not",
  repository: { directory: "1" },
} as const;

test("what may be run at all is told before the servers, whether or not there are any", () => {
  const allowed = /^Once it is trusted, builds, tests, documentation tools and server commands may run/;
  expect(trustText(view).split("\n")[1]).toMatch(allowed);
  const released = [{ server: "gopls", before: "restricted", isHere: true }];
  const lines = trustText({ ...view, released }).split("\n");
  expect(lines.findIndex((line) => allowed.test(line))).toBeLessThan(
    lines.findIndex((line) => line.startsWith("These servers")),
  );
});

test("servers that are not installed are counted before trust is given, and listed on request", () => {
  const released = [
    { server: "gopls", before: "restricted", isHere: true },
    { server: "ccls", before: "not started: it runs", isHere: false },
    { server: "zls", before: "not started: it runs", isHere: false },
  ];
  const head = "These servers may then run code of the project; until then they are:";
  expect(
    trustText({ ...view, released })
      .split("\n")
      .slice(3),
  ).toEqual([head, "  gopls  restricted", "  and 2 more that are not installed here; --all lists them"]);
  expect(
    trustText({ ...view, released }, true)
      .split("\n")
      .slice(3),
  ).toEqual([
    head,
    "  gopls  restricted",
    "  ccls   not started: it runs; not installed here",
    "  zls    not started: it runs; not installed here",
  ]);
  expect(
    trustText({ ...view, released: released.slice(1) })
      .split("\n")
      .slice(3),
  ).toEqual(["None of the servers that could then run code of the project is installed here; --all lists 2."]);
});

const explanation: Explanation = {
  root: filePath("/shop"),
  trusted: false,
  confined: true,
  programs: [
    { name: "ccls", use: "server", verdict: "refused", rule: "it has not been checked" },
    { name: "tsc", use: "server", verdict: "runs", program: ["/opt/tsc", "--lsp"], rule: "ships with Sightline" },
    { name: "eslint", use: "linter", verdict: "refused", program: ["/opt/eslint"], rule: "its rules are programs" },
    { name: "zls", use: "server", verdict: "not found", rule: "It is not on PATH." },
    { name: "pyright", use: "server", verdict: "runs restricted", program: ["/opt/node"], rule: "no interpreter" },
  ],
  files: [
    { file: "tsconfig.json", server: "tsc", effect: "could name: plugin; overridden", decides: false },
    { file: "build.rs", server: "ra", effect: "keeps the server from running", decides: true },
  ],
  isWhole: true,
};

test("an explanation begins with what runs, then what is refused, and counts the rest", () => {
  expect(explanationText(explanation).split("\n")).toEqual([
    "root  /shop (not trusted)",
    "Servers are confined by the system: they can read only this root, its checkout and installed software.",
    "Runs:",
    "  tsc  server  ships with Sightline",
    "    /opt/tsc --lsp",
    "Runs restricted:",
    "  pyright  server  no interpreter",
    "    /opt/node",
    "Refused:",
    "  eslint  linter  its rules are programs",
    "    /opt/eslint",
    "2 more could serve files of the root but are not installed here; --all lists them",
    "Files of the root that decide what runs:",
    "  build.rs  ra  keeps the server from running",
    "1 more file could configure a server but does not; --all lists it",
  ]);
});

test("an explanation says whether servers can read other files, unless the root is trusted", () => {
  const second = (more: Partial<Explanation>): string | undefined =>
    explanationText({ ...explanation, ...more }).split("\n")[1];
  expect(second({ confined: false })).toMatch(/^Servers are not confined/);
  expect(second({ confined: false, trusted: true })).toBe("Runs:");
});

test("with everything it lists each program and file", () => {
  const text = explanationText(explanation, true);
  for (const { name, rule } of explanation.programs)
    expect(text).toMatch(new RegExp(`^ {2}${name} .* {2}${rule}$`, "m"));
  for (const { file, effect } of explanation.files)
    expect(text).toMatch(new RegExp(`^ {2}${file} .* {2}${effect}$`, "m"));
  expect(text).not.toContain("--all");
});

test("of very many files that decide the first are named", () => {
  const file = { file: "package.json", server: "tsc", effect: "is used: the root is trusted", decides: true };
  const lines = explanationText({ ...explanation, files: Array.from({ length: 40 }, () => file) }).split("\n");
  expect(lines.filter((line) => line.startsWith("  package.json"))).toHaveLength(10);
  expect(lines.at(-1)).toBe("30 more files decide as well; --all lists them");
});
