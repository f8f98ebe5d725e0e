// What every client is shown: small, plain, truthful, and derived from the table alone.

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Exposure } from "../../config/options.ts";
import { sharedInput } from "../../operations/shared-input.ts";
import { operations } from "../../operations/table.ts";
import { targetInput } from "../../operations/target.ts";
import { isRecord } from "../../std/json.ts";
import { mcpInstructions } from "./instructions.ts";
import { exposedOperations, toolOf } from "./tool-list.ts";
import { toolSchema } from "./tool-schema.ts";

const exposures = ["core", "full", "readonly", "script"] as const;

function toolsOf(exposure: Exposure): ReturnType<typeof toolOf>[] {
  return exposedOperations(exposure).map((operation) => toolOf(operation, exposure));
}

/** Every schema inside a schema, itself included. */
function schemasIn(schema: unknown): Readonly<Record<string, unknown>>[] {
  if (!isRecord(schema)) return [];
  const { properties, items } = schema;
  const below = [...(isRecord(properties) ? Object.values(properties) : []), ...(items === undefined ? [] : [items])];
  return [schema, ...below.flatMap(schemasIn)];
}

describe("what it costs a model to be shown the tools", () => {
  test.each([
    ["core", 187, 3_000],
    ["full", 180, 12_000],
    ["readonly", 180, 12_000],
    // Most of it is what a script can ask.
    ["script", 300, 1_200],
  ] as const)("%s: at most %i tokens a tool, and %i in all", (exposure, each, all) => {
    const tools = toolsOf(exposure);
    const tokens = countTokens(JSON.stringify({ tools }));
    expect(tokens).toBeLessThanOrEqual(each * tools.length);
    expect(tokens).toBeLessThanOrEqual(all);
  });

  test("the instructions fit where clients cut them, and explain once what the tools do not", () => {
    expect(Buffer.byteLength(mcpInstructions)).toBeLessThan(2_048);
    const explained = [...Object.keys(sharedInput), ...Object.keys(targetInput), "targets", "@@"];
    expect(explained.filter((name) => !mcpInstructions.includes(name))).toEqual([]);
  });
});

describe("schemas", () => {
  test.each(exposures)("%s: a name, words and a closed object of arguments for each tool [AGL-069]", (exposure) => {
    for (const tool of toolsOf(exposure)) {
      expect(tool.name).toMatch(/^[a-z][a-z0-9_]{0,29}$/);
      expect(tool.description.length).toBeGreaterThan(20);
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool.annotations.title).not.toBe("");
    }
  });

  test("nothing that a client may reject: every part has one plain type, and no part is a union or a reference [AGL-071]", () => {
    const keywords = ["type", "description", "enum", "default", "items", "properties", "required"];
    for (const { name, inputSchema } of toolsOf("full")) {
      for (const schema of schemasIn(inputSchema)) {
        const odd = Object.keys(schema).filter((key) => !keywords.includes(key) && key !== "additionalProperties");
        expect([name, odd]).toEqual([name, []]);
        expect([name, schema]).toEqual([name, expect.objectContaining({ type: expect.any(String) })]);
        expect([name, schema["type"] === "array"]).toEqual([name, "items" in schema]);
        const choices = (schema["enum"] as unknown[] | undefined) ?? [];
        expect(choices.every((choice) => typeof choice === "string")).toBe(true);
      }
    }
  });

  test("what is required is what the engine requires, and every example of an operation uses offered names", () => {
    for (const operation of operations) {
      const { properties, required = [] } = toolOf(operation).inputSchema;
      for (const { input } of operation.examples) {
        expect(Object.keys(input).filter((name) => !Object.hasOwn(properties, name))).toEqual([]);
        expect((required as string[]).filter((name) => !Object.hasOwn(input, name))).toEqual([]);
      }
    }
  });

  test("every argument that is accepted is offered, and nothing is promised that is not: the lists are closed", () => {
    for (const operation of operations) {
      const offered = Object.keys(toolOf(operation).inputSchema.properties).sort();
      expect([operation.name, offered]).toEqual([operation.name, Object.keys(operation.schema.shape).sort()]);
      expect(offered).toContain("format");
    }
  });

  test("what takes a position takes a pattern and its scope as well [AGL-074 AGL-075]", () => {
    const pointing = toolsOf("full").filter(({ inputSchema }) => Object.hasOwn(inputSchema.properties, "column"));
    expect(pointing.length).toBeGreaterThan(0);
    for (const { inputSchema } of pointing) {
      expect(Object.keys(inputSchema.properties)).toEqual(
        expect.arrayContaining(["position_pattern", "line_scope_start", "line_scope_end"]),
      );
    }
  });

  test("bounds, obvious defaults and words said elsewhere are left out; choices and surprising defaults are not", () => {
    const patience = z.int().min(5).max(9).optional().describe("said elsewhere");
    const schema = z.strictObject({
      wait_ms: patience,
      level: z.enum(["low", "high"]).describe("own words"),
      quick: z.boolean().default(false),
      deep: z.boolean().default(true),
      form: z.literal("x").optional(),
      edits: z.array(z.strictObject({ text: z.string().min(1), at: z.int() })),
    });
    const shown = { explained: new Set([patience]), hidden: new Set<never>(), last: new Set([patience]) };
    expect(JSON.stringify(toolSchema(schema, shown))).toBe(
      JSON.stringify({
        type: "object",
        properties: {
          level: { type: "string", enum: ["low", "high"], description: "own words" },
          quick: { type: "boolean" },
          deep: { type: "boolean", default: true },
          form: { type: "string", enum: ["x"] },
          edits: {
            type: "array",
            items: {
              type: "object",
              required: ["text", "at"],
              properties: { text: { type: "string" }, at: { type: "integer" } },
              additionalProperties: false,
            },
          },
          wait_ms: { type: "integer" },
        },
        required: ["level", "edits"],
        additionalProperties: false,
      }),
    );
  });
});

