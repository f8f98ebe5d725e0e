// The estimate against the real tokenizer, on what agents are really shown.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import type { ListedPlace } from "./place-list.ts";
import { placesAsCounts, placesAsDirectories, placesAsLines, placesWithSource } from "./place-list.ts";
import { estimateTokens } from "./tokens.ts";

/** What a budget can bear: nearly nothing under, and not so much over that room for facts is wasted. */
const least = 0.95;
const most = 1.2;

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path: join("src", path), lines: readFileSync(join("src", path), "utf8").split("\n") }));

/** Words of this repository, so that the renderings are those of real questions, from a few places to thousands. */
const words = ["readonly", "const", "Refusal", "FilePath", "standing", "session", "expect", "deadline", "Snapshot"];

const outline = sources
  .flatMap(({ path, lines }) => [
    path,
    ...lines.flatMap((line, index) => {
      const [, kind, name] = /^export (?:async )?(function|class|interface|const|type) (\w+)/.exec(line) ?? [];
      return name === undefined ? [] : [`  ${kind} ${name} ${index + 1}`];
    }),
  ])
  .join("\n");

const hovers = sources
  .flatMap(({ lines }) => lines.filter((line) => /^export (?:async )?function/.test(line)))
  .map((line) => `\`\`\`typescript\n${line.replace("export ", "").replace(" {", "")}\n\`\`\``)
  .join("\n\n");

const refusal = `There is no symbol at line 12, column 4.
The line reads: const files = new Set(references.map((reference) => reference.file)).size;
Point at the first character of a name.
position_pattern matches 3 places. On lines 12, 40, 112.
Narrow it with line_scope_start and line_scope_end, or quote more text.
Standing: partial — gopls has not loaded tools/go.mod; rust-analyzer is not ready: cachePriming`;

/** The same sentence about a function in several scripts, as comments and as source lines show them. */
const scripts = `src/корзина/сумма.ts
  12:1  // Возвращает общую стоимость всех товаров в корзине; если корзина пуста, возвращает ноль.
  14:17  export function сумма(товары: Товар[]): number {
src/購物車.ts
  3:1  // 返回购物车中所有商品的总价格，如果购物车为空则返回零。
  9:4  const 合計 = 商品.reduce((和, 商品) => 和 + 商品.価格, 0); // この関数はカート内の商品の合計金額を返します。
src/warenkorb.ts
  7:1  // Größere Änderungen müssen überprüft werden, bevor sie veröffentlicht werden können.
  8:22  const prénom = "👩‍👩‍👧 e\u0301 n\u0303 ✅ → naïve café";`;

const references = words.flatMap((word) => {
  const places = placesOf(word);
  return [
    { title: `places of ${word} with source`, text: placesWithSource(places) },
    { title: `places of ${word} as lines`, text: placesAsLines(places) },
    { title: `places of ${word} as counts`, text: placesAsCounts(places) },
    { title: `places of ${word} as directories`, text: placesAsDirectories(places) },
    {
      title: `places of ${word} as JSON`,
      text: JSON.stringify(places.map(({ file, line, column }) => ({ file, line, column }))),
    },
  ];
});

test.each([
  ...references,
  { title: "an outline", text: outline },
  { title: "hover texts", text: hovers },
  { title: "refusals and a standing", text: refusal },
  { title: "texts of several scripts", text: scripts },
  { title: "a page of prose", text: readFileSync("ARCHITECTURE.md", "utf8") },
  { title: "all sources", text: sources.map(({ lines }) => lines.join("\n")).join("\n") },
])("$title are estimated as the tokenizer counts them, hardly ever under", ({ text }) => {
  const ratio = estimateTokens(text) / countTokens(text);
  expect(ratio).toBeGreaterThanOrEqual(least);
  expect(ratio).toBeLessThanOrEqual(most);
});

test("nothing costs nothing, and a text costs no more than its parts", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("x")).toBe(2);
  for (const { lines } of sources) {
    const parts = lines.reduce((sum, line) => sum + estimateTokens(`${line}\n`), 0);
    expect(estimateTokens(lines.join("\n"))).toBeLessThanOrEqual(parts);
  }
});

function placesOf(word: string): ListedPlace[] {
  const wanted = new RegExp(`\\b${word}\\b`, "g");
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((source, index) =>
      [...source.matchAll(wanted)].map(({ index: at }) => ({ file: path, line: index + 1, column: at + 1, source })),
    ),
  );
}
