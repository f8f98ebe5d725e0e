// The answer of an impact: one line that sums it up, the symbols by their risk, and the tests to run.

import type { FilePath } from "../../model/file-path.ts";
import type { Budget } from "../../render/budget.ts";
import { holds, shared } from "../../render/budget.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import type { Hint } from "../define.ts";
import { nameAtStart } from "../foreign-text.ts";
import type { Impacted } from "./impact.ts";
import type { ImpactCaller, ImpactChange, Risk } from "./subject.ts";
import { byRisk, callerKey, isTested } from "./impact.ts";
import { counted, firstNames } from "../../std/words.ts";

export interface Impact {
  /** Riskiest first. */
  readonly symbols: readonly Impacted[];
  /** Changes that no symbol of the text stands for: files that went or were renamed, symbols that are gone. */
  readonly gone: readonly GoneThing[];
  /** All callers, each once: tests, those that changed too, and others. */
  readonly tests: readonly ImpactCaller[];
  readonly others: readonly ImpactCaller[];
  /** What a reader should know beside the standing. */
  readonly warnings: readonly string[];
  /** Whether "no test" may be said, or only that none was found. */
  readonly isComplete: boolean;
  /** Whether callers of callers were searched too. */
  readonly isTransitive: boolean;
  /** Only symbols without a test are listed. */
  readonly isUntestedOnly: boolean;
}

export interface GoneThing {
  readonly name: string;
  readonly file: FilePath;
  readonly shown: string;
  /** In the text before; of a file that was renamed the first. */
  readonly line: number;
  readonly change: ImpactChange;
}

export interface CallerJson {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly uses: readonly number[];
}

export interface ImpactJson {
  readonly changed_symbols: readonly ChangedJson[];
  readonly affected_symbols: readonly AffectedJson[];
  readonly test_files: readonly string[];
  readonly test_functions: readonly CallerJson[];
  readonly non_test_callers: readonly CallerJson[];
  readonly summary: string;
  readonly warnings: readonly string[];
}

interface ChangedJson {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly risk: Risk;
  readonly change?: ImpactChange;
}

interface AffectedJson {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly test_callers: readonly CallerJson[];
  readonly non_test_callers: readonly CallerJson[];
  readonly transitive_test_callers?: readonly CallerJson[];
  readonly transitive_callers?: readonly CallerJson[];
}

export function impactJson(impact: Impact): ImpactJson {
  const { tests, others } = impact;
  return {
    changed_symbols: [
      ...impact.symbols.map(({ symbol, file, place, risk, change }) => ({
        ...{ name: symbol.name, file, line: place.line, risk },
        ...(change === undefined ? {} : { change }),
      })),
      ...impact.gone.map(({ name, file, line, change }) => ({ name, file, line, risk: "unknown" as const, change })),
    ],
    affected_symbols: impact.symbols.map(affectedJson),
    test_files: testFiles(impact).map(({ path }) => path),
    test_functions: tests.map(callerJson),
    non_test_callers: others.map(callerJson),
    summary: summaryOf(impact),
    warnings: impact.warnings,
  };
}

/** What an agent can act on without asking for more. */
const defaultTokens = 600;

export function impactText(impact: Impact, budget: Budget, first = summaryOf(impact)): string {
  const own: Budget = { characters: budget.characters, tokens: budget.tokens ?? defaultTokens };
  const run = testsLine(impact, shared(own, 3));
  const last = [...impact.warnings.map((warning) => `note: ${warning}`), ...(run === undefined ? [] : [run])];
  const isHigh = ({ risk }: Impacted): boolean => risk === "high";
  const told = symbolLine(impact);
  const lines = [
    ...impact.symbols.filter(isHigh).map(told),
    ...impact.gone.map(goneLine),
    ...impact.symbols.filter((one) => !isHigh(one)).map(told),
  ];
  const rest = (kept: number): string[] =>
    kept < lines.length ? [`(${lines.length - kept} more left out; raise max_tokens, or ask about fewer files)`] : [];
  const whole = (kept: number): string => [first, ...lines.slice(0, kept), ...rest(kept), ...last].join("\n");
  if (holds(own, whole(lines.length))) return whole(lines.length);
  const some = withEnd(first, lines, rest, last, own);
  if (holds(own, some)) return some;
  const few = withEnd(first, lines, rest, [], own);
  return holds(own, few) ? few : first;
}

