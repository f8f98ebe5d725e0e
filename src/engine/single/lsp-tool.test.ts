// The single tool on the toy server: what it asks for, what it says, and how long it waits.

import { describe, expect, test } from "vitest";
import { profileNames, profiles } from "../../config/profiles.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { Emitter } from "../../std/emitter.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Engine } from "../engine.ts";
import { defaultTimeoutMs } from "../limits.ts";
import { LocalEngine } from "../local-engine.ts";
import { definitionLabels } from "./definition-labels.ts";
import { lspDescription, lspSchema } from "./description.ts";
import { lspFailure } from "./failure.ts";
import { kindsServed, lspKinds } from "./kinds.ts";
import type { LspOutcome } from "./lsp-tool.ts";
import { askLsp } from "./lsp-tool.ts";

const fixture = "-- a.toy --\ndef «def|ap«^»ple»\n  def «child|seed»\nuse «ref|apple» and «ref|apple»\n";
const caller = { door: "library", allowed: ["read"] } as const;

interface Opened extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly engine: Engine;
  readonly ask: (input: unknown) => Promise<LspOutcome>;
}

function open(choices: Partial<WorkspaceChoices> = {}): Opened {
  const kit = openToyWorkspace({ fixture, settings: profiles.nexo, ...choices });
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    async () => {},
    () => () => {},
  );
  return {
    kit,
    engine,
    ask: (input) => kit.clock.until(askLsp(engine, input, { caller })),
    [Symbol.asyncDispose]: () => kit[Symbol.asyncDispose](),
  };
}

function place({ fixture: { cursor } }: ToyWorkspace): object {
  return { file: cursor.file, line: cursor.span.start.line, character: cursor.span.start.column };
}

function rowOf({ fixture: marked }: ToyWorkspace, name: string): string[] {
  return marked.marks(name).map(({ file, span: { start } }) => `${file}:${start.line}:${start.column}`);
}

describe("each kind", () => {
  test("answers in lines, from the operation of the table that knows it [NEX-06 NEX-08]", async () => {
    await using opened = open();
    const { kit, ask } = opened;
    const [defined = ""] = rowOf(kit, "def");
    const [child = ""] = rowOf(kit, "child");
    const texts: string[] = [];
    for (const input of [
      { kind: "go_to_def", ...place(kit) },
      { kind: "references", ...place(kit) },
      { kind: "workspace_symbol", query: "appl" },
      { kind: "workspace_symbol", query: "" },
    ]) {
      const outcome = await ask(input);
      texts.push(outcome.ok ? outcome.text : outcome.refusal.what);
    }
    expect(texts).toEqual([
      `Definition: ${defined} (function apple)`,
      rowOf(kit, "ref").join("\n"),
      expect.stringContaining(`${defined} (function apple)`),
      expect.stringContaining(child),
    ]);
    expect(await ask({ kind: "hover", ...place(kit) })).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^\| .*apple/),
      standing: { state: "complete" },
    });
    const asked = kit.toy.server.methods;
    expect(asked).toEqual(
      expect.arrayContaining(["textDocument/definition", "textDocument/hover", "workspace/symbol"]),
    );
  });

  test("counts from 1 and the wire from 0, also behind text of more than one unit [NEX-07]", async () => {
    await using opened = open({ fixture: '-- a.toy --\ndef apple\n"👩‍👧 é" use ap«^»ple\n' });
    const { kit, ask } = opened;
    const sent: unknown[] = [];
    await ask({ kind: "hover", ...place(kit) });
    for (const { method, params } of kit.toy.server.received) if (method === "textDocument/hover") sent.push(params);
    const { line, column } = kit.fixture.cursor.span.start;
    expect(sent).toMatchObject([{ position: { line: line - 1, character: column - 1 } }]);
    expect(lspDescription(lspKinds)).toContain("line and character are 1-based");
  });
});

