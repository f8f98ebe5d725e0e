// The page of messages holds every sentence of every refusal, found here in another way than the page finds it.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messagesIn } from "../../tools/messages.ts";
import { pageOf } from "../../tools/messages-page.ts";
import { isTest, readTree, type TextFile } from "../../tools/tree.ts";

const page = readFileSync("docs/messages.md", "utf8").replaceAll("\\", "");
const sources = readTree(process.cwd()).filter(
  ({ path }) => /^src\/(?!testing\/)/.test(path) && path.endsWith(".ts") && !isTest(path),
);

test("every sentence of a refusal and of a reason is on the page", () => {
  const sentences = sources.flatMap(refusalTexts);
  expect(sentences.length).toBeGreaterThan(1_000);
  expect(sentences.filter(({ text }) => !page.includes(text))).toEqual([]);
});

test("the page leaves out what is generated, so that one run of the generator renews both", () => {
  expect(page.match(/^### (?:result-text|result-types|thrown)\.ts$/gm)).toEqual([
    "### result-text.ts",
    "### thrown.ts",
  ]);
  expect(page.match(/^- (?:inside|preludeText|unittestScript|script): /gm)).toBeNull();
});

test("a sentence that the page lacks would be found", () => {
  const text =
    'refuse({ code: "bad_input", what: ok ? "One is fine." : `Two ‹kinds› are not.` });\nconst x = { detail: "three of them" };';
  const file = { path: "src/a.ts", text: withHoles(text) };
  expect(refusalTexts(file).map((found) => found.text)).toEqual(["One is fine.", " are not.", "three of them"]);
});

test("the page shows code, parts, holes and choices, and leaves out defects and data", () => {
  const text = [
    'const told = isOne ? "is one thing" : "are many things";',
    'throw new Refusal({ code: isOne ? "bad_input" : "too_large", what: `There ‹told› in ‹baseName(file)›.`, next: [`Take ‹n› of`, "them."].join(" ") });',
    'bug("a defect is for us alone");',
    'new RegExp("a pattern of words");',
    'push({ code: "scoped", detail: "only one directory was read" });',
    'lines.push(count === 1 ? "One was left out." : `‹count› were left out.`);',
    'const words = "one two three".split(" ");',
  ].join("\n");
  const shown = pageOf([{ path: "src/render/a.ts", text: withHoles(text) }]);
  expect(shown.slice(shown.indexOf("## "))).toBe(
    [
      "## `src/render/`: results to text within a token budget",
      "",
      "### a.ts",
      "",
      "- told: is one thing",
      "- told: are many things",
      "- `bad_input or too_large` There {is one thing|are many things} in {file}. *next:* Take {n} of them.",
      "- `scoped` only one directory was read",
      "- push: One was left out.",
      "- push: {count} were left out.",
      "",
    ].join("\n"),
  );
});

test("signs of Markdown in a message stay signs", () => {
  expect(pageOf([{ path: "src/render/a.ts", text: 'say("a _b_ and `c`\\nand more");' }])).toContain(
    "- say: a \\_b\\_ and \\`c\\`↵and more",
  );
  expect(messagesIn("src/a.ts", 'const key = "find_references";')).toEqual([]);
});

/** Source with holes of templates in place of `‹name›`. */
function withHoles(text: string): string {
  return text.replaceAll(/‹([^›]*)›/g, (_, hole: string) => `\${${hole}}`);
}

/** The fixed parts of the texts inside of a refusal and of what has the name of a part of a message. */
function refusalTexts({ path, text }: TextFile): { path: string; text: string }[] {
  const made = [...text.matchAll(/\b(?:new Refusal|refuse)\(\s*\{/g)].map(({ index }) => blockAt(text, index));
  const parts = [...text.matchAll(/\b(?:what|why|next|detail|trouble): (?:"[^"\n]*"|`[^`\n]*`)/g)].map(
    ([part]) => part,
  );
  return [...made, ...parts]
    .flatMap((part) => [...part.matchAll(/"([^"\\\n]*)"|`([^`\\]*)`/g)])
    .flatMap(([, plain, template = ""]) => [plain ?? "", ...(plain === undefined ? fixedParts(template) : [])])
    .filter((part) => /[a-z]{2} [a-z]{2}/.test(part))
    .map((part) => ({ path, text: part.replaceAll("\n", "↵") }));
}

/** What stands between the holes of a template, which may have templates inside. */
function fixedParts(template: string): string[] {
  return template
    .replaceAll(/\$\{[^{}]*\}/g, "\0")
    .split(/\0|\$\{/)
    .filter((part) => !/[{}?]/.test(part));
}

/** From a place up to the bracket that closes the first one behind it. */
function blockAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf("(", start); at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")" && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}
