// What a search of the workspace finds: the best first, once each, of all servers, at the right place.

import { expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { findSymbol } from "./find-symbol.ts";

const fixture = `-- a.toy --
def goToDefinition
  def inner
def gotoItem
def ago
-- b.toy --
"👍" def «go»go
def Go
def rider
`;

interface Json {
  readonly total: number;
  readonly symbols: readonly { readonly name: string; readonly location: object; readonly hover?: string }[];
  readonly pagination: object;
}

async function search(kit: ToyWorkspace, input: object): Promise<Json> {
  return (await perform(kit, findSymbol, input)).toJson() as Json;
}

test("exact before other letters, beginnings before parts, each once [AGL-093 AGL-005]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const performed = await perform(kit, findSymbol, { query: "go" });
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "5 symbols like "go"
    b.toy:1:10  Function go
    b.toy:2:5  Function Go
    a.toy:3:5  Function gotoItem
    a.toy:1:5  Function goToDefinition
    a.toy:4:5  Function ago"
  `);
  const [first] = (performed.toJson() as Json).symbols;
  const { file, span } = kit.fixture.mark("go");
  const { line, column } = span.start;
  expect(first).toEqual({
    name: "go",
    kind: 12,
    kind_name: "Function",
    location: { file: kit.path(file), line, column, end_line: line, end_column: column + 2 },
  });
});

test("checkouts inside of a root are not searched, which is said where they hold code, until they are roots too", async () => {
  const part = "-- part/.git --\ngitdir: x\n";
  const files = `${fixture}${part}-- part/c.toy --\ndef pear\n-- docs/.git --\ngitdir: x\n-- docs/README.md --\nwords\n`;
  await using kit = openToyWorkspace({ fixture: files });
  const roots = new Roots(kit.workspace);
  const standing = async () => (await perform(kit, findSymbol, { query: "pear" }, roots)).standing;
  expect((await standing()).reasons).toEqual([
    { code: "scoped", detail: "part is a separate checkout and not part of this search: open it as a root too" },
  ]);
  await kit.clock.until(roots.addFolder("part"));
  expect((await standing()).reasons).toEqual([]);
  await kit.clock.until(roots.close());
});

test("a directory that only holds checkouts names them", async () => {
  const files =
    "-- one/.git --\ngitdir: x\n-- one/c.toy --\ndef pear\n-- two/.git --\ngitdir: x\n-- two/d.toy --\ndef pear\n";
  await using kit = openToyWorkspace({ fixture: files });
  const refusal = await refusalOf(search(kit, { query: "pear" }));
  expect(refusal.details.why).toContain("one, two are separate checkouts");
  expect(refusal.details.next).toBe("Start in one of the checkouts, or open them as additional roots.");
});

test("pages follow each other, and the last one says that it is [AGL-093]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const pages = [await search(kit, { query: "go", limit: 2 }), await search(kit, { query: "go", limit: 2, offset: 4 })];
  expect(pages.map(({ total, symbols, pagination }) => [total, symbols.map(({ name }) => name), pagination])).toEqual([
    [5, ["go", "Go"], { offset: 0, limit: 2, more: true }],
    [5, ["ago"], { offset: 4, limit: 2, more: false }],
  ]);
  const performed = await perform(kit, findSymbol, { query: "go", limit: 2 });
  expect(performed.toText({ characters: 1_000 })).toMatch(/^5 symbols like "go": 1-2, offset 2 for more\n/);
});

test("the hover is that of the symbol itself, wherever its range begins [AGL-093]", async () => {
  // Ranges of a flat list cover the whole declaration; only the name can be hovered over.
  await using kit = openToyWorkspace({ fixture });
  const { symbols } = await search(kit, { query: "o", detail_level: "hover" });
  expect(symbols.map(({ name, hover }) => hover === `def ${name}`)).toEqual(symbols.map(() => true));
  expect(symbols.length).toBeGreaterThan(3);
});

test("a server that names only the file is asked where in it", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { workspaceSymbols: "new" } });
  const { symbols } = await search(kit, { query: "go", limit: 1, detail_level: "hover" });
  const { span } = kit.fixture.mark("go");
  expect(symbols).toMatchObject([{ location: { line: span.start.line, column: span.start.column }, hover: "def go" }]);
});

test.each([
  ["humps", "gTD", "goToDefinition"],
  ["letters in order", "gdef", "goToDefinition"],
  ["letters in order, the first of another case", "Rdr", undefined],
])("%s are found where the server knows only beginnings [AGL-076]", async (_, query, name) => {
  await using kit = openToyWorkspace({ fixture, dials: { symbolQuery: "start" } });
  const { symbols } = await search(kit, { query });
  expect(symbols[0]?.name).toBe(name);
});

test("a dotted query asks for the last name, and heeds the others", async () => {
  await using kit = openToyWorkspace({ fixture: `${fixture}-- c.toy --\ndef other\n  def inner\n` });
  const { symbols } = await search(kit, { query: "goTo.inner" });
  expect(symbols.map((symbol) => "containerName" in symbol && symbol.containerName)).toEqual([
    "goToDefinition",
    "other",
  ]);
});

test("an empty query means all, also of a server that answers it with nothing [NEX-09]", async () => {
  for (const symbolQuery of ["part", "start"] as const) {
    await using kit = openToyWorkspace({ fixture, dials: { symbolQuery } });
    const { total, symbols } = await search(kit, { query: "" });
    const names = symbols.map(({ name }) => name).sort();
    const expected = ["Go", "ago", "go", "goToDefinition", "gotoItem", "inner", "rider"];
    expect(names).toEqual(symbolQuery === "part" ? expected : expected.filter((name) => name !== "Go"));
    expect(total).toBe(names.length);
  }
});

const second: ServerEntry = {
  ...toyEntry,
  id: "second",
  title: "Second",
  launch: { kind: "command", command: "second", args: [] },
};

const twoLanguages = {
  fixture: "-- a.toy --\ndef apple\n-- b.second --\ndef apple\n",
  others: [{ language: { id: "second", extensions: [".second"], servers: ["second"] }, entry: second }],
};

test("every server of the root is asked, or that of one language [AGL-005 AGL-093]", async () => {
  // Both servers know both endings here, so that whose answer it is does not matter.
  await using kit = openToyWorkspace({ ...twoLanguages, dials: { extension: "" } });
  const { symbols } = await search(kit, { query: "apple" });
  expect(symbols.map(({ location }) => location)).toMatchObject([
    { file: kit.path("a.toy") },
    { file: kit.path("b.second") },
  ]);
  expect(kit.toy.incarnations).toHaveLength(2);
  const only = await search(kit, { query: "apple", language: "second" });
  expect(only.symbols).toMatchObject([{ location: { file: kit.path("b.second") } }]);
});

test("a server that cannot search is asked for the outlines of the files that contain the name", async () => {
  await using kit = openToyWorkspace({
    ...twoLanguages,
    dials: (incarnation) => ({ extension: "", ...(incarnation === 1 ? {} : { lacks: ["workspace/symbol"] }) }),
  });
  const performed = await perform(kit, findSymbol, { query: "apple" });
  expect((performed.toJson() as Json).total).toBe(2);
  expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
});

const withoutServers = {
  others: [
    { language: { id: "ruby", extensions: [".rb"], servers: ["ruby"] }, entry: missing("ruby") },
    { language: { id: "makefile", extensions: [".mk"], servers: ["make"] }, entry: missing("make") },
    { language: { id: "yaml", extensions: [".yml"], servers: ["yaml"] }, entry: missing("yaml") },
  ],
};

function missing(id: string): ServerEntry {
  return { ...second, id, title: id, launch: { kind: "command", command: `absent/${id}`, args: [] } };
}

test.each([
  [
    "a language without a server that contains the name",
    "-- x.rb --\nclass Apple\n",
    /^ruby was not searched: .*\(x.rb mentions the name\)$/,
  ],
  ["a language without a server that does not", "-- x.rb --\nclass Pear\n", /^$/],
  ["a build description and data that contain the name", "-- x.mk --\napple:\n-- x.yml --\napple: 1\n", /^$/],
  ["build outputs that git ignores", "-- .gitignore --\nout\n-- out/x.rb --\nclass Apple\n", /^$/],
  ["build outputs that git ignores below", "-- p/.gitignore --\nout\n-- p/out/x.rb --\nclass Apple\n", /^$/],
])("%s: whether the search is complete", async (_, files, expected) => {
  await using kit = openToyWorkspace({ fixture: `-- a.toy --\ndef apple\n${files}`, ...withoutServers });
  const performed = await perform(kit, findSymbol, { query: "apple" });
  expect((performed.toJson() as Json).total).toBe(1);
  expect(performed.standing.reasons.map(({ detail }) => detail).join()).toMatch(expected);
});

test.each([
  ["none of the letters in order", "class Pear\n", "complete"],
  ["the letters in order", "class WildZebras\n", "partial"],
])("nothing is found, and a language without a server has %s", async (_, ruby, state) => {
  await using kit = openToyWorkspace({ fixture: `-- a.toy --\ndef apple\n-- x.rb --\n${ruby}`, ...withoutServers });
  const performed = await perform(kit, findSymbol, { query: "wZs" });
  expect([performed.isEmpty, performed.standing.state]).toEqual([true, state]);
});

test("a language that is named is missed whatever it holds", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n-- x.mk --\napple:\n", ...withoutServers });
  const performed = await perform(kit, findSymbol, { query: "apple", language: "makefile" });
  expect(performed.standing.state).toBe("partial");
});

test("a server that knows only opened files is helped by the outlines of those that contain the name", async () => {
  await using kit = openToyWorkspace({
    fixture: "-- a.toy --\ndef apple\n-- b.toy --\ndef pineapple\n-- c.toy --\ndef pear\n",
    dials: { slowIndex: true, indexSignal: "silence", whileIndexing: "known" },
    entry: { symbolSearch: "unknown" },
  });
  const performed = await perform(kit, findSymbol, { query: "apple" });
  expect((performed.toJson() as Json).symbols.map(({ name }) => name)).toEqual(["apple", "pineapple"]);
});

test("kinds are kept apart, and an unknown one is refused", async () => {
  await using kit = openToyWorkspace({ fixture });
  expect((await search(kit, { query: "go", kind: "Function" })).total).toBe(5);
  expect((await search(kit, { query: "go", kind: "class" })).total).toBe(0);
  const refusal = await refusalOf(search(kit, { query: "go", kind: "gadget" }));
  expect(refusal.details.next).toContain("EnumMember");
});

test("nothing found says how it stands, and a long list is cut between lines", async () => {
  await using kit = openToyWorkspace({ fixture });
  const none = await perform(kit, findSymbol, { query: "zebra" });
  expect([none.isEmpty, none.toText({ characters: 100 })]).toEqual([true, '0 symbols like "zebra"']);
  const many = await perform(kit, findSymbol, { query: "go" });
  expect(many.toText({ characters: 120 })).toMatchInlineSnapshot(`
    "5 symbols like "go"
    b.toy:1:10  Function go
    b.toy:2:5  Function Go
    (3 of these left out: too many; offset 2 for more)"
  `);
});
