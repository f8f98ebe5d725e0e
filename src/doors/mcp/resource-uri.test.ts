// What an address names, and what names nothing.

import { describe, expect, test } from "vitest";
import { refusalOf } from "../../testing/refusal-of.ts";
import { parseResource, parseSubscribable } from "./resource-uri.ts";

describe("the path of a file", () => {
  test.each([
    ["lsp-diagnostics:///", "all"],
    ["lsp-diagnostics:///src/a.ts", ["/src/a.ts", "src/a.ts"]],
    ["lsp-diagnostics:////project/a.ts", ["/project/a.ts"]],
    ["lsp-diagnostics:///%2Fproject%2Fa.ts", ["/project/a.ts"]],
    ["lsp-diagnostics:///C:/project/a.ts", ["C:/project/a.ts"]],
    ["lsp-diagnostics:///a%20b%23%3F%25.ts", ["/a b#?%.ts", "a b#?%.ts"]],
    ["lsp-diagnostics:///gr%C3%B6%C3%9Fe.ts", ["/größe.ts", "größe.ts"]],
    ["lsp-diagnostics:///größe.ts", ["/größe.ts", "größe.ts"]],
    ["lsp-diagnostics:///../a.ts", ["/../a.ts", "../a.ts"]],
  ])("%s", (uri, subject) => {
    expect(parseResource(uri)).toEqual({ kind: "diagnostics", subject });
    expect(parseSubscribable(uri)).toEqual(subject);
  });
});

test.each(["hover", "completions"])("the position of %s is counted from 1", (kind) => {
  const uri = `lsp-${kind}:///a.ts?line=12&column=3&language_id=typescript`;
  expect(parseResource(uri)).toEqual({ kind, paths: ["/a.ts", "a.ts"], line: 12, column: 3 });
});

test("what may be stale has one address, and can be subscribed to", () => {
  expect(parseResource("lsp-references:///")).toEqual({ kind: "references" });
  expect(parseSubscribable("lsp-references:///")).toBe("stale");
});

test.each([
  "file:///project/a.ts",
  "lsp-diagnostics://host/a.ts",
  "lsp-diagnostics:a.ts",
  "lsp-diagnostics:///a.ts#top",
  "lsp-diagnostics:///a%2.ts",
  "lsp-diagnostics:///a%FF.ts",
  "lsp-hover:///?line=1&column=1",
  "lsp-hover:///a.ts",
  "lsp-hover:///a.ts?line=1",
  "lsp-hover:///a.ts?line=0&column=1",
  "lsp-completions:///a.ts?line=1&column=one",
  "lsp-references:///a.ts",
  "",
])("%s is refused with what to do instead", async (uri) => {
  const refused = await refusalOf(Promise.resolve().then(() => parseResource(uri)));
  expect(refused).toMatchObject({ code: "bad_input", details: { next: expect.stringMatching(/\w/) } });
});

test("what is at a position does not support subscriptions", async () => {
  const uri = "lsp-hover:///a.ts?line=1&column=1";
  expect((await refusalOf(Promise.resolve().then(() => parseSubscribable(uri)))).code).toBe("bad_input");
});
