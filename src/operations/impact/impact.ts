// What a change to some symbols reaches: who uses each of them, which of these are tests, and how far away they are.
//
// Invariant: a use belongs to the symbol it was asked for, and a user is named by the symbol that it stands in.
// Invariant: what could not be asked is in the standing; a symbol whose uses are not known is never called unused.

import type { Location } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { pooled } from "../../std/pooled.ts";
import { callersOf, lookAtUsers } from "./callers.ts";
import { isAskable } from "./outline.ts";
import { Overrides } from "./overrides.ts";
import type { ImpactCaller, ChangedSymbol, ImpactRequest, Risk } from "./subject.ts";

export interface Impacted extends ChangedSymbol {
  /** False where no server could be asked. */
  readonly isKnown: boolean;
  readonly risk: Risk;
  readonly tests: readonly ImpactCaller[];
  readonly others: readonly ImpactCaller[];
  /** Callers of the callers, where they were asked for. */
  readonly beyond: readonly ImpactCaller[];
}

/** So many symbols are named at the same time. */
const atOnce = 32;

/** Files whose symbols are asked about at the same time: enough that a server never waits for us. */
const filesAtOnce = 8;

/** Callers whose own callers are asked for. */
const maxTransitive = 300;

/** Asking ends this long before the deadline, so that there is time to tell what was found. */
const marginMs = 3_000;

export async function impactOf(request: ImpactRequest): Promise<Impacted[]> {
  const direct = await askedAll(request, request.changed);
  if (!request.isTransitive) return direct.map((one) => ({ ...one, beyond: [] }));
  return withBeyond(request, direct);
}

/** Riskiest first; among equals what no test covers, then what most depend on. */
export function byRisk(a: Impacted, b: Impacted): number {
  return (
    risks.indexOf(a.risk) - risks.indexOf(b.risk) ||
    Number(isTested(a)) - Number(isTested(b)) ||
    b.others.length - a.others.length ||
    b.tests.length - a.tests.length
  );
}

/** By a test that uses it, or that uses one of its callers, as far as was asked. */
export function isTested({ isTest, tests, beyond }: Impacted): boolean {
  return isTest || tests.length > 0 || beyond.some((caller) => caller.isTest);
}

// — below: private, in the order they are used —

const risks: readonly Risk[] = ["high", "unknown", "medium", "low"];

type Direct = Omit<Impacted, "beyond">;

async function askedAll(request: ImpactRequest, symbols: readonly ChangedSymbol[]): Promise<Direct[]> {
  const uses = await usesOf(request, symbols);
  const found = symbols.map(({ snapshot }, at) => ({ snapshot, uses: uses[at] ?? [] }));
  await lookAtUsers(found, request);
  return pooled(symbols, atOnce, async (changed, at): Promise<Direct> => {
    const own = uses[at];
    if (own === undefined) return { ...changed, isKnown: false, risk: "unknown", tests: [], others: [] };
    const callers = await callersOf(changed, own, request);
    const tests = callers.filter(({ isTest }) => isTest);
    const others = callers.filter(({ isTest }) => !isTest);
    return { ...changed, isKnown: true, risk: riskOf(changed, others), tests, others };
  });
}

/** The uses of each, all symbols of a file together; undefined where they are unknown. */
async function usesOf(
  request: ImpactRequest,
  symbols: readonly ChangedSymbol[],
): Promise<(readonly Location[] | undefined)[]> {
  const uses: (readonly Location[] | undefined)[] = symbols.map(() => undefined);
  const files = new Map<FilePath, number[]>();
  for (const [at, { file, symbol }] of symbols.entries()) {
    // A callback is not called by its name.
    if (!isAskable(symbol)) uses[at] = [];
    else files.set(file, [...(files.get(file) ?? []), at]);
  }
  const overrides = new Overrides(request);
  // From the end: the documents that were looked at last are still open, and to open one costs a server its thoughts.
  await pooled([...files.values()].reverse(), filesAtOnce, async (own) => {
    const found = await usesInFile(
      request,
      own.flatMap((at) => symbols[at] ?? []),
    );
    await pooled(own, atOnce, async (at, index) => {
      const [symbol, direct] = [symbols[at], found[index]];
      uses[at] = symbol && direct && (await overrides.withUses(symbol, direct));
    });
  });
  return uses;
}

async function usesInFile(
  { patience, ledger }: ImpactRequest,
  symbols: readonly ChangedSymbol[],
): Promise<readonly (readonly Location[] | undefined)[]> {
  const [first] = symbols;
  if (first === undefined) return [];
  const { snapshot, file, shown } = first;
  const left = patience.deadline.remaining() - marginMs;
  if (left <= 0) {
    ledger.refuse({ code: "timed_out", what: "no time was left to find all uses" }, shown);
    return [];
  }
  try {
    const places = symbols.map(({ place }) => place);
    const within = { ...patience, deadline: patience.deadline.within(left) };
    const { value, standing } = await snapshot.referencesOf(file, places, within);
    ledger.take(standing, shown);
    return value.map((one) => {
      if (!(one instanceof Refusal)) return one;
      ledger.refuse(one.details, shown);
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ledger.refuse(error.details, shown);
    return [];
  }
}

function riskOf({ file }: ChangedSymbol, others: readonly ImpactCaller[]): Risk {
  if (others.length === 0) return "low";
  const here = parentOf(file);
  return others.some(({ path }) => path.slice(0, path.lastIndexOf("/")) !== here) ? "high" : "medium";
}

/** One level further: the symbols that use a changed one are asked about in turn, each once. */
async function withBeyond(request: ImpactRequest, direct: readonly Direct[]): Promise<Impacted[]> {
  const known = new Map(direct.map((one) => [keyOf(one.file, one.place), one]));
  const next = new Map<string, ChangedSymbol>();
  const steps = direct.map((one) => one.others.flatMap((caller) => stepOf(one, caller)));
  for (const step of steps.flat()) if (!known.has(step.key)) next.set(step.key, step.symbol);
  const asked = [...next.values()].slice(0, maxTransitive);
  if (next.size > asked.length) {
    const detail = `callers of ${asked.length} of ${next.size} callers were requested`;
    request.ledger.add({ code: "capped", detail });
  }
  for (const one of await askedAll(request, asked)) known.set(keyOf(one.file, one.place), one);
  return direct.map((one, at) => {
    const near = new Set([...one.tests, ...one.others].map(callerKey));
    const beyond = new Map<string, ImpactCaller>();
    for (const { key } of steps[at] ?? []) {
      const further = known.get(key);
      for (const caller of [...(further?.tests ?? []), ...(further?.others ?? [])]) {
        const isItself = caller.path === one.file && caller.symbol === one.symbol;
        if (!isItself && !near.has(callerKey(caller))) beyond.set(callerKey(caller), caller);
      }
    }
    return { ...one, beyond: [...beyond.values()] };
  });
}

function stepOf(
  { snapshot }: Direct,
  { symbol, path, shown, isTest }: ImpactCaller,
): { readonly key: string; readonly symbol: ChangedSymbol }[] {
  if (symbol === undefined) return [];
  const file = path as FilePath;
  const place = symbol.node.nameSpan.start;
  return [{ key: keyOf(file, place), symbol: { snapshot, file, shown, symbol, place, isTest } }];
}

function keyOf(file: FilePath, { line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

export function callerKey({ path, name, line }: ImpactCaller): string {
  return `${path}:${line}:${name}`;
}
