// What is kept of a tree is given up when it may no longer be so, told of or not.

import { expect, test } from "vitest";
import { typescriptNative } from "../../catalog/servers/typescript.ts";
import { skipRules } from "../../host/watch/ignore-rules.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { withHidden } from "../files/hidden.ts";
import { Projects } from "./projects.ts";

const root = filePath("/r");

function made(files: Readonly<Record<string, string>>): {
  readonly host: MemoryHost<StepClock>;
  readonly projects: Projects;
  readonly reasons: () => Promise<string[]>;
} {
  const host = new MemoryHost({ clock: new StepClock() });
  for (const [name, text] of Object.entries(files)) host.files.write(joinPath(root, name), text);
  const skips = withHidden(skipRules({ ignoreFiles: [], isSource: (path) => /\.[jt]s$/.test(path) }));
  const projects = new Projects({ host, root, skips: async () => skips });
  const loaded = { entry: typescriptNative, open: new Map(), folders: [], isOurs: () => true };
  const reasons = async (): Promise<string[]> =>
    (await projects.coverage(joinPath(root, "a/a.ts"), loaded)).reasons.map(({ detail }) => detail);
  return { host, projects, reasons };
}

test("a change that is told while a file is read is not lost", async () => {
  const { host, projects, reasons } = made({
    "tsconfig.json": '{"include":["a"]}',
    "a/a.ts": "export function total() {}",
    "tool.js": "// nothing\n",
  });
  const tool = joinPath(root, "tool.js");
  host.files.duringRead(tool, () => {
    host.files.write(tool, 'const { total } = require("./a/a");\n');
    projects.filesChanged([{ kind: "changed", path: tool }]);
  });
  await reasons();
  expect(await reasons()).toEqual(["tool.js is JavaScript that requires it, which TypeScript 7 does not follow"]);
});

test("what is extended outside of all watched directories is looked at each time", async () => {
  const { host, reasons } = made({ "tsconfig.json": '{"extends":"../base.json"}', "a/a.ts": "", "b/b.ts": "" });
  host.files.write(filePath("/base.json"), "{}");
  expect(await reasons()).toEqual([]);
  host.files.write(filePath("/base.json"), '{"include":["r/a"]}');
  expect(await reasons()).toEqual(["b/b.ts is in no project that is loaded"]);
});

test("directories of tools and copies of the repository are passed by, other hidden ones are not", async () => {
  const hidden = [".git/x.ts", ".venv/x.ts", ".claude/worktrees/w/x.ts", ".claude/x.ts", "b/.tools/x.ts", ".env"];
  const { projects } = made(Object.fromEntries(hidden.map((name) => [name, ""])));
  const seen = (await projects.files()).map((path) => path.slice(root.length + 1));
  expect(seen.sort()).toEqual([".claude/x.ts", ".env", "b/.tools/x.ts"]);
});
