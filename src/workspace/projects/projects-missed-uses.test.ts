// Uses that are missed where everything is loaded: found out once, and anew when what was built has changed.

import { expect, test } from "vitest";
import { typescriptNative } from "../../catalog/servers/typescript.ts";
import { skipRules } from "../../host/watch/ignore-rules.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { withHidden } from "../files/hidden.ts";
import { Projects } from "./projects.ts";

const root = filePath("/r");
const source = joinPath(root, "src/index.ts");

/** A package that its own test imports by its name. */
const ofItself = {
  "package.json": '{ "name": "a", "exports": "./dist/index.js" }',
  "tsconfig.json": '{ "compilerOptions": { "rootDir": "src", "outDir": "dist" } }',
  "src/index.ts": "export function total() {}",
  "test/a.ts": 'import { total } from "a";',
};
const built = {
  "dist/index.d.ts": "export {};\n//# sourceMappingURL=index.d.ts.map\n",
  "dist/index.d.ts.map": '{ "version": 3, "sources": ["../src/index.ts"] }',
};

function made(files: Readonly<Record<string, string>>): {
  readonly host: MemoryHost<StepClock>;
  readonly projects: Projects;
  readonly missed: (isSupposed?: boolean) => Promise<string[]>;
} {
  const host = new MemoryHost({ clock: new StepClock() });
  for (const [name, text] of Object.entries(files)) host.files.write(joinPath(root, name), text);
  const ignoreFiles = [{ directory: "", text: "dist/\n" }];
  const skips = withHidden(skipRules({ ignoreFiles, isSource: (path) => /\.[jt]s$/.test(path) }));
  const projects = new Projects({ host, root, skips: async () => skips });
  const missed = async (isSupposed = false): Promise<string[]> =>
    (await projects.missedUses(source, typescriptNative, isSupposed)).map(({ detail }) => detail);
  return { host, projects, missed };
}

test("what is built outside of all watched directories is seen as soon as it is there", async () => {
  const { host, missed } = made(ofItself);
  expect(await missed()).toEqual([expect.stringContaining("not built")]);
  for (const [name, text] of Object.entries(built)) host.files.write(joinPath(root, name), text);
  expect(await missed()).toEqual([]);
});

test("what was built is read for questions about uses alone, and once, whatever is open", async () => {
  const { host, projects, missed } = made({ ...ofItself, ...built });
  let reads = 0;
  for (let time = 0; time < 20; time++) host.files.duringRead(joinPath(root, "dist/index.d.ts"), () => reads++);
  const loaded = { entry: typescriptNative, folders: [], isOurs: () => true };
  await projects.coverage(source, { ...loaded, open: new Map() });
  expect(reads).toBe(0);
  expect(await missed()).toEqual([]);
  const first = reads;
  expect(first).toBeGreaterThan(0);
  await projects.coverage(source, { ...loaded, open: new Map([[source, ""]]) });
  expect(await missed()).toEqual([]);
  expect(reads).toBe(first);
});

test("a map of a file of which another text is supposed tells of another text", async () => {
  const { missed } = made({ ...ofItself, ...built });
  expect(await missed(true)).toEqual([expect.stringContaining("build it again")]);
  expect(await missed()).toEqual([]);
});
