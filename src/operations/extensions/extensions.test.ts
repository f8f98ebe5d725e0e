// Extensions: made only where they are wanted, each under its own name, and before what every language has.

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LocalEngine } from "../../engine/local-engine.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { standingOf } from "../../model/standing.ts";
import { Emitter } from "../../std/emitter.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Operation } from "../define.ts";
import { defineQuery } from "../define.ts";
import { coreRegistry, extendedLanguages, registryOf } from "../registry.ts";
import { operations } from "../table.ts";
import type { ExtensionParts } from "./define-extension.ts";
import { defineExtension } from "./define-extension.ts";

function operation(name: string, answer: string): Operation {
  return defineQuery({
    name,
    title: name,
    summary: `Says ${answer}.`,
    guidance: "",
    exposure: "core",
    cli: { command: name, positional: "none" },
    needs: [],
    input: { anything: z.string().optional() },
    run: async () => ({ value: answer, standing: standingOf([]) }),
    isEmpty: () => false,
    toText: (value) => value,
    toJson: (value) => value,
    hints: () => [],
    examples: [],
  });
}

/** An extension that counts how often it is made. */
function counted(language: string, parts: ExtensionParts) {
  const made = { count: 0 };
  const extension = defineExtension(language, () => {
    made.count++;
    return parts;
  });
  return { made, extension };
}

describe("which are active", () => {
  test("an extension is made for its language, once, and not at all for others [AGL-354 AGL-357]", () => {
    const toy = counted("toy", { operations: [operation("toy_ask", "toy")] });
    const game = counted("game", { operations: [operation("game_ask", "game")] });
    const table = [toy.extension, game.extension];
    expect(registryOf([], table).operations).toEqual(operations);
    expect([toy.made.count, game.made.count]).toEqual([0, 0]);
    const registry = registryOf(["toy", "go"], table);
    expect([toy.made.count, game.made.count]).toEqual([1, 0]);
    expect([registry.named("toy_ask")?.name, registry.named("game_ask")]).toEqual(["toy_ask", undefined]);
    expect(registry.operations.map(({ name }) => name)).toEqual([...operations.map(({ name }) => name), "toy_ask"]);
  });

  test("those that there are add nothing where their language is not configured", () => {
    expect(extendedLanguages()).toEqual(["cpp", "rust"]);
    expect(coreRegistry.operations).toEqual(operations);
    expect(registryOf(["go", "typescript"]).operations).toEqual(operations);
    expect(registryOf(["c"]).named("cpp_switch_source_header")?.kind).toBe("query");
    expect(registryOf(["rust"]).prompts.map(({ name }) => name)).toEqual(["rust_explain_macro"]);
  });

  test("any part may be left out [AGL-355]", () => {
    const resource = { name: "toy-thing", title: "t", description: "d", about: "file", operation: "toy_ask" } as const;
    const prompt = { name: "toy_say", title: "t", description: "d", arguments: [], calls: [], text: () => "say" };
    const parts: readonly ExtensionParts[] = [
      {},
      { operations: [operation("toy_ask", "toy")] },
      { resources: [resource] },
      { resources: [resource], subscriptions: ["toy-thing"] },
      { prompts: [prompt] },
    ];
    const sizes = parts.map((some) => {
      const made = registryOf(["toy"], [counted("toy", some).extension]);
      return [
        made.operations.length - operations.length,
        made.resources.length,
        made.subscriptions.size,
        made.prompts.length,
      ];
    });
    expect(sizes).toEqual([
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 1, 1, 0],
      [0, 0, 0, 1],
    ]);
  });
});

describe("names", () => {
  test("one that every language has is taken over in its place; a new one begins with the language [AGL-358]", () => {
    const own = operation("inspect_symbol", "own");
    const registry = registryOf(["toy"], [counted("toy", { operations: [own] }).extension]);
    expect(registry.named("inspect_symbol")).toBe(own);
    expect(registry.operations.length).toBe(operations.length);
    expect(registry.operations.indexOf(own)).toBe(operations.findIndex(({ name }) => name === "inspect_symbol"));
    expect(coreRegistry.named("inspect_symbol")).not.toBe(own);
  });

  test.each<ExtensionParts>([
    { operations: [operation("ask", "x")] },
    { operations: [operation("game_ask", "x")] },
    { resources: [{ name: "thing", title: "t", description: "d", about: "file", operation: "x" }] },
    { prompts: [{ name: "say", title: "t", description: "d", arguments: [], calls: [], text: () => "" }] },
    { subscriptions: ["toy-nothing"] },
  ])("what belongs to no language by its name is a defect of ours: %j", (parts) => {
    expect(() => registryOf(["toy"], [counted("toy", parts).extension])).toThrow("the extension for toy");
  });
});