describe("diagnostics", () => {
  test("are the snapshot that the server pushed last", async () => {
    await using opened = open({ fixture: "-- a.toy --\nuse pear\n" });
    const { kit, ask } = opened;
    const first = await ask({ kind: "diagnostics", file: "a.toy" });
    expect(first).toMatchObject({
      ok: true,
      snapshot: "received",
      text: expect.stringMatching(/^a\.toy:1:5 error .*pear/),
    });
    kit.host.files.write(kit.path("a.toy"), "def pear\nuse pear\n");
    const second = await ask({ kind: "diagnostics", file: "a.toy" });
    expect(second).toMatchObject({ ok: true, snapshot: "received", text: "(no diagnostics)\nStanding: complete" });
    expect(kit.toy.server.methods).not.toContain("textDocument/diagnostic");
  });

  test.each(profileNames)("of a file just opened are waited for two seconds at most, %s [NEX-11]", async (profile) => {
    await using opened = open({ dials: { publishesOn: "demand" }, settings: profiles[profile] });
    const { kit, ask } = opened;
    await ask({ kind: "hover", ...place(kit) });
    const began = kit.clock.now();
    const outcome = await ask({ kind: "diagnostics", file: "a.toy" });
    if (!outcome.ok) throw new Error(outcome.refusal.what);
    const waited = kit.clock.now() - began;
    expect([waited >= 2_000, waited < 2_500]).toEqual([true, true]);
    const [first, second, third] = outcome.text.split("\n");
    expect(first).toBe("(no diagnostics)");
    expect(second).toBe("The server reported nothing in time, so the file is not known to be clean.");
    expect(third).toMatch(/^Standing: unavailable — the server pu/);
    expect(outcome).toMatchObject({ snapshot: "none", standing: { state: "unavailable" } });
  });
});

describe("what an answer says of itself", () => {
  test("an empty one has its own words, and its standing below", async () => {
    await using opened = open({ fixture: "-- a.toy --\ndef ap«^»ple\n" });
    const { kit, ask } = opened;
    expect(await ask({ kind: "references", ...place(kit) })).toMatchObject({
      text: "(no references)\nStanding: complete",
    });
    expect(await ask({ kind: "workspace_symbol", query: "zebra" })).toMatchObject({
      text: expect.stringMatching(/^\(no symbols\)\nStanding: /),
    });
  });

  test("one that is not complete says so first", async () => {
    const readiness = { kind: "progress", graceMs: 60_000, quietMs: 0, capMs: 60_000 } as const;
    await using opened = open({ dials: { slowIndex: true }, entry: { readiness } });
    const { kit, ask } = opened;
    expect(await ask({ kind: "go_to_def", ...place(kit) })).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^Standing: partial — Toy is not ready: .*\nDefinition: a\.toy:/),
      standing: { state: "partial" },
    });
  });
});

test("too many symbols end in how many there are more [NEX-28]", async () => {
  const many = Array.from({ length: 4_000 }, (_, at) => `def ${"apple".repeat(8)}${at}\n`).join("");
  await using opened = open({ fixture: `-- a.toy --\n${many}` });
  const outcome = await opened.ask({ kind: "workspace_symbol", query: "" });
  if (!outcome.ok) throw new Error(outcome.refusal.what);
  const lines = outcome.text.split("\n").filter((line) => !line.startsWith("Standing: "));
  expect(new TextEncoder().encode(outcome.text).length).toBeLessThanOrEqual(100_000);
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.slice(0, -1).every((line) => /^a\.toy:\d+:5 \(function (?:apple){8}\d+\)$/.test(line))).toBe(true);
  expect(lines.at(-1)).toBe(`+${4_000 - (lines.length - 1)} more results`);
});

describe("arguments that are wrong", () => {
  test.each<[string, unknown, RegExp]>([
    ["none", undefined, /not an object/],
    ["a list", [1], /not an object/],
    ["no kind", {}, /kind is missing/],
    ["an unknown kind", { kind: "rename" }, /kind is "rename".*go_to_def \(file, line, character\)/],
    ["no place", { kind: "hover", file: "a.toy" }, /line is missing; character is missing/],
    ["counted from 0", { kind: "hover", file: "a.toy", line: 0, character: 1 }, /line is 0, but must be at least 1/],
    [
      "a line that is none",
      { kind: "hover", file: "a.toy", line: "1", character: 1.5 },
      /line is "1".*character is 1\.5/,
    ],
    ["no query", { kind: "workspace_symbol" }, /query is missing; an empty one asks for all/],
    ["half a character", { kind: "workspace_symbol", query: "\ud800" }, /query holds half a character/],
    ["no file", { kind: "diagnostics", file: "" }, /file is empty/],
    ["an unknown name", { kind: "diagnostics", file: "a.toy", column: 1 }, /there is no "column"/],
    ["a prototype", JSON.parse('{"kind":"diagnostics","file":"a.toy","__proto__":{}}'), /__proto__/],
  ])("%s: a value of the kind Wire, and nothing is sent [NEX-29]", async (_, input, says) => {
    await using opened = open();
    const outcome = await opened.ask(input);
    if (outcome.ok) throw new Error("it was answered");
    expect(lspFailure(outcome.refusal)).toEqual({ ok: false, error: expect.stringMatching(says), kind: "Wire" });
    expect(opened.kit.toy.incarnations).toEqual([]);
  });
});

