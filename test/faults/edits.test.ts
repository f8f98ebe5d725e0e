import { describe, expect, test } from "vitest";
import { MemoryHost } from "../../src/host/memory/memory.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { joinPath } from "../../src/model/file-path.ts";
import type { PositionEncoding } from "../../src/model/line-index.ts";
import { LineIndex } from "../../src/model/line-index.ts";
import { toUri } from "../../src/protocol/uri.ts";
import type { ProposedEditContext } from "../../src/session/edits/workspace-edit.ts";
import { fromLspWorkspaceEdit } from "../../src/session/edits/workspace-edit.ts";
import { toyRoot } from "../../src/testing/kits/kit.ts";
import type { Mark } from "../../src/testing/fixture.ts";
import { parseFixture } from "../../src/testing/fixture.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { StepClock } from "../../src/testing/step-clock.ts";

/** A root with the fixture's files, and what a server needs to name places in them. */
function open(source: string, encoding: PositionEncoding = "utf-16") {
  const fixture = parseFixture(source);
  const { files } = new MemoryHost({ clock: new StepClock() });
  const path = (file: string): FilePath => joinPath(toyRoot, file);
  for (const [file, text] of fixture.files) files.write(path(file), text);
  const versions = new Map<FilePath, number>();
  const read = async (file: FilePath) => {
    const bytes = await files.read(file, 1_000_000);
    return bytes && { text: files.decode(bytes).text, hash: files.hash(bytes) };
  };
  const context: ProposedEditContext = {
    root: toyRoot,
    encoding,
    open: (file) => {
      const version = versions.get(file);
      const text = fixture.files.get(file.slice(toyRoot.length + 1)) ?? "";
      return version === undefined ? undefined : { version, text, hash: files.hash(new TextEncoder().encode(text)) };
    },
    read,
    real: (file) => files.real(file),
  };
  const uri = (file: string): string => toUri(path(file));
  const at = ({ file, span }: Mark, newText: string) => {
    const index = new LineIndex(fixture.files.get(file) ?? "");
    const units = (place: Mark["span"]["start"]) => index.unitsOf(index.offsetOf(place), encoding);
    return { range: { start: units(span.start), end: units(span.end) }, newText };
  };
  return { fixture, files, versions, path, uri, at, plan: (edit: unknown) => fromLspWorkspaceEdit(edit, context) };
}

const ofVersion = (uri: string, version: number | null, edits: object[]) => ({
  documentChanges: [{ textDocument: { uri, version }, edits }],
});

