// The tools an embedding agent gets: one for each thing a server has declared, and none beyond.

import { describe, expect, test } from "vitest";
import type { Caller } from "../policy/effects.ts";
import { Emitter } from "../std/emitter.ts";
import type { BridgeEvent } from "../model/event.ts";
import type { WorkspaceChoices } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { Roots } from "../workspace/roots.ts";
import { LocalEngine } from "./local-engine.ts";
import { lspTools, lspToolsNow } from "./lsp-tools.ts";

const caller: Caller = { door: "library", allowed: ["read"] };
const fixture = "-- a.toy --\ndef «^»apple\nuse apple\n";

function engineOn(choices: Partial<WorkspaceChoices> = {}) {
  const kit = openToyWorkspace({ fixture, ...choices });
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    async () => {},
    () => () => {},
  );
  return { kit, engine };
}

describe("from what a server declares", () => {
  test.each<[string, object, string[]]>([
    ["nothing", {}, ["lsp_diagnostics"]],
    ["hover", { hoverProvider: true }, ["lsp_diagnostics", "lsp_hover"]],
    ["definition", { definitionProvider: {} }, ["lsp_diagnostics", "lsp_goto_definition"]],
    ["references", { referencesProvider: true }, ["lsp_diagnostics", "lsp_references"]],
    ["rename", { renameProvider: { prepareProvider: true } }, ["lsp_diagnostics", "lsp_rename"]],
    ["what is declared as false", { hoverProvider: false, renameProvider: null }, ["lsp_diagnostics"]],
  ])(
    "%s gives exactly its tools [SYN-12 SYN-13 SYN-14 SYN-15 SYN-16 SYN-17 SYN-21]",
    async (_, capabilities, names) => {
      const { kit, engine } = engineOn();
      await using _kit = kit;
      expect(lspTools(engine, capabilities, caller).map(({ name }) => name)).toEqual(names);
    },
  );
});

describe("every other provider decides about its tool in the same way", () => {
  test.each([
    ["typeDefinitionProvider", "lsp_goto_type_definition"],
    ["implementationProvider", "lsp_goto_implementation"],
    ["documentSymbolProvider", "lsp_document_symbols"],
    ["workspaceSymbolProvider", "lsp_workspace_symbols"],
    ["callHierarchyProvider", "lsp_callers"],
    ["documentFormattingProvider", "lsp_format"],
    ["codeActionProvider", "lsp_code_actions"],
    ["completionProvider", "lsp_completion"],
    ["signatureHelpProvider", "lsp_signature_help"],
    ["declarationProvider", "lsp_goto_declaration"],
    ["documentHighlightProvider", "lsp_document_highlights"],
    ["inlayHintProvider", "lsp_inlay_hints"],
    ["typeHierarchyProvider", "lsp_type_hierarchy"],
    ["documentRangeFormattingProvider", "lsp_format_range"],
  ])("%s: %s [SYN-18]", async (provider, tool) => {
    const { kit, engine } = engineOn();
    await using _kit = kit;
    const names = (declared: unknown): string[] =>
      lspTools(engine, { [provider]: declared }, caller).map(({ name }) => name);
    expect([names({}), names(true)]).toEqual([
      ["lsp_diagnostics", tool],
      ["lsp_diagnostics", tool],
    ]);
    expect([names(false), names(null), names(undefined)]).toEqual(Array(3).fill(["lsp_diagnostics"]));
  });

  test("semantic tokens need the request for a whole file [SYN-18]", async () => {
    const { kit, engine } = engineOn();
    await using _kit = kit;
    const names = (options: object): string[] =>
      lspTools(engine, { semanticTokensProvider: options }, caller).map(({ name }) => name);
    expect([names({ full: true }), names({ range: true })]).toEqual([
      ["lsp_diagnostics", "lsp_semantic_tokens"],
      ["lsp_diagnostics"],
    ]);
  });
});

describe("from the servers that run", () => {
  const askedOnce = async (choices: Partial<WorkspaceChoices>): Promise<string[]> => {
    const { kit, engine } = engineOn(choices);
    await using _kit = kit;
    const input = { file_path: "a.toy", ...kit.fixture.cursor.span.start };
    await kit.clock.until(engine.invoke({ operation: "find_references", input, caller }));
    return lspToolsNow(engine, engine.now(), caller).map(({ name }) => name);
  };

  test("a tool that no server can serve is not there", async () => {
    expect(await askedOnce({})).toContain("lsp_hover");
    expect(await askedOnce({ dials: { lacks: ["textDocument/hover"] } })).not.toContain("lsp_hover");
  });

  test("a server that comes back with more brings its tools, without any configuration [SYN-20]", async () => {
    const { kit, engine } = engineOn({
      dials: (incarnation) => ({ lacks: incarnation === 1 ? ["textDocument/hover"] : [] }),
    });
    await using _kit = kit;
    const input = { file_path: "a.toy", ...kit.fixture.cursor.span.start };
    const ask = () => kit.clock.until(engine.invoke({ operation: "find_references", input, caller }));
    await ask();
    expect(lspToolsNow(engine, engine.now(), caller).map(({ name }) => name)).not.toContain("lsp_hover");
    await kit.clock.until(kit.workspace.sessions[0]?.renew("a newer one") ?? Promise.resolve());
    await ask();
    const tools = lspToolsNow(engine, engine.now(), caller);
    expect(tools.map(({ name }) => name)).toContain("lsp_hover");
    const [references] = tools.filter(({ name }) => name === "lsp_references");
    if (references === undefined) throw new Error("no tool for references");
    expect(await kit.clock.until(references.call(input))).toMatchObject({ ok: true });
  });
});
