import { describe, expect, test } from "vitest";

import {
  checkDefinition,
  checkDiagnostics,
  checkDocumentSymbols,
  checkHover,
  checkReferences,
  checkWorkspaceSymbols,
} from "../../testing/checks.ts";
import { openSession } from "../../testing/kits/kit.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { definition, hover, references } from "./queries.ts";

const crlfWithMark = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;

/** Every dial that must not change an answer, one at a time. */
const dials: readonly (readonly [name: string, dials: Partial<ToyDials>])[] = [
  ["as they are", {}],
  ["positions in utf-8", { positionEncoding: "utf-8" }],
  ["positions in utf-32", { positionEncoding: "utf-32" }],
  ["definitions as a list", { definition: "list" }],
  ["definitions as links", { definition: "links" }],
  ["flat document symbols", { documentSymbols: "flat" }],
  ["workspace symbols without ranges", { workspaceSymbols: "new" }],
  ["incremental sync", { sync: "incremental" }],
  ["no sync", { sync: "none" }],
  ["unversioned pushes", { diagnostics: "push-unversioned" }],
  ["pulled diagnostics", { diagnostics: "pull" }],
  ["pulled diagnostics, registered late", { diagnostics: "pull-dynamic" }],
  ["settings asked for before the first reply", { asksSettings: ["toy", "toy.deep"] }],
  ["two modified contents first", { contentModified: 2 }],
];

const tree = "-- @symbols --\nouter function\n  inner function\n    deep function\ninner function\n";
const names = `-- a.toy --
«^»def «name|outer»
  def «name|inner»
    def «name|deep»
def «name|inner»
${tree}`;
/** A flat list has no place of the name alone. */
const wholeDeclarations = `-- a.toy --
«^»«name|def outer
  «name|def inner
    «name|def deep»»»
«name|def inner»
${tree}`;

describe.each(dials)("with %s", (_name, chosen) => {
  const choices = { dials: chosen };

  test("references are found in open and in closed files, beyond ASCII too [AGL-198 AGL-200 AGL-201 AGL-353]", async () => {
    await checkReferences(
      `-- lib/a.toy --
def «def|größe» # größe
𝒳𝒴 «ref|größe», «ref|gr«^»öße» "größe" größer
-- ж/b.toy --
𝒴 использует «ref|größe»
`,
      choices,
    );
  });

  test("references leave the declaration out where it is not asked for", async () => {
    await checkReferences("-- a.toy --\ndef x\nuse «ref|«^»x»\n-- b.toy --\n«ref|x»\n", choices);
  });

  test("a definition is one place, also when the file has CRLF and a byte order mark", async () => {
    const disk = crlfWithMark;
    await checkDefinition("-- a.toy --\n# é\né𝒳 def «def|x»\n-- b.toy --\n\nuse «^»x\n", { ...choices, disk });
    await checkDefinition("-- a.toy --\ndef «def|x»\n-- b.toy --\ndef «def|x»\nuse «^»x\n", choices);
  });

  test("document symbols are one tree", async () => {
    await checkDocumentSymbols(chosen.documentSymbols === "flat" ? wholeDeclarations : names, choices);
  });

  test("workspace symbols come from all files", async () => {
    await checkWorkspaceSymbols(
      "-- a.toy --\ndef «sym|item»\n-- b.toy --\n  def «sym|items»\ndef other\n",
      "item",
      choices,
    );
  });
});

describe("a hover is one text", () => {
  test.each([
    ["markup", "def xy"],
    ["string", "def xy"],
    ["list", "```toy\ndef xy\n```\n\na word"],
  ] as const)("from %s [AGL-353]", async (shape, text) => {
    await checkHover(`-- a.toy --\ndef «word|x«^»y»\n-- @hover --\n${text}\n`, { dials: { hover: shape } });
  });
  test("from a language and a value, without a range [AGL-353]", async () => {
    await checkHover("-- a.toy --\ndef x«^»y\n-- @hover --\n```toy\ndef xy\n```\n", { dials: { hover: "pair" } });
  });
  test("and none where nothing stands", async () => {
    await checkHover("-- a.toy --\n «^» \n");
  });
});

