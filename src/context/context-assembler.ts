// What a host tells its model of the code without letting it ask: assembled within a budget, and checked again when it is used.
//
// Invariant: what changed between the query and its use is asked for again, or is marked; it never passes for current.

import type { Engine, Invocation } from "../engine/engine.ts";
import { machineStamp, machineTime } from "../engine/machine-stamps.ts";
import type {
  ChosenContext,
  ContextAbsence,
  ContextItem,
  ContextPurpose,
  ContextStamp,
} from "../model/records/context-item.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import type { Standing } from "../model/standing.ts";
import type { CancelSignal } from "../std/cancel.ts";

export interface AssemblyRequest {
  /** The file, and the lines of it that are to be edited, reviewed or fixed; the whole file without lines. */
  readonly focus: { readonly file: string; readonly from?: number; readonly to?: number };
  /** Tokens that all items may take together; 2,000 without it. */
  readonly budget?: number;
  /** Files, `path:from-to` and ids of items that the model has. */
  readonly already_in_context?: readonly string[];
  readonly purpose?: ContextPurpose;
  /** Files that were modified: their diagnostics are added. */
  readonly changed_files?: readonly string[];
}

export interface AssembledItems {
  readonly request: AssemblyRequest;
  readonly items: readonly ContextItem[];
  readonly absent: readonly ContextAbsence[];
  readonly tokens: number;
  readonly standing: Standing | undefined;
  /** Why nothing could be asked; the host goes on without. */
  readonly refusal?: RefusalDetails;
}

/** An item as it goes to the model. */
export interface InjectedItem extends ContextItem {
  readonly injected_at: string;
  /** The files that it rests on, as they are at its injection. */
  readonly files_at_injection: readonly ContextStamp[];
  readonly freshness: "fresh" | "potentially_stale";
}

export interface InjectedContext {
  readonly items: readonly InjectedItem[];
  readonly absent: readonly ContextAbsence[];
  /** All items as one text; one that may be stale says so, and since when. */
  readonly text: string;
}

export interface AssemblerOptions {
  readonly engine: Pick<Engine, "invoke">;
  readonly caller?: Invocation["caller"];
  /** Called for each item before it is handed out, with the record that it is known by. */
  readonly record?: (item: InjectedItem) => void | Promise<void>;
  /** How a file is now; by the disk of this machine without it. */
  readonly stampOf?: (file: string) => Promise<ContextStamp>;
  /** The time for records. */
  readonly now?: () => string;
  readonly timeoutMs?: number;
}

/** What the operation takes where no budget is named. */
const defaultBudget = 2_000;

/** So often is what changes all the time asked for again. */
const maxRounds = 2;

export class ContextAssembler {
  readonly #options: AssemblerOptions;

  constructor(options: AssemblerOptions) {
    this.#options = options;
  }

  /** Never fails for lack of a server: then there are no items, and what is missing is recorded. */
  async assembleContext(request: AssemblyRequest, signal?: CancelSignal): Promise<AssembledItems> {
    const { engine, caller = reader, timeoutMs } = this.#options;
    const outcome = await engine.invoke({
      operation: "assemble_context",
      input: inputOf(request),
      caller,
      format: "json",
      maxCharacters: Number.POSITIVE_INFINITY,
      signal,
      timeoutMs,
    });
    const nothing = { request, items: [], absent: [], tokens: 0, standing: undefined };
    if (!outcome.ok) return { ...nothing, refusal: outcome.refusal };
    const { items, absent, tokens } = (outcome.body.format === "json" ? outcome.body.json : nothing) as ChosenContext;
    return { request, items, absent, tokens, standing: outcome.standing };
  }

  /** Checks every item against the files it rests on, right before the model gets it. */
  async inject(assembled: AssembledItems, signal?: CancelSignal): Promise<InjectedContext> {
    let current = assembled;
    let stale: readonly ContextItem[] = [];
    for (let round = 0; ; round++) {
      const now = await this.#stamps(current.items);
      const changed = current.items.filter((item) => hasChanged(item, now));
      if (changed.length === 0 || round === maxRounds) {
        const doubtful = withinBudget(current, [...changed, ...stale]);
        return this.#injected(current, doubtful, await this.#stamps([...current.items, ...doubtful]));
      }
      const again = await this.assembleContext(assembled.request, signal);
      const lost = changed.filter((item) => isLost(item, again));
      stale = [...stale.filter((item) => !isAmong(item, again.items)), ...lost];
      // What could not be asked for at all leaves the rest as it was.
      current =
        again.refusal === undefined ? again : { ...current, items: current.items.filter((one) => !lost.includes(one)) };
    }
  }

  async #stamps(items: readonly ContextItem[]): Promise<ReadonlyMap<string, ContextStamp>> {
    const { stampOf = machineStamp } = this.#options;
    const files = new Set(items.flatMap(({ record }) => record.files.map(({ file }) => file)));
    const stamps = await Promise.all([...files].map(async (file) => [file, await stampOf(file)] as const));
    return new Map(stamps);
  }

  async #injected(
    { items, absent }: AssembledItems,
    stale: readonly ContextItem[],
    now: ReadonlyMap<string, ContextStamp>,
  ): Promise<InjectedContext> {
    const at = (this.#options.now ?? machineTime)();
    const old = new Set(stale);
    const fresh = items.filter((item) => !hasChanged(item, now));
    const all = [...fresh, ...stale].map((item): InjectedItem => {
      const files = item.record.files.map(({ file }) => now.get(file) ?? { file });
      const common = { ...item, injected_at: at, files_at_injection: files };
      if (!old.has(item)) return { ...common, freshness: "fresh" };
      const text = `(potentially stale: asked at ${item.record.queried_at})\n${item.text}`;
      return { ...common, text, freshness: "potentially_stale" };
    });
    for (const item of all) await this.#options.record?.(item);
    return { items: all, absent, text: all.map(({ text }) => text).join("\n") };
  }
}

// — below: private, in the order they are used —

const reader: Invocation["caller"] = { door: "library", allowed: ["read"] };

function inputOf({ focus, ...more }: AssemblyRequest): object {
  const { file, from, to } = focus;
  const lines = from === undefined ? {} : { start_line: from, end_line: to ?? from };
  return { file_path: file, ...lines, ...more };
}

/** What was asked for again has taken the room; an old item stays only where there is some left. */
function withinBudget({ request, items }: AssembledItems, doubtful: readonly ContextItem[]): ContextItem[] {
  const kept = items.filter((item) => !doubtful.includes(item));
  let left = (request.budget ?? defaultBudget) - kept.reduce((sum, { tokens }) => sum + tokens, 0);
  return doubtful.filter(({ tokens }) => {
    const fits = tokens <= left;
    if (fits) left -= tokens;
    return fits;
  });
}

/** A file of which no state was known then cannot be known to be the same. */
function hasChanged({ record }: ContextItem, now: ReadonlyMap<string, ContextStamp>): boolean {
  return record.files.some(({ file, stamp }) => stamp === undefined || now.get(file)?.stamp !== stamp);
}

function isAmong({ kind, about }: ContextItem, items: readonly ContextItem[]): boolean {
  return items.some((one) => one.kind === kind && one.about === about);
}

/** Whether the new answer lacks it because a question was not answered, and not because it is no longer so. */
function isLost(item: ContextItem, again: AssembledItems): boolean {
  if (again.refusal !== undefined) return true;
  const isUnanswered = again.absent.some(({ query }) => item.record.query.includes(query));
  return isUnanswered && !isAmong(item, again.items);
}
