import { describe, expect, test } from "vitest";

import { normaliseDiagnostics, normaliseReport, parsePublished } from "./diagnostics.ts";

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
const wire = { range, severity: 2, code: 6133, source: "ts", message: "unused", tags: [1], data: {} };
const plain = { range, severity: "warning", code: "6133", source: "ts", message: "unused", raw: wire };

describe("a diagnostic", () => {
  test("keeps what we know, and beside it all that the server said, to be given back", () => {
    expect(normaliseDiagnostics([wire])).toEqual([plain]);
  });

  test.each([
    [1, "error"],
    [2, "warning"],
    [3, "information"],
    [4, "hint"],
    [undefined, "error"],
    [0, "error"],
    [9, "error"],
    ["1", "error"],
  ])("of severity %j is %s", (severity, expected) => {
    const raw = { range, severity, message: "m" };
    expect(normaliseDiagnostics([raw])).toEqual([{ range, severity: expected, message: "m", raw }]);
  });

  test("may have its code as a text, as a number, or as something else", () => {
    const codes = ["E1", 7, { value: 1 }, null].map(
      (code) => normaliseDiagnostics([{ range, code, message: "m" }])[0]?.code,
    );
    expect(codes).toEqual(["E1", "7", undefined, undefined]);
  });

  test("may have markup as its message", () => {
    const messages = ["m", { kind: "markdown", value: "*m*" }, 7].map(
      (message) => normaliseDiagnostics([{ range, message }])[0]?.message,
    );
    expect(messages).toEqual(["m", "*m*", ""]);
  });

  test("whose place cannot be read is still told, at the start of the file", () => {
    const start = { line: 0, character: 0 };
    for (const odd of [undefined, null, {}, { start: range.start }]) {
      expect(normaliseDiagnostics([{ range: odd, severity: 1, message: "m" }])).toEqual([
        { range: { start, end: start }, severity: "error", message: "m" },
      ]);
    }
  });
});

test.each([null, undefined, {}, "x"])("%j is no list of diagnostics", (items) => {
  expect(normaliseDiagnostics(items)).toEqual([]);
});

describe("published diagnostics", () => {
  test("have a file, perhaps a version, and perhaps none at all", () => {
    expect(parsePublished({ uri: "file:///a", version: 3, diagnostics: [wire] })).toEqual({
      uri: "file:///a",
      version: 3,
      diagnostics: [plain],
    });
    expect(parsePublished({ uri: "file:///a", version: null, diagnostics: [] })).toEqual({
      uri: "file:///a",
      diagnostics: [],
    });
  });

  test.each([null, [], { diagnostics: [] }, { uri: 7 }])("without a file are none: %j", (params) => {
    expect(parsePublished(params)).toBeUndefined();
  });
});

describe("a pulled report", () => {
  test("is full, with or without an id", () => {
    expect(normaliseReport({ kind: "full", resultId: "1", items: [wire] })).toEqual({
      kind: "full",
      resultId: "1",
      items: [plain],
      related: new Map(),
    });
    expect(normaliseReport({ kind: "full", items: [] })).toEqual({ kind: "full", items: [], related: new Map() });
  });

  test("is unchanged only with the id it refers to", () => {
    expect(normaliseReport({ kind: "unchanged", resultId: "1" })).toEqual({
      kind: "unchanged",
      resultId: "1",
      related: new Map(),
    });
    expect(normaliseReport({ kind: "unchanged" })).toBeUndefined();
  });

  test("may speak of other files too", () => {
    const report = normaliseReport({
      kind: "full",
      items: [],
      relatedDocuments: {
        "file:///b": { kind: "full", items: [wire] },
        "file:///c": { kind: "unchanged", resultId: "7" },
        "file:///d": null,
      },
    });
    expect(report?.related).toEqual(
      new Map<string, unknown>([
        ["file:///b", { kind: "full", items: [plain], related: new Map() }],
        ["file:///c", { kind: "unchanged", resultId: "7", related: new Map() }],
      ]),
    );
  });

  test("without a kind is full when it has items", () => {
    expect(normaliseReport({ items: [wire] })).toMatchObject({ kind: "full", items: [plain] });
  });

  test.each([null, undefined, [], "full", {}, { kind: "full" }, { kind: "full", items: null }])(
    "is none, and not a clean one: %j",
    (result) => {
      expect(normaliseReport(result)).toBeUndefined();
    },
  );
});
