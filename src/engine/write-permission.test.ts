// Who may change which files: decided by policy when the plan is there, whatever operation made it.

import { describe, expect, test } from "vitest";
import type { BridgeEvent } from "../model/event.ts";
import type { Caller } from "../policy/effects.ts";
import { Emitter } from "../std/emitter.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { Roots } from "../workspace/roots.ts";
import type { Outcome } from "./engine.ts";
import { LocalEngine } from "./local-engine.ts";

const fixture = `-- a.toy --
def apple
-- .github/workflows/ci.toy --
use apple
-- generated/b.toy --
use apple
`;

const writer: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] };
const reader: Caller = { door: "mcp", allowed: ["read"] };
const proposer: Caller = { door: "mcp", allowed: ["read", "propose"] };

const ci = ".github/workflows/ci.toy";

function open(): ToyWorkspace {
  return openToyWorkspace({
    fixture,
    dials: { diagnostics: "pull", formats: ["document"] },
    settings: { edits: { protect: ["generated/**"] } },
  });
}

function asked(kit: ToyWorkspace, caller: Caller, operation: string, input: object): Promise<Outcome> {
  const events = new Emitter<BridgeEvent>(() => {});
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    events,
    async () => {},
    () => () => {},
  );
  return kit.clock.until(engine.invoke({ operation, input, caller, format: "json" }));
}

const replaced = (file_path: string) => ({ file_path, old_text: "apple", new_text: "apple # seen" });

describe("write permission obeys policy", () => {
  test.each([
    ["apply_edit", replaced("a.toy")],
    ["safe_apply_edit", replaced("a.toy")],
    ["format_document", { file_path: "a.toy", apply: true }],
    ["organize_imports", { file_path: "a.toy" }],
    ["apply_suggestion", { id: "f0" }],
  ])("%s is nothing for a caller that may only read [BRG-55]", async (operation, input) => {
    await using kit = open();
    const outcome = await asked(kit, reader, operation, input);
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
    expect(await kit.text("a.toy")).toBe("def apple\n");
  });

  test("a caller that may only propose is shown a change, and may not make it [BRG-55]", async () => {
    await using kit = open();
    const shown = await asked(kit, proposer, "apply_edit", { ...replaced("a.toy"), dry_run: true });
    expect(shown).toMatchObject({ ok: true, body: { json: { applied: false } } });
    const denied = await asked(kit, proposer, "apply_edit", replaced("a.toy"));
    expect(denied).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
    expect(await kit.text("a.toy")).toBe("def apple\n");
  });

  test.each([ci, "generated/b.toy"])("%s is protected, and the refusal names it [BRG-55 S18]", async (file) => {
    await using kit = open();
    for (const operation of ["apply_edit", "safe_apply_edit"]) {
      const outcome = await asked(kit, writer, operation, replaced(file));
      expect(outcome).toMatchObject({
        ok: false,
        refusal: {
          code: "policy_denied",
          why: expect.stringContaining(file),
          next: expect.stringContaining("--allow-write"),
        },
      });
    }
    expect(await kit.text(file)).toBe("use apple\n");
  });

  test("what the operator names may be changed, and nothing beside it [BRG-55]", async () => {
    await using kit = open();
    const caller: Caller = { ...writer, writable: [".github/workflows/*.toy"] };
    const outcome = await asked(kit, caller, "safe_apply_edit", replaced(ci));
    expect(outcome).toMatchObject({ ok: true, body: { json: { applied: true } } });
    expect(await kit.text(ci)).toBe("use apple # seen\n");
    const other = await asked(kit, caller, "apply_edit", {
      file_path: ".git/hooks/pre-commit",
      old_text: "",
      new_text: "x",
    });
    expect(other).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
  });
});
