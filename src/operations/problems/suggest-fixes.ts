// `suggest_fixes`: what servers and linters would do about a place or about each problem of a file. Nothing of it is done.

import { z } from "zod";
import type { Diagnostic } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { defineQuery } from "../define.ts";
import { shownPath } from "../foreign-text.ts";
import type { SuggestedFixes } from "./suggest-fixes-found.ts";
import { fixesText, fixJson, inOrderOfUse, shownStep } from "./suggest-fixes-found.ts";
import { fixesPlace, fixesPlaceInput } from "./suggest-fixes-place.ts";

export const suggestFixes = defineQuery({
  name: "suggest_fixes",
  title: "Suggest Fixes",
  summary: "List the fixes and refactorings on offer, with the lines each would change.",
  guidance: "file_path alone: quick fixes of all its problems. Changes nothing.",
  exposure: "core",
  cli: { command: "fixes", positional: "file" },
  needs: ["textDocument/codeAction"],
  input: {
    ...fixesPlaceInput,
    kinds: z.array(z.string()).optional(),
  },
  async run(context, input): Promise<Answer<SuggestedFixes>> {
    const { snapshot, file, shown, span, doubts } = await fixesPlace(context, input);
    const { value, standing } = await snapshot.offers({ file, span, kinds: input.kinds }, context.patience);
    const shownFile = (path: string): string => shownPath(snapshot.base, path as FilePath);
    const fixes = inOrderOfUse(value.actions).map((action) => ({
      id: context.view.suggestions.keep({ root: snapshot.root, action }),
      action,
      changes: (action.steps ?? []).map((step) => shownStep(step, shownFile)),
    }));
    return {
      value: {
        place: shown,
        isAboutFile: span === undefined,
        problems: value.diagnostics,
        hasUnusedImports: await hasUnusedImports(snapshot, file, value.diagnostics),
        fixes,
      },
      standing: joinStandings([standing, standingOf(doubts)]),
    };
  },
  isEmpty: ({ fixes }) => fixes.length === 0,
  toText: fixesText,
  toJson: ({ fixes }) => fixes.map(fixJson),
  hints: ({ fixes, hasUnusedImports: hasUnused }) =>
    fixes.length === 0
      ? [
          ...(hasUnused
            ? [{ operation: "organize_imports", why: "to remove unused imports, if the server supports it" }]
            : []),
          { operation: "get_diagnostics", why: "all problems" },
          { operation: "inspect_symbol", why: "what a name there is" },
        ]
      : [
          { operation: "apply_suggestion", why: "with an id, to apply one" },
          { operation: "safe_apply_edit", why: "which makes a change and shows what it breaks" },
          { operation: "get_diagnostics", why: "to see what is left after a change" },
        ],
  examples: [{ title: "What would mend a file", input: { file_path: "src/receipt.ts" } }],
});

// — below: private, in the order they are used —

/** Servers word it in many ways; that it stands in an import, the line tells. */
async function hasUnusedImports(snapshot: Snapshot, file: FilePath, problems: readonly Diagnostic[]): Promise<boolean> {
  const unused = problems.filter(({ message }) => /\bunused\b|\b(?:never|not) (?:read|used|accessed)\b/i.test(message));
  if (unused.length === 0) return false;
  const text = await snapshot.text(file);
  return unused.some(
    ({ message, span: { start } }) =>
      /\bimport/i.test(message) || /^\s*(?:import|from|use|using)\b/.test(text.lineText(start.line) ?? ""),
  );
}
