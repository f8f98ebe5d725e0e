// What may be written at a place: narrowed by the word before it and sorted as an editor does, the first looked at closely.

import type { Completion, Completions } from "../../model/fine-facts.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { FilePlace, Place } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import type { CompletionHandle } from "../../protocol/lists.ts";
import { normaliseCompletions } from "../../protocol/lists.ts";
import type { CompletionOrder } from "../../protocol/lists-completion.ts";
import { completionOrder, lacksDetail, readCompletion } from "../../protocol/lists-completion.ts";
import type { WireRange } from "../../protocol/wire-shapes.ts";
import { isRecord } from "../../std/json.ts";
import type { AskOptions } from "../ask-host.ts";
import type { RangeReader } from "./convert.ts";
import { rangeReader } from "./convert.ts";
import { documentOf, judged } from "./position-queries.ts";
import { positionParams } from "./queries.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";

export interface CompletionChoice {
  readonly limit: number;
  /** As if this were written at the place as well. */
  readonly prefix: string;
}

export async function completions(
  session: Session,
  at: FilePlace,
  { limit, prefix }: CompletionChoice,
  options: AskOptions,
): Promise<Answer<Completions>> {
  const reply = await session.ask("textDocument/completion", at.file, positionParams(at), options);
  const { isIncomplete, items, unreadable } = normaliseCompletions(reply.result);
  const read = await rangeReader(session, reply.running, at.file);
  const here = new Here(documentOf(reply.document).index, at.place, prefix, read);
  const fitting = inOrder(items, here);
  const { shown, reasons } = await resolved(session, reply.running, at, fitting.slice(0, limit), options);
  const { title } = session.options.server.entry;
  const cut: Reason[] = isIncomplete
    ? [{ code: "server_not_exhaustive", detail: `${title} says that there may be more` }]
    : [];
  const value: Completions = {
    isIncomplete,
    typed: here.word,
    total: fitting.length,
    items: shown.map((item) => here.completion(item)),
  };
  return judged(session, reply, value, unreadable, [...cut, ...reasons]);
}

// — below: private, in the order they are used —

/** The place with what is written before it. */
class Here {
  /** The word before the place, and what is to be taken for written behind it. */
  readonly word: string;
  readonly #line: string;
  readonly #place: Place;
  readonly #prefix: string;
  readonly #read: RangeReader;
  readonly #wordStart: number;

  constructor(index: LineIndex, place: Place, prefix: string, read: RangeReader) {
    this.#line = index.lineText(place.line) ?? "";
    this.#place = place;
    this.#prefix = prefix;
    this.#read = read;
    const before = this.#line.slice(0, place.column - 1);
    const [word = ""] = /(?<![\p{L}\p{N}\p{M}_$])[\p{L}\p{N}\p{M}_$]*$/u.exec(before) ?? [];
    this.word = word + prefix;
    this.#wordStart = before.length - word.length;
  }

  /** What an item has to begin with: all that it would replace before the place. */
  typed(range: WireRange | undefined): string {
    const start = this.#start(range);
    return start === undefined ? this.word : this.#line.slice(start, this.#place.column - 1) + this.#prefix;
  }

  completion(item: CompletionHandle): Completion {
    const { newText, range, ...rest } = readCompletion(item);
    const start = this.#start(range) ?? this.#wordStart;
    const before = this.#line.slice(start, Math.max(start, this.#wordStart));
    // Where an edit repeats what stands before the word, as the dot of `a.b`, that is no news.
    const isUsual = start <= this.#wordStart && newText.startsWith(before);
    const text = isUsual ? newText.slice(before.length) : newText;
    return {
      ...rest,
      ...(text === rest.label ? {} : { insertText: text }),
      ...(isUsual || range === undefined ? {} : { replaces: this.#read(range) }),
    };
  }

  /** Where an edit begins in the line of the place; undefined when it is elsewhere or not told. */
  #start(range: WireRange | undefined): number | undefined {
    if (range === undefined) return undefined;
    const { line, column } = this.#read(range).start;
    return line === this.#place.line && column <= this.#place.column ? column - 1 : undefined;
  }
}

interface Candidate extends CompletionOrder {
  readonly item: CompletionHandle;
  readonly rank: number;
}

function inOrder(items: readonly CompletionHandle[], here: Here): CompletionHandle[] {
  const candidates: Candidate[] = [];
  for (const item of items) {
    const order = completionOrder(item);
    const rank = rankOf(order.filter, here.typed(order.range));
    if (rank !== undefined) candidates.push({ ...order, item, rank });
  }
  return candidates.sort(compare).map(({ item }) => item);
}

/** 0 for the same beginning, 1 for it in another case, 2 where its letters follow in order from the start of a word. */
function rankOf(text: string, typed: string): number | undefined {
  if (text.startsWith(typed)) return 0;
  const lower = text.toLowerCase();
  const sought = typed.toLowerCase();
  if (lower.startsWith(sought)) return 1;
  const [first = "", ...others] = sought;
  for (let start = lower.indexOf(first); start !== -1; start = lower.indexOf(first, start + 1)) {
    if (isWordStart(text, start)) return follow(lower, others, start + first.length) ? 2 : undefined;
  }
  return undefined;
}

/** Also inside of a name, at a hump or behind a sign. */
function isWordStart(text: string, offset: number): boolean {
  const before = text.charAt(offset - 1);
  return before === "" || /[^\p{L}\p{N}]/u.test(before) || /^\p{Lu}/u.test(text.slice(offset));
}

function follow(text: string, letters: readonly string[], offset: number): boolean {
  let from = offset;
  return letters.every((letter) => {
    const found = text.indexOf(letter, from);
    from = found + letter.length;
    return found !== -1;
  });
}

function compare(a: Candidate, b: Candidate): number {
  return (
    a.rank - b.rank ||
    Number(b.isPreselected) - Number(a.isPreselected) ||
    byText(a.sort, b.sort) ||
    byText(a.label, b.label)
  );
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** So many items that do not say what they are get a closer look. */
const resolvedAtMost = 10;

/** Asked at the same time; an item that cannot be looked at stays as it is. */
async function resolved(
  session: Session,
  running: Running,
  { file }: FilePlace,
  items: readonly CompletionHandle[],
  options: AskOptions,
): Promise<{ readonly shown: readonly CompletionHandle[]; readonly reasons: readonly Reason[] }> {
  if (!running.capabilities.supports("completionItem/resolve")) return { shown: items, reasons: [] };
  const unclear = new Set(items.filter(lacksDetail).slice(0, resolvedAtMost));
  let failed = 0;
  const look = async (item: CompletionHandle): Promise<CompletionHandle> => {
    if (!unclear.has(item)) return item;
    try {
      const { result } = await session.ask("completionItem/resolve", file, () => item, options);
      return isRecord(result) ? { ...item, ...result, label: item.label } : item;
    } catch (error) {
      // What the item is called is known in any case.
      if (!(error instanceof Refusal)) throw error;
      failed++;
      return item;
    }
  };
  const shown = await Promise.all(items.map(look));
  const detail = `${failed} of the items could not be resolved`;
  return { shown, reasons: failed === 0 ? [] : [{ code: "scoped", detail }] };
}
