import { describe, expect, test } from "vitest";

import { Capabilities } from "./capabilities.ts";
import type { RequestMethod } from "./methods.ts";
import { methods } from "./methods.ts";

describe("what a server declares", () => {
  test.each([
    ["true", true, true],
    ["an empty object", {}, true],
    ["options", { workDoneProgress: true }, true],
    ["false", false, false],
    ["null", null, false],
    ["nothing", undefined, false],
  ])("%s", (_, declared, expected) => {
    expect(new Capabilities({ hoverProvider: declared }).supports("textDocument/hover")).toBe(expected);
  });

  test("differs from server to server, and each is taken at its word [BRG-51]", () => {
    const full = new Capabilities({
      definitionProvider: true,
      referencesProvider: {},
      renameProvider: { prepareProvider: true },
    });
    const poor = new Capabilities({ definitionProvider: true, referencesProvider: false, renameProvider: true });
    expect(full.supported()).toEqual([
      "textDocument/definition",
      "textDocument/references",
      "textDocument/rename",
      "textDocument/prepareRename",
    ]);
    expect(poor.supported()).toEqual(["textDocument/definition", "textDocument/rename"]);
  });

  test.each([undefined, null, true, [], "all of it", 7])("%j as capabilities is none", (declared) => {
    expect(new Capabilities(declared).supported()).toEqual([]);
  });

  test("unknown fields are no trouble, and inherited ones are no capability", () => {
    const declared = { hoverProvider: true, futureProvider: { x: 1 }, experimental: { y: 2 } };
    expect(new Capabilities(declared).supported()).toEqual(["textDocument/hover"]);
    expect(new Capabilities(Object.create({ hoverProvider: true })).supported()).toEqual([]);
  });

  test("may come after the first registrations", () => {
    const capabilities = new Capabilities();
    capabilities.register({ id: "1", method: "textDocument/hover", options: null });
    capabilities.declare({ definitionProvider: true });
    expect(capabilities.supported()).toEqual(["textDocument/definition", "textDocument/hover"]);
  });
});

describe("an option below a capability", () => {
  test.each([
    [{ full: true }, true, false],
    [{ full: { delta: true }, range: false }, true, false],
    [{ range: {} }, false, true],
    [{ full: false, range: null }, false, false],
    [true, false, false],
  ])("%j", (semanticTokensProvider, full, range) => {
    const capabilities = new Capabilities({ semanticTokensProvider });
    expect(capabilities.supports("textDocument/semanticTokens/full")).toBe(full);
    expect(capabilities.supports("textDocument/semanticTokens/range")).toBe(range);
  });
});

describe("what a server registers later", () => {
  test("holds from that moment, and no longer than until it is taken back", () => {
    const capabilities = new Capabilities({});
    expect(capabilities.supports("textDocument/references")).toBe(false);
    capabilities.register({ id: "a", method: "textDocument/references", options: { documentSelector: null } });
    expect(capabilities.supports("textDocument/references")).toBe(true);
    expect(capabilities.unregister("a")).toMatchObject({ method: "textDocument/references" });
    expect(capabilities.supports("textDocument/references")).toBe(false);
    expect(capabilities.unregister("a")).toBeUndefined();
  });

  test("twice must be taken back twice, and what was declared stays", () => {
    const capabilities = new Capabilities({ hoverProvider: true });
    for (const id of ["a", "b"]) capabilities.register({ id, method: "textDocument/formatting", options: undefined });
    capabilities.unregister("a");
    expect(capabilities.supports("textDocument/formatting")).toBe(true);
    capabilities.unregister("b");
    expect(capabilities.supported()).toEqual(["textDocument/hover"]);
  });

  test("grants the requests that hang on it, with their options", () => {
    const capabilities = new Capabilities({});
    capabilities.register({ id: "a", method: "textDocument/diagnostic", options: { workspaceDiagnostics: true } });
    capabilities.register({ id: "b", method: "textDocument/prepareCallHierarchy", options: {} });
    capabilities.register({ id: "c", method: "textDocument/rename", options: { prepareProvider: false } });
    capabilities.register({ id: "d", method: "textDocument/semanticTokens", options: { full: true } });
    expect(capabilities.supported()).toEqual([
      "textDocument/rename",
      "textDocument/semanticTokens/full",
      "textDocument/diagnostic",
      "textDocument/prepareCallHierarchy",
      "callHierarchy/incomingCalls",
      "callHierarchy/outgoingCalls",
      "workspace/diagnostic",
    ]);
  });
});

test("the options of a method are all that were declared and registered, in that order", () => {
  const capabilities = new Capabilities({ completionProvider: { triggerCharacters: ["."] }, hoverProvider: true });
  capabilities.register({ id: "a", method: "textDocument/completion", options: { triggerCharacters: [":"] } });
  capabilities.register({ id: "b", method: "textDocument/completion", options: null });
  expect(capabilities.options("textDocument/completion")).toEqual([
    { triggerCharacters: ["."] },
    { triggerCharacters: [":"] },
    {},
  ]);
  expect(capabilities.options("textDocument/hover")).toEqual([]);
});

test("what needs no declaration is always supported and never listed", () => {
  const free = (Object.keys(methods) as RequestMethod[]).filter((method) => methods[method].capability.length === 0);
  const capabilities = new Capabilities({});
  expect(free.every((method) => capabilities.supports(method))).toBe(true);
  expect(capabilities.supported()).toEqual([]);
});
