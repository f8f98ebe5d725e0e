// What a change to some symbols reaches: the users of each, which of these are tests, and how far away they are.
//
// Invariant: a use belongs to the symbol it was asked for, and a user is named by the symbol that it stands in.
// Invariant: what could not be asked is in the standing; a symbol whose uses are not known is never called unused.

import type { Location } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { pooled } from "../../std/pooled.ts";
import type { DeclaredSymbol, FileOutline } from "./outline.ts";
import { isAskable, enclosing, isLiteralKey, isTestCode, isWithin } from "./outline.ts";
import { Overrides } from "./overrides.ts";
import type { ImpactCaller, ChangedSymbol, ImpactRequest, Risk } from "./subject.ts";
import { inertLine } from "../../render/inert.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import { isTestFile } from "../../languages/names/test-files.ts";

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
  const known = new Map(direct.map((one) => [keyOfPlace(one.file, one.place), one]));
  const next = new Map<string, ChangedSymbol>();
  const steps = direct.map((one) => one.others.flatMap((caller) => stepOf(one, caller)));
  for (const step of steps.flat()) if (!known.has(step.key)) next.set(step.key, step.symbol);
  const asked = [...next.values()].slice(0, maxTransitive);
  if (next.size > asked.length) {
    const detail = `callers of ${asked.length} of ${next.size} callers were requested`;
    request.ledger.add({ code: "capped", detail });
  }
  for (const one of await askedAll(request, asked)) known.set(keyOfPlace(one.file, one.place), one);
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
  return [{ key: keyOfPlace(file, place), symbol: { snapshot, file, shown, symbol, place, isTest } }];
}

export function callerKey({ path, name, line }: ImpactCaller): string {
  return `${path}:${line}:${name}`;
}

// — Names the users of a symbol: each use by the symbol that it stands in, several uses of one user together —

/** So many files are looked at at the same time. */

/** Uses outside of any declaration. */
const topLevel = "(top level)";
/** A file that only brings the name in, or hands it on. */
const imported = "(import)";

/** Reads the declarations of the files with uses: each once, several at the same time. */
async function lookAtUsers(
  found: readonly { readonly snapshot: Snapshot; readonly uses: readonly Location[] }[],
  request: ImpactRequest,
): Promise<void> {
  const files = new Map<FilePath, Snapshot>();
  for (const { snapshot, uses } of found) {
    for (const { file } of uses) if (!isExternal(file) && snapshot.holds(file)) files.set(file, snapshot);
  }
  await pooled([...files], atOnce, ([file, snapshot]) => outlineOf(snapshot, file, request));
}

async function callersOf(
  changed: ChangedSymbol,
  uses: readonly Location[],
  request: ImpactRequest,
): Promise<ImpactCaller[]> {
  const byFile = new Map<string, Location[]>();
  for (const use of uses) {
    if (isOwn(changed, use)) continue;
    const path = isExternal(use.file) ? use.file.external : use.file;
    const own = byFile.get(path);
    if (own === undefined) byFile.set(path, [use]);
    else own.push(use);
  }
  const found = await Promise.all([...byFile.values()].map((own) => callersIn(changed, own, request)));
  return found.flat();
}

/** Inside the symbol itself, or a declaration of it. */
function isOwn({ file, symbol }: ChangedSymbol, use: Location): boolean {
  return use.file === file && (isWithin(symbol.node.span, use.span.start) || isNameOf(symbol, use.span.start));
}

function isNameOf({ node }: DeclaredSymbol, at: Place): boolean {
  return comparePlaces(node.nameSpan.start, at) === 0;
}

/** The users in one file. */
async function callersIn(
  changed: ChangedSymbol,
  uses: readonly Location[],
  request: ImpactRequest,
): Promise<ImpactCaller[]> {
  const [first] = uses;
  if (first === undefined) return [];
  const { snapshot } = changed;
  const { file } = first;
  if (isExternal(file) || !snapshot.holds(file)) return [outside(changed, uses)];
  const outline = await outlineOf(snapshot, file, request);
  if (outline === undefined) return [byFile(changed, file, uses)];
  const users = new Map<DeclaredSymbol | string, Location[]>();
  for (const use of uses) {
    const at = use.span.start;
    const symbol = enclosing(outline, at);
    if (symbol !== undefined && isNameOf(symbol, at) && isSameDeclared(symbol, changed.symbol)) continue;
    const key = symbol ?? (outline.isImport(use.span) ? imported : topLevel);
    users.set(key, [...(users.get(key) ?? []), use]);
  }
  // Bringing a name in is no use of its own where it is used, nor where it is declared; and in a test it tests nothing.
  if (users.size > 1 || file === changed.file || isTestFile(snapshot.root, file)) users.delete(imported);
  return [...users].map(([user, own]) => callerOf(changed, file, outline, user, own));
}

/** Another declaration of it is no use: an overload, or the member of an interface or of a base. The key of a literal is one. */
function isSameDeclared(symbol: DeclaredSymbol, changed: DeclaredSymbol): boolean {
  return symbol.leaf === changed.leaf && !isLiteralKey(symbol);
}

function outside({ snapshot }: ChangedSymbol, uses: readonly Location[]): ImpactCaller {
  const [first] = uses;
  const file = first?.file ?? "";
  const path = typeof file === "string" ? file : file.external;
  const shown = typeof file === "string" ? shownPath(snapshot.base, file as FilePath) : inertLine(file.external);
  const lines = linesOf(uses);
  return { name: topLevel, path, shown, line: lines[0] ?? 1, uses: lines, isTest: false, symbol: undefined };
}

async function outlineOf(
  snapshot: Snapshot,
  file: FilePath,
  { outlines, ledger }: ImpactRequest,
): Promise<FileOutline | undefined> {
  try {
    return await outlines.of(snapshot, file);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ledger.refuse(
      { ...error.details, what: `users are listed by file only: ${error.details.what}` },
      shownPath(snapshot.base, file),
    );
    return undefined;
  }
}

function byFile({ snapshot }: ChangedSymbol, file: FilePath, uses: readonly Location[]): ImpactCaller {
  const lines = linesOf(uses);
  const isTest = isTestFile(snapshot.root, file);
  const shown = shownPath(snapshot.base, file);
  return { name: topLevel, path: file, shown, line: lines[0] ?? 1, uses: lines, isTest, symbol: undefined };
}

function callerOf(
  { snapshot }: ChangedSymbol,
  file: FilePath,
  { index }: FileOutline,
  user: DeclaredSymbol | string,
  uses: readonly Location[],
): ImpactCaller {
  const symbol = typeof user === "string" ? undefined : user;
  const lines = linesOf(uses);
  return {
    name: typeof user === "string" ? user : user.name,
    path: file,
    shown: shownPath(snapshot.base, file),
    line: symbol?.node.nameSpan.start.line ?? lines[0] ?? 1,
    uses: lines,
    isTest: isTestCode(snapshot.root, file, index, symbol),
    around: symbol,
    symbol: symbol !== undefined && isAskable(symbol) ? symbol : undefined,
  };
}

function linesOf(uses: readonly Location[]): number[] {
  return [...new Set(uses.map(({ span }) => span.start.line))].sort((a, b) => a - b);
}
