// The skills as texts: their form, that what they name is there, and that they and the tools agree.

import { readdirSync, readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseSkill } from "../../src/engine/skills/skill-files.ts";
import { operations } from "../../src/operations/table.ts";
import { skillPhases } from "../../src/policy/phases-table.ts";

const byName = new Map(operations.map((operation) => [operation.name as string, operation]));
const isKnown = (name: string): boolean => byName.has(name);

const names = readdirSync("skills", { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
const texts = new Map(names.map((name) => [name, readFileSync(`skills/${name}/SKILL.md`, "utf8")]));

const groups: readonly (readonly [string, readonly string[]])[] = [
  ["verify [AGL-265]", ["lsp-fix-all", "lsp-inspect", "lsp-test-correlation", "lsp-verify"]],
  ["edit [AGL-266]", ["lsp-edit-export", "lsp-edit-symbol", "lsp-format-code", "lsp-safe-edit", "lsp-simulate"]],
  ["refactor [AGL-267]", ["lsp-extract-function", "lsp-generate", "lsp-refactor", "lsp-rename"]],
  ["analyse [AGL-268]", ["lsp-cross-repo", "lsp-dead-code", "lsp-impact", "lsp-implement"]],
  ["explore [AGL-269]", ["lsp-docs", "lsp-explore", "lsp-local-symbols", "lsp-understand"]],
  ["know a project [AGL-270]", ["lsp-architecture", "lsp-onboard"]],
];

/** What each is for shows in what it asks for. */
const hallmarks: Readonly<Record<string, readonly string[]>> = {
  "lsp-verify": ["get_diagnostics", "run_build", "run_tests"],
  "lsp-test-correlation": ["get_tests_for_file"],
  "lsp-fix-all": ["get_diagnostics", "suggest_fixes"],
  "lsp-inspect": ["find_references", "blast_radius", "inspect_symbol"],
  "lsp-safe-edit": ["get_diagnostics", "simulate_chain"],
  "lsp-simulate": [
    "create_simulation_session",
    "simulate_edit",
    "evaluate_session",
    "commit_session",
    "discard_session",
  ],
  "lsp-edit-symbol": ["find_symbol", "replace_symbol_body"],
  "lsp-edit-export": ["find_references"],
  "lsp-format-code": ["format_document", "format_range"],
  "lsp-rename": ["rename_symbol"],
  "lsp-refactor": ["blast_radius", "simulate_chain", "run_build", "run_tests"],
  "lsp-extract-function": ["suggest_fixes"],
  "lsp-generate": ["suggest_fixes", "get_diagnostics"],
  "lsp-impact": ["blast_radius", "find_references", "find_callers", "type_hierarchy"],
  "lsp-implement": ["go_to_implementation"],
  "lsp-dead-code": ["list_symbols", "find_references"],
  "lsp-cross-repo": ["get_cross_repo_references"],
  "lsp-docs": ["inspect_symbol", "get_symbol_documentation"],
  "lsp-local-symbols": ["list_symbols", "get_document_highlights"],
  "lsp-explore": ["inspect_symbol", "go_to_implementation", "find_callers", "find_references"],
  "lsp-understand": ["find_callers", "get_symbol_source"],
  "lsp-architecture": ["detect_lsp_servers", "find_symbol", "blast_radius"],
  "lsp-onboard": ["detect_lsp_servers", "run_build", "get_diagnostics"],
};

test.each(groups)("there are the skills that %s", (_, expected) => {
  expect(names.filter((name) => expected.includes(name))).toEqual(expected);
  for (const name of expected) {
    const { operations: asked } = parseSkill(texts.get(name) ?? "");
    expect([name, (hallmarks[name] ?? ["?"]).filter((one) => !asked.includes(one))]).toEqual([name, []]);
  }
});

test("there are exactly these 23 [AGL-257]", () => {
  expect([...names].sort()).toEqual(groups.flatMap(([, some]) => some).sort());
});

describe.each(names)("%s", (name) => {
  const text = texts.get(name) ?? "";
  const skill = parseSkill(text);
  const head = parse(text.split("---\n")[1] ?? "") as Readonly<Record<string, unknown>>;

  test("its head is what the format of skills asks for, and what we read of it [AGL-261]", () => {
    expect(Object.keys(head)).toEqual([
      "name",
      "description",
      "argument-hint",
      "allowed-tools",
      "compatibility",
      "metadata",
    ]);
    expect(head).toMatchObject({
      name,
      description: skill.description,
      "argument-hint": skill.arguments.map((one) => `[${one}]`).join(" "),
      "allowed-tools": skill.allowedTools.join(" "),
      metadata: { operations: skill.operations.join(" ") },
    });
    expect(skill.description.length).toBeLessThanOrEqual(300);
    for (const argument of skill.arguments) expect(argument).toMatch(/^[a-z-]+$/);
  });

  test("what an agent may call unasked is what it asks for and only reads or tries out [AGL-261]", () => {
    const harmless = skill.operations.filter((one) => ["query", "draft"].includes(byName.get(one)?.kind ?? ""));
    expect(skill.allowedTools).toEqual(harmless.map((one) => `mcp__sightline__${one}`));
  });

  test("every operation that it names is there, and it names what it says it needs [AGL-264]", () => {
    expect(skill.operations.filter((one) => !isKnown(one))).toEqual([]);
    const spoken = new Set([...skill.body.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, word = ""]) => word));
    const named = [...spoken].filter(isKnown);
    expect(named.sort()).toEqual([...skill.operations].sort());
    const needsFull = skill.operations.some((one) => byName.get(one)?.exposure !== "core");
    expect(String(head["compatibility"]).includes("--tools full")).toBe(needsFull);
  });

  test("every argument that it names is one of an operation that it names [AGL-264]", () => {
    const taken = new Set([
      ...skill.operations.flatMap((one) => Object.keys(byName.get(one)?.schema.shape ?? {})),
      // In answers.
      ...["safe_to_apply_through_step", "capability_missing", "projects_not_loaded", "dependencies_missing"],
      "broken_syntax",
    ]);
    const words = [...skill.body.matchAll(/`([a-z]+(?:_[a-z]+)+)(?:: [^`]*)?`/g)].map(([, word = ""]) => word);
    expect([...new Set(words)].filter((word) => !isKnown(word) && !taken.has(word))).toEqual([]);
  });

  test("it is short, and says what to do when an answer is not whole and what to tell", () => {
    const tokens = countTokens(skill.body);
    expect([name, tokens, tokens >= 250 && tokens <= 700]).toEqual([name, tokens, true]);
    for (const part of [
      "When: ",
      "## Steps\n\n1. ",
      "## What an answer does not say",
      "## Tell the person",
      "Standing: ",
    ])
      expect(skill.body).toContain(part);
    const previews = ["preview_edit", "evaluate_session", "simulate_chain"].some((one) =>
      skill.operations.includes(one),
    );
    expect(skill.body.includes("`safe: unknown`")).toBe(previews);
  });
});

test("every name in the phases of skills is an operation, or begins some [AGL-264]", () => {
  const rules = skillPhases.flatMap(({ phases, forbidden }) => [
    ...forbidden,
    ...phases.flatMap(({ allowed, forbidden: not, required }) => [...allowed, ...not, ...(required?.anyOf ?? [])]),
  ]);
  const written = rules.flatMap((rule) => (typeof rule === "string" ? rule : (rule.operation ?? [])));
  const all = [...byName.keys()];
  const fits = (rule: string) => (name: string) =>
    rule.endsWith("*") ? name.startsWith(rule.slice(0, -1)) : name === rule;
  expect(written.filter((rule) => !all.some(fits(rule)))).toEqual([]);
});

test("the skills with phases activate themselves in the mode that refuses, and end", () => {
  for (const { skill } of skillPhases) {
    const { operations: asked, body } = parseSkill(texts.get(skill) ?? "");
    expect(body).toContain(`1. \`activate_skill\` with \`skill_name: "${skill}"\`, \`mode: "block"\``);
    expect([asked.at(0), asked.at(-1)]).toEqual(["activate_skill", "deactivate_skill"]);
  }
});