describe("a server's edit becomes a plan", () => {
  test("in which a change that comes twice is made once, and an insertion as often as it comes", async () => {
    const kit = open("-- a.toy --\ndef «x|old»\nuse «x|old»\n");
    const [first, second] = kit.fixture.marks("x");
    if (first === undefined || second === undefined) throw new Error("the fixture has two marks");
    const twice = [kit.at(first, "new"), kit.at(first, "new"), kit.at(second, "new")];
    const insert = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "# " };
    const plan = await kit.plan({ changes: { [kit.uri("a.toy")]: [...twice, insert, insert] } });
    expect(plan).toMatchObject([{ kind: "edit", text: "# # def new\nuse new\n" }]);
  });

  test("of whole texts, with the hash of what each rests on", async () => {
    const kit = open("-- a.toy --\ndef «x|old»\nuse «x|old»\n-- b.toy --\nuse «y|old»\n");
    const edit = {
      changes: {
        [kit.uri("a.toy")]: kit.fixture.marks("x").map((mark) => kit.at(mark, "new")),
        [kit.uri("b.toy")]: [kit.at(kit.fixture.mark("y"), "new")],
      },
    };
    const hash = (text: string): string => kit.files.hash(new TextEncoder().encode(text));
    expect(await kit.plan(edit)).toEqual([
      { kind: "edit", file: kit.path("a.toy"), hash: hash("def old\nuse old\n"), text: "def new\nuse new\n" },
      { kind: "edit", file: kit.path("b.toy"), hash: hash("use old\n"), text: "use new\n" },
    ]);
  });

  test("that says nothing of what stays as it is, or of nothing at all", async () => {
    const kit = open("-- a.toy --\n«x|same»\n");
    expect(await kit.plan({ changes: { [kit.uri("a.toy")]: [kit.at(kit.fixture.mark("x"), "same")] } })).toEqual([]);
    expect([await kit.plan(null), await kit.plan({}), await kit.plan({ documentChanges: [] })]).toEqual([[], [], []]);
  });

  test("in order, with files that are made, moved and edited on the way", async () => {
    const kit = open("-- a.toy --\n«x|old»\n");
    const documentChanges = [
      { kind: "create", uri: kit.uri("new.toy"), options: { ignoreIfExists: true } },
      {
        textDocument: { uri: kit.uri("new.toy"), version: null },
        edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "made\n" }],
      },
      { textDocument: { uri: kit.uri("a.toy"), version: null }, edits: [kit.at(kit.fixture.mark("x"), "new")] },
      { kind: "rename", oldUri: kit.uri("a.toy"), newUri: kit.uri("dir/b.toy") },
      { textDocument: { uri: kit.uri("dir/b.toy"), version: null }, edits: [kit.at(kit.fixture.mark("x"), "newer")] },
      { kind: "delete", uri: kit.uri("new.toy") },
    ];
    const steps = await kit.plan({ documentChanges, changes: { "file:///ignored": [] } });
    expect(steps.map((step) => [step.kind, "text" in step ? step.text : ""])).toEqual([
      ["create", ""],
      ["edit", "made\n"],
      ["edit", "new\n"],
      ["rename", ""],
      ["edit", "newer\n"],
      ["delete", ""],
    ]);
  });

  test("in which what gives way to a file that is there is no step, and an edit after it is for that file", async () => {
    const kit = open("-- a.toy --\n«x|old»\n-- b.toy --\n«y|other»\n");
    const hash = (text: string): string => kit.files.hash(new TextEncoder().encode(text));
    const edit = (mark: string, newText: string): object => ({
      textDocument: { uri: kit.uri(kit.fixture.mark(mark).file), version: null },
      edits: [kit.at(kit.fixture.mark(mark), newText)],
    });
    const options = { ignoreIfExists: true };
    const made = { kind: "create", uri: kit.uri("a.toy"), options };
    const moved = { kind: "rename", oldUri: kit.uri("a.toy"), newUri: kit.uri("b.toy"), options };
    const ofA = { kind: "edit", file: kit.path("a.toy"), hash: hash("old\n"), text: "new\n" };
    const ofB = { kind: "edit", file: kit.path("b.toy"), hash: hash("other\n"), text: "new\n" };
    expect(await kit.plan({ documentChanges: [made, edit("x", "new")] })).toEqual([ofA]);
    expect(await kit.plan({ documentChanges: [edit("x", "new"), made] })).toEqual([ofA]);
    expect(await kit.plan({ documentChanges: [moved, edit("x", "new"), edit("y", "new")] })).toEqual([ofA, ofB]);
    const inPlace = { kind: "rename", oldUri: kit.uri("a.toy"), newUri: kit.uri("a.toy") };
    expect(await kit.plan({ documentChanges: [inPlace, edit("x", "new")] })).toEqual([ofA]);
    // One that is gone by then gives way to nothing.
    const gone = { kind: "delete", uri: kit.uri("a.toy") };
    const anew = await kit.plan({ documentChanges: [gone, made] });
    expect(anew.map(({ kind }) => kind)).toEqual(["delete", "create"]);
  });

  test.each(["utf-8", "utf-16", "utf-32"] as const)(
    "F25 exact beyond the basic plane in %s [F25]",
    async (encoding) => {
      const kit = open("-- a.toy --\né𝒳«x|𝒴ж»𝒳\r\n«x|𝒳»\n", encoding);
      const edits = kit.fixture.marks("x").map((mark) => kit.at(mark, "𝒵"));
      expect(await kit.plan(ofVersion(kit.uri("a.toy"), null, edits))).toMatchObject([{ text: "é𝒳𝒵𝒳\r\n𝒵\n" }]);
    },
  );

  test("F24 whatever the order of its edits, with inserts at one place in theirs [F24]", async () => {
    const kit = open("-- a.toy --\n«one»a«two|b»c\n");
    const [one, two] = [kit.fixture.mark("one"), kit.fixture.mark("two")];
    const edits = [kit.at(two, "B"), kit.at(one, "1"), kit.at(one, "2")];
    expect(await kit.plan(ofVersion(kit.uri("a.toy"), null, edits))).toMatchObject([{ text: "12aBc\n" }]);
    const parts = edits.map((edit) => ({ textDocument: { uri: kit.uri("a.toy"), version: null }, edits: [edit] }));
    expect(await kit.plan({ documentChanges: parts })).toMatchObject([{ text: "12aBc\n" }]);
  });
});

