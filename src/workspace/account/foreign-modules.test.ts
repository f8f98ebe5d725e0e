// Which modules lie outside of a root for certain.

import { expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { ForeignModules } from "./foreign-modules.ts";

const root = filePath("/project");

function modulesOf(files: Readonly<Record<string, string>>): ForeignModules {
  const texts = new Map(Object.entries(files).map(([file, text]) => [joinPath(root, file), text]));
  return new ForeignModules({
    files: async () => [...texts.keys()],
    read: async (file: FilePath) => {
      const text = texts.get(file);
      return text === undefined ? undefined : new LineIndex(text);
    },
  });
}

const manifest = JSON.stringify({
  name: "shop",
  dependencies: {
    pino: "^9.0.0",
    "@scope/log": "1.x",
    local: "file:../local",
    sibling: "workspace:*",
    aliased: "^1.0.0",
  },
  devDependencies: { tool: "~2.1.0", cart: "^1.0.0", mapped: "1.0.0" },
});
const files = {
  "package.json": manifest,
  "tsconfig.json": `{ "compilerOptions": { "paths": { "mapped": ["./src/m.ts"] } } }`,
  "vite.config.ts": "export default { resolve: { alias: { aliased: './src/a.ts' } } };",
  "packages/cart/package.json": `{ "name": "cart" }`,
  "src/a.ts": "",
  "src/events.ts": "",
};

test.each([
  ["a package that is listed", "pino", true],
  ["a part of it", "pino/file", true],
  ["one with a scope", "@scope/log", true],
  ["one for development", "tool", true],
  ["a module of the platform", "node:fs", true],
  ["the same without its mark", "fs", true],
  ["the root itself", "shop", false],
  ["a package of the root", "cart", false],
  ["a directory beside it", "local", false],
  ["a package of the same workspace", "sibling", false],
  ["what no manifest lists", "unlisted", false],
  ["a file", "./pino", false],
  ["a name that a configuration gives", "mapped", false],
  ["a name that a bundler gives", "aliased", false],
  ["a name that a file of the root has too", "events", false],
  ["a name by convention", "@/pino", false],
  ["an inner name", "#pino", false],
])("%s", async (_, specifier, expected) => {
  expect(await modulesOf(files).isForeign(specifier)).toBe(expected);
});
