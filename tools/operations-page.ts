// The page about operations: what each is for, what it takes, and examples with what was really answered.
//
// `node tools/run.mjs tools/operations-page.ts --write` asks every example and rewrites the page.

import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Outcome } from "../src/engine/engine.ts";
import { isAboutDrafts } from "../src/doors/cli/spoken.ts";
import type { Operation } from "../src/operations/define.ts";
import { draftInput, sharedInput } from "../src/operations/shared-input.ts";
import { operations } from "../src/operations/table.ts";
import { targetInput } from "../src/operations/target.ts";
import { at, isRecord } from "../src/std/json.ts";
import type { Shop } from "./example-shop.ts";
import { openShop, shownOutcome } from "./example-shop.ts";
import { markdownTable } from "./markdown-table.ts";

export const operationsPagePath = "docs/operations.md";

/** Longer answers are shown by their beginning. */
const linesShown = 30;

const introduction = `# Operations

Every operation is an MCP tool, a command and a method of the library. This page is generated from the operation table;
the answers are what the examples really gave in the checkout of \`examples/shop\` (a commit, and one change on top of it),
with the place of the checkout written as \`/shop\` and times as \`n\`.

Each takes besides its own arguments ${names(sharedInput)}. Those that ask about a place take ${names(targetInput)}, or
\`targets\` for several places at once. Those that read take \`session_id\`, the id of a draft: they answer as if it were committed.
`;

/** What its examples are answered, one after another: a later one may rest on an earlier. */
export async function askExamples(shop: Shop, operation: Operation): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { input } of operation.examples) outcomes.push(await shop.ask(operation, input));
  return outcomes;
}

/** The part of the page about one operation. */
export function operationSection(shop: Shop, operation: Operation, outcomes: readonly Outcome[]): string {
  const { name, summary, guidance, kind, exposure, cli } = operation;
  const examples = operation.examples.flatMap(({ title, input }, index) => {
    const outcome = outcomes[index];
    const shown = outcome === undefined ? "" : shownOutcome(shop, outcome);
    return [`${title}:`, fenced("json", JSON.stringify(input)), fenced("text", beginning(shown))];
  });
  const typed = isAboutDrafts(operation) ? "not on the command line" : `\`sightline ${cli.command}\``;
  const facts = `${typed} · ${kinds[kind]} · shown by \`--tools ${exposure}\``;
  return [`## ${name}`, `${summary} ${guidance}`.trim(), facts, ...argumentsTable(operation), ...examples].join("\n\n");
}

export function operationsPage(sections: readonly string[]): string {
  return `${[introduction.trimEnd(), ...sections].join("\n\n")}\n`;
}

/** The part of a page that is about one operation, as it stands there. */
export function sectionIn(page: string, name: string): string | undefined {
  const from = page.indexOf(`## ${name}\n`);
  if (from < 0) return undefined;
  const to = page.indexOf("\n## ", from);
  return page.slice(from, to < 0 ? undefined : to).trimEnd();
}

const kinds: Readonly<Record<Operation["kind"], string>> = {
  query: "reads",
  control: "steers servers, changes no file",
  draft: "keeps speculative texts in memory, changes no file",
  edit: "proposes a change, and carries it out where that is wanted and allowed",
  run: "executes what the repository brings: needs trust or `--allow-exec`",
};

function argumentsTable({ schema }: Operation): string[] {
  const isInDraft = schema.shape["session_id"] === draftInput.session_id;
  const common = new Set([
    ...Object.keys(sharedInput),
    ...(isInDraft ? ["session_id"] : []),
    ...Object.keys(targetInput),
    "targets",
  ]);
  const json: unknown = z.toJSONSchema(schema, { io: "input" });
  const properties = at(json, ["properties"]);
  const required = at(json, ["required"]);
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const rows = Object.entries(isRecord(properties) ? properties : {})
    .filter(([name]) => !common.has(name) || isRequired(name))
    .map(([name, property]) => [
      `\`${name}\`${isRequired(name) ? " (required)" : ""}`,
      typeText(property),
      defaultText(property),
      textOf(at(property, ["description"])),
    ]);
  return rows.length === 0 ? [] : [markdownTable(["argument", "values", "default", "meaning"], rows)];
}

function typeText(property: unknown): string {
  const choices = at(property, ["enum"]);
  if (Array.isArray(choices)) return choices.map((choice) => `\`${choice}\``).join(", ");
  const type = at(property, ["type"]);
  if (type === "array") return `list of ${typeText(at(property, ["items"]))}`;
  return typeof type === "string" ? type : "any";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function defaultText(property: unknown): string {
  const value = at(property, ["default"]);
  return value === undefined ? "" : `\`${JSON.stringify(value)}\``;
}

function beginning(text: string): string {
  const lines = text.split("\n");
  if (lines.length <= linesShown) return text;
  return [...lines.slice(0, linesShown), `… ${lines.length - linesShown} more lines`].join("\n");
}

/** Answers hold fences of their own. */
function fenced(language: string, text: string): string {
  return `\`\`\`\`${language}\n${text}\n\`\`\`\``;
}

function names(shape: object): string {
  return Object.keys(shape)
    .map((name) => `\`${name}\``)
    .join(", ");
}

if (process.argv[1]?.endsWith("tools/operations-page.js") === true) {
  await using shop = await openShop();
  const sections: string[] = [];
  for (const operation of operations) {
    sections.push(operationSection(shop, operation, await askExamples(shop, operation)));
  }
  const wanted = operationsPage(sections);
  const isFresh = readFileSync(operationsPagePath, "utf8") === wanted;
  if (process.argv.includes("--write")) writeFileSync(operationsPagePath, wanted);
  else if (!isFresh) process.exitCode = 1;
  process.stdout.write(
    `${operationsPagePath} ${isFresh ? "is fresh" : process.exitCode === 1 ? "is stale" : "written"}\n`,
  );
}
