// Problems under the symbols that they stand in.

import type { Patience } from "../../std/patience.ts";
import type { Diagnostic, SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { contains } from "../../model/place.ts";
import { orIfRefused } from "../../model/refusal.ts";
import { pooled } from "../../std/pooled.ts";
import type { ScanAnswer } from "./diagnostics-scan.ts";
import { pathedSymbols } from "../../languages/declarations/symbol-tree.ts";

export interface SymbolProblems {
  /** The whole path, e.g. `Cart.total`. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly problems: readonly Diagnostic[];
}

export interface GroupedFile {
  readonly report: ScanAnswer;
  readonly symbols: readonly SymbolProblems[];
  readonly ungrouped: readonly Diagnostic[];
}

/** `listed` selects the diagnostics of a file to show. */
export function bySymbol(
  reports: readonly ScanAnswer[],
  listed: (report: ScanAnswer) => readonly Diagnostic[],
  patience: Patience,
): Promise<GroupedFile[]> {
  const withProblems = reports.filter((report) => listed(report).length > 0);
  return pooled(withProblems, 8, async (report) => {
    const symbols = pathedSymbols(await outlineOf(report, patience));
    const groups = new Map<SymbolNode, Omit<SymbolProblems, "problems"> & { readonly problems: Diagnostic[] }>();
    const ungrouped: Diagnostic[] = [];
    for (const problem of listed(report)) {
      // Outer symbols come before inner ones.
      const holder = symbols.findLast(({ node }) => contains(node.span, problem.span.start));
      if (holder === undefined) ungrouped.push(problem);
      else {
        const { node, path } = holder;
        const line = node.nameSpan.start.line;
        const group = groups.get(node) ?? { name: path.join("."), kind: node.kind, line, problems: [] };
        groups.set(node, { ...group, problems: [...group.problems, problem] });
      }
    }
    return { report, symbols: [...groups.values()].sort((a, b) => a.line - b.line), ungrouped };
  });
}

/** Without an outline the diagnostics are shown all the same. */
async function outlineOf({ snapshot, file }: ScanAnswer, patience: Patience): Promise<readonly SymbolNode[]> {
  return orIfRefused(
    () => [],
    async () => (await snapshot.documentSymbols(file, patience)).value,
  );
}
