// `find_references`: every use of a symbol, as the compiler sees it.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { Location } from "../../model/code-facts.ts";
import type { Answer } from "../../model/standing.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import { placesAsCounts, placesAsDirectories, placesAsLines, placesWithSource } from "../../render/place-list.ts";
import type { ShownAccount } from "../accounted-places.ts";
import { accountJson, accountText, hasAccount, shownAccount } from "../accounted-places.ts";
import { groupOf } from "../../languages/table.ts";
import { implicitCaller } from "../../languages/names/implicit.ts";
import { wordAround } from "../rename/symbol-place.ts";
import { mustBeSymbol } from "../must-be-symbol.ts";
import type { ShownPlace, ShownTarget } from "../places.ts";
import { filesOf, locationJson, shownPlaces, shownTarget, targetText } from "../places.ts";
import { defineTargetQuery } from "../targeted.ts";

export interface FoundReferences {
  readonly target: ShownTarget;
  readonly references: readonly ShownPlace[];
  readonly account: ShownAccount;
  /** What may use the symbol without naming it. */
  readonly implicit?: string | undefined;
  /** Whether source lines come along; a place whose line cannot be read has none all the same. */
  readonly source: "shown" | "not_asked" | "too_many_files";
}

/** Files whose lines are shown at the most; beyond it a reader wants lines or counts anyway. */
const filesWithSource = 200;

export const findReferences = defineTargetQuery({
  name: "find_references",
  title: "Find References",
  summary: "List every use of a symbol across files, as the compiler sees it.",
  guidance:
    "No hits in comments, strings or namesakes; renamed imports included, or said to be missing. Use it before changing or deleting anything; grep for words in prose or configuration.",
  exposure: "core",
  command: "references",
  needs: ["textDocument/references"],
  asks: ["uses"],
  input: {
    include_declaration: z.boolean().default(false),
    include_source: z.boolean().default(true),
  },
  async one({ patience }, target, input): Promise<Answer<FoundReferences>> {
    const { snapshot } = target;
    const { value, standing } = await snapshot.uses(target, input.include_declaration, patience);
    const { locations } = value;
    if (locations.length === 0) await mustBeSymbol(target, patience);
    const source = input.include_source ? sourceFor(locations) : "not_asked";
    const references = await shownPlaces(snapshot, locations, source === "shown");
    const account = await shownAccount(snapshot, value);
    const implicit = implicitCaller(groupOf(target.file), wordAround(target.lineText, target.place)?.text ?? "");
    return { value: { target: shownTarget(target), references, account, implicit, source }, standing };
  },
  isEmpty: ({ references }) => references.length === 0,
  meta: (outputs) => {
    const accounts = outputs.map(({ account }) => account);
    const [only] = accounts;
    if (!accounts.some(hasAccount) || only === undefined) return {};
    return { "sightline/account": accounts.length === 1 ? accountJson(only) : accounts.map(accountJson) };
  },
  toText({ target, references, account, implicit, source }, budget) {
    const files = new Set(references.map((reference) => reference.file)).size;
    const count = `${counted(references.length, "reference")}${files > 1 ? ` in ${files} files` : ""}`;
    const head = `${count} to ${targetText(target)}`;
    const last = { text: `${count}; too many to list. Ask about a more specific symbol, or search one directory.` };
    const unnamed = implicit === undefined ? "" : `\nIt may also be called implicitly, by ${implicit}.`;
    const beside = (isShort: boolean): string =>
      (hasAccount(account) ? `\n${accountText(account, isShort)}` : "") + unnamed;
    if (references.length === 0)
      return fitting(
        [
          () => ({ text: `${head}${beside(false)}` }),
          () => ({ text: `${head}${beside(true)}` }),
          () => ({ text: count }),
        ],
        budget,
      );
    const withSource = (): Rendering => ({ text: `${head}\n${placesWithSource(references)}${beside(false)}` });
    const asLines = (leavesOut?: string): Rendering => ({
      text: `${head}\n${placesAsLines(references)}${beside(source !== "not_asked")}`,
      ...(leavesOut === undefined ? {} : { leavesOut }),
    });
    return fitting(
      [
        ...(source === "shown" ? [withSource] : []),
        () => asLines(source === "not_asked" ? undefined : "source lines left out: too many"),
        () => ({
          text: `${head}\n${placesAsCounts(references)}${beside(true)}`,
          leavesOut: "lines left out: too many; these are counts per file",
        }),
        () => ({
          text: `${head}\n${placesAsDirectories(references)}${beside(true)}`,
          leavesOut: "files left out: too many; these are counts per directory",
        }),
        () => last,
      ],
      budget,
    );
  },
  toJson: ({ references }) => references.map(locationJson),
  hints: ({ references }) =>
    references.length === 0
      ? [
          { operation: "safe_delete_symbol", why: "to delete it if nothing uses it" },
          { operation: "inspect_symbol", why: "what it is" },
        ]
      : [
          { operation: "blast_radius", why: "what a change to it would reach" },
          { operation: "find_callers", why: "which functions these uses are in" },
        ],
  examples: [
    {
      title: "Uses of an exported function",
      input: { file_path: "src/money.ts", position_pattern: "export function @@times(" },
    },
    {
      title: "Uses of two symbols by their paths",
      input: { targets: ["src/money.ts#add", "src/cart.ts#Cart.put"] },
    },
  ],
});

function sourceFor(locations: readonly Location[]): "shown" | "too_many_files" {
  return filesOf(locations).size <= filesWithSource ? "shown" : "too_many_files";
}
