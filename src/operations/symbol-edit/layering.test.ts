// Who does what in one change: words in files decide where to look, declared extents what is written, the server what is true.

import { expect, test } from "vitest";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { LocalEngine } from "../../engine/local-engine.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { Emitter } from "../../std/emitter.ts";
import { Roots } from "../../workspace/roots.ts";

const bystanders = Array.from({ length: 30 }, (_, number) => `-- far/n${number}.toy --\ndef n${number}\n`);
const fixture = `-- a.toy --
def apple
  use pear
def plum
  use pear
-- b.toy --
use apple
-- c.toy --
def other # apple is only spoken of here
-- pear.toy --
def pear
${bystanders.join("")}`;

async function asked(kit: ToyWorkspace, operation: string, input: object): Promise<Record<string, unknown>> {
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    () => {},
    () => () => {},
  );
  const caller = { door: "library", allowed: ["read", "propose", "write"] } as const;
  const outcome = await kit.clock.until(engine.invoke({ operation, input, caller, format: "json" }));
  if (!outcome.ok || outcome.body.format !== "json") throw new Error(JSON.stringify(outcome));
  return { ...(outcome.body.json as object), standing: outcome.standing.state };
}

function opened(more: Partial<WorkspaceChoices> = {}): ToyWorkspace {
  return openToyWorkspace({ fixture, ...more });
}

/** The files that anything was sent about. */
function spokenOf({ toy }: ToyWorkspace): Set<string> {
  const sent = toy.received.filter(({ method }) => method.startsWith("textDocument/"));
  const named = sent.flatMap(
    ({ params }) => /"uri":"file:\/\/\/project\/([^"]+)"/.exec(JSON.stringify(params))?.[1] ?? [],
  );
  return new Set(named);
}

test("search narrows where to look, declared extents are what is written, and the server tells the facts and verifies [BRG-52]", async () => {
  // A server that does not list all uses: what else could be one is looked for by the word, and decided by the server.
  const forgetful = { replies: { "textDocument/references": [] } };
  await using kit = opened({ dials: { ...forgetful, diagnostics: "pull" }, entry: { references: "unknown" } });
  const used = await asked(kit, "find_references", { file_path: "a.toy", symbol_path: "apple" });
  expect(used).toMatchObject({ 0: { file: "/project/b.toy", line: 1, column: 5 }, standing: "complete" });
  expect(used).not.toHaveProperty("1");
  expect([...spokenOf(kit)].toSorted()).toEqual(["a.toy", "b.toy"]);
  const edit = { file_path: "a.toy", symbol_path: "plum", new_body: "def plum\nuse never" };
  expect(await asked(kit, "replace_symbol_body", edit)).toMatchObject({
    safe: false,
    errors_introduced: [{ file: kit.path("a.toy"), range: { start: { line: 4 } }, message: "unknown name never" }],
  });
  // Its extent alone: the same lines stand in another declaration.
  expect(await kit.text("a.toy")).toBe("def apple\n  use pear\ndef plum\nuse never\n");
  // What the server does not verify is not called safe, however well it is written.
  await using silent = opened({ dials: { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"] } });
  expect((await asked(silent, "replace_symbol_body", { ...edit, new_body: "def plum" }))["safe"]).not.toBe(true);
});
