import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { defineServer, type LanguageEntry } from "../../src/catalog/entry.ts";
import { documents, serverPage, withLayers } from "../../tools/gen.ts";
import { layers } from "../../tools/layers.ts";

test("the derived documents are fresh; `node tools/run.mjs tools/gen.ts --write` makes them so", () => {
  for (const { path, present, wanted } of documents(process.cwd())) {
    expect(existsSync(path), path).toBe(true);
    expect(present, path).toBe(wanted);
  }
});

test("a table that is out of date or missing is noticed, and the prose around it stays", () => {
  const stale = "# A\n\nBefore.\n<!-- layers:begin -->\n| a stale row |\n<!-- layers:end -->\nAfter.\n";
  const fresh = withLayers(stale, layers.slice(0, 2));
  expect(fresh).toContain("Before.");
  expect(fresh).toContain("After.");
  expect(fresh).not.toContain("a stale row");
  expect(fresh).toContain("| `src/std/` (pure) |");
  expect(withLayers(fresh, layers.slice(0, 2))).toBe(fresh);
  expect(withLayers(fresh, layers)).not.toBe(fresh);
  expect(() => withLayers("# no marks", layers)).toThrow("lacks");
});

test("a server has one row with its languages, files and how it is met", () => {
  const languages: LanguageEntry[] = [{ id: "toy", extensions: [".toy"], fileNames: ["Toyfile"], servers: ["toyls"] }];
  const server = defineServer({
    id: "toyls",
    title: "Toy server",
    launch: { kind: "command", command: "toyls", args: [] },
    roots: { groups: [], pick: "nearest", singleFile: true },
    install: { any: "npm i -g toyls" },
    readiness: { kind: "immediate" },
    diagnostics: "pull",
    references: "exhaustive",
  });
  const row = "| toy | .toy Toyfile | Toy server | `npm i -g toyls` |  | immediate | exhaustive | not started |  |";
  expect(serverPage(languages, [server])).toContain(row);
});

test("the page about correction tells how it works and when it ends, and promises no rate of success [BRG-47]", () => {
  const page = readFileSync("docs/validation.md", "utf8");
  const mechanics = [
    /\bpacket holds\b/,
    /correction\.rounds/,
    /breaker trips/,
    /gives up/,
    /counted by `validate_change`/,
  ];
  for (const told of mechanics) expect(page).toMatch(told);
  expect(page).toContain("is not promised");
  expect(page.match(/\d+ ?%|\bper ?cent\b|\balways succeeds\b|\bguarantee/gi)).toBeNull();
});
