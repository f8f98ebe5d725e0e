// What a model could be given before an edit: ours, and three ways that need no assembler.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Engine } from "../../src/engine/engine.ts";
import { importStatements } from "../../src/languages/imports/import-statements.ts";
import { codeApart } from "../../src/languages/names/occurrences.ts";
import { familyOf } from "../../src/languages/table.ts";
import type { Caller } from "../../src/policy/effects.ts";
import type { Checkout } from "../../test/real/real-package.ts";
import type { Edit } from "./edits.ts";
import { wordsOf } from "./edits.ts";

export const armNames = ["assemble_context", "imports and first lines", "grep", "get_editing_context"] as const;
export type ArmName = (typeof armNames)[number];

export type Arm = (edit: Edit, tokens: number) => Promise<string>;

const caller: Caller = { door: "library", allowed: ["read", "control"], id: "bench" };
const limitMs = 120_000;

export function armsOf(engine: Engine, checkout: Checkout): Readonly<Record<ArmName, Arm>> {
  const texts = new Map(checkout.sources.map((file) => [file, readFileSync(join(checkout.root, file), "utf8")]));
  const text = async (operation: string, input: object): Promise<string> => {
    const outcome = await engine.invoke({ operation, input, caller, timeoutMs: limitMs, waitMs: limitMs });
    if (!outcome.ok) return outcome.refusal.code === "no_symbol" ? "" : fail(operation, outcome.refusal.what);
    return outcome.body.format === "text" ? outcome.body.text : "";
  };
  return {
    assemble_context: ({ file, from, to }, max_tokens) =>
      text("assemble_context", { file_path: file, start_line: from, end_line: to, max_tokens }),
    "imports and first lines": async ({ file }, tokens) => firstOf(leadingLines(file, texts.get(file) ?? ""), tokens),
    grep: async (edit, tokens) => firstOf(grepped(edit, texts), tokens),
    // Around no declaration it is asked about the whole file.
    get_editing_context: async ({ file, from }, max_tokens) =>
      (await text("get_editing_context", { file_path: file, line: from, max_tokens })) ||
      text("get_editing_context", { file_path: file, max_tokens }),
  };
}

// — below: private, in the order they are used —

function fail(operation: string, what: string): never {
  throw new Error(`${operation}: ${what}`);
}

function leadingLines(file: string, text: string): string[] {
  const imports = importStatements(familyOf(file), text).map((one) => one.text);
  return [...imports, ...text.split("\n")];
}

/** Each name of the edited lines, the rarest first, wherever it stands: `path:line:text`. */
function grepped({ file, from, to }: Edit, texts: ReadonlyMap<string, string>): string[] {
  const own = codeApart(texts.get(file) ?? "", familyOf(file))
    .split("\n")
    .slice(from - 1, to);
  const hits = [...wordsOf(own.join("\n"))].map((name) => {
    const pattern = new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`);
    return [...texts].flatMap(([path, text]) =>
      text.split("\n").flatMap((line, at) => {
        const isFocus = path === file && at + 1 >= from && at + 1 <= to;
        return !isFocus && pattern.test(line) ? [`${path}:${at + 1}:${line.trim()}`] : [];
      }),
    );
  });
  return [...new Set(hits.sort((a, b) => a.length - b.length).flat())];
}

/** As many lines as fit, counted with a real tokenizer. */
function firstOf(lines: readonly string[], tokens: number): string {
  const kept: string[] = [];
  let spent = 0;
  for (const line of lines) {
    spent += countTokens(`${line}\n`);
    if (spent > tokens) break;
    kept.push(line);
  }
  return kept.join("\n");
}
