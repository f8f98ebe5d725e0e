// The account of a change whose texts are in no file, where a server finds some problems only on disk, or because of it.

import { expect, test } from "vitest";
import type { Diagnostic } from "../../model/code-facts.ts";
import { filePath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { ChangeAccount } from "./account.ts";
import { nothing } from "./file-problems.ts";

const file = filePath("/r/a.toy");
const change = { file, before: "one\ntwo\n", after: "one\n" };
const none = {
  direct: [],
  rest: [],
  unlookable: [],
  doubts: [],
  configurations: [],
  doubtsUnsaved: [],
  inNewDirectories: [],
  remarks: [],
};
const reached = { edited: [file], ...none };

function found(source: string, severity: Diagnostic["severity"]): Diagnostic {
  const place = { line: 1, column: 1 };
  return { span: { start: place, end: place }, severity, message: `of ${source}`, source } as Diagnostic;
}

test.each([
  ["saved", true, ["of toy"]],
  ["saved", false, ["of toy", "of compiler"]],
  ["all", true, ["of toy", "of compiler"]],
] as const)("with a server that finds %s problems, supposed %s, these have gone: %j", (finds, isSupposed, gone) => {
  const baseline = { entryOf: () => ({ ...toyEntry, finds }) };
  const account = new ChangeAccount({
    changes: [change],
    reached,
    baseline,
    scope: "workspace",
    thorough: true,
    supposed: isSupposed ? "after" : "neither",
  });
  const problems = [found("toy", "warning"), found("compiler", "warning")];
  const look = { ...nothing, servers: ["toy"] };
  account.enter(file, { ...look, problems, text: change.before }, look);
  const { resolved, doubts } = account.close();
  expect(resolved.map(({ diagnostic }) => diagnostic.message)).toEqual(gone);
  const isDoubted = finds === "saved" && isSupposed;
  expect(doubts).toEqual(isDoubted ? ["Toy finds some errors only in files on disk"] : []);
});

const came = filePath("/r/pkg/ghost.toy");

test.each([
  ["the file that comes", came, "no such file", "unknown"],
  ["the file that comes, of its text", came, 'unknown name "x"', false],
  ["who imports it", file, 'Import "pkg.ghost" could not be resolved', "unknown"],
  ["another", file, 'ghost: unknown name "x"', false],
] as const)("an error in %s that tells of a file which the server takes for missing", (_, where, message, safe) => {
  const { supposes: _supposes, ...quirks } = toyEntry.quirks;
  const safeWith = (more: object, inNewDirectories: (typeof came)[] = []): unknown => {
    const account = new ChangeAccount({
      changes: [change, { file: came, before: undefined, after: "x\n" }],
      reached: { ...reached, edited: [file, came], inNewDirectories },
      baseline: { entryOf: () => ({ ...toyEntry, quirks: { ...quirks, unread: "no such file", ...more } }) },
      scope: "workspace",
      thorough: true,
      supposed: "after",
    });
    const look = { ...nothing, servers: ["toy"] };
    for (const one of [file, came]) {
      const problems = one === where ? [{ ...found("toy", "error"), message }] : [];
      account.enter(one, look, { ...look, problems, text: "x\n" });
    }
    return account.close().safe;
  };
  expect(safeWith({})).toBe(safe);
  expect(safeWith({ supposes: { created: "open" } })).toBe(false);
  expect(safeWith({ supposes: { created: "open" } }, [came])).toBe(safe);
});