const places = `-- a.toy --
def apple
-- a_head.toy --
dec apple
-- b.toy --
def pear
`;

function open(): ToyWorkspace {
  const serves = ["rust-analyzer/expandMacro", "textDocument/switchSourceHeader"];
  return openToyWorkspace({ fixture: places, entry: { quirks: { serves } } });
}

function named(language: string, name: string): Operation {
  const found = registryOf([language]).named(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

const room = { characters: 1_000 };

describe("what they ask", () => {
  test("a macro is written out, with its lines marked as foreign, and nothing is nothing", async () => {
    await using kit = open();
    const expand = named("rust", "rust_expand_macro");
    const found = await perform(kit, expand, { file_path: "a.toy", position_pattern: "def @@apple" });
    expect(found.toText(room)).toBe("apple at a.toy:1:5  def apple expands to\n1\tdef apple\n2\tuse apple");
    expect([found.toJson(), found.standing.state]).toEqual([
      { name: "apple", expansion: "def apple\nuse apple" },
      "complete",
    ]);
    const none = await perform(kit, expand, { file_path: "a.toy", line: 1, column: 1 });
    expect([none.isEmpty, none.toJson()]).toEqual([true, null]);
  });

  test("source and header lead to each other, and a file without the other says so", async () => {
    await using kit = open();
    const other = named("cpp", "cpp_switch_source_header");
    const to = async (file_path: string) => (await perform(kit, other, { file_path })).toText(room);
    expect([await to("a.toy"), await to("a_head.toy"), await to("b.toy")]).toEqual([
      "a_head.toy",
      "a.toy",
      "The server knows no header or source file that belongs to b.toy.",
    ]);
    expect((await perform(kit, other, { file_path: "a.toy" })).toJson()).toEqual({ file: kit.path("a_head.toy") });
  });

  test("a server that the catalogue does not know to answer is never asked", async () => {
    await using kit = openToyWorkspace({ fixture: places });
    const asked = perform(kit, named("cpp", "cpp_switch_source_header"), { file_path: "a.toy" });
    expect((await refusalOf(asked)).code).toBe("capability_missing");
    expect(kit.toy.server.methods).not.toContain("textDocument/switchSourceHeader");
  });
});

test("the engine offers what its registry names, and hints at nothing else", async () => {
  await using kit = open();
  const answering = counted("toy", { operations: [operation("toy_ask", "yes"), operation("inspect_symbol", "own")] });
  const engineWith = (languages: readonly string[]): LocalEngine =>
    new LocalEngine(
      new Roots(kit.workspace),
      kit.clock,
      new Emitter<BridgeEvent>(() => {}),
      async () => {},
      () => () => {},
      [],
      undefined,
      registryOf(languages, [answering.extension]),
    );
  const ask = async (languages: readonly string[], name: string): Promise<unknown> => {
    const outcome = await kit.clock.until(
      engineWith(languages).invoke({ operation: name, input: {}, caller: { door: "library", allowed: ["read"] } }),
    );
    return outcome.ok ? outcome.body.format === "text" && outcome.body.text : outcome.refusal.code;
  };
  expect(await ask(["toy"], "toy_ask")).toBe("yes");
  expect(await ask(["toy"], "inspect_symbol")).toBe("own");
  expect(await ask([], "toy_ask")).toBe("unknown_operation");
  expect(await ask([], "inspect_symbol")).toBe("bad_input");
});

test("capabilities tell of the operations of active extensions as of all others", async () => {
  await using kit = open();
  const told = async (languages: readonly string[]): Promise<unknown> => {
    const asked = registryOf(languages).named("get_server_capabilities");
    if (asked === undefined) throw new Error("it is always there");
    return (await perform(kit, asked, { file_path: "a.toy" })).toJson();
  };
  const list = (names: readonly string[]) => [{ supported_tools: expect.arrayContaining([...names]) }];
  expect(await told(["rust", "cpp"])).toMatchObject(list(["rust_expand_macro", "cpp_switch_source_header"]));
  expect(await told(["rust"])).not.toMatchObject(list(["cpp_switch_source_header"]));
  await using other = openToyWorkspace({ fixture: places });
  const without = await perform(other, named("rust", "get_server_capabilities"), { file_path: "a.toy" });
  expect(without.toJson()).toMatchObject([{ unsupported_tools: expect.arrayContaining(["rust_expand_macro"]) }]);
});
