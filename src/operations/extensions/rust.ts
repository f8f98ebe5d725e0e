// What Rust adds: a macro written out.

import type { Answer } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import type { Expansion } from "../../model/code-facts.ts";
import { numberedLines } from "../foreign-text.ts";
import type { ShownTarget } from "../places.ts";
import { shownTarget, targetText } from "../places.ts";
import { defineTargetQuery } from "../targeted.ts";
import { defineExtension } from "./define-extension.ts";

interface Expanded {
  readonly target: ShownTarget;
  /** None where no macro stands. */
  readonly expansion: Expansion | undefined;
}

export const rustExtension = defineExtension("rust", () => ({
  operations: [
    defineTargetQuery({
      name: "rust_expand_macro",
      title: "Expand Macro",
      summary: "Show what a Rust macro call at a place expands to.",
      // Quirk(rust-analyzer 0.0.330): it answers nothing at a derive.
      guidance: "All levels at once; calls such as name!(…), not derives. Use it where code is generated.",
      exposure: "core",
      command: "rust_expand_macro",
      needs: ["rust-analyzer/expandMacro"],
      input: {},
      async one({ patience }, target): Promise<Answer<Expanded>> {
        const { value, standing } = await target.snapshot.expandMacro(target, patience);
        return { value: { target: shownTarget(target), expansion: value }, standing };
      },
      isEmpty: ({ expansion }) => expansion === undefined,
      toText({ target, expansion }, budget) {
        if (expansion === undefined) return `No macro call stands at ${targetText(target)}`;
        const head = `${inertLine(expansion.name, 80)} at ${targetText(target)} expands to`;
        const lines = numberedLines(expansion.text.split("\n"), 1);
        const first = (count: number) => () => ({
          text: [head, ...lines.slice(0, count)].join("\n"),
          leavesOut: `only the first ${count} of ${lines.length} lines: too long`,
        });
        return fitting(
          [
            () => ({ text: [head, ...lines].join("\n") }),
            ...[200, 50, 10].filter((count) => count < lines.length).map(first),
            () => ({ text: `It expands to ${lines.length} lines; too many to show.` }),
          ],
          budget,
        );
      },
      toJson: ({ expansion }) => (expansion === undefined ? null : { name: expansion.name, expansion: expansion.text }),
      hints: ({ expansion }) =>
        expansion === undefined
          ? [{ operation: "list_symbols", why: "what is in the file" }]
          : [{ operation: "go_to_definition", why: "where the macro is written" }],
      examples: [],
    }),
  ],
  prompts: [
    {
      name: "rust_explain_macro",
      title: "Explain a macro",
      description: "Have a macro expanded and explained.",
      arguments: [{ name: "place", description: "FILE:LINE:COLUMN of the macro", required: true }],
      calls: ["rust_expand_macro"],
      text: ({ place = "" }) =>
        `Call rust_expand_macro with targets ["${place.replaceAll(/["\\]/g, "")}"]. Then explain in a few sentences what the macro generates there, and what of it the surrounding code uses.`,
    },
  ],
}));
