// A rename in a toy workspace: what is meant, what is refused, what is left alone, and what is told of it.

import { describe, expect, test } from "vitest";
import type { Performed } from "../define.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { renameSymbol } from "./rename-symbol.ts";

const fixture = `-- a.toy --
"👍" def «name|größe» = 7 # größe in a comment
def other
«nothing»# prose
-- b.toy --
use «use|gr«^»öße»
use größe # and größe
-- lib/deep/c.toy --
use größe
-- d.toy --
# größe alone, and größenordnung
`;

/** The last file is too large to be read, and may hold a use. */
const unmeasured = {
  fixture: `${fixture}-- large.toy --\n${"# größe\n".repeat(1_000)}`,
  settings: { documents: { maxBytes: 5_000 } },
};

interface Choices extends Partial<WorkspaceChoices> {
  readonly mark?: string;
  readonly input?: object;
}

async function renamed({ mark, input = {}, ...choices }: Choices, look?: (kit: ToyWorkspace) => void) {
  await using kit = openToyWorkspace({ fixture, ...choices });
  const { file, span } = mark === undefined ? kit.fixture.cursor : kit.fixture.mark(mark);
  const at = { file_path: file, ...span.start, new_name: "length", dry_run: true };
  const performed = await perform(kit, renameSymbol, { ...at, ...input });
  look?.(kit);
  return { performed, json: performed.toJson() as Json, text: textOf(performed) };
}

interface Json {
  readonly diff: string;
  readonly files: readonly { readonly file: string }[];
  readonly declarations: readonly object[];
  readonly preview: object;
  readonly applied: boolean;
  readonly withheld?: string;
}

function textOf(performed: Performed<unknown>): string {
  return performed.toText({ characters: 4_000 });
}

function replying(reply: unknown): Partial<ToyDials> {
  return { replies: { "textDocument/rename": reply } };
}

describe("a symbol gets another name", () => {
  test.each(["utf-16", "utf-8", "utf-32"] as const)(
    "everywhere, asked for at its declaration (%s) [AGL-083]",
    async (positionEncoding) => {
      const { performed, json, text } = await renamed({ mark: "use", dials: { positionEncoding } });
      expect(json.diff.split("\n").filter((line) => /^[+-][^+-]/.test(line))).toEqual([
        '-"👍" def größe = 7 # größe in a comment',
        '+"👍" def length = 7 # größe in a comment',
        "-use größe",
        "-use größe # and größe",
        "+use length",
        "+use length # and größe",
        "-use größe",
        "+use length",
      ]);
      expect(json.preview).toMatchObject({ files: 3, locations: 4 });
      expect(json.applied).toBe(false);
      expect(text).toMatch(
        /^Rename größe to length: would change 3 files\. Nothing was changed\.\nDeclared at a\.toy:1:10\n/,
      );
      expect(performed.standing.state).toBe("complete");
    },
  );

  test("at the declaration, also where a use was pointed at", async () => {
    await renamed({}, (kit) => {
      const { line, column } = kit.fixture.mark("name").span.start;
      const [asked] = kit.toy.received.filter(({ method }) => method === "textDocument/rename");
      expect(asked?.params).toMatchObject({ position: { line: line - 1, character: column - 1 }, newName: "length" });
    });
  });

  test("and comments keep theirs, which is told [AGL-083]", async () => {
    const { text } = await renamed({});
    expect(text).toContain(
      "Unchanged: text, or the name of another symbol (größe): 3 lines in 3 files: a.toy:1, b.toy:2, d.toy:1",
    );
  });

  test("the same one, and there is nothing to change", async () => {
    const { performed, text } = await renamed({ input: { new_name: "größe" } }, ({ toy }) => {
      expect(toy.received.map(({ method }) => method)).not.toContain("textDocument/rename");
    });
    expect(performed.isEmpty).toBe(true);
    expect(text).toBe("Rename größe to größe: nothing to change.");
    expect(performed.hints.map(({ operation }) => operation)).not.toContain("rename_symbol");
  });

  test("and files that are to be left alone are, and are named [AGL-083]", async () => {
    const { json, text } = await renamed({ input: { exclude_globs: ["lib/**", "b.*"] } });
    expect(json.files.map(({ file }) => file.split("/").at(-1))).toEqual(["a.toy"]);
    expect(text).toContain("Left alone by exclude_globs, with the old name in them: b.toy, lib/deep/c.toy");
  });

  test("and what it would break is told before it does", async () => {
    const { json, performed } = await renamed({ input: { exclude_globs: ["b.*"] } });
    const error = { file: "/project/b.toy", message: "unknown name größe" };
    expect(json).toMatchObject({ applied: false, safe: false, errors_introduced: [error, error] });
    // The answer does not suggest what breaks something.
    expect(performed.hints.map(({ operation }) => operation)).toEqual(["find_references"]);
    const { json: whole, performed: fine } = await renamed({});
    expect(whole).toMatchObject({ applied: false, safe: true, errors_introduced: [] });
    expect(fine.hints.map(({ operation }) => operation)).toEqual(["rename_symbol", "find_references"]);
  });

  test("and mentions in prose and in any other text are counted, not in what is no text", async () => {
    const texts = "-- README.md --\nthe größe\n-- conf.unknown --\ngröße=1\n-- picture.bin --\nx\0größe\n";
    const { text } = await renamed({ fixture: `${fixture}${texts}` });
    expect(text).toContain(": 5 lines in 5 files: a.toy:1, b.toy:2, d.toy:1, README.md:1, conf.unknown:1");
  });

  test("and a pattern that leaves nothing out is told", async () => {
    const { text } = await renamed({ input: { exclude_globs: ["*.py"] } });
    expect(text).toContain("exclude_globs leaves nothing out: no file of the rename matches.");
  });
});