test("advice about what this tool does not have is left out, other advice is not", () => {
  const refusal = { code: "no_symbol", what: "No such thing", why: "It is gone." } as const;
  expect(lspFailure({ ...refusal, next: "Use position_pattern." }).error).toBe("No such thing. It is gone.");
  expect(lspFailure({ ...refusal, next: "Ask find_symbol." }).error).toBe("No such thing. It is gone.");
  expect(lspFailure({ ...refusal, next: "Install it: npm i toy" }).error).toBe(
    "No such thing. It is gone. Install it: npm i toy",
  );
});

test("what a defect throws is a value as well [NEX-29]", async () => {
  const broken = { invoke: () => Promise.reject(new TypeError("boom")) } as unknown as Engine;
  const outcome = await askLsp(broken, { kind: "workspace_symbol", query: "" }, { caller });
  if (outcome.ok) throw new Error("it was answered");
  expect(lspFailure(outcome.refusal)).toMatchObject({
    ok: false,
    error: expect.stringContaining("boom"),
    kind: "Wire",
  });
});

test("only kinds that a running server can serve are shown, and all before any runs [NEX-40]", async () => {
  const lacks = ["textDocument/hover", "workspace/symbol"];
  await using opened = open({ dials: { lacks } });
  const { kit, engine, ask } = opened;
  expect(kindsServed(await engine.status())).toEqual(lspKinds);
  await ask({ kind: "references", ...place(kit) });
  const kinds = kindsServed(await engine.status());
  expect(kinds).toEqual(["go_to_def", "references", "diagnostics"]);
  expect(lspDescription(kinds)).not.toMatch(/hover|workspace_symbol/);
  expect(lspSchema(kinds).properties["kind"]?.["enum"]).toEqual(kinds);
  const hidden = await ask({ kind: "hover", ...place(kit) });
  if (hidden.ok) throw new Error("it was answered");
  expect(lspFailure(hidden.refusal).kind).toBe("CapabilityMissing");
});

test("a directory is said to be one, whatever is asked about it, and no server is started for it", async () => {
  await using opened = open({ fixture: `${fixture}-- inner/b.toy --\ndef pear\n-- odd.toy/c.toy --\ndef plum\n` });
  const { kit, ask } = opened;
  for (const file of [".", "inner", "odd.toy"]) {
    for (const kind of lspKinds.filter((one) => one !== "workspace_symbol")) {
      const outcome = await ask({ kind, file, line: 1, character: 1 });
      expect([kind, file, outcome.ok ? outcome.text : lspFailure(outcome.refusal).kind]).toEqual([
        kind,
        file,
        "NotAFile",
      ]);
    }
  }
  expect(kit.host.processes.spawned).toEqual([]);
});

test("labels are looked for only within the time that the call has left", async () => {
  await using opened = open();
  const { kit, engine } = opened;
  const limitsAfter = async (ms: number): Promise<readonly (number | undefined)[]> => {
    const limits: (number | undefined)[] = [];
    const late: Engine = {
      ...engine,
      facts: engine.facts,
      status: () => engine.status(),
      invoke: async (invocation) => {
        if (invocation.operation === "list_symbols") limits.push(invocation.timeoutMs);
        return { ...(await engine.invoke(invocation)), ms };
      },
    };
    await kit.clock.until(askLsp(late, { kind: "go_to_def", ...place(kit) }, { caller }));
    return limits;
  };
  expect(await limitsAfter(5)).toEqual([2_000]);
  expect(await limitsAfter(defaultTimeoutMs - 300)).toEqual([300]);
  expect(await limitsAfter(defaultTimeoutMs)).toEqual([]);
});

test("a definition that only begins where something is declared is not given its name", async () => {
  await using opened = open();
  const { kit, engine } = opened;
  const [defined] = kit.fixture.marks("def");
  const start = defined?.span.start ?? { line: 0, column: 0 };
  // As servers answer for a whole file: a place without extent, where the first declaration happens to be.
  const first = { file: kit.path("a.toy"), ...start, end_line: start.line, end_column: start.column };
  const labels = await kit.clock.until(definitionLabels(engine, [kit.path("a.toy")], { caller }, 1_000));
  const end = defined?.span.end ?? start;
  expect([labels(first), labels({ ...first, end_line: end.line, end_column: end.column })]).toEqual([
    undefined,
    "function apple",
  ]);
});
