import { existsSync } from "node:fs";

import { expect, test } from "vitest";

import { deadLinks, deadPaths } from "../../tools/links.ts";
import { readTree } from "../../tools/tree.ts";

test("every relative link of a document leads somewhere", () => {
  expect(deadLinks(readTree(process.cwd()), existsSync)).toEqual([]);
});

const there = (path: string): boolean => ["docs/a.md", "docs/b.md", "docs/"].includes(path);

test.each([
  ["a file that is not there", "See [it](gone.md).", ["docs/a.md: gone.md"]],
  ["a way out of the repository", "See [it](../../b.md).", ["docs/a.md: ../../b.md"]],
  [
    "a heading that is not there",
    "# One\nSee [it](#two) and [that](b.md#three).",
    ["docs/a.md: #two", "docs/a.md: b.md#three"],
  ],
])("%s is reported", (_, text, dead) => {
  expect(
    deadLinks(
      [
        { path: "docs/a.md", text },
        { path: "docs/b.md", text: "# Other" },
      ],
      there,
    ),
  ).toEqual(dead);
});

test("links that lead somewhere, links elsewhere and links in code are not", () => {
  const text =
    "# What *is* `it`?\n[a](b.md) [b](b.md#other-part) [c](#what-is-it) [d](https://x.y/z) `[e](no.md)`\n```\n[f](no.md)\n```\n[g](../docs/)";
  expect(
    deadLinks(
      [
        { path: "docs/a.md", text },
        { path: "docs/b.md", text: "## Other part" },
      ],
      there,
    ),
  ).toEqual([]);
});

test("every path that says where a thing belongs is there", () => {
  expect(deadPaths(readTree(process.cwd()), existsSync)).toEqual([]);
});

test("of paths in spans of code those are reported that are neither at the top nor in src nor in src/languages", () => {
  const tree = ["tools/a.ts", "src/model/b.ts", "src/model/", "src/languages/go/c.ts"];
  const alive = "`tools/a.ts` `model/b.ts` `model/` `go/c.ts` `gone.ts` `.cache/d.json` `npm run x/y.ts` `x/<y>/z.ts`";
  const text = `${alive} \`model/gone.ts\` \`gone/\`\n\`\`\`\n\`no/e.ts\`\n\`\`\`\n`;
  const files = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/adr/old.md"].map((path) => ({ path, text }));
  expect(deadPaths(files, (path) => tree.includes(path))).toEqual([
    "ARCHITECTURE.md: model/gone.ts",
    "ARCHITECTURE.md: gone/",
    "CONTRIBUTING.md: model/gone.ts",
    "CONTRIBUTING.md: gone/",
  ]);
});
