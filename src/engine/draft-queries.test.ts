// Questions asked inside a draft, by the one road that every question takes.

import { expect, test } from "vitest";
import { Emitter } from "../std/emitter.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { Roots } from "../workspace/roots.ts";
import type { Outcome } from "./engine.ts";
import { LocalEngine } from "./local-engine.ts";

const shop = `-- a.toy --
def apple
def pear
-- b.toy --
use apple
-- c.toy --
use missing
`;

test("any query can be asked inside a draft, and is answered as if it were committed [AGL-202]", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter(() => {}),
    async () => {},
    () => () => {},
  );
  const ask = async (operation: string, input: object, id = "me"): Promise<Outcome> =>
    kit.clock.until(
      engine.invoke({
        operation,
        input,
        format: "json",
        caller: { door: "library", id, allowed: ["read", "propose"] },
      }),
    );
  const begun = await ask("create_simulation_session", {});
  const { session_id } = (begun.ok && begun.body.format === "json" ? begun.body.json : {}) as { session_id: string };
  await ask("simulate_edit", { session_id, file_path: "b.toy", old_text: "use apple", new_text: "use pear" });
  await ask("simulate_edit", { session_id, file_path: "d.toy", new_text: "use pear\n" });
  const uses = (outcome: Outcome): unknown => outcome.ok && outcome.body.format === "json" && outcome.body.json;
  const target = { file_path: "a.toy", symbol_path: "pear", include_declaration: false };
  expect(uses(await ask("find_references", { ...target, session_id }))).toMatchObject([
    { file: "/project/b.toy" },
    { file: "/project/d.toy" },
  ]);
  expect(uses(await ask("find_references", target))).toEqual([]);
  expect(await ask("find_references", { ...target, session_id }, "another caller")).toMatchObject({
    ok: false,
    refusal: { code: "bad_input" },
  });
});
