// `get_completions`: what can be written at a place, as an editor would propose it.

import { z } from "zod";
import type { Completion, Completions } from "../../model/fine-facts.ts";
import type { Answer } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import { firstCode, inertMarkdown } from "../../render/markdown.ts";
import { nameAtStart, quotedLines } from "../foreign-text.ts";
import { orInstead } from "../find/locations-answer.ts";
import type { ShownTarget } from "../places.ts";
import { shownTarget, targetText } from "../places.ts";
import { defineTargetQuery } from "../targeted.ts";
import { agreeing } from "../../std/words.ts";

export interface CompletedPlace {
  readonly target: ShownTarget;
  readonly found: Completions;
}

export const getCompletions = defineTargetQuery({
  name: "get_completions",
  title: "Get Completions",
  summary: "List what can be written at a place: members of a value, names in scope, with their types.",
  guidance: "Point behind the dot, e.g. by position_pattern cart.@@. The word before the place narrows the list.",
  exposure: "full",
  command: "complete",
  needs: ["textDocument/completion"],
  asks: ["completions"],
  input: {
    limit: z.int().min(1).max(200).default(30),
    prefix: z.string().max(100).optional().describe("As if typed at the place too."),
  },
  async one({ patience }, target, { limit, prefix = "" }): Promise<Answer<CompletedPlace>> {
    const instead = "inspect_symbol shows the type of the value, and list_symbols the members that it declares.";
    const asked = target.snapshot.completions(target, { limit, prefix }, patience);
    const { value, standing } = await orInstead(asked, instead);
    return { value: { target: shownTarget(target), found: value }, standing };
  },
  isEmpty: ({ found }) => found.items.length === 0,
  toText: (output, budget) => completionsText(output, budget),
  toJson: ({ found: { isIncomplete, total, items } }) => ({ isIncomplete, total, items: items.map(itemJson) }),
  hints: ({ found }) =>
    found.items.length === 0
      ? [{ operation: "get_diagnostics", why: "whether the file parses" }]
      : [{ operation: "get_signature_help", why: "what a call takes" }],
  examples: [
    {
      title: "The members of a value",
      input: { file_path: "src/checkout.ts", position_pattern: "format(due.@@price" },
    },
  ],
});

// — below: private, in the order they are used —

/** How many items are shown with documentation, and with how many lines of it. */
const documentedAtMost = 3;
const documentationLines = 8;

const longestLabel = 120;

function completionsText({ target, found }: CompletedPlace, budget: Budget): string {
  const { items, total, typed } = found;
  const of = typed === "" ? "" : ` of ${inertLine(typed, 100)}`;
  const where = targetText(target);
  if (items.length === 0) return `no completions${of} at ${where}`;
  const shown = total > items.length ? `${items.length} of ${total}` : `${total}`;
  const head = `${shown} ${agreeing(total, "completion", "completions")}${of} at ${where}`;
  const rows = items.map(row);
  const rest = (kept: number): string => `(${total - kept} more left out: too many; type a prefix)`;
  const beyond = total > items.length ? [`(${total - items.length} more; type a prefix, or raise limit)`] : [];
  return fitting(
    [
      ...(items.length > documentedAtMost
        ? []
        : [() => ({ text: [head, ...items.flatMap(documented), ...beyond].join("\n") })]),
      () => ({ text: [head, ...rows, ...beyond].join("\n") }),
      () => ({ text: firstLines(head, rows, budget, rest) }),
      () => ({ text: `${total} completions; too many to list.` }),
    ],
    budget,
  );
}

function row(item: Completion): string {
  const label = nameAtStart(inertLine(item.label, longestLabel));
  const detail = detailOf(item);
  const extras = [
    ...(item.insertText === undefined ? [] : [`inserts ${inertLine(item.insertText, longestLabel)}`]),
    ...item.alsoInserts.map((text) => `adds ${inertLine(text, longestLabel)}`),
    ...(item.isDeprecated ? ["deprecated"] : []),
  ];
  return [
    label,
    item.kind,
    ...(detail === undefined ? [] : [sourceLine(detail, 160)]),
    ...(extras.length === 0 ? [] : [`(${extras.join("; ")})`]),
  ].join("  ");
}

/** On one line. Some servers say what an item is in the code of its documentation alone. */
function detailOf({ detail, documentation = "" }: Completion): string | undefined {
  const code = documentation.trimStart().startsWith("```") ? firstCode(documentation) : undefined;
  const told = detail ?? code;
  return told
    ?.replaceAll(/(?<!\s)\s*\n\s*/g, "\n")
    .replaceAll(/(?<=\()\n|\n(?=\))/g, "")
    .replaceAll("\n", " ");
}

function documented(item: Completion): string[] {
  if (item.documentation === undefined) return [row(item)];
  const lines = quotedLines(inertMarkdown(item.documentation));
  const more = lines.length > documentationLines ? [`(${lines.length - documentationLines} lines left out)`] : [];
  return [row(item), ...lines.slice(0, documentationLines), ...more];
}

export interface CompletionJson {
  readonly label: string;
  readonly kind: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly insertText?: string;
  readonly replaces?: { readonly start: PlaceJson; readonly end: PlaceJson };
  readonly also_inserts?: readonly string[];
  readonly deprecated?: true;
}

interface PlaceJson {
  readonly line: number;
  readonly column: number;
}

function itemJson(item: Completion): CompletionJson {
  const { label, kind, documentation, insertText, replaces, alsoInserts, isDeprecated } = item;
  const detail = detailOf(item);
  return {
    label,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation }),
    ...(insertText === undefined ? {} : { insertText }),
    ...(replaces === undefined ? {} : { replaces: { start: { ...replaces.start }, end: { ...replaces.end } } }),
    ...(alsoInserts.length === 0 ? {} : { also_inserts: alsoInserts }),
    ...(isDeprecated ? { deprecated: true } : {}),
  };
}
