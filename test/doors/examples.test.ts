// Whatever is shown as an example works, on this very repository: those of the operations, and the one in the README.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { openEngine } from "../../src/engine/open.ts";
import { operations } from "../../src/operations/table.ts";
import { parseTarget } from "../../src/operations/target.ts";
import type { Caller } from "../../src/policy/effects.ts";

const caller: Caller = { door: "library", allowed: ["read", "control"] };
const sent = new Set<unknown>();
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({
    directory: process.cwd(),
    exact: true,
    trace: (_server, direction, message) => {
      if (direction === "sent" && "method" in message) sent.add(message.method);
    },
  });
});
afterAll(() => engine.close());

describe.each(operations)("$name", (operation) => {
  test.each(operation.examples)("$title", async ({ input }) => {
    const outcome = await engine.invoke({ operation: operation.name, input, caller });
    expect(outcome).toMatchObject({ ok: true, isEmpty: false });
  });

  test("has an example, and its examples ask what it says it needs, without any MCP transport [AGL-072]", () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    expect(operation.needs.filter((method) => !sent.has(method))).toEqual([]);
  });
});

test("the README shows what is really answered", async () => {
  const readme = readFileSync("README.md", "utf8");
  const [, place = "", shown = ""] = /bin\.js references (\S+)\n *```\n\n *```\n([\s\S]*?)\n *```/.exec(readme) ?? [];
  const outcome = await engine.invoke({
    operation: "find_references",
    input: parseTarget(place),
    caller,
  });
  expect(outcome.ok && outcome.body.format === "text" && outcome.body.text).toBe(shown);
});
