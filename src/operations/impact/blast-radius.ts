// `blast_radius`: what a change to some files or symbols reaches, by risk, and which tests cover it.

import { z } from "zod";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { pooled } from "../../std/pooled.ts";
import type { Located } from "../../workspace/view.ts";
import type { QueryContext } from "../define.ts";
import { defineQuery } from "../define.ts";
import type { ChangedSymbol } from "./subject.ts";
import type { Impact } from "./answer.ts";
import { afterImpact, hasNoImpact, impactJson, impactText } from "./answer.ts";
import { exportedIn, tellsExports } from "./exported.ts";
import { measured } from "./measured.ts";
import { Ledger } from "./ledger.ts";
import { enclosing, isTestCode, FileOutlines, symbolNamedAt } from "./outline.ts";
import { symbolsOfFile } from "./symbols.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";
import { parseTarget, resolveTarget } from "../target.ts";

/** What both operations on an impact can be asked. */
export const impactInput = {
  include_transitive: z.boolean().default(false),
  filter: z.enum(["untested"]).optional(),
};

export const blastRadius = defineQuery({
  name: "blast_radius",
  title: "Blast Radius",
  summary: "Tell what a change to files or symbols reaches: callers, tests, risk.",
  guidance: "Ask before editing what others use: riskiest first, what no test covers directly, which tests to run.",
  exposure: "core",
  cli: { command: "impact", positional: "files" },
  needs: ["textDocument/documentSymbol", "textDocument/references"],
  asks: ["uses"],
  input: {
    changed_files: z.array(z.string().min(1)).max(2_000).optional(),
    symbols: z.array(z.string().min(1)).max(200).optional().describe("Like targets."),
    scope: z.enum(["exported", "all"]).default("exported"),
    ...impactInput,
  },
  async run(context, input): Promise<Answer<Impact>> {
    const { changed_files = [], symbols = [] } = input;
    if (changed_files.length + symbols.length === 0) nothingNamed();
    const outlines = new FileOutlines(context.patience);
    const ledger = new Ledger();
    const warnings = new Set<string>();
    const chosen: Choice = { context, outlines, ledger, warnings, isExportedOnly: input.scope === "exported" };
    const [inFiles, named] = [await ofFiles(chosen, changed_files), await ofTargets(chosen, symbols)];
    return measured({
      changed: [...named, ...inFiles],
      ...{ outlines, ledger, warnings: [...warnings], patience: context.patience },
      isTransitive: input.include_transitive,
      isUntestedOnly: input.filter === "untested",
    });
  },
  isEmpty: hasNoImpact,
  toText: (impact, budget) => impactText(impact, budget),
  toJson: impactJson,
  hints: afterImpact,
  examples: [
    { title: "What a file's exports reach", input: { changed_files: ["src/cart.ts"] } },
    {
      title: "What one symbol reaches, also indirectly",
      input: { symbols: ["Item.price"], include_transitive: true },
    },
  ],
});

// — below: private, in the order they are used —

function nothingNamed(): never {
  return refuse({
    code: "bad_input",
    what: "Neither changed_files nor symbols is given.",
    next: "Name files in changed_files, or symbols such as src/cart.ts#Cart.total. detect_changes takes them from git.",
  });
}

interface Choice {
  readonly context: QueryContext;
  readonly outlines: FileOutlines;
  readonly ledger: Ledger;
  readonly warnings: Set<string>;
  readonly isExportedOnly: boolean;
}

function ofFiles(choice: Choice, raw: readonly string[]): Promise<ChangedSymbol[]> {
  return ofEach(choice, [...new Set(raw)], 16, async (path) => inFile(choice, await choice.context.view.locate(path)));
}

/** Where one of several cannot be asked about the others still are; where it is the only one, that is the answer. */
async function ofEach(
  { ledger }: Choice,
  named: readonly string[],
  atOnce: number,
  symbolsOf: (name: string) => Promise<ChangedSymbol[]>,
): Promise<ChangedSymbol[]> {
  const refused: Refusal[] = [];
  const found = await pooled(named, atOnce, async (name) => {
    try {
      return await symbolsOf(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(error);
      ledger.refuse(error.details, inertLine(name));
      return [];
    }
  });
  const [first] = refused;
  if (first !== undefined && refused.length === named.length) throw first;
  return found.flat();
}

function inFile({ outlines, ledger, isExportedOnly, warnings }: Choice, located: Located): Promise<ChangedSymbol[]> {
  const { snapshot, file } = located;
  const language = snapshot.languageOf(file);
  if (isExportedOnly && !tellsExports(language)) {
    warnings.add(
      `all symbols of ${language ?? "unknown"} files count as exported: the language's export rules are unknown`,
    );
  }
  return symbolsOfFile(outlines, ledger, located, ({ index }) =>
    isExportedOnly ? exportedIn(language, file, index) : () => true,
  );
}

function ofTargets(choice: Choice, targets: readonly string[]): Promise<ChangedSymbol[]> {
  return ofEach(choice, targets, 8, async (target) => [await atTarget(choice, target)]);
}

async function atTarget({ context, outlines, ledger }: Choice, target: string): Promise<ChangedSymbol> {
  const resolved = await resolveTarget(context, parseTarget(target));
  const { snapshot, file, place, shown, doubts = [] } = resolved;
  const outline = await outlines.of(snapshot, file);
  ledger.take(outline.standing, shown);
  for (const doubt of doubts) ledger.add(doubt);
  const symbol = symbolNamedAt(outline, place) ?? enclosing(outline, place) ?? noSymbol(target);
  const isTest = isTestCode(snapshot.root, file, outline.index, symbol);
  return { snapshot, file, shown, symbol, place: placeOfName(outline.index, symbol.node), isTest };
}

function noSymbol(target: string): never {
  return refuse({
    code: "no_symbol",
    what: `${inertLine(target, 200)} is not inside a declaration.`,
    next: "list_symbols shows what the file declares.",
  });
}
