// No refusal reaches a terminal in the words of the contract: every sentence of the source is put into those of the command line.

import { expect, test } from "vitest";
import { argumentsOf } from "../../src/doors/cli/operation-options.ts";
import { spoken } from "../../src/doors/cli/spoken.ts";
import type { RefusalCode } from "../../src/model/refusal.ts";
import { extendedLanguages, registryOf } from "../../src/operations/registry.ts";
import { isTest, readTree } from "../../tools/tree.ts";

const { operations } = registryOf(extendedLanguages());
const keys = new Set(operations.flatMap(({ schema }) => Object.keys(schema.shape)).filter((key) => key.includes("_")));
const names = new Set(operations.map(({ name }) => name).filter((name) => name.includes("_")));

/** What a refusal says, with a word for whatever is filled in; the why of a hint is no refusal. */
const sentences = readTree(process.cwd())
  .filter(({ path }) => /^src\/(?!doors\/|testing\/)/.test(path) && path.endsWith(".ts") && !isTest(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!operation: "\w+",\s*)\b(what|why|next): (?:"([^"\n]*)"|`([^`\n]*)`)/g)].map(
      ([, part = "", plain, template]) => ({
        path,
        part,
        text: plain ?? (template ?? "").replaceAll(/\$\{[^{}]*\}/g, "Thing"),
      }),
    ),
  )
  .filter(({ text }) => wordsIn(text).length > 0);

function wordsIn(text: string): string[] {
  return (text.replaceAll(/"[^"]*"/g, "").match(/\w+/g) ?? []).filter((word) => keys.has(word) || names.has(word));
}

test("there are such sentences", () => {
  expect(sentences.length).toBeGreaterThan(80);
});

test.each(sentences)("$path says it in its own words: $text", ({ part, text }) => {
  // Of the operations those may say it that take what it names.
  const named = wordsIn(text).filter((word) => keys.has(word));
  const speakers = operations.filter(({ schema }) => named.every((key) => part === "next" || key in schema.shape));
  expect(speakers.length).toBeGreaterThan(0);
  for (const operation of speakers) {
    const code: RefusalCode = "bad_input";
    const refusal = { code, what: "No.", [part]: text };
    const speech = { operation, all: argumentsOf(operation), operations, isReadOnly: false };
    const said = spoken({ ok: false, refusal, ms: 0 }, speech);
    expect([operation.name, wordsIn(said.ok ? "" : `${said.refusal[part as "what" | "why" | "next"]}`)]).toEqual([
      operation.name,
      [],
    ]);
  }
});
