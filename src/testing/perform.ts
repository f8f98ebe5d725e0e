// Asks an operation the way the engine does, in a toy workspace.

import type { Operation, Performed } from "../operations/define.ts";
import { Roots } from "../workspace/roots.ts";
import type { ToyWorkspace } from "./workspace-kit.ts";

export async function perform(kit: ToyWorkspace, operation: Operation, input: object): Promise<Performed<unknown>> {
  const roots = new Roots(kit.workspace);
  const call = operation.decode(input);
  return kit.clock.until(call.run({ view: roots.view(() => {}), control: roots, patience: kit.patience() }));
}
