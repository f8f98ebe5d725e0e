// The plugin directory: every manifest has what its agent documents as required, and what it names is there and works.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

import { parseCommandLine } from "../../src/doors/cli/command-line.ts";
import { commands } from "../../src/doors/cli/commands/table.ts";
import { pluginFiles } from "../../tools/plugin-directory.ts";

const files = pluginFiles(process.cwd());
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

const about = {
  version: z.string(),
  description: z.string(),
  license: z.literal("MIT"),
  keywords: z.array(z.string()),
};
const name = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64);
const inside = z.string().regex(/^\.\//);
const stdio = { command: z.string().regex(/^[\w-]+$/), args: z.array(z.string()) };
const typed = z.record(name, z.strictObject({ type: z.literal("stdio"), ...stdio }));
const commandHook = z.strictObject({ type: z.literal("command"), command: z.string() });
const claudeEvents = z.enum(["SessionStart", "UserPromptSubmit", "PostToolUse", "SessionEnd"]);
const cursorEvents = z.enum(["sessionStart", "postToolUse"]);
const entry = { name, description: z.string() };

/** By file: the keys that its agent documents, and no others. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  "plugin/plugin.json": z.strictObject({
    $schema: z.literal(`https://agent-plugins.org/schemas/1.0.0/plugin.schema.json`),
    name,
    ...about,
  }),
  "plugin/mcp.json": z.strictObject({
    $schema: z.literal("https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"),
    mcpServers: typed,
  }),
  "plugin/.mcp.json": z.strictObject({ mcpServers: typed }),
  "plugin/.claude-plugin/plugin.json": z.strictObject({ name, ...about }),
  "plugin/.codex-plugin/plugin.json": z.strictObject({
    name,
    ...about,
    skills: inside,
    mcpServers: inside,
    hooks: inside,
  }),
  "plugin/.cursor-plugin/plugin.json": z.strictObject({
    name,
    ...about,
    skills: inside,
    mcpServers: inside,
    hooks: inside,
  }),
  "plugin/gemini-extension.json": z.strictObject({
    name,
    version: z.string(),
    description: z.string(),
    mcpServers: z.record(name, z.strictObject(stdio)),
  }),
  "plugin/hooks/hooks.json": z.strictObject({
    description: z.string(),
    hooks: z.record(claudeEvents, z.array(z.strictObject({ hooks: z.array(commandHook) }))),
  }),
  "plugin/hooks/cursor.json": z.strictObject({
    version: z.literal(1),
    hooks: z.record(cursorEvents, z.array(z.strictObject({ command: z.string() }))),
  }),
  ".claude-plugin/marketplace.json": z.strictObject({
    name,
    owner: z.strictObject({ name: z.string() }),
    plugins: z.array(z.strictObject({ ...entry, source: inside })),
  }),
  ".cursor-plugin/marketplace.json": z.strictObject({
    name,
    owner: z.strictObject({ name: z.string() }),
    plugins: z.array(z.strictObject({ ...entry, source: inside })),
  }),
  ".agents/plugins/marketplace.json": z.strictObject({
    name,
    owner: z.strictObject({ name: z.string() }),
    plugins: z.array(
      z.strictObject({ ...entry, source: z.strictObject({ source: z.literal("local"), path: inside }) }),
    ),
  }),
};

test.each(Object.entries(shapes))("%s has the keys that are documented for it", (path, shape) => {
  expect(shape.safeParse(read(path)).error?.issues).toBeUndefined();
});

test("every manifest has a shape, and the directory holds nothing that is not generated", () => {
  const manifests = files.map(({ path }) => path).filter((path) => path.endsWith(".json"));
  expect(manifests.sort()).toEqual(Object.keys(shapes).sort());
  const present = readdirSync("plugin", { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).replaceAll("\\", "/"));
  expect(present.sort()).toEqual(
    files
      .map(({ path }) => path)
      .filter((path) => path.startsWith("plugin/"))
      .sort(),
  );
});

test("what the manifests point at is in the directory", () => {
  const pointed = files.flatMap(({ path, wanted }) => {
    const base = path.startsWith("plugin/") ? "plugin" : ".";
    return path.endsWith(".json") ? [...wanted.matchAll(/"(\.\/[^"]*)"/g)].map(([, to]) => join(base, to ?? "")) : [];
  });
  expect(pointed.length).toBeGreaterThan(8);
  expect(pointed.filter((path) => !existsSync(path))).toEqual([]);
});

test("every command is one that the command line takes", () => {
  const said = files.flatMap(({ path, wanted }) => (path.endsWith(".json") ? commandsIn(JSON.parse(wanted)) : []));
  expect(said.length).toBeGreaterThan(8);
  for (const [program, ...args] of said) {
    expect(program).toBe("sightline");
    expect(parseCommandLine(args, commands, process.cwd()).command?.name).toMatch(/^(?:mcp|hook)$/);
  }
});

/** Commands of servers with their arguments, and of hooks as one text. */
function commandsIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(commandsIn);
  if (!("command" in value) || typeof value.command !== "string") return inner;
  const args = "args" in value && Array.isArray(value.args) ? value.args.map(String) : [];
  return [[...value.command.split(" "), ...args], ...inner];
}
