// The package as the compiler of another project sees it: nothing but what is packed, and the packages that it depends on.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackInto } from "../support/packed.ts";

const folder = mkdtempSync(join(tmpdir(), "sightline-consumer-"));
const tsc = resolve("node_modules/typescript/bin/tsc");

beforeAll(() => {
  unpackInto(join(folder, "node_modules", "sightline"));
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a strict compiler says, which checks the declarations of the package as well and knows no library but the language's. */
function compile(code: string): string {
  const options = { target: "es2022", lib: ["es2022"], module: "nodenext", strict: true, noEmit: true, types: [] };
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  // The one thing beyond the language that zod's declarations name.
  writeFileSync(join(folder, "use.ts"), `${code}declare global { interface URL { readonly href: string } }\n`);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...options, skipLibCheck: false }, files: ["use.ts"] }),
  );
  const ran = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder, encoding: "utf8" });
  return ran.stdout + ran.stderr;
}

const use = `
import { lspTools, openWorkspace, Refusal } from "sightline";
import type { LspTool, OpenedWorkspace, Operations } from "sightline";
import { openSession, parseFixture } from "sightline/testing";
import { defineServer, Session } from "sightline/lsp";
import type { SessionOptions, WireRange } from "sightline/lsp";

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<T extends true>(): T | void {}

const workspace = await openWorkspace(".");
holds<Is<typeof workspace, OpenedWorkspace>>();
// @ts-expect-error: it is no any
workspace.noSuchMethod();
// @ts-expect-error: nor are the parts of the kit
openSession.noSuchThing, parseFixture.noSuchThing;

const one = await workspace.findReferences({ file_path: "a.ts", symbol_path: "b" });
const file: string = one.value[0]!.file;
// @ts-expect-error: a place has no such thing
one.value[0]!.colour;
// @ts-expect-error: a misspelt name
await workspace.findReferences({ file_path: "a.ts", symbl_path: "b" });
// @ts-expect-error: a misspelt name beside targets
await workspace.findReferences({ targets: ["a.ts#b"], wait: 1 });
// @ts-expect-error: a misspelt name where there are no targets
await workspace.findSymbol({ query: "a", limits: 1 });
// @ts-expect-error: a method answers in data
await workspace.findReferences({ symbol_path: "b", format: "text" });

declare const options: SessionOptions;
const session = new Session(options);
holds<Is<typeof session, ReturnType<typeof openSession>["session"]>>();
// @ts-expect-error: a server has a name
defineServer({});
const range: WireRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const fixed: readonly string[] = ["a.ts#b"];
const many = await workspace.findReferences({ targets: fixed });
const target: string = many.value[0]!.target;
const inner: string | undefined = many.value[0]!.result?.[0]?.file;

const perhaps = [true, false][0]! ? ["a.ts#b"] : undefined;
const either = await workspace.findReferences({ ...(perhaps === undefined ? { symbol_path: "b" } : {}), targets: perhaps });
// @ts-expect-error: it may be either
const sure: readonly { readonly file: string }[] = either.value;
holds<Is<typeof either.value, typeof one.value | typeof many.value>>();
const input: Parameters<Operations["findReferences"]>[0] = { targets: ["a.ts#b"] };
holds<Is<Awaited<ReturnType<typeof workspace.findReferences>>["value"], typeof either.value>>();
await workspace.findReferences(input);

const text: string = await workspace.text("find_references", { symbol_path: "b" });
// @ts-expect-error: not what it takes
await workspace.text("find_references", { anything: 1 });
// @ts-expect-error: no such operation
await workspace.text("find_nothing", {});

const tools: LspTool[] = [...workspace.tools(), ...workspace.lspTools({}), ...lspTools(workspace.engine, {}, { door: "library", allowed: ["read"] })];
const end: Promise<void> = workspace[Symbol.asyncDispose]();
export { end, file, inner, range, Refusal, sure, target, text, tools };
`;

test("types are there without any package that is not installed along, and say what is wrong and what comes back", () => {
  expect(compile(use)).toBe("");
});

test("such a compiler does complain", () => {
  expect(compile('import { openWorkspace } from "sightline";\nconst n: number = await openWorkspace(".");\n')).toMatch(
    /^use\.ts\(2,7\): error TS2322/,
  );
});