test("what the wire says counts from 0 and names files by URI [AGL-007 AGL-196 AGL-198 BRG-31]", async () => {
  await using kit = openSession({ fixture: "-- ä b.toy --\n\n  «^»x\n" });
  await kit.clock.until(definition(kit.session, kit.at(kit.fixture.cursor), kit.ask()));
  const [params] = kit.toy.server.paramsOf("textDocument/definition");
  expect(params).toEqual({
    textDocument: { uri: "file:///project/%C3%A4%20b.toy" },
    position: { line: 1, character: 2 },
  });
  const paths = JSON.stringify(kit.toy.received).match(/"(?:uri|rootUri)":"[^"]*/g) ?? [];
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !path.includes('":"file:///'))).toEqual([]);
});

test("where uses hide behind the declaration it is asked for, and only the definition is taken out", async () => {
  const entry = { quirks: { declarationHidesUses: true } };
  await checkReferences("-- a.toy --\ndef «def|x»\nuse «ref|«^»x»\n-- b.toy --\n«ref|x»\n", { entry });
  await using kit = openSession({ fixture: "-- a.toy --\ndef x\nuse «ref|«^»x»\n-- b.toy --\n«ref|x»\n", entry });
  const { value } = await kit.clock.until(references(kit.session, kit.at(kit.fixture.cursor), false, kit.ask()));
  const found = value.map(({ file, span }) => [file, span]);
  expect(found).toEqual(kit.fixture.marks("ref").map((mark) => [kit.at(mark).file, mark.span]));
  expect(kit.toy.server.paramsOf("textDocument/references")).toMatchObject([{ context: { includeDeclaration: true } }]);
});

test("an answer names the server, its version and the document it rests on", async () => {
  await using kit = openSession({ fixture: "-- a.toy --\ndef «^»x\n" });
  const { standing } = await kit.clock.until(hover(kit.session, kit.at(kit.fixture.cursor), kit.ask()));
  const hash = kit.host.files.hash(new TextEncoder().encode("def x\n"));
  expect(standing).toEqual({
    state: "complete",
    reasons: [],
    evidence: [{ server: "toy", version: "1.0", document: { version: 1, hash } }],
  });
});

describe("an answer says what is against it", () => {
  const fixture = "-- a.toy --\ndef «def|«^»x»\n«ref|x»\n";
  test("references of a server that is known to miss some", async () => {
    await checkReferences(`${fixture}-- @standing --\npartial: server_not_exhaustive\n`, {
      entry: { references: "partial" },
    });
    await checkReferences(`${fixture}-- @standing --\npartial: server_not_exhaustive\n`, {
      entry: { references: "unknown" },
    });
  });
  test("symbols of a server that may cut the list, however exhaustive its references are", async () => {
    const sym = "-- a.toy --\ndef «sym|x»\n-- @standing --\npartial: server_not_exhaustive\n";
    await checkWorkspaceSymbols(sym, "x", { entry: { symbolSearch: "unknown" } });
  });
  test("a definition of that server", async () => {
    await checkDefinition("-- a.toy --\ndef «def|«^»x»\n", { entry: { references: "partial" } });
  });
  test("a server with unknown readiness", async () => {
    const entry = { readiness: { kind: "unknown", quietMs: 100 } } as const;
    await checkReferences(`${fixture}-- @standing --\npartial: readiness_unknown\n`, { entry });
  });
  test("a root that is not trusted and a restricted form that knows less", async () => {
    const restricted = { kind: "adjusted", args: ["--safe"], smaller: true } as const;
    const golden = "-- @standing --\npartial: restricted\n";
    await checkReferences(fixture + golden, { trusted: false, entry: { restricted } });
    await checkReferences(fixture, { trusted: true, entry: { restricted } });
  });
  test("a file that is not UTF-8", async () => {
    const disk = (text: string): Uint8Array => Buffer.concat([Buffer.from(text), Buffer.from([0x23, 0xff, 0xfe])]);
    await checkReferences(`${fixture}-- @standing --\npartial: lossy_text\n`, { disk });
  });
  test("a syntax error that was pushed [BRG-50]", async () => {
    await using kit = openSession({ fixture: "-- a.toy --\n%%%\ndef «^»x\n" });
    const ask = () => kit.clock.until(references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask()));
    await ask();
    const { standing, value } = await ask();
    expect(value).toHaveLength(1);
    expect(standing).toMatchObject({ state: "partial", reasons: [{ code: "broken_syntax" }] });
  });
  test("a syntax error that was pulled [BRG-50]", async () => {
    await checkDiagnostics(
      "-- a.toy --\n«^»«problem|%%%»\n-- @diagnostics --\nerror 1001 syntax error\n-- @standing --\npartial: broken_syntax\n",
      { dials: { diagnostics: "pull" } },
    );
  });
});
