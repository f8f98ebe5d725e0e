// A script end to end in memory: it asks through the engine, its answer stands as badly as the worst it used, and it says where it failed.

import { describe, expect, test } from "vitest";
import type { Caller } from "../../policy/effects.ts";
import type { RanScript } from "../../../test/support/kits/script-kit.ts";
import { ScriptKit } from "../../../test/support/kits/script-kit.ts";

async function run(
  code: string,
  input: { readonly allowed?: Caller["allowed"]; readonly max_tokens?: number } = {},
): Promise<RanScript> {
  await using kit = new ScriptKit();
  return await kit.run(code, input);
}

test("a script asks through the engine, and only what it returns is the answer", async () => {
  const { text, asked, outcome } = await run(`
    const unused = [];
    for (const one of await sl.symbols("*.toy")) if ((await sl.references(one)).length === 0) unused.push(one.path);
    return unused;`);
  expect(text).toMatchInlineSnapshot(`
    "5 answers complete
    1 item:
    pear"
  `);
  expect(asked).toEqual(["list_files", "list_symbols", "list_symbols", "find_references", "find_references", "script"]);
  expect(outcome).toMatchObject({ standing: { state: "complete" } });
});

describe("values", () => {
  test.each([
    [
      "a place names its file from the root on",
      "return (await sl.references('a.toy#apple'))[1]",
      /"file":"b.toy","line":1,"column":5/,
    ],
    ["an answer carries its standing", "return (await sl.references('apple')).standing.state", /complete$/],
    ["the library's name of a method", "return (await sl.findReferences({ symbol_path: 'apple' })).length", /2$/],
    ["a symbol that was found", "return (await sl.references((await sl.find('pear'))[0])).length", /0$/],
    [
      "files, and a text of one",
      "return [await sl.files(), await sl.text('b.toy', { from: 2, to: 2 })]",
      /\["a.toy","b.toy"\]\ndef pear$/,
    ],
    [
      "like records are a table",
      "return (await sl.symbols('*.toy')).map(({ name, line }) => ({ name, line }))",
      /2 rows: name\tline\napple\t1\npear\t2$/,
    ],
    ["a map and a set are shown", "return [new Map([['a', new Set([1])]])]", /\{"a":\[1\]\}$/],
    ["lines of a text up to its end", "return await sl.text('a.toy', { from: 1 })", /\| def apple\n\| use apple/],
    ["a text that reads like a line of ours", "return 'Standing: complete'", /\n"Standing: complete"$/],
    ["what it prints", "console.log('seen', { a: 1 }); return 1", /\| seen \{"a":1\}\n1$/],
    ["lines that it prints", "console.log('one\\ntwo')", /\| one\n\| two\n/],
    ["nothing is returned", "await sl.files();", /It returned nothing\.$/],
    ["help in short", "return (await sl.help()).includes('references(target: Target, options?)')", /true$/],
    ["a draft that is named", "return (await sl.help()).includes('draftEnd(options)')", /true$/],
    ["help about one", "return await sl.help('references')", /Promise<Place\[\]>[\s\S]*include_declaration\?: boolean/],
  ])("%s", async (_, code, shape) => {
    expect((await run(code)).text).toMatch(shape);
  });

  test("what it returns is cut to the budget of the call, and says so", async () => {
    const { text } = await run("return Array.from({ length: 5000 }, (_, n) => 'item ' + n)", { max_tokens: 100 });
    expect(text).toMatch(/more left out: too many\)$/);
    expect(text.length).toBeLessThan(500);
  });
});

