// Who sees a package of the root only as it was built, told from manifests, configurations and maps.

import { expect, test } from "vitest";
import { coverageTexts } from "../../../test/support/kits/coverage-kit.ts";
import type { Coverage, CoverageQuestion } from "./question.ts";
import { typescriptCoverage, typescriptMissedUses } from "./typescript.ts";

const a = [
  'packages/a/package.json={ "name": "@x/a", "types": "dist/index.d.ts" }',
  'packages/a/tsconfig.json={ "compilerOptions": { "rootDir": "src", "outDir": "dist" } }',
];
const b = ['packages/b/package.json={ "name": "@x/b" }', "packages/b/tsconfig.json={}"];
const sources = ["packages/a/src/index.ts=", "packages/a/src/deep/part.ts=", "packages/a/test/a.ts="];
const use = 'packages/b/main.ts=import { one } from "@x/a";';
const links = { "node_modules/@x/a": "packages/a", "node_modules/@x/c": "packages/c" };

/** What is not loaded, and what is missed all the same. */
async function both(question: CoverageQuestion): Promise<Coverage> {
  const { reasons, anchors } = await typescriptCoverage(question);
  return { reasons: [...reasons, ...(await typescriptMissedUses(question))], anchors };
}

async function said(
  files: readonly string[],
  asked = "packages/a/src/index.ts",
  more: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const open = files.flatMap((file) => /^[^=]*\.ts(?==)/.exec(file)?.[0] ?? []);
  return (await coverageTexts(both, { files, asked, open, links: { ...links, ...more } })).reasons;
}

const hint = "build it with declarationMap, or map it to its sources with references or paths";
const unmapped = (user: string): string =>
  `server_not_exhaustive: imports in ${user} see packages/a only as last built, without a declaration map to its sources: ${hint}`;
const nowhere = (user: string): string =>
  `server_not_exhaustive: imports in ${user} lead to packages/a through a package that is not built or not linked: ${hint}`;

/** A built file with its map. */
const built = (name: string): string[] => [
  `packages/a/dist/${name}.d.ts=export {};\n//# sourceMappingURL=${name.replace(/^.*\//, "")}.d.ts.map\n`,
  `packages/a/dist/${name}.d.ts.map=${JSON.stringify({ version: 3, sources: [`${name.replaceAll(/[^/]+/g, "..").replace(/^\.\.$/, "..")}/src/${name}.ts`] })}`,
];
const declared = "packages/a/dist/index.d.ts=export {};\n";

test("a package that is built without maps is missed by its importers, and by no other file", async () => {
  expect(await said([...a, ...b, ...sources, use, declared])).toEqual([unmapped("packages/b/main.ts")]);
  expect(await said([...a, ...b, ...sources, "packages/b/main.ts=", declared])).toEqual([]);
  expect(await said([...a, ...b, ...sources, use, declared], "packages/b/main.ts")).toEqual([]);
  expect(await said([...a, ...b, ...sources, use])).toEqual([nowhere("packages/b/main.ts")]);
});

test("what is written in a template, a string or a comment imports no package", async () => {
  const texts = [
    '`\nimport { one } from "@x/a";\n`',
    `'import "@x/a"'`,
    '1; // import "@x/a"',
    '1; /* import("@x/a") */',
  ];
  for (const text of texts) {
    expect(await said([...a, ...b, ...sources, `packages/b/main.ts=const t = ${text};`, declared])).toEqual([]);
  }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  const code = ["packages/b/main.ts=const t = `${await import('@x/a')}`;"];
  expect(await said([...a, ...b, ...sources, ...code, declared])).toEqual([unmapped("packages/b/main.ts")]);
});

test("a map has to lead to the very file, and to be no older; what is beside the sources is in no build", async () => {
  const files = [...a, ...b, ...sources, use, ...built("index")];
  expect(await said(files)).toEqual([]);
  expect(await said(files, "packages/a/test/a.ts")).toEqual([]);
  expect(await said(files, "packages/a/src/deep/part.ts")).toEqual([unmapped("packages/b/main.ts")]);
  expect(await said([...files, ...built("deep/part")], "packages/a/src/deep/part.ts")).toEqual([]);
  expect(await said([...a, ...b, ...built("index"), ...sources, use])).toEqual([
    "server_not_exhaustive: imports in packages/b/main.ts see packages/a as it was built before packages/a/src/index.ts changed: build it again",
  ]);
});

