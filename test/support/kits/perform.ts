// Asks an operation the way the engine does, in a toy workspace.

import { noSandbox } from "../../../src/model/sandbox/sandbox.ts";
import { bug } from "../../../src/std/bug.ts";
import type { Patience } from "../../../src/std/patience.ts";
import { PhaseKeeper } from "../../../src/engine/skills/phase-keeper.ts";
import type { CallContext, Operation, Performed } from "../../../src/operations/define.ts";
import { operations } from "../../../src/operations/table.ts";
import type { CallView, ViewGates } from "../../../src/workspace/roots.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import type { ToyWorkspace } from "./workspace-kit.ts";

/** Everything may be read and run. */
export const noGates: ViewGates = {
  mayEnter: () => {},
  mayExecute: () => {},
  judgesFiles: false,
  mayRead: async () => true,
};

export async function perform(
  kit: ToyWorkspace,
  operation: Operation,
  input: object,
  roots: Roots = new Roots(kit.workspace),
): Promise<Performed<unknown>> {
  const view = roots.view(noGates);
  const context = callContext(roots, kit.patience(), view);
  return kit.clock.until(
    operation
      .decode(input)
      .run(context)
      .finally(() => view.release()),
  );
}

/** Everything that an engine offers to a call whose caller may write whatever it wants. */
export function callContext(roots: Roots, patience: Patience, view: CallView = roots.view()): CallContext {
  const edits = roots.edits({
    operation: "test",
    caller: "test",
    connection: "test",
    sees: "its door's",
    allow: () => {},
  });
  const phases = new PhaseKeeper(operations, () => {}).of("test");
  return {
    view,
    control: roots,
    setLogLevel: () => {},
    patience,
    edits,
    drafts: roots.drafts("test"),
    phases,
    mayConnect: () => {},
    ask: async () => bug("no operation is asked by another here"),
    sandbox: noSandbox,
  };
}