describe("which tools", () => {
  test("core is part of full, in the same order, and readonly is every question", () => {
    const names = (exposure: Exposure): string[] => exposedOperations(exposure).map(({ name }) => name);
    expect(names("full")).toEqual(operations.map(({ name }) => name));
    expect(names("core")).toEqual(names("full").filter((name) => names("core").includes(name)));
    expect(names("core")).toContain("find_references");
    expect(names("readonly")).toEqual(operations.filter(({ kind }) => kind === "query").map(({ name }) => name));
  });

  test("single shows no operation by its own name, and none shows nothing", () => {
    expect([exposedOperations("single"), exposedOperations("none")]).toEqual([[], []]);
  });

  /** Who changes something, by hand: which servers run, which folders and files are open, how much is told. */
  const steering = [
    "activate_skill",
    "add_workspace_folder",
    "close_document",
    "deactivate_skill",
    "did_change_watched_files",
    "get_cross_repo_references",
    "open_document",
    "remove_workspace_folder",
    "restart_lsp_server",
    "set_log_level",
    "start_lsp",
  ];

  /** What keeps texts in memory, and destroys nothing. */
  const drafting = [
    "create_simulation_session",
    "destroy_session",
    "discard_session",
    "evaluate_session",
    "simulate_chain",
    "simulate_edit",
  ];

  /** What may write files. */
  const editing = [
    "apply_edit",
    "apply_suggestion",
    "commit_session",
    "format_document",
    "format_range",
    "insert_after_symbol",
    "insert_before_symbol",
    "organize_imports",
    "rename_file",
    "rename_symbol",
    "replace_symbol_body",
    "safe_apply_edit",
    "safe_delete_symbol",
    "safe_edit",
    "undo_edit",
  ];

  /** What executes what a repository or a server brings: its effects cannot be known in advance. */
  const executing = ["execute_command", "get_symbol_documentation", "run_build", "run_tests"];

  test("no tool grants trust, nor takes an argument that would [S07]", () => {
    const words = toolsOf("full").flatMap(({ name, inputSchema }) => [name, ...Object.keys(inputSchema.properties)]);
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((word) => /trust|grant|allow|permi/i.test(word))).toEqual([]);
  });

  test("exactly those that change something say so, no other destroys, and each has its title [AGL-070]", () => {
    const tools = operations.map((operation) => ({ ...toolOf(operation), own: operation.title }));
    const named = (fits: (tool: (typeof tools)[number]) => boolean): string[] =>
      tools.flatMap((tool) => (fits(tool) ? [tool.name] : [])).sort();
    expect(named(({ annotations }) => !annotations.readOnlyHint)).toEqual(
      [...steering, ...drafting, ...editing, ...executing].sort(),
    );
    // A read-only tool is not destructive and need not say so; every other tool must deny it, because clients assume the worst.
    expect(named(({ annotations }) => annotations.destructiveHint === false)).toEqual(
      [...steering, ...drafting].sort(),
    );
    expect(named(({ annotations }) => annotations.destructiveHint === true)).toEqual([...editing, ...executing].sort());
    expect(named(({ annotations }) => annotations.openWorldHint)).toEqual(executing);
    expect(named(({ annotations, own }) => annotations.title !== own || own === "")).toEqual([]);
  });
});
