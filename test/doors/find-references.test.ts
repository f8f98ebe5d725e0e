// find_references through every door: the same fixture, the same facts, the same standing.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mark } from "../../src/testing/fixture.ts";
import { project } from "../support/project.ts";
import type { Project } from "../support/project.ts";
import type { Agent } from "../support/sightline.ts";
import { callTool, connect, eras, sightline } from "../support/sightline.ts";

const cart = `
-- tsconfig.json --
{}
-- src/cart.ts --
export function «decl|to«^»tal»(items: number[]) {
  return items.length;
}
const emoji = "👩‍👩‍👧 é"; export const twice = 2 * «ref|total»([1]);
-- src/view.ts --
import { «import|total» as «import|sum» } from "./cart";
// total in a comment is no reference, nor is "total" in a string
export const shown = «ref|sum»([1, 2]) + "total".length;
-- src/index.ts --
import { «import|total» } from "./cart";
export { «import|total» } from "./cart";
export const none = «ref|total»([]);
`;

function place({ fixture }: Project): { file: string; line: number; column: number } {
  const { file, span } = fixture.cursor;
  return { file, ...span.start };
}

/** Every import and every export is a use, under another name too; only the declaration is none. */
function expected(marks: readonly Mark[], root: string): unknown[] {
  return marks
    .map(({ file, span }) => ({
      file: `${root}/${file}`,
      line: span.start.line,
      column: span.start.column,
      end_line: span.end.line,
      end_column: span.end.column,
    }))
    .sort(byPlace);
}

function byPlace(a: { file: string; line: number }, b: { file: string; line: number }): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
}

function referenceMarks({ fixture }: Project): Mark[] {
  fixture.marks("decl");
  return [...fixture.marks("ref"), ...fixture.marks("import")];
}

describe("command line", () => {
  test("prints the uses grouped by file, exactly, and leaves nothing running", async () => {
    using made = project(cart);
    const { file, line, column } = place(made);
    const ran = await sightline(made, ["references", `${file}:${line}:${column}`, "--no-include-source"]);
    expect(ran.err).toContain("starting ");
    expect(ran.out).toMatchInlineSnapshot(`
      "7 references in 3 files to src/cart.ts:1:19  export function total(items: number[]) {
      src/cart.ts: 4
      src/index.ts: 1 2 3
      src/view.ts: 1 3
      "
    `);
    expect(ran.code).toBe(0);
  });

  test("--json wraps the facts and their standing", async () => {
    using made = project(cart);
    const { file, line, column } = place(made);
    const ran = await sightline(made, ["references", `${file}:${line}:${column}`, "--json"]);
    const answer = JSON.parse(ran.out);
    expect(answer).toMatchObject({
      ok: true,
      standing: { state: "complete", reasons: [], evidence: [{ server: "typescript-native" }] },
    });
    expect(answer.result.sort(byPlace)).toEqual(expected(referenceMarks(made), made.root));
  });

  test.each([
    ["a line that is not there", ["references", "src/cart.ts:99:1"], 2, "The file has"],
    ["line 0", ["references", "src/cart.ts:0:1"], 2, "line must be >= 1"],
    ["column 0", ["references", "src/cart.ts:1:0"], 2, "column must be >= 1"],
    ["a file outside the root", ["references", "../../etc/passwd:1:1", "--root", "."], 5, "path traversal not allowed"],
    ["a missing file", ["references", "src/none.ts:1:1"], 2, "file not found"],
    ["a file that no server handles", ["references", "notes.xyz:1:1"], 3, "No language server is known for notes.xyz"],
    ["an unknown command", ["frobnicate"], 2, "There is no command"],
    ["an unknown option", ["--frobnicate"], 2, "--frobnicate"],
    [
      "an unknown profile",
      ["references", "src/cart.ts:1:1", "--profile", "x"],
      2,
      "--profile must be standard, synwire",
    ],
  ])("%s is refused with what, why and what next", async (_, args, code, words) => {
    using made = project(`${cart}-- notes.xyz --\nplain\n`);
    const ran = await sightline(made, args);
    expect({ code: ran.code, out: ran.out }).toEqual({ code, out: "" });
    expect(ran.err).toContain(words);
  });

  test("--help and --version cost no engine", async () => {
    using made = project(cart);
    const help = await sightline(made, ["--help"]);
    expect(help.code).toBe(0);
    expect(help.out).toContain("references src/cart.ts:12:8");
    // In a checkout; test/doors/installed-package.test.ts sees the other case.
    expect((await sightline(made, ["--version"])).out).toBe("dev\n");
  });
});