describe("a server's edit is refused", () => {
  test("F23 when two of its changes overlap, in one list or in two [F23]", async () => {
    const kit = open("-- a.toy --\n«x|ab«y|cd»»\n");
    const edits = [kit.at(kit.fixture.mark("x"), "1"), kit.at(kit.fixture.mark("y"), "2")];
    expect((await refusalOf(kit.plan(ofVersion(kit.uri("a.toy"), null, edits)))).code).toBe("conflicting_edit");
    const parts = edits.map((edit) => ({ textDocument: { uri: kit.uri("a.toy"), version: null }, edits: [edit] }));
    expect((await refusalOf(kit.plan({ documentChanges: parts }))).code).toBe("conflicting_edit");
  });

  test("F26 when it is for another version of a document than the server has [F26]", async () => {
    const kit = open("-- a.toy --\n«x|old»\n");
    const edit = (version: number | null) =>
      ofVersion(kit.uri("a.toy"), version, [kit.at(kit.fixture.mark("x"), "new")]);
    expect((await refusalOf(kit.plan(edit(1)))).code).toBe("stale_document");
    kit.versions.set(kit.path("a.toy"), 3);
    const refusal = await refusalOf(kit.plan(edit(2)));
    expect(refusal.details).toMatchObject({ code: "stale_document", why: "It is for version 2, now it is 3." });
    expect((await refusalOf(kit.plan(edit(4)))).code).toBe("stale_document");
    expect(await kit.plan(edit(3))).toHaveLength(1);
    expect(await kit.plan(edit(null))).toHaveLength(1);
  });

  const edits = (uri: string) =>
    ofVersion(uri, null, [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "x" },
    ]);
  test.each([
    ["an edit beside it", () => edits("file:///project-evil/a.toy")],
    ["an edit above it", () => edits("file:///project/../etc/passwd")],
    ["an edit above it, encoded", () => edits("file:///project/%2e%2e/etc/passwd")],
    ["an edit through a link", () => edits("file:///project/link/a.toy")],
    [
      "a file made through a link",
      () => ({ documentChanges: [{ kind: "create", uri: "file:///project/link/deep/new.toy" }] }),
    ],
    ["a file made outside", () => ({ documentChanges: [{ kind: "create", uri: "file:///tmp/new.toy" }] })],
    [
      "a file moved out",
      () => ({ documentChanges: [{ kind: "rename", oldUri: "file:///project/a.toy", newUri: "file:///tmp/a.toy" }] }),
    ],
    [
      "a file moved in",
      () => ({ documentChanges: [{ kind: "rename", oldUri: "file:///etc/passwd", newUri: "file:///project/a.toy" }] }),
    ],
    ["a file deleted outside", () => ({ documentChanges: [{ kind: "delete", uri: "file:///outside/a.toy" }] })],
    ["something that is no file", () => edits("jdt://contents/a.class")],
    ["another machine's file", () => edits("file://server/project/a.toy")],
  ])("F27 when it reaches out of the root: %s [F27]", async (_what, edit) => {
    const kit = open("-- a.toy --\ntext\n");
    kit.files.write(joinPath(toyRoot, "../outside/a.toy"), "text\n");
    kit.files.link(kit.path("link"), joinPath(toyRoot, "../outside"));
    const before = await kit.files.stat(kit.path("a.toy"));
    expect((await refusalOf(kit.plan(edit()))).code).toBe("outside_root");
    expect(await kit.files.stat(kit.path("a.toy"))).toEqual(before);
  });

  test("when it edits what it has removed, or what does not exist", async () => {
    const kit = open("-- a.toy --\n«x|old»\n");
    const edit = {
      textDocument: { uri: kit.uri("a.toy"), version: null },
      edits: [kit.at(kit.fixture.mark("x"), "new")],
    };
    const removed = { documentChanges: [{ kind: "delete", uri: kit.uri("a.toy") }, edit] };
    expect((await refusalOf(kit.plan(removed))).code).toBe("conflicting_edit");
    const moved = { documentChanges: [{ kind: "rename", oldUri: kit.uri("a.toy"), newUri: kit.uri("b.toy") }, edit] };
    expect((await refusalOf(kit.plan(moved))).code).toBe("conflicting_edit");
    expect((await refusalOf(kit.plan(edits(kit.uri("c.toy"))))).code).toBe("file_not_found");
  });

  test.each([
    ["no object", 7],
    ["a part that is none", { documentChanges: [7] }],
    ["an unknown kind", { documentChanges: [{ kind: "explode", uri: "file:///project/a.toy" }] }],
    ["no address", { documentChanges: [{ textDocument: {}, edits: [] }] }],
    ["no edits", { changes: { "file:///project/a.toy": null } }],
    ["an edit without a range", { changes: { "file:///project/a.toy": [{ newText: "x" }] } }],
    [
      "a snippet",
      {
        changes: {
          "file:///project/a.toy": [
            { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, snippet: { value: "$0" } },
          ],
        },
      },
    ],
  ])("when it cannot be parsed: %s", async (_what, edit) => {
    const kit = open("-- a.toy --\ntext\n");
    expect((await refusalOf(kit.plan(edit))).code).toBe("malformed_reply");
  });
});