describe("when it is done", () => {
  test("the files are changed, and the way back restores every byte [AGL-083]", async () => {
    const ends = fixture.replaceAll("\n", "\r\n").replaceAll(/(-- \S+ --)\r/g, "$1");
    await using kit = openToyWorkspace({ fixture: ends });
    const all = [...kit.fixture.files.keys()].map((file) => kit.path(file));
    const read = () =>
      Promise.all(all.map(async (file) => new TextDecoder().decode(await kit.host.files.read(file, 1_000_000))));
    const before = await read();
    const { file, span } = kit.fixture.cursor;
    const there = await perform(kit, renameSymbol, { file_path: file, ...span.start, new_name: "length" });
    expect(there.toJson()).toMatchObject({ applied: true, old_name: "größe", new_name: "length" });
    const changed = await read();
    expect(changed.map((text) => text.split("length").length - 1)).toEqual([1, 2, 1, 0]);
    expect(changed.join("").split("\r\n").length).toBe(before.join("").split("\r\n").length);
    const back = await perform(kit, renameSymbol, { symbol_path: "length", new_name: "größe" });
    expect(back.toJson()).toMatchObject({ applied: true });
    expect(await read()).toEqual(before);
  });

  test("nothing is written where it is held back [AGL-083]", async () => {
    await using kit = openToyWorkspace(unmeasured);
    const { file, span } = kit.fixture.cursor;
    const input = { file_path: file, ...span.start, new_name: "length" };
    await perform(kit, renameSymbol, input);
    const text = async () => new TextDecoder().decode(await kit.host.files.read(kit.path("b.toy"), 1_000_000));
    expect(await text()).toContain("use größe");
    const allowed = await perform(kit, renameSymbol, { ...input, accept_partial: true });
    expect(allowed.toJson()).toMatchObject({ applied: true });
    expect(await text()).toContain("use length");
  });
});

describe("nothing is renamed", () => {
  test.each([
    ["a word that the language keeps", "class"],
    ["two words", "a b"],
    ["an end of a line", "a\nb"],
    ["nothing but a space", " "],
  ])("to %s", async (_, name) => {
    const language = { id: "python" };
    const refusal = await refusalOf(renamed({ language, input: { new_name: name } }));
    expect([refusal.code, refusal.details.next]).toEqual([
      "bad_input",
      "Choose another name; nothing was asked or changed.",
    ]);
  });

  test("where there is no name", async () => {
    expect((await refusalOf(renamed({ mark: "nothing" }))).code).toBe("no_symbol");
  });

  test("where the server says no beforehand, in its words", async () => {
    const errors = { "textDocument/prepareRename": { code: -32803, message: "this is built in" } };
    const refusal = await refusalOf(renamed({ dials: { errors } }));
    expect([refusal.code, refusal.details.why]).toEqual(["no_symbol", "this is built in"]);
  });

  test("where the server says no when it is asked, in its words", async () => {
    const errors = { "textDocument/rename": { code: -32803, message: "length is taken" } };
    const refusal = await refusalOf(renamed({ dials: { errors } }));
    expect([refusal.code, refusal.details.why]).toEqual(["request_failed", "length is taken"]);
  });

  test("where the server proposes nothing", async () => {
    expect((await refusalOf(renamed({ dials: replying(null) }))).code).toBe("ambiguous_target");
  });

  test("where the server cannot rename, and another way is told", async () => {
    const refusal = await refusalOf(renamed({ dials: { lacks: ["textDocument/rename"] } }));
    expect([refusal.code, refusal.details.next]).toEqual([
      "capability_missing",
      expect.stringContaining("find_references"),
    ]);
  });

  test("where the edit is of another symbol than was pointed at [AGL-083]", async () => {
    await using kit = openToyWorkspace({ fixture });
    const range = { start: { line: 1, character: 4 }, end: { line: 1, character: 9 } };
    const edit = { changes: { [`file://${kit.path("a.toy")}`]: [{ range, newText: "length" }] } };
    const refusal = await refusalOf(renamed({ dials: replying(edit) }));
    expect([refusal.code, refusal.details.why]).toEqual(["ambiguous_target", "It is declared at a.toy:1:10."]);
  });

  test("outside of the root, not even in part", async () => {
    const edit = { changes: { "file:///elsewhere/a.toy": [] } };
    expect((await refusalOf(renamed({ dials: replying(edit) }))).code).toBe("outside_root");
  });

  test("that is declared outside of the root", async () => {
    const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 5 } };
    const replies = { "textDocument/definition": { uri: "file:///elsewhere/lib.toy", range } };
    const refusal = await refusalOf(renamed({ dials: { replies } }));
    expect([refusal.code, refusal.details.what]).toEqual(["outside_root", "größe is declared outside the root."]);
  });
});

