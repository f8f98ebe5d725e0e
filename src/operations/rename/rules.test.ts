// The rules of a rename, each asked alone: what it finds in a tree, and where it finds nothing.

import { describe, expect, test } from "vitest";
import { languageRecord } from "../../languages/table.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { Finding, Rename, RenameRule } from "./finding.ts";
import { relativesMet } from "./relatives.ts";
import {
  declaredAt,
  excludedMoves,
  filesLeftAlone,
  knownByName,
  nameLeft,
  possibleUses,
  renamedAlong,
  stubsLeft,
  validName,
} from "./small-rules.ts";
import { TreeTexts } from "./tree-texts.ts";

const none = { suppose: () => Promise.reject(new Error("no rule here supposes anything")) };

/** What a rule says of the rename at the cursor, whose marked uses are renamed. */
async function found(
  rule: RenameRule,
  choices: WorkspaceChoices,
  newName: string,
  over: (rename: Rename, text: LineIndex) => Partial<Rename> = () => ({}),
): Promise<string[]> {
  await using kit = openToyWorkspace(choices);
  const snapshot = await kit.workspace.snapshot();
  const { file, span } = kit.fixture.cursor;
  const at = { file: kit.path(file), place: span.start };
  const text = await snapshot.text(at.file);
  const name = /^[\w$]*/.exec(text.text.slice(text.offsetOf(at.place)))?.[0] ?? "";
  const rename: Rename = {
    ...{ snapshot, name, newName, at, along: [], relatives: undefined, places: [], steps: [], possible: [] },
    ...{ globs: [], leftAlone: [] },
    meant: { candidates: [at], declarations: [{ file: at.file, span }], isAlias: false },
  };
  const facts = { view: none, tree: new TreeTexts(snapshot), patience: kit.patience() };
  return (await rule({ ...rename, ...over(rename, text) }, facts)).map(shown);
}

function shown(finding: Finding): string {
  if (finding.kind === "refuse") return `refuse: ${finding.details.what} ${finding.details.why ?? ""}`.trimEnd();
  return finding.kind === "doubt" ? `doubt: ${finding.reason.detail}` : `remark: ${finding.text}`;
}

const python = { id: "python", extensions: [".py", ".pyi"] };
const go = { id: "go", extensions: [".go"] };
const plain = "-- a.toy --\ndef «^»total\n-- b.toy --\nuse total # “total”\n-- c.md --\nsubtotal\n";

test.each([
  ["python", "class", "refuse"],
  ["python", "a b", "refuse"],
  ["python", "sum", undefined],
  [undefined, "sum", undefined],
])("a valid name: in %s %s", (language, newName, expected) => {
  expect(validName({ language, name: "total", newName })[0]?.kind).toBe(expected);
});

describe("members of related types", () => {
  const family = (newName: string) => (rename: Rename, text: LineIndex) => {
    const { at, name } = rename;
    const read = languageRecord(at.file).rename?.family?.({ at, name, newName }, new Map([[at.file, text.text]]));
    if (read === undefined) return {};
    return { relatives: { left: read.leftBy([]), why: "it was not asked", unread: 2, words: read.words } };
  };
  const classes =
    "-- a.py --\nclass A:\n    def «^»run(self): ...\nclass B(A):\n    def run(self): ...\n    def walk(self): ...\n";
  const types =
    "-- a.go --\npackage a\ntype In struct{}\nfunc (In) Walk() {}\ntype T struct{ In }\nfunc (T) «^»Run() {}\ntype Out struct{ T }\nfunc (Out) Go() {}\n";

  test.each([
    ["of Python, one of which has the new name", python, classes, "walk", [/^refuse: walk .*B\.walk \(a\.py:5\)\.$/]],
    [
      "of Python, which have to be renamed too",
      python,
      classes,
      "fresh",
      [
        /^doubt: its server does not rename overrides.*: B\.run \(a\.py:4\); it was not asked$/,
        /2 files were not searched for overrides$/,
      ],
    ],
    [
      "of Go, which the new name would hide",
      go,
      types,
      "Walk",
      [/^refuse: Walk .* in what T embeds\..*In\.Walk \(a\.go:3\)/],
    ],
    [
      "of Go, which would answer beside it",
      go,
      types,
      "Go",
      [/^doubt: in types that embed T .*Out\.Go \(a\.go:7\)$/, /2 files/],
    ],
    [
      "of Go, none of which has a name of it",
      go,
      types,
      "Fresh",
      [/2 files were not searched for types that embed T$/],
    ],
  ])("%s", async (_, language, fixture, newName, expected) => {
    const findings = await found(relativesMet, { fixture, language }, newName, family(newName));
    expect(findings.length).toBe(expected.length);
    for (const [at, pattern] of expected.entries()) expect(findings[at]).toMatch(pattern);
  });

  test("are none where nothing is a member", async () => {
    const fixture = "-- a.py --\ndef «^»run(self): ...\n";
    expect(await found(relativesMet, { fixture, language: python }, "walk", family("walk"))).toEqual([]);
  });
});

