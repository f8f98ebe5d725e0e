// What is doubted when a file of TypeScript goes: who counts on it, and what an import then finds.

import { expect, test } from "vitest";
import { reached } from "../../../test/support/kits/reach-kit.ts";

const others = "-- src/a.ts --\nexport const a = 1;\n-- src/b.ts --\nexport const b = 1;\n";

test.each([
  ["files", `{ "files": ["src/a.ts", "src/b.ts"] }`, "src/a.ts"],
  ["include, when it was the last one", `{ "include": ["src/a*"] }`, "src/a.ts"],
  ["types", `{ "compilerOptions": { "types": ["foo"], "typeRoots": ["typings"] } }`, "typings/foo/index.d.ts"],
])("a configuration that counts on it by %s", async (_, config, gone) => {
  const fixture = `-- tsconfig.json --\n${config}\n${others}-- typings/foo/index.d.ts --\ndeclare const foo: 1;\n`;
  const { doubts } = await reached(fixture, { [gone]: null });
  expect(doubts).toContain(`tsconfig.json depends on ${gone}, which is deleted`);
});

test("a configuration that does not is content", async () => {
  const fixture = `-- tsconfig.json --\n{ "include": ["src"], "compilerOptions": { "types": ["foo"] } }\n${others}`;
  expect(await reached(fixture, { "src/a.ts": null })).toMatchObject({ doubts: [], doubtsUnsaved: [] });
});

test.each(["src/a.tsx", "src/a.d.ts", "src/a.js", "src/a/index.ts"])("%s, which takes its place", async (other) => {
  const doubt = `${other} is imported in place of src/a.ts, which can only be checked on disk`;
  const fixture = `-- tsconfig.json --\n{}\n${others}`;
  const created = await reached(fixture, { "src/a.ts": null, [other]: "export const a = 2;\n" });
  expect(created.doubtsUnsaved).toContain(doubt);
  const there = await reached(`${fixture}-- ${other} --\nexport const a = 2;\n`, { "src/a.ts": null });
  expect(there.doubtsUnsaved).toContain(doubt);
  expect(there.doubts).toEqual([]);
});
