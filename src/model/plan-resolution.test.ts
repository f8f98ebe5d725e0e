// What steps come to taken together, and which contradict each other.

import { expect, test } from "vitest";
import type { FilePath } from "./file-path.ts";
import { filePath } from "./file-path.ts";
import type { ProposedStep } from "./offered-action.ts";
import type { ContentOnDisk } from "./plan-resolution.ts";
import { resolvePlan } from "./plan-resolution.ts";
import { Refusal } from "./refusal.ts";

const at = (name: string): FilePath => filePath(`/shop/${name}`);
const text = (words: string): ContentOnDisk => ({ hash: `#${words}`, text: words });
const disk: Readonly<Record<string, ContentOnDisk>> = {
  a: text("A"),
  b: text("B"),
  late: text("L\0"),
  folder: "directory",
  binary: { hash: "#0", text: "\0", unfit: "binary" },
  latin: { hash: "#1", text: "\ufffd", unfit: "encoding" },
};

const edit = (name: string, before: string, after: string, hash: string | undefined = `#${before}`): ProposedStep => {
  return { kind: "edit", file: at(name), hash, before, text: after };
};
const flags = { overwrite: false, ignoreIfExists: false };
const create = (name: string, over: object = {}): ProposedStep => ({
  kind: "create",
  file: at(name),
  ...flags,
  ...over,
});
const move = (from: string, to: string, over: object = {}): ProposedStep => {
  return { kind: "rename", from: at(from), to: at(to), ...flags, ...over };
};
const remove = (name: string, over: object = {}): ProposedStep => {
  return { kind: "delete", file: at(name), recursive: false, ignoreIfNotExists: false, ...over };
};

function resolved(...steps: ProposedStep[]): string[] {
  const { outcomes, stale } = resolvePlan(steps, (file) => disk[file.slice("/shop/".length)]);
  const name = (file: FilePath | undefined): string => file?.slice("/shop/".length) ?? "new";
  const shown = outcomes.map(({ file, after }) =>
    after === undefined ? `${name(file)} gone` : `${name(file)} = ${name(after.origin)} ${after.text ?? "as it was"}`,
  );
  return [...shown, ...stale.map((file) => `${name(file)} stale`)];
}

test.each([
  ["an edit", [edit("a", "A", "X")], ["a = a X"]],
  ["two edits after one another", [edit("a", "A", "X"), edit("a", "X", "Y", "#A")], ["a = a Y"]],
  ["an edit that changes nothing", [edit("a", "A", "A")], []],
  ["an edit there and back", [edit("a", "A", "X"), edit("a", "X", "A", "#A")], []],
  ["a file that is moved and then edited", [move("a", "c"), edit("c", "A", "X")], ["a gone", "c = a X"]],
  [
    "two files that change places",
    [move("a", "c"), move("b", "a"), move("c", "b")],
    ["a = b as it was", "b = a as it was"],
  ],
  ["a move there and back", [move("a", "c"), move("c", "a")], []],
  ["a new file with a text", [create("c"), edit("c", "", "X", undefined)], ["c = new X"]],
  ["a new file that goes again", [create("c"), remove("c")], []],
  ["a new file over another", [create("a", { overwrite: true })], ["a = new "]],
  ["a new file that is there", [create("a", { ignoreIfExists: true })], []],
  ["overwriting before ignoring", [create("a", { overwrite: true, ignoreIfExists: true })], ["a = new "]],
  ["a move onto another file", [move("a", "b", { overwrite: true })], ["a gone", "b = a as it was"]],
  ["a move that gives way", [move("a", "b", { ignoreIfExists: true })], []],
  ["a file that goes", [remove("a")], ["a gone"]],
  ["nothing that is to go", [remove("c", { ignoreIfNotExists: true })], []],
  ["a file that goes and comes anew", [remove("a"), create("a")], ["a = new "]],
  ["a binary file that is moved", [move("binary", "c")], ["binary gone", "c = binary as it was"]],
  [
    "every stale file",
    [edit("a", "?", "X"), edit("b", "?", "X"), create("c")],
    ["a = a X", "b = b X", "c = new ", "a stale", "b stale"],
  ],
  ["a text that held such a sign already", [edit("late", "L\0", "X\0")], ["late = late X\0"]],
  ["an edit without a hash", [edit("a", "A", "X", undefined)], ["a = a X"]],
  ["an edit without a hash of another text", [edit("a", "", "X", undefined)], ["a = a X", "a stale"]],
])("%s", (_what, steps, expected) => {
  expect(resolved(...steps)).toEqual(expected);
});

test.each([
  ["an edit after the file is gone", [remove("a"), edit("a", "A", "X")], "conflicting_edit"],
  ["an edit after the file was moved", [move("a", "c"), edit("a", "A", "X")], "conflicting_edit"],
  ["a second edit that does not follow the first", [edit("a", "A", "X"), edit("a", "A", "Y")], "conflicting_edit"],
  ["two new files at one place", [create("c"), create("c")], "conflicting_edit"],
  ["a new file where one is", [create("a")], "conflicting_edit"],
  ["a move onto another file", [move("a", "b")], "conflicting_edit"],
  ["a file that goes twice", [remove("a"), remove("a")], "conflicting_edit"],
  ["a move of a file that is gone", [remove("a"), move("a", "c")], "conflicting_edit"],
  ["half a character", [edit("a", "A", "\ud83d")], "conflicting_edit"],
  ["a text that becomes bytes", [edit("a", "A", "A\0")], "bad_input"],
  ["a new file of bytes", [create("c"), edit("c", "", "\0", undefined)], "bad_input"],
  ["an edit of nothing", [edit("c", "", "X")], "file_not_found"],
  ["nothing that goes", [remove("c")], "file_not_found"],
  ["a directory that goes", [remove("folder", { recursive: true })], "policy_denied"],
  ["a directory that is moved", [move("folder", "c")], "policy_denied"],
  ["a file in place of a directory", [create("folder", { overwrite: true })], "policy_denied"],
  ["an edit of bytes", [edit("binary", "\0", "X", "#0")], "binary_file"],
  ["an edit in another encoding", [edit("latin", "\ufffd", "X", "#1")], "file_unreadable"],
  ["bytes that are moved and edited", [move("binary", "c"), edit("c", "\0", "X", "#0")], "binary_file"],
])("%s is refused", (_what, steps, code) => {
  const act = (): string[] => resolved(...steps);
  expect(act).toThrow(Refusal);
  expect(act).toThrow(expect.objectContaining({ details: expect.objectContaining({ code }) as unknown }));
});
