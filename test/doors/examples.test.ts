// Whatever is shown as an example works, and the page about operations shows what was really answered.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "../../src/engine/engine.ts";
import { openEngine } from "../../src/engine/open.ts";
import { operations } from "../../src/operations/table.ts";
import { parseTarget } from "../../src/operations/target.ts";
import type { Shop } from "../../tools/example-shop.ts";
import { openShop } from "../../tools/example-shop.ts";
import {
  askExamples,
  operationSection,
  operationsPage,
  operationsPagePath,
  sectionIn,
} from "../../tools/operations-page.ts";

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

describe.each(operations)("$name", (operation) => {
  let outcomes: readonly Outcome[];
  beforeAll(async () => {
    outcomes = await askExamples(shop, operation);
  });

  test.each([...operation.examples.entries()])(
    "example %i is answered, or refused as it says",
    (index, { refused }) => {
      const answered = { ok: true, isEmpty: false };
      expect(outcomes[index]).toMatchObject(
        refused === undefined ? answered : { ok: false, refusal: { code: refused } },
      );
    },
  );

  test("has an example, and its examples ask what it says it needs, without any MCP transport [AGL-072]", () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    const { needs, orElse = [] } = operation;
    const isAskedOtherwise = orElse.some((method) => shop.sent.has(method));
    expect(isAskedOtherwise ? [] : needs.filter((method) => !shop.sent.has(method))).toEqual([]);
  });

  test("the page shows it: node tools/run.mjs tools/operations-page.ts --write", () => {
    const page = readFileSync(operationsPagePath, "utf8");
    expect(sectionIn(page, operation.name)).toBe(operationSection(shop, operation, outcomes));
  });
});

test("no example sends a server what its operation does not declare", () => {
  expect(shop.defects).toEqual([]);
});

test("no example changes anything, although it may", () => {
  const status = execFileSync("git", ["-C", shop.root, "status", "--porcelain"], { encoding: "utf8" });
  expect(status).toBe(" M src/discount.ts\n");
});

test("the page holds nothing but what was answered", () => {
  const page = readFileSync(operationsPagePath, "utf8");
  expect(page).toBe(operationsPage(operations.map(({ name }) => sectionIn(page, name) ?? "")));
});

test.each([
  "get_diagnostics",
  "open_document",
  "find_symbol",
  "get_server_capabilities",
  "detect_lsp_servers",
  "run_build",
  "get_symbol_documentation",
])("%s is answered when it is the first question of all: nothing has to be opened before [AGL-170]", async (name) => {
  await using fresh = await openShop();
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no ${name}`);
  const [outcome] = await askExamples(fresh, operation);
  expect(outcome).toMatchObject({ ok: true, isEmpty: false });
});

test("the README shows what is really answered", async () => {
  const readme = readFileSync("README.md", "utf8");
  const [, place = "", shown = ""] = /sightline references (\S+)\n *```\n\n *```\n([\s\S]*?)\n *```/.exec(readme) ?? [];
  const engine = await openEngine({ directory: process.cwd(), exact: true });
  try {
    const outcome = await engine.invoke({
      operation: "find_references",
      input: parseTarget(place),
      caller: { door: "library", allowed: ["read"] },
    });
    expect(outcome.ok && outcome.body.format === "text" && outcome.body.text).toBe(shown);
  } finally {
    await engine.close();
  }
});
