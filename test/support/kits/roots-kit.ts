// Several roots in one engine over toy servers: a project, checkouts inside it, and projects beside it.

import type { BridgeEvent } from "../../../src/model/event.ts";
import { filePath } from "../../../src/model/file-path.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import type { ToyWorkspace, WorkspaceChoices } from "./workspace-kit.ts";
import { openToyWorkspace } from "./workspace-kit.ts";

export const rootsFixture = `
-- .git/HEAD --
ref: refs/heads/main
-- a.toy --
def «^»apple
use apple
-- trees/feature/.git --
gitdir: ../../.git/worktrees/feature
-- trees/feature/a.toy --
def apple
use apple
use apple
-- modules/part/.git/HEAD --
ref: refs/heads/main
-- modules/part/b.toy --
def pear
`;

export interface Rooted extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly roots: Roots;
  readonly events: readonly BridgeEvent[];
}

/** `/elsewhere` is another project of the machine, `/outside` one that is not allowed. */
export function openRoots(choices: Partial<WorkspaceChoices> = {}): Rooted {
  const kit = openToyWorkspace({ fixture: rootsFixture, ...choices });
  for (const directory of ["elsewhere", "elsewhere/deeper", "outside"])
    kit.host.files.write(filePath(`/${directory}/c.toy`), "def plum\n");
  const events: BridgeEvent[] = [];
  const roots = new Roots(kit.workspace, {
    allowed: [filePath("/elsewhere")],
    emit: (event) => events.push(event),
  });
  return { kit, roots, events, [Symbol.asyncDispose]: () => kit.clock.until(roots.close()) };
}

/** The server of the file's root, and how many symbols it finds in the file. */
export async function askRoot(
  { kit, roots }: Rooted,
  raw: string,
): Promise<{ root: string; found: number; state: string }> {
  const view = roots.view();
  const { snapshot, file } = await view.locate(raw);
  const place = { line: 1, column: 5 };
  const { value, standing } = await kit.clock.until(snapshot.references({ file, place }, true, kit.patience()));
  await view.release();
  const holder = roots.sessions.find((session) => session.documents.get(file) !== undefined);
  return { root: holder?.options.root ?? "none", found: value.length, state: standing.state };
}
