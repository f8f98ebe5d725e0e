// `get_symbol_documentation`: what the language's own documentation tool says about a symbol.

import { z } from "zod";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inert, inertLine } from "../../render/inert.ts";
import type { Documentation, DocumentationTool } from "../../toolchains/documentation.ts";
import { goDocumentation } from "../../toolchains/go/go-doc.ts";
import { pythonDocumentation } from "../../toolchains/python/python-doc.ts";
import { rustDocumentation } from "../../toolchains/rust/rust-doc.ts";
import type { RunView } from "../../workspace/view.ts";
import { defineRun } from "../define.ts";
import { quotedLines } from "../foreign-text.ts";

export interface Documented extends Omit<Documentation, "reasons"> {
  readonly symbol: string;
  readonly language: string;
}

const tools: Readonly<Record<string, DocumentationTool>> = {
  go: goDocumentation,
  python: pythonDocumentation,
  rust: rustDocumentation,
};

export const getSymbolDocumentation = defineRun({
  name: "get_symbol_documentation",
  title: "Get Symbol Documentation",
  summary: "Read what go doc, pydoc or cargo doc says about a symbol.",
  guidance:
    "Knows packages that no file imports yet. For any symbol of the code, and in other languages, use inspect_symbol.",
  exposure: "full",
  cli: { command: "doc", positional: "text" },
  needs: [],
  input: {
    symbol: z.string().min(1).max(500).describe("Cart.Total, json.dumps or shop::Cart::total."),
    language_id: z.string().optional(),
    file_path: z.string().min(1).optional().describe("A file of the package or module that has it."),
    format: z.enum(["text", "json", "markdown"]).optional(),
  },
  async run({ view, patience }, { symbol, language_id, file_path }): Promise<Answer<Documented>> {
    const located = file_path === undefined ? undefined : await view.locate(file_path);
    const language = language_id ?? located?.snapshot.languageOf(located.file) ?? (await languageAt(view));
    const tool = Object.hasOwn(tools, language) ? tools[language] : undefined;
    if (tool === undefined) return notDocumented(language);
    if (!tool.names.test(symbol)) noName(language);
    const bench = await view.workbench(file_path);
    const file = located?.file === bench.directory ? undefined : located?.file;
    const { reasons, ...found } = await tool.document(bench, symbol, file, patience);
    return { value: { symbol, language, ...found }, standing: standingOf(reasons) };
  },
  isEmpty: () => false,
  toText: ({ doc, command }, budget) =>
    firstLines(inertLine(command), quotedLines(inert(doc).trimEnd()), budget, (kept) => `(cut after ${kept} lines)`),
  toJson: ({ symbol, language, doc, signature }) => ({ symbol, language, source: "toolchain", doc, signature }),
  hints: () => [
    { operation: "go_to_symbol", why: "where it is defined" },
    { operation: "find_symbol", why: "symbols of the code by name" },
  ],
  examples: [
    {
      title: "A method of Python",
      input: { symbol: "Shelf.take", file_path: "stock/inventory.py" },
    },
  ],
});

const markers: Readonly<Record<string, readonly string[]>> = {
  go: ["go.mod", "go.work"],
  python: ["pyproject.toml", "setup.py", "setup.cfg"],
  rust: ["Cargo.toml"],
};

/** That of a root that is a project of one language. */
async function languageAt(view: RunView): Promise<string> {
  const { host, directory } = await view.workbench();
  const names = new Set((await host.files.list(directory))?.map(({ name }) => name));
  const found = Object.keys(markers).filter((language) => markers[language]?.some((name) => names.has(name)));
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? noLanguage() : only;
}

function noLanguage(): never {
  return refuse({
    code: "bad_input",
    what: "The language is unknown.",
    next: "Give language_id (go, python or rust), or a file_path of that language.",
  });
}

function noName(language: string): never {
  return refuse({
    code: "bad_input",
    what: `symbol is not a valid name in ${language}.`,
    why: "It is passed to a program unchanged.",
    next: "Write a name with dots, e.g. Cart.Total; file_path says where to look.",
  });
}

function notDocumented(language: string): never {
  return refuse({
    code: "capability_missing",
    what: `There is no documentation tool for ${inertLine(language)}.`,
    why: "go doc, pydoc and cargo doc serve Go, Python and Rust.",
    next: "Use inspect_symbol: the language server shows type and documentation.",
  });
}