export function summaryOf(impact: Impact): string {
  const { symbols, gone, tests, others, isUntestedOnly } = impact;
  const files = new Set(others.map(({ path }) => path)).size;
  const used = symbols.filter((one) => one.tests.length + one.others.length > 0).length;
  const untested = symbols.filter((one) => one.isKnown && !isTested(one)).length;
  const unknown = symbols.filter(({ isKnown }) => !isKnown).length;
  // Zero is a claim: where no use could be asked for, none is made.
  if (unknown > 0 && unknown === symbols.length) {
    const changed = isUntestedOnly ? "" : " changed";
    return `${counted(symbols.length, "symbol")}${changed}; what uses ${symbols.length === 1 ? "it" : "them"} is not known`;
  }
  const noTest = `with ${noTestWords(impact)}`;
  const head = isUntestedOnly
    ? `${counted(symbols.length, "symbol")} ${noTest}`
    : `${counted(symbols.length, "symbol")} changed`;
  const parts = [
    head,
    ...(gone.length > 0 ? [`${gone.length} deleted or renamed`] : []),
    `${used} used elsewhere`,
    `${counted(others.length, "caller")} in ${counted(files, "file")}`,
    ...(isUntestedOnly ? [] : [counted(tests.length, "test")]),
  ];
  const tail = [...(isUntestedOnly ? [] : [`${untested} ${noTest}`]), ...(unknown > 0 ? [`${unknown} not known`] : [])];
  return `${parts.join(", ")}${tail.length > 0 ? `; ${tail.join(", ")}` : ""}`;
}

export function hasNoImpact({ symbols, gone }: Impact): boolean {
  return symbols.length + gone.length === 0;
}

export function afterImpact(impact: Impact): readonly Hint[] {
  if (testFiles(impact).length > 0) {
    return [
      { operation: "run_tests", why: "the tests that reach the change" },
      { operation: "get_diagnostics", why: "whether it still compiles" },
    ];
  }
  const isFurther = !impact.isTransitive && impact.symbols.some((one) => one.isKnown && !isTested(one));
  return [
    ...(isFurther ? [{ operation: "blast_radius", why: "with include_transitive, for tests further away" }] : []),
    { operation: "find_references", why: "every use of one symbol with its line" },
    { operation: "get_diagnostics", why: "whether it still compiles" },
  ];
}

/** All callers of the symbols, each once. */
export function everybody(symbols: readonly Impacted[]): {
  readonly tests: readonly ImpactCaller[];
  readonly others: readonly ImpactCaller[];
} {
  const all = new Map<string, ImpactCaller>();
  for (const { tests, others, beyond, isTest, symbol, file, shown, place } of symbols) {
    for (const caller of [...tests, ...others, ...beyond]) {
      const known = all.get(callerKey(caller));
      const uses = [...new Set([...(known?.uses ?? []), ...caller.uses])].sort((a, b) => a - b);
      all.set(callerKey(caller), { ...caller, uses });
    }
    // A test that changed is one to run.
    if (!isTest) continue;
    const own: ImpactCaller = { name: symbol.name, path: file, shown, line: place.line, uses: [], isTest, symbol };
    if (!all.has(callerKey(own))) all.set(callerKey(own), own);
  }
  const callers = [...all.values()];
  return { tests: callers.filter(({ isTest }) => isTest), others: callers.filter(({ isTest }) => !isTest) };
}

export function ranked(symbols: readonly Impacted[]): Impacted[] {
  return [...symbols].sort(byRisk);
}

// — below: private, in the order they are used —

