// Configurations of TypeScript with everything that they extend.

import { expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { readTsConfig } from "./tsconfig.ts";
import { findsAllOf, readConfigured, standaloneConfiguration } from "./script-config.ts";

function reading(files: Readonly<Record<string, string>>): {
  readonly read: (path: FilePath) => Promise<string | undefined>;
  readonly count: () => number;
} {
  let count = 0;
  return {
    read: async (path) => {
      count++;
      return files[path];
    },
    count: () => count,
  };
}

test("a configuration that is nested without end is odd", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const { read } = reading({ "/w/tsconfig.json": `{ "compilerOptions": { "paths": ${deep} } }` });
  const path = filePath("/w/tsconfig.json");
  expect((await readConfigured(read, path)).isUnsupported).toBe(true);
  expect(await standaloneConfiguration(read, path)).toBeUndefined();
});

test("one text says the same wherever it stands: whole paths, and nothing to extend", async () => {
  const { read } = reading({
    "/w/base/tsconfig.json": `{ "compilerOptions": { "strict": true, "typeRoots": ["types"], "paths": { "@/*": ["src/*"] } }, "exclude": ["out"] }`,
    "/w/app/tsconfig.json": `{ // comment
      "extends": "../base/tsconfig.json",
      "compilerOptions": { "outDir": "\${configDir}/dist", "strict": false },
      "include": ["src"], "references": [{ "path": "../lib" }] }`,
  });
  expect(JSON.parse((await standaloneConfiguration(read, filePath("/w/app/tsconfig.json"))) ?? "")).toEqual({
    compilerOptions: {
      strict: false,
      typeRoots: ["/w/base/types"],
      paths: { "@/*": ["/w/base/src/*"] },
      outDir: "/w/app/dist",
    },
    include: ["/w/app/src"],
    exclude: ["/w/base/out"],
    references: [{ path: "/w/lib" }],
  });
});

test("what stands nowhere holds for its own directory: all files below, and packages of types above", async () => {
  const { read } = reading({ "/w/app/tsconfig.json": "{}" });
  expect(JSON.parse((await standaloneConfiguration(read, filePath("/w/app/tsconfig.json"))) ?? "")).toEqual({
    compilerOptions: {
      typeRoots: ["/w/app/node_modules/@types", "/w/node_modules/@types", "/node_modules/@types"],
    },
    include: ["/w/app/**/*"],
  });
});

test.each([
  ["what is not there", `{ "extends": "./gone.json" }`],
  ["itself", `{ "extends": "./tsconfig.json" }`],
  ["a number", `{ "extends": 1 }`],
])("a configuration that extends %s has no such text", async (_, text) => {
  const { read } = reading({ "/w/tsconfig.json": text });
  expect(await standaloneConfiguration(read, filePath("/w/tsconfig.json"))).toBeUndefined();
});

test.each([
  ["the same", "{}", "{}", true],
  ["declaration files, which it skips", `{ "skipLibCheck": true }`, `{ "skipLibCheck": false }`, false],
  ["declaration files, which it skips and the other checks by default", `{ "skipLibCheck": true }`, "{}", false],
  ["declaration files, which both check", "{}", `{ "skipLibCheck": false }`, true],
  ["fewer declaration files than it", "{}", `{ "skipLibCheck": true }`, true],
  ["locals, which it leaves alone", "{}", `{ "noUnusedLocals": true }`, false],
  ["locals, as it does", `{ "noUnusedLocals": true }`, `{ "noUnusedLocals": true }`, true],
  ["other types", `{ "strict": true }`, "{}", false],
  ["what is written", `{ "outDir": "a" }`, `{ "outDir": "b" }`, true],
])("whether one configuration finds all that another does: it checks %s", async (_, one, other, expected) => {
  const { read } = reading({
    "/w/one/tsconfig.json": `{ "compilerOptions": ${one} }`,
    "/w/other/tsconfig.json": `{ "compilerOptions": ${other} }`,
  });
  const [first, second] = await Promise.all(
    ["one", "other"].map((name) => readConfigured(read, filePath(`/w/${name}/tsconfig.json`))),
  );
  expect(first && second && findsAllOf(first, second)).toBe(expected);
});

test("a configuration of JavaScript skips declaration files by default", async () => {
  const { read } = reading({ "/w/jsconfig.json": "{}", "/w/tsconfig.json": "{}" });
  const javascript = await readConfigured(read, filePath("/w/jsconfig.json"));
  const typescript = await readConfigured(read, filePath("/w/tsconfig.json"));
  expect([findsAllOf(javascript, typescript), findsAllOf(typescript, javascript)]).toEqual([false, true]);
});

test("configurations that extend one another on many ways are read once each", async () => {
  const depth = 40;
  const files = Object.fromEntries(
    Array.from({ length: depth }, (_, at) => {
      const next = at < 18 ? `"extends": ["./a${at + 1}.json", "./b${at + 1}.json"],` : "";
      return ["a", "b"].map((side) => [`/w/${side}${at}.json`, `{ ${next} "compilerOptions": { "${side}": ${at} } }`]);
    }).flat(),
  );
  const { read, count } = reading(files);
  const { judged } = await readConfigured(read, filePath("/w/a0.json"));
  expect(judged).toContain('["a",0]');
  await readTsConfig(read, filePath("/w/a0.json"));
  expect(count()).toBeLessThan(1_000);
});