test("what declarations of another package import is seen with the same eyes", async () => {
  const c = (types: string): string[] => [
    `packages/c/package.json={ "name": "@x/c", "types": "${types}" }`,
    'packages/c/tsconfig.json={ "compilerOptions": { "paths": { "@x/a": ["../a/src/index.ts"] } } }',
    'packages/c/src/index.ts=export * from "@x/a";',
    "packages/c/dist/index.d.ts=export {};\n",
  ];
  const through = 'packages/b/main.ts=import { one } from "@x/c";';
  const all = (types: string): string[] => [...a, ...b, ...c(types), ...sources, through, declared];
  expect(await said(all("dist/index.d.ts"))).toEqual([unmapped("packages/b/main.ts")]);
  expect(await said(all("dist/none.d.ts"))).toEqual([nowhere("packages/b/main.ts")]);
});

test("neither examples in comments nor styles are imports of a package", async () => {
  const texts = ['/**\n * import { one } from "@x/a";\n */', '// from "@x/a"', 'import "@x/a/style.css";'];
  for (const text of texts) {
    expect(await said([...a, ...b, ...sources, `packages/b/main.ts=${text}`, declared])).toEqual([]);
  }
});

test("a copy that is installed is another package", async () => {
  const copy = "packages/b/node_modules/@x/a/index.d.ts=export {};";
  const files = [...a, ...b, ...sources, use, declared, copy];
  const open = ["packages/b/main.ts", "packages/a/test/a.ts", "packages/b/node_modules/@x/a/index.d.ts"];
  const { reasons } = await coverageTexts(both, { files, asked: "packages/a/src/index.ts", open, links });
  expect(reasons).toEqual([]);
});

/** Packages that each import all before them, and the first the last. */
const ring = Array.from({ length: 40 }, (_, index) => `packages/p${index}`);
const ringed = ring.flatMap((directory, index) => {
  const imported =
    index === 0 ? ["@x/a", `@x/p${ring.length - 1}`] : ring.slice(0, index).map((one) => `@x/${one.slice(9)}`);
  return [
    `${directory}/package.json={ "name": "@x/${directory.slice(9)}", "types": "dist/index.d.ts" }`,
    `${directory}/tsconfig.json={}`,
    `${directory}/src/index.ts=${imported.map((name) => `export * from "${name}";`).join("\n")}`,
  ];
});

test("many packages that import each other are each looked at once", async () => {
  const linked = Object.fromEntries(ring.map((directory) => [`node_modules/@x/${directory.slice(9)}`, directory]));
  const files = [...a, ...b, ...sources, ...ringed, 'packages/b/main.ts=import "@x/p39";', declared];
  const built = ring.map((directory) => `${directory}/dist/index.d.ts=export {};\n`);
  const few = (from: number, more: number): string =>
    `${[0, 1, 2].map((index) => `packages/p${from + index}/src/index.ts`).join(", ")} and ${more} more`;
  expect(await said([...files, ...built], undefined, linked)).toEqual([unmapped(few(0, 38))]);
  expect(await said(files, undefined, linked)).toEqual([unmapped("packages/p0/src/index.ts"), nowhere(few(1, 37))]);
});

test("a map of a bundle tells nothing of files that it does not name", async () => {
  const bundle = (sourceNames: readonly string[]): string[] => [
    "packages/a/dist/index.d.ts=export {};\n//# sourceMappingURL=index.d.ts.map\n",
    `packages/a/dist/index.d.ts.map=${JSON.stringify({ version: 3, sources: sourceNames })}`,
  ];
  const more = ["packages/a/src/one.ts=", "packages/a/lib/two.ts="];
  const seen = (sourceNames: readonly string[], asked: string): Promise<readonly string[]> =>
    said([...a, ...b, ...sources, ...more, use, ...bundle(sourceNames)], asked);
  const missed = [unmapped("packages/b/main.ts")];
  expect(await seen(["../src/one.ts", "../src/index.ts"], "packages/a/src/one.ts")).toEqual(missed);
  expect(await seen(["../src/one.ts", "../src/index.ts"], "packages/a/src/index.ts")).toEqual([]);
  expect(await seen(["../src/index.ts", "../lib/two.ts"], "packages/a/lib/two.ts")).toEqual(missed);
  expect(await seen(["bundler://a/src/index.ts"], "packages/a/src/one.ts")).toEqual(missed);
});

