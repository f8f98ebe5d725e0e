// Roots whose files lead here and there, with something outside of them.

import { filePath } from "../../../src/model/file-path.ts";
import { Refusal } from "../../../src/model/refusal.ts";
import type { ToyWorkspace, WorkspaceChoices } from "./workspace-kit.ts";
import { openToyWorkspace } from "./workspace-kit.ts";

/** Files by their paths; `->` stands before where a link leads. */
export type Disk = Readonly<Record<string, string>>;

/** What lies beside the root. */
const outside: Disk = {
  "/out/s.ts": "export const key = 1;",
  "/out/g.ts": "declare const key: 1;",
  "/out/s.h": "#define KEY 1",
  "/out/s.py": "key = 1",
  "/out/s.json": "{}",
  "/out/sub/x.ts": "export const x = 1;",
};

export function openDisk(files: Disk, choices: Partial<WorkspaceChoices> = {}): ToyWorkspace {
  const toy = openToyWorkspace({ fixture: "-- a.toy --\n", trusted: false, ...choices });
  for (const [path, text] of Object.entries({ ...outside, ...files })) {
    const file = path.startsWith("/") ? filePath(path) : toy.path(path);
    if (text.startsWith("->")) toy.host.files.link(file, filePath(text.slice(2)));
    else toy.host.files.write(file, text);
  }
  return toy;
}

/** What is said of a refusal; undefined where there is none. */
export async function refusedAs(call: Promise<void>, said: (refusal: Refusal) => string): Promise<string | undefined> {
  try {
    return await call.then(() => undefined);
  } catch (error) {
    if (error instanceof Refusal) return said(error);
    throw error;
  }
}

/** Those of the files of which nothing that a server says is shown. */
export async function withheldIn(toy: ToyWorkspace, files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    if ((await toy.clock.until(toy.workspace.showing.withheld(toy.path(file), false))) !== undefined) found.push(file);
  }
  return found;
}
