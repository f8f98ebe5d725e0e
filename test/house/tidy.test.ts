import { expect, test } from "vitest";

import { checkTidy, rules, unexplainedDependencies } from "../../tools/tidy.ts";
import { readTree } from "../../tools/tree.ts";

test("the tree follows the house rules [S14]", () => {
  expect(checkTidy(readTree(process.cwd()))).toEqual([]);
});

test("a decision record names every runtime dependency", () => {
  expect(unexplainedDependencies(readTree(process.cwd()))).toEqual([]);
});

// `~` is taken out before a sample is checked, so that this file does not break the rules it tries.
const good = "// Says what it is for.\n";
const bad: readonly (readonly [rule: string, path: string, text: string])[] = [
  ["sentence of purpose", "src/std/a.ts", "export const a = 1;\n"],
  ["sentence of purpose", "src/std/a.ts", "// no capital, no full stop\n"],
  ["sentence of purpose", "tools/a.mjs", "import x from 'x';\n"],
  ["comment tag", "src/std/a.ts", `${good}// Invari~ants: two of them.\n`],
  ["comment tag", "src/std/a.ts", `${good}  // Quir~k: without a server.\n`],
  ["comment tag", "src/std/a.ts", `${good}/** inva~riant: in small letters. */\n`],
  ["says nothing", "src/std/a.ts", `${good}export class SessionManager {}\n`],
  ["says nothing", "src/std/a.ts", `${good}interface ISession {}\n`],
  ["says nothing", "src/std/path-utils.ts", good],
  ["left out", "test/a.test.ts", "test.~only('x', () => {});\n"],
  ["left out", "src/std/a.test.ts", "describe.concurrent.~skip('x', () => {});\n"],
  ["left out", "src/std/a.test.ts", "test('x', (context) => context.~skip());\n"],
  ["left out", "src/std/a.test.ts", "test.~todo('x');\n"],
  ["the clock", "src/session/a.ts", `${good}set~Timeout(f, 1);\n`],
  ["the clock", "test/faults/a.test.ts", "import { scheduler } from 'node:~timers/promises';\n"],
  ["wall clock", "src/engine/a.ts", `${good}const a = Date.~now();\n`],
  ["swallowed", "src/engine/a.ts", `${good}await f().~catch(() => null);\n`],
  ["swallowed", "src/host/a.ts", `${good}await f().~catch((): string[] => []);\n`],
  ["swallowed", "tools/a.ts", `${good}await f().~catch((error) => {});\n`],
  ["swallowed", "src/engine/a.ts", `${good}try { f(); } cat~ch {}\n`],
  ["shell", "src/host/a.ts", `${good}spawn("x", [], { she~ll: true });\n`],
  ["regular-file.ts", "src/host/a.ts", `${good}import { read~File } from "node:fs/promises";\n`],
  ["only in src/host", "src/doors/cli/a.ts", `${good}import { spawn } from "node:child~_process";\n`],
  ["process is touched", "src/workspace/a.ts", `${good}const path = process.~env["PATH"];\n`],
  ["default export", "src/std/a.ts", `${good}export ~default 1;\n`],
  ["machine path", "docs/a.md", "It lies in /ho~me/someone/code.\n"],
  ["machine path", "package.json", '{ "x": "https://regi~stry.npmjs.org/x" }\n'],
  ["download address", "package-lock.json", '{ "resol~ved": "https://example.org/a.tgz" }\n'],
];

test.each(bad)("a breach is reported: %s in %s", (rule, path, text) => {
  const problems = checkTidy([{ path, text: text.replaceAll("~", "") }]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(rule);
});

test("every rule has a sample that breaks it", () => {
  const untried = rules.filter(({ name }) => !bad.some(([rule]) => name.includes(rule)));
  expect(untried.map(({ name }) => name)).toEqual([]);
});

test.each([
  [
    "src/std/a.ts",
    `${good}//\n// Invariant: it holds.\n// Quirk(gopls 0.5): odd.\n// Spec: 3.17, hover.\n// Why not: it is slow.\n`,
  ],
  [
    "src/std/a.ts",
    `${good}// Why not \`safe\`: it was not checked.\n// The invariant of the caller is kept: see there.\n`,
  ],
  ["src/bin.ts", "#!/usr/bin/env node\n// Starts the right door.\nprocess.exit(0);\n"],
  ["src/host/a.ts", `${good}import "node:child_process";\nset~Timeout(f, Date.now());\n`],
  ["src/testing/faults/a.ts", `${good}import "node:child_process";\nset~Interval(f, 1);\n`],
  ["test/a.test.ts", 'import { setImmediate as turn } from "node:timers/promises";\n'],
  ["src/session/a.ts", `${good}const brew = "/home/linuxbrew/.linuxbrew/bin";\n`],
  ["src/std/a.ts", `${good}try { f(); } catch {\n  // The file was gone already.\n}\n`],
  ["src/model/a.ts", `${good}export interface RelatedInformation {}\nexport const database = 1;\n`],
  ["vitest.config.ts", "export default {};\n"],
  ["tools/a.mjs", `${good}set~Timeout(f, 1);\n`],
  ["docs/a.md", "The path `src/work/file.ts` and `/root-evil` are fine.\n"],
])("%s may say this", (path, text) => {
  expect(checkTidy([{ path, text: text.replaceAll("~", "") }])).toEqual([]);
});

test("a dependency without a record is found", () => {
  const manifest = { path: "package.json", text: '{ "dependencies": { "zod": "1", "left-pad": "1" } }' };
  const record = { path: "docs/adr/0001-schemas.md", text: "We use `zod`." };
  expect(unexplainedDependencies([manifest, record])).toEqual(["left-pad"]);
});
