// Nothing that we ship unpacks an archive, so there is none that could write outside of its place.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Archives are unpacked by a module of Node, by a package, or by a program. */
const unpacking = [
  /from "(?:node:)?zlib"|import\("(?:node:)?zlib"\)|DecompressionStream/,
  /from "[^"]*(?:\btar\b|\bunzip|\byauzl|jszip|adm-zip|fflate|decompress|gunzip|extract-zip)[^"]*"/,
  /["'`](?:unzip|gunzip|bsdtar|7z|cpio|unrar|xz)["'`]/,
];

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => ({ name: name.replaceAll("\\", "/"), text: readFileSync(join(root, "src", name), "utf8") }));

test("no source unpacks an archive, by a module, a package or a program [S13]", () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.filter(({ text }) => unpacking.some((sign) => sign.test(text)));
  expect(found.map(({ name }) => name)).toEqual([]);
});

test("the one program that could is asked to look only: it packs into nothing [S13]", () => {
  const users = sources.filter(({ text }) => /["'`]tar["'`]/.test(text));
  expect(users.map(({ name }) => name)).toEqual(["host/adornments.ts"]);
  const text = users[0]?.text ?? "";
  expect(text).toMatch(/const listing = \[\s*\.\.\.\["--create", "--file=\/dev\/null"/);
  expect(text).not.toMatch(/--extract|--get\b|"-?x[a-zA-Z]*f"|"-x/);
});

test("no package that we depend on is one for archives [S13]", () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: object;
    optionalDependencies: object;
  };
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  expect(names.filter((name) => unpacking[1]?.test(`from "${name}"`) === true)).toEqual([]);
});