describe.each(eras)("MCP over stdio, %s era", (era) => {
  test("one long-lived process answers many calls from one warm server [AGL-009]", async () => {
    using made = project(cart);
    await using agent = await connect(made, era);
    const { file, line, column } = place(made);
    const first = await callTool(agent, "find_references", { file_path: file, line, column });
    const second = await callTool(agent, "find_references", { file_path: file, line, column });
    expect(first).toEqual(second);
    expect(first.standing).toMatchObject({ state: "complete", reasons: [] });
    expect(first.texts[0]).toMatchInlineSnapshot(`
      "7 references in 3 files to src/cart.ts:1:19  export function total(items: number[]) {
      src/cart.ts
        4:54  const emoji = "👩\\u{200d}👩\\u{200d}👧 é"; export const twice = 2 * total([1]);
      src/index.ts
        1:10  import { total } from "./cart";
        2:10  export { total } from "./cart";
        3:21  export const none = total([]);
      src/view.ts
        1:10  import { total as sum } from "./cart";
        1:19  import { total as sum } from "./cart";
        3:22  export const shown = sum([1, 2]) + "total".length;"
    `);
  });

  test("json form carries the contract's keys, every reference once [AGL-094 BRG-35]", async () => {
    using made = project(cart);
    await using agent = await connect(made, era, ["mcp", "--format", "json"]);
    const { file, line, column } = place(made);
    const answer = await callTool(agent, "find_references", { file_path: file, line, column });
    expect(answer.texts).toHaveLength(1);
    expect(JSON.parse(answer.texts[0] ?? "").sort(byPlace)).toEqual(expected(referenceMarks(made), made.root));
  });

  test("an empty answer says how it stands, in words and in _meta", async () => {
    using made = project(`-- tsconfig.json --\n{}\n-- a.ts --\nconst lo«^»nely = 1;\n`);
    await using agent = await connect(made, era);
    const { file, line, column } = place(made);
    const answer = await callTool(agent, "find_references", { file_path: file, line, column });
    expect(answer.texts[0]).toMatch(/^Standing: complete\n0 references to a\.ts:1:9 {2}const lonely = 1;$/);
    expect(answer.isError).toBe(false);
  });

  test("a change behind our back is in the next answer [AGL-248]", async () => {
    using made = project(cart);
    await using agent = await connect(made, era);
    const { file, line, column } = place(made);
    const ask = async (): Promise<string> =>
      (await callTool(agent, "find_references", { file_path: file, line, column })).texts.join("\n");
    expect(await ask()).toMatch(/^7 references in 3 files/);
    made.write("src/new/more.ts", 'import { total } from "../cart";\nexport const more = total([]);\n');
    expect(await ask()).toMatch(/^9 references in 4 files/);
  });
});

// What is refused changes nothing, so that one process is asked all of it.
describe.each(eras)("refused over MCP, %s era", (era) => {
  let made: Project;
  let agent: Agent;
  beforeAll(async () => {
    made = project(cart);
    agent = await connect(made, era);
  });
  afterAll(async () => {
    await agent[Symbol.asyncDispose]();
    made[Symbol.dispose]();
  });

  test.each([
    ["a wrong type", { file_path: 7 }, "file_path"],
    ["a missing place", { file_path: "src/cart.ts" }, "No target is given."],
    ["line 0", { file_path: "src/cart.ts", line: 0, column: 1 }, "line must be >= 1"],
    ["column 0", { file_path: "src/cart.ts", line: 1, column: 0 }, "column must be >= 1"],
    [
      "a pattern that is not there",
      { file_path: "src/cart.ts", position_pattern: "no@@where" },
      "position_pattern was not found.",
    ],
    [
      "an ambiguous pattern",
      { file_path: "src/cart.ts", position_pattern: "@@items" },
      "position_pattern matches 2 places.",
    ],
    ["a path outside", { file_path: "/etc/passwd", line: 1, column: 1 }, "path traversal not allowed"],
  ])("%s is a tool error the agent can read [AGL-199]", async (_, input, words) => {
    const answer = await callTool(agent, "find_references", input);
    expect(answer.isError).toBe(true);
    expect(answer.texts[0]).toContain(words);
    expect(answer.refusal?.retryable).toBe(false);
  });
});