describe("while uses may be unknown", () => {
  test("it is shown and not done, and how to go on is told", async () => {
    const { performed, json, text } = await renamed({ ...unmeasured, input: { dry_run: false } });
    expect(json).toMatchObject({
      applied: false,
      withheld: expect.stringMatching(/^Uses may be missing .*accept_partial/),
    });
    expect(text).toMatch(
      /^Nothing was changed\. Uses may be missing \(1 possible use not verified \(large\.toy: cannot be read\)\)\./,
    );
    expect(performed.standing.state).toBe("partial");
  });

  test("a preview is no less a preview", async () => {
    const { json } = await renamed(unmeasured);
    expect(json).toMatchObject({ would_be_withheld: expect.stringMatching(/^Uses may be missing .*accept_partial/) });
    expect(json.withheld).toBeUndefined();
  });
});

test.each([
  ["is withheld where the edit uses it", "shaky", true],
  ["is no matter where the edit does not", "unused", false],
])("what the server wants confirmed %s", async (_, id, isHeld) => {
  await using kit = openToyWorkspace({ fixture });
  const { start, end } = kit.fixture.mark("name").span;
  const at = ({ line, column }: { line: number; column: number }) => ({ line: line - 1, character: column - 1 });
  const edit = (file: string, span: typeof kit.fixture.cursor.span) => ({
    textDocument: { uri: `file://${kit.path(file)}`, version: null },
    edits: [{ range: { start: at(span.start), end: at(span.end) }, newText: "length", annotationId: "shaky" }],
  });
  const reply = {
    documentChanges: [edit("a.toy", { start, end }), edit("b.toy", kit.fixture.mark("use").span)],
    changeAnnotations: { [id]: { label: "Is this right?", needsConfirmation: true } },
  };
  const { performed } = await renamed({ dials: replying(reply) });
  const found = performed.standing.reasons.map(({ detail }) => detail);
  // That it leaves uses out, which afterwards mean nothing, is another matter.
  expect(found.filter((detail) => detail.includes("confirm"))).toEqual(
    isHeld ? ["Toy asks to confirm: Is this right?"] : [],
  );
});

test("every answer fits where little room is", async () => {
  const { performed } = await renamed({});
  expect(performed.toText({ characters: 120 }).length).toBeLessThanOrEqual(120);
});

describe("a new name that is taken", () => {
  test("is refused where uses of the other would mean this one", async () => {
    const taken = `${fixture}-- e.toy --\ndef length\nuse length\n`;
    const refusal = await refusalOf(renamed({ fixture: taken }));
    expect(refusal.code).toBe("conflicting_edit");
    expect(refusal.details).toMatchObject({
      why: "Uses of the other length would refer to the renamed one: e.toy:1, e.toy:2.",
      next: "Nothing was changed. Choose another name, or rename the other length first.",
    });
  });

  test("is not asked about for ever, and an unknown is reported", async () => {
    const { text } = await renamed({ dials: { lacks: ["textDocument/references"] } });
    expect(text).toContain("Not checked for conflicts with the new name: ");
  });

  test.each([
    ["the server does not answer in time", { neverAnswers: ["textDocument/diagnostic"] }],
    ["the server dies", { crashAt: "textDocument/diagnostic" }],
  ])("holds the rename back where it is unknown because %s", async (_, dials) => {
    const [held, accepted] = await Promise.all(
      [{}, { accept_partial: true }].map((input) =>
        renamed({ dials: { diagnostics: "pull", ...dials }, input: { ...input, dry_run: false } }),
      ),
    );
    expect(held?.json).toMatchObject({ applied: false });
    expect(held?.json.withheld).toContain("conflicts with the new name could not be checked");
    expect(accepted?.json).toMatchObject({ applied: true });
  });

  test("leaves nothing of it in the server, also when it is only asked what would be", async () => {
    await renamed({}, ({ toy }) => {
      expect(toy.server.documents.filter(({ index }) => index.text.includes("length"))).toEqual([]);
    });
  });
});