function affectedJson({ symbol, file, place, tests, others, beyond }: Impacted): AffectedJson {
  const further =
    beyond.length === 0
      ? {}
      : {
          transitive_test_callers: beyond.filter(({ isTest }) => isTest).map(callerJson),
          transitive_callers: beyond.filter(({ isTest }) => !isTest).map(callerJson),
        };
  return {
    name: symbol.name,
    file,
    line: place.line,
    test_callers: tests.map(callerJson),
    non_test_callers: others.map(callerJson),
    ...further,
  };
}

function callerJson({ name, path, line, uses }: ImpactCaller): CallerJson {
  return { name, file: path, line, uses };
}

/** Those with most tests first. */
function testFiles(impact: Impact): { readonly path: string; readonly shown: string; readonly tests: number }[] {
  const files = new Map<string, { readonly path: string; readonly shown: string; readonly tests: number }>();
  for (const { path, shown } of impact.tests) {
    files.set(path, { path, shown, tests: (files.get(path)?.tests ?? 0) + 1 });
  }
  return [...files.values()].sort((a, b) => b.tests - a.tests);
}

/** `run: a.test.ts, b.test.ts and 3 more`, as many as fit. */
function testsLine(impact: Impact, budget: Budget): string | undefined {
  const files = testFiles(impact).map(({ shown }) => shown);
  if (files.length === 0) return undefined;
  const line = (kept: number): string => {
    const more = files.length - kept;
    const named = files.slice(0, kept).join(", ");
    if (kept === 0) return `tests to run: in ${counted(files.length, "file")}`;
    return `tests to run: ${named}${more > 0 ? ` and ${counted(more, "more file")}` : ""}`;
  };
  let kept = files.length;
  while (kept > 0 && !holds(budget, line(kept))) kept = kept > 20 ? Math.floor(kept / 2) : kept - 1;
  return line(kept);
}

/** A test further away may still cover the symbol, so the text claims only what was searched. */
function noTestWords({ isComplete, isTransitive }: Impact): string {
  if (!isComplete) return "no test found";
  return isTransitive ? "no test within two steps" : "no direct test";
}

function symbolLine(impact: Impact): (one: Impacted) => string {
  return (one) => {
    const { symbol, shown, place, risk, change, tests, others, beyond, isKnown } = one;
    const head = `${nameAtStart(inertLine(symbol.name, 120))}  ${shown}:${place.line}`;
    const how = [
      ...(change === undefined || change === "modified" ? [] : [change]),
      ...(isKnown ? [risk] : ["not known"]),
    ];
    const indirect = beyond.filter(({ isTest }) => isTest);
    const told = [
      ...(others.length > 0 ? [`callers: ${perFile(others)}`] : []),
      ...(beyond.length > 0 ? [`beyond: ${perFile(beyond)}`] : []),
      ...(tests.length > 0 ? [`tests: ${perFile(tests)}`] : []),
    ];
    const isBare = isKnown && !isTested(one) && indirect.length === 0;
    const untested = isBare ? [noTestWords(impact)] : [];
    return [head, how.join(" "), ...told, ...untested].join("  ");
  };
}

/** Files with several callers say how many; beyond three they are counted. */
function perFile(callers: readonly ImpactCaller[]): string {
  const files = new Map<string, number>();
  for (const { shown } of callers) files.set(shown, (files.get(shown) ?? 0) + 1);
  const sorted = [...files].sort(([, a], [, b]) => b - a);
  return firstNames(
    sorted.map(([shown, own]) => (own > 1 ? `${shown} ${own}` : shown)),
    3,
  );
}

function goneLine({ name, shown, line, change }: GoneThing): string {
  if (change === "renamed") return `${nameAtStart(inertLine(name, 200))}  ${change} to ${shown}`;
  return `${nameAtStart(inertLine(name, 120))}  ${shown}:${line}  ${change}`;
}

/** As many lines as leave room for what stands at the end. */
function withEnd(
  first: string,
  lines: readonly string[],
  rest: (kept: number) => string[],
  last: readonly string[],
  budget: Budget,
): string {
  return firstLines(first, lines, budget, (kept) => [...rest(kept), ...last].join("\n"));
}
