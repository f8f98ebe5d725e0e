// `get_editing_context`: what one needs to know before editing a file, in one call.

import { z } from "zod";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import { defineQuery } from "../define.ts";
import type { QueryContext } from "../define.ts";
import type { EditingContext } from "./editing-context.ts";
import { editingContext } from "./editing-context.ts";
import { contextText } from "./editing-context-answer.ts";
import type { ContextJson } from "./editing-context-json.ts";
import { contextJson, identity } from "./editing-context-json.ts";
import type { DeclaredSymbol, FileOutline } from "../impact/outline.ts";
import { enclosing, symbolNamedAt } from "../impact/outline.ts";
import type { ResolvedTarget } from "../target.ts";
import { resolveTarget } from "../target.ts";
import { tokenSavings } from "../token-savings.ts";

export interface GotContext {
  readonly context: EditingContext;
  readonly etag: string;
  /** The caller has it already, word for word. */
  readonly isKnown: boolean;
}

export type GotContextJson = ContextJson | { readonly not_modified: true; readonly etag: string };

/** Sixty-four bits: enough to tell one answer from the next, and few to repeat. */
const etagLength = 16;

const input = {
  file_path: z.string().min(1),
  line: z.int().min(1).optional(),
  symbol_path: z.string().min(1).optional(),
  if_none_match: z.string().optional().describe("The etag of an earlier answer."),
};

export const getEditingContext = defineQuery<"get_editing_context", typeof input, GotContext, GotContextJson>({
  name: "get_editing_context",
  title: "Get Editing Context",
  summary: "Show what editing a file takes: its symbols, who uses each, what they call, its imports.",
  guidance: "In place of reading and searching before an edit; line or symbol_path adds one symbol's source.",
  exposure: "core",
  cli: { command: "context", positional: "file" },
  needs: [
    "textDocument/documentSymbol",
    "textDocument/references",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/outgoingCalls",
  ],
  input,
  async run(context, asked): Promise<Answer<GotContext>> {
    const { snapshot, file } = await context.view.locate(asked.file_path);
    const focus = await focusIn(context, asked);
    const { value, standing } = await editingContext({ snapshot, file, patience: context.patience, focus });
    // What others do to the answer is known only when it is there; what is spared is the reading of it.
    const etag = snapshot.hash(identity(value, standing)).slice(0, etagLength);
    return { value: { context: value, etag, isKnown: asked.if_none_match === etag }, standing };
  },
  isEmpty: ({ context }) => context.symbols.length === 0,
  toText: ({ context, etag, isKnown }, budget) =>
    isKnown
      ? `not modified: ${inertLine(context.file)} and its answer are unchanged (etag ${etag})`
      : contextText(context, etag, budget),
  toJson: ({ context, etag, isKnown }) => (isKnown ? { not_modified: true, etag } : contextJson(context, etag)),
  hints: ({ context, isKnown }) => {
    if (context.symbols.length === 0) return [{ operation: "get_diagnostics", why: "whether the file parses" }];
    if (isKnown || context.focus !== undefined) return [{ operation: "preview_edit", why: "what an edit would break" }];
    return [
      { operation: "get_symbol_source", why: "the source of one of them" },
      { operation: "blast_radius", why: "what a change to it would reach" },
    ];
  },
  // Compared with reading the file alone; the files of its callers, which one would search as well, are not counted.
  meta: ({ context }, returned) => tokenSavings([context], returned),
  examples: [
    { title: "Before editing a file", input: { file_path: "src/money.ts" } },
    { title: "Before editing one function of it", input: { file_path: "src/money.ts", symbol_path: "times" } },
  ],
});

// — below: private, in the order they are used —

async function focusIn(
  context: QueryContext,
  asked: { readonly file_path: string; readonly line?: number | undefined; readonly symbol_path?: string | undefined },
): Promise<((outline: FileOutline) => DeclaredSymbol) | undefined> {
  const { file_path, line, symbol_path } = asked;
  if (line === undefined && symbol_path === undefined) return undefined;
  const target = await resolveTarget(context, { file_path, line, symbol_path }, "first text");
  const at = target.node?.nameSpan.start ?? target.place;
  return (outline) => symbolNamedAt(outline, at) ?? enclosing(outline, at) ?? noneAt(target);
}

function noneAt({ place, lineText }: ResolvedTarget): never {
  return refuse({
    code: "no_symbol",
    what: `Line ${place.line} is not inside a declaration.`,
    why: `It reads: ${sourceLine(lineText, 120)}`,
    next: "Omit line for the whole file, or name another line.",
  });
}