test.each(["100%.map", "%00", "nothing.map"])("a map that is said to be at %s leads nowhere", async (url) => {
  const odd = `packages/a/dist/index.d.ts=export {};\n//# sourceMappingURL=${url}\n`;
  expect(await said([...a, ...b, ...sources, use, odd])).toEqual([unmapped("packages/b/main.ts")]);
});

test("texts that are no paths lead nowhere", async () => {
  const odd = JSON.stringify({ name: "@x/a", types: "\0" });
  const files = [`packages/a/package.json=${odd}`, ...a.slice(1), ...b, ...sources];
  expect(await said([...files, use])).toEqual([nowhere("packages/b/main.ts")]);
  const map = JSON.stringify({ version: 3, sources: ["\0"] });
  const mapped = [...built("index").slice(0, 1), `packages/a/dist/index.d.ts.map=${map}`];
  expect(await said([...a, ...b, ...sources, use, ...mapped])).toEqual([unmapped("packages/b/main.ts")]);
});

const aliasing = (name: string, target: string): string[] => [
  'packages/b/package.json={ "name": "@x/b" }',
  `packages/b/tsconfig.json={ "compilerOptions": { "paths": { "${name}": ["${target}"] } } }`,
];

test("who imports what is built by its path, or by a name of his own, misses it too", async () => {
  const missed = [unmapped("packages/b/main.ts")];
  const by = (module: string): string => `packages/b/main.ts=import { one } from "${module}";`;
  const files = [...a, ...sources, declared];
  expect(await said([...files, ...b, by("../a/dist/index.js")])).toEqual(missed);
  expect(await said([...files, ...b, by("../a")])).toEqual(missed);
  expect(await said([...files, ...b, by("../a/dist/none.js")])).toEqual([nowhere("packages/b/main.ts")]);
  expect(await said([...files, ...b, by("../a/src/index.js")])).toEqual([]);
  expect(await said([...files, ...b, by("../a/package.json")])).toEqual([]);
  expect(await said([...files, ...aliasing("@lib/a", "../a/dist/index.d.ts"), by("@lib/a")])).toEqual(missed);
  expect(await said([...files, ...aliasing("@lib/*", "../*"), by("@lib/a")])).toEqual(missed);
  expect(await said([...files, ...aliasing("@lib/*", "../*/src"), by("@lib/a")])).toEqual([]);
  expect(await said([...files, ...aliasing("@lib/a", "../a/dist/index.d.ts"), by("elsewhere")])).toEqual([]);
});

test("a name that a configuration gives to one module is not given to those below it", async () => {
  const files = [...a, ...sources, declared, "packages/a/part.d.ts=export {};\n"];
  const module = 'packages/b/main.ts=import { one } from "@x/a/part";';
  expect(await said([...files, ...aliasing("@x/a", "../a/src/index.ts"), module])).toEqual([
    unmapped("packages/b/main.ts"),
  ]);
});

test("a relative import inside of a package that is built leads on", async () => {
  const c = [
    'packages/c/package.json={ "name": "@x/c", "types": "dist/index.d.ts" }',
    "packages/c/tsconfig.json={}",
    'packages/c/src/index.ts=export * from "../../a/dist/index.js";',
    "packages/c/dist/index.d.ts=export {};\n",
  ];
  const through = 'packages/b/main.ts=import { one } from "@x/c";';
  expect(await said([...a, ...b, ...c, ...sources, through, declared])).toEqual([
    unmapped("packages/c/src/index.ts, packages/b/main.ts"),
  ]);
});