test.each([
  ["'c.*'", /\{"file":"c.toy","line":1,"column":5,.*"severity":"error"\}/],
  ["['a.toy']", /^1 answer complete\n\[\]$/],
  ["", /^1 answer complete\n1 item:\n\{"file":"c.toy"/],
  ["'none/*'", /^1 answer complete\n\[\]$/],
  ["'c.toy', { severity: 'fatal' }", /bad_input: .*severity: it must be one of/],
  ["'c.toy', { since: 'x' }", /there is no argument .*since/],
])("problems of files are one list: sl.diagnostics(%s)", async (given, shape) => {
  await using kit = new ScriptKit({ fixture: "-- a.toy --\ndef apple\n-- c.toy --\nuse gone\n" });
  expect((await kit.run(`return await sl.diagnostics(${given})`)).text).toMatch(shape);
});

test("records with more columns than the budget holds are no table", async () => {
  const wide = "Object.fromEntries(Array.from({ length: 5000 }, (_, n) => ['key' + n, 1]))";
  const { text } = await run(`return [${wide}, ${wide}]`, { max_tokens: 100 });
  expect(text).toBe("0 answers complete\n2 items:\n(2 more left out: too many)");
});

describe("standing", () => {
  test("what it asked and did not wait for leaves the answer partial", async () => {
    const { outcome } = await run(`
      const unused = [];
      (await sl.symbols("*.toy")).forEach(async (one) => {
        if ((await sl.references(one)).length === 0) unused.push(one.path);
      });
      return unused;`);
    expect(outcome).toMatchObject({
      standing: {
        state: "partial",
        reasons: [{ code: "target_refused", detail: expect.stringContaining("without waiting") }],
      },
    });
  });

  test("a refusal that the script caught leaves the answer partial", async () => {
    const { outcome, text } = await run(`
      let code;
      try { await sl.references("a.toy#missing"); } catch (error) { code = error.code; }
      return [code, (await sl.references("a.toy#apple")).length];`);
    expect(text).toContain("1 of 2 answers complete");
    expect(outcome).toMatchObject({
      standing: {
        state: "partial",
        reasons: [{ code: "target_refused", detail: "1 of 2 questions got no answer (no_symbol 1)" }],
      },
    });
  });
});

describe("refusals", () => {
  test.each([
    ["an error says its line and column", "const x = 1;\n  y.z;", /failed at line 2, column 3: ReferenceError/],
    ["so does a fault of syntax", "const x = 1;\n  a b;", /failed at line 2, column 5: SyntaxError/],
    [
      "and a refusal that is not caught",
      "\nawait sl.references('a.toy#missing');",
      /failed at line 2, column 20: no_symbol: There is no symbol missing/,
    ],
    ["a method that there is not", "await sl.refernces('apple')", /sl has no method.*Is sl\.references/],
    [
      "an operation that writes",
      "await sl.rename('apple', { new_name: 'x' })",
      /rename_symbol cannot be asked by a script/,
    ],
    [
      "committing a draft",
      "await sl.draftCommit({ session_id: 'x', apply: true })",
      /commit_session cannot be asked by a script/,
    ],
    ["a script inside of a script", "await sl.script('1')", /sl has no method/],
    ["waiting for what never comes", "await new Promise(() => {})", /waits for something that never comes/],
    ["a cycle", "const a = {}; a.a = a; return a", /circular reference/],
    ["an unknown argument of a list", "await sl.symbols('*.toy', { kind: 'Function' })", /there is no argument .*kind/],
    ["an unknown kind", "await sl.symbols('*.toy', { kinds: ['Functoin'] })", /There is no kind .*Functoin/],
    ["options that are none", "await sl.text('a.toy', 2)", /The options of sl.text are an object/],
    [
      "a question that says nothing",
      "Object.prototype.toJSON = () => undefined; await sl.files()",
      /"script_failed".*an error without a message/,
    ],
    [
      "an error that says nothing",
      "Object.prototype.toJSON = () => undefined; throw new Error('x')",
      /"script_failed".*an error without a message/,
    ],
    [
      "a refusal that was made a circle",
      "try { await sl.references('none') } catch (e) { e.code = e; throw e }",
      /cannot be read/,
    ],
    ["an unknown argument", "await sl.references('apple', { depth: 1 })", /there is no argument .*depth/],
  ])("%s", async (_, code, shape) => {
    const { outcome, text } = await run(code);
    expect(outcome.ok).toBe(false);
    expect(text).toMatch(shape);
  });

  test("what the caller may not do, its script may not either", async () => {
    const { text } = await run("await sl.draft({ workspace_root: '.', language: 'toy' })", { allowed: ["read"] });
    expect(text).toContain("policy_denied");
  });
});

test("many questions at once are asked a few at a time, and all are answered", async () => {
  const { text } = await run(
    "return (await Promise.all(Array.from({ length: 50 }, () => sl.references('a.toy#apple')))).length",
  );
  expect(text).toMatch(/^50 answers complete\n50$/);
});