test.each([
  ["beside it", "-- a.py --\ndef «^»total(): ...\n-- a.pyi --\n\ndef total() -> int: ...\n", ["a.pyi:2"]],
  [
    "in a package of stubs",
    "-- src/shop/a.py --\ndef «^»total(): ...\n-- shop-stubs/a.pyi --\ndef total() -> int: ...\n",
    ["shop-stubs/a.pyi:1"],
  ],
  [
    "among typings",
    "-- shop/a.py --\ndef «^»total(): ...\n-- typings/shop/a.pyi --\ndef total(): ...\n",
    ["typings/shop/a.pyi:1"],
  ],
  ["only in a comment", "-- a.py --\ndef «^»total(): ...\n-- a.pyi --\n# total\n", []],
  ["in another module", "-- a.py --\ndef «^»total(): ...\n-- b.pyi --\ndef total(): ...\n", []],
])("a stub keeps the name: %s", async (_, fixture, left) => {
  const why = "source and stub of a module are renamed separately, and the old name remains in";
  const expected = left.map((where) => `doubt: ${why} ${where}`);
  expect(await found(stubsLeft, { fixture, language: python }, "sum")).toEqual(expected);
});

test("a stub that cannot be read may keep the name", async () => {
  const fixture = `-- a.py --\ndef «^»total(): ...\n-- a.pyi --\n${"# long\n".repeat(1_000)}`;
  const choices = { fixture, language: python, settings: { documents: { maxBytes: 5_000 } } };
  expect(await found(stubsLeft, choices, "sum")).toEqual([
    "doubt: source and stub of a module are renamed separately, and these could not be read: a.pyi",
  ]);
});

test.each([
  [
    "a method of Go gets one",
    "-- a.go --\nfunc (t T) «^»Run() {}\n",
    "String",
    ["String is called implicitly by its name"],
  ],
  [
    "a method of Go loses one",
    "-- a.go --\nfunc (t T) «^»String() {}\n",
    "Run",
    ["String is called implicitly by its name"],
  ],
  ["a function of Go has none", "-- a.go --\nfunc «^»Run() {}\n", "String", []],
  ["a field of Go is a key", "-- a.go --\ntype T struct {\n\t«^»Count int\n}\n", "Size", ["This field has no tag"]],
  ["a tag names the key", '-- a.go --\ntype T struct {\n\t«^»Count int `json:"n"`\n}\n', "Size", []],
  [
    "a method of Python loses one",
    "-- a.py --\nclass A:\n    def «^»__len__(self): ...\n",
    "size",
    ["__len__ is called"],
  ],
  ["a member of a script gets one", "-- a.ts --\nclass A { «^»run() {} }\n", "toString", ["toString is called"]],
  ["a language of which nothing is known", "-- a.toy --\ndef «^»run\n", "toString", []],
])("names that mean something by themselves: %s", async (_, fixture, newName, expected) => {
  const findings = await found(knownByName, { fixture }, newName);
  expect(findings.length).toBe(expected.length);
  for (const [at, text] of expected.entries()) expect(findings[at]).toContain(`remark: ${text}`);
});

