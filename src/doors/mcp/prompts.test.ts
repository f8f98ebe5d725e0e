// Skills as prompts: which are offered, how they are listed, and what an agent is told when a step cannot be taken.

import { expect, test } from "vitest";
import { operations } from "../../operations/table.ts";
import type { Shows } from "./tool-list.ts";
import { exposedOperations } from "./tool-list.ts";
import { skillPrompts } from "./prompts.ts";

function exposed(exposure: Shows): ReadonlySet<string> {
  return new Set(exposedOperations(exposure).map(({ name }) => name));
}

test("all 23 are there with nothing installed, each listed in one short line [AGL-257 AGL-258]", async () => {
  for (const exposure of ["core", "full"] as const) {
    const prompts = await skillPrompts(exposure, exposed(exposure));
    expect(prompts).toHaveLength(23);
    for (const prompt of prompts) {
      const { name, description } = prompt;
      expect(name).toMatch(/^lsp-[a-z-]+$/);
      expect([name, description.length < 160, description.includes("\n")]).toEqual([name, true, false]);
      expect(prompt.text({})).not.toBe(description);
    }
  }
});

test("one is given whole, with what was said along with it [AGL-259]", async () => {
  const prompts = await skillPrompts("full", new Set(operations.map(({ name }) => name)));
  const rename = prompts.find(({ name }) => name === "lsp-rename");
  expect(rename?.arguments.map(({ name, required }) => [name, required])).toEqual([
    ["symbol", false],
    ["new-name", false],
  ]);
  const plain = rename?.text({}) ?? "";
  expect(plain).toMatch(/^(?:Not available: .*\n\n)?# Rename a symbol\n/);
  expect(plain).toContain("dry_run: true");
  const said = rename?.text({ symbol: "Cart.total", "new-name": "sum", other: "x" }) ?? "";
  expect(said).toBe(`Arguments: symbol: Cart.total; new-name: sum\n\n${plain}`);
});

test("what this start does not offer is said before the first step, and nothing is said where all is offered", async () => {
  const core = await skillPrompts("core", exposed("core"));
  const verify = core.find(({ name }) => name === "lsp-verify");
  expect(verify?.text({})).toMatch(/^Not available: activate_skill, .*run_build.* --tools full\. /);
  const explore = core.find(({ name }) => name === "lsp-explore");
  expect(explore?.text({})).toMatch(/^# Explore a symbol\n/);
});

test("a reader is offered only what reads, and nothing is offered where there are no tools by these names", async () => {
  const names = (await skillPrompts("readonly", exposed("readonly"))).map(({ name }) => name);
  expect(names).toContain("lsp-explore");
  expect(names).not.toContain("lsp-rename");
  expect(names).not.toContain("lsp-verify");
  expect(await skillPrompts("single", new Set(["Lsp"]))).toEqual([]);
  expect(await skillPrompts("none", new Set())).toEqual([]);
});