describe("what is said beside a rename", () => {
  const told = (rule: RenameRule, over?: (rename: Rename) => Partial<Rename>) =>
    found(rule, { fixture: plain }, "sum", over);
  const location = ({ at }: Rename) => ({ file: at.file, span: { start: at.place, end: at.place } });

  test("where it is declared, the first three places", async () => {
    expect(await told(declaredAt)).toEqual(["remark: Declared at a.toy:1:5"]);
    const four = (rename: Rename) => ({ meant: { ...rename.meant, declarations: Array(4).fill(location(rename)) } });
    expect(await told(declaredAt, four)).toEqual(["remark: Declared at a.toy:1:5, a.toy:1:5, a.toy:1:5 and 1 more"]);
  });

  test("that only another name changes, and that a file moves", async () => {
    const alias = (rename: Rename) => ({ meant: { ...rename.meant, isAlias: true } });
    expect(await told(declaredAt, alias)).toEqual([
      "remark: Only the alias total changes; the symbol behind it does not: a.toy:1:5",
    ]);
    const moved = ({ at: { file } }: Rename) => ({ steps: [{ kind: "rename", from: file, to: file } as never] });
    expect(await told(declaredAt, moved)).toEqual(["remark: A file has the same name and is renamed with it."]);
  });

  test("a file that moves cannot be left alone", async () => {
    const moved = ({ at: { file } }: Rename) => ({ steps: [{ kind: "rename", from: file, to: file } as never] });
    expect(await told(excludedMoves, (one) => ({ ...moved(one), globs: ["b.*"] }))).toEqual([]);
    expect(await told(excludedMoves, (one) => ({ ...moved(one), globs: ["a.*"] }))).toEqual([
      "refuse: The rename moves a.toy, which is excluded.",
    ]);
  });

  test("which files are left alone, and that none is", async () => {
    expect(await told(filesLeftAlone)).toEqual([]);
    expect(await told(filesLeftAlone, () => ({ globs: ["x.*"] }))).toEqual([
      "remark: exclude_globs leaves nothing out: no file of the rename matches.",
    ]);
    expect(await told(filesLeftAlone, ({ at }) => ({ globs: ["a.*"], leftAlone: [at.file] }))).toEqual([
      "remark: Left alone by exclude_globs, with the old name in them: a.toy",
    ]);
  });

  test("what goes along, and what may have to", async () => {
    const along = ({ at }: Rename) => ({ along: [{ type: "B", name: "total", ...at }] });
    expect(await told(renamedAlong)).toEqual([]);
    expect(await told(renamedAlong, along)).toEqual([
      "remark: Also renamed, because they override one another: B.total (a.toy:1)",
    ]);
    const possible = (rename: Rename) => ({ possible: [{ location: location(rename), why: "not verified" }] });
    expect(await told(possibleUses, possible as never)).toEqual([
      "remark: Possible uses, left with the old name: a.toy:1 (not verified)",
    ]);
  });

  test("where the name stands still, as a whole word, also between the quotes of prose", async () => {
    expect(await told(nameLeft)).toEqual([
      "remark: Unchanged: text, or the name of another symbol (total): 2 lines in 2 files: a.toy:1, b.toy:1",
    ]);
  });
});

test("a file is read once for all rules, and not at all where the index rules its words out", async () => {
  await using kit = openToyWorkspace({ fixture: `${plain}-- d.toy --\ndef other\n` });
  const snapshot = await kit.workspace.snapshot();
  const [tree, patience] = [new TreeTexts(snapshot), kit.patience()];
  const reads: string[] = [];
  const { files } = kit.host;
  const read = files.read.bind(files);
  files.read = (path, maxBytes) => {
    reads.push(path.split("/").at(-1) ?? "");
    return read(path, maxBytes);
  };
  const all = [...kit.fixture.files.keys()].map((file) => kit.path(file));
  const count = (): Record<string, number> => {
    const counts = Object.fromEntries(
      ["a.toy", "b.toy", "d.toy"].map((one) => [one, reads.filter((read) => read === one).length]),
    );
    reads.length = 0;
    return counts;
  };
  expect([...(await tree.withWord("total", all, patience)).texts.keys()]).toEqual([
    kit.path("a.toy"),
    kit.path("b.toy"),
  ]);
  // Once for the index, and once more where the word stands.
  expect(count()).toEqual({ "a.toy": 2, "b.toy": 2, "d.toy": 1 });
  await tree.withWord("total", all, patience);
  await tree.all(all, patience);
  expect(count()["a.toy"]).toBe(0);
});
