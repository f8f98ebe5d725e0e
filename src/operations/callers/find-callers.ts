// `find_callers`: the callers of a function, and the functions that it calls, as far away as asked for.
//
// Concurrent starts are read from the text around a use, outward through its brackets; a function that is first stored
// in a variable, or started by a wrapper of the project's own, is not found. The answer says so.

import type { Patience } from "../../std/patience.ts";
import { z } from "zod";
import type { HierarchyDirection } from "../../model/code-facts.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, reasonOfRefusal, standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { shared, without } from "../../render/budget.ts";
import type { CallsJson } from "./call-hierarchy.ts";
import { afterCalls, callsJson, callsText, depthInput } from "./call-hierarchy.ts";
import type { FoundHierarchy } from "./hierarchy-answer.ts";
import { foundHierarchy, hasNoNodes } from "./hierarchy-answer.ts";
import { defineTargetQuery } from "../targeted.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import { familyOf, languageFor } from "../../languages/table.ts";
import type { Starts, StartRule } from "../../languages/names/rules.ts";
import { shownPath } from "../foreign-text.ts";
import { enclosing, FileOutlines } from "../impact/outline.ts";
import { filesOf, textOf } from "../places.ts";
import type { ResolvedTarget } from "../target.ts";
import { counted } from "../../std/words.ts";

const directions: Readonly<Record<"incoming" | "outgoing" | "both", readonly HierarchyDirection[]>> = {
  incoming: ["incoming"],
  outgoing: ["outgoing"],
  both: ["incoming", "outgoing"],
};

/** The calls, and if asked for, the places that start the function concurrently. */
export interface FoundCallers extends FoundHierarchy {
  readonly concurrent?: readonly ConcurrentCaller[];
}

export interface CallersJson extends CallsJson {
  readonly concurrent_callers?: readonly ConcurrentJson[];
}

export const findCallers = defineTargetQuery({
  name: "find_callers",
  title: "Find Callers",
  summary: "List which functions call a function, and with direction which it calls.",
  guidance: "find_references also lists uses that are not calls.",
  exposure: "core",
  command: "calls",
  needs: ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
  orElse: ["textDocument/references"],
  asks: ["uses", "calls"],
  input: {
    direction: z.enum(["incoming", "outgoing", "both"]).default("incoming"),
    depth: depthInput,
    cross_concurrent: z.boolean().default(false).describe("Adds who starts it in a thread or task."),
  },
  async one({ patience }, target, { direction, depth, cross_concurrent }): Promise<Answer<FoundCallers>> {
    const [calls, concurrent] = await Promise.all([
      foundHierarchy(target, directions[direction], depth, patience),
      cross_concurrent ? concurrentCallers(target, patience) : undefined,
    ]);
    if (concurrent === undefined) return calls;
    const { evidence } = calls.standing;
    const standing = { ...joinStandings([calls.standing, concurrent.standing]), evidence };
    return { value: { ...calls.value, concurrent: concurrent.value }, standing };
  },
  isEmpty: (output) => hasNoNodes(output) && (output.concurrent ?? []).length === 0,
  toText: callersText,
  toJson: (output): CallersJson => ({
    ...callsJson(output),
    ...(output.concurrent === undefined ? {} : { concurrent_callers: output.concurrent.map(concurrentJson) }),
  }),
  hints: (output) => afterCalls(output),
  examples: [
    {
      title: "Callers of a function, and their callers",
      input: { file_path: "src/money.ts", symbol_path: "times", depth: 2 },
    },
    {
      title: "What a function calls",
      input: { file_path: "src/checkout.ts", symbol_path: "checkout", direction: "outgoing" },
    },
  ],
});

function callersText(output: FoundCallers, budget: Budget): string {
  if (output.concurrent === undefined) return callsText(output, budget);
  const concurrent = concurrentText(output.concurrent, shared(budget, 2));
  return `${callsText(output, without(budget, `\n${concurrent}`))}\n${concurrent}`;
}

// — Which uses of a function start it beside their caller: in a thread, a goroutine, a task or a later turn of the loop —

export interface ConcurrentCaller {
  /** The function that starts it; undefined at the top level of a file. */
  readonly caller: string | undefined;
  /** What starts it, as `go` or `Promise.all`. */
  readonly pattern: string;
  readonly path: string;
  /** As a reader should see it. */
  readonly file: string;
  readonly line: number;
}

export interface ConcurrentJson {
  readonly caller: string;
  readonly pattern: string;
  readonly file: string;
  readonly line: number;
}

/** Said of every such answer, also of an empty one. */
const readFromText = "concurrent starts are detected from the text around each use; indirect ones are missed";

async function concurrentCallers(
  target: ResolvedTarget,
  patience: Patience,
): Promise<Answer<readonly ConcurrentCaller[]>> {
  const { snapshot } = target;
  // A function that is handed over is no call, so only references know of it.
  const { value, standing } = await snapshot.references(target, false, patience);
  const files = [...filesOf(value)].filter((file) => snapshot.holds(file)).sort();
  const outlines = new FileOutlines(patience);
  const found = await pooled(files, atOnce, async (file): Promise<Answer<ConcurrentCaller[]>> => {
    const places = value.flatMap((one) => (one.file === file ? [one.span.start] : []));
    return startsIn(snapshot, file, places.sort(comparePlaces), outlines);
  });
  const unread: Reason = { code: "server_not_exhaustive", detail: readFromText };
  const standings = found.map((one) => standingOf(one.standing.reasons));
  return {
    value: found.flatMap((one) => one.value),
    standing: joinStandings([standing, ...standings, standingOf([unread])]),
  };
}

/** What starts the name at an offset of a text whose prose is blanked; undefined where nothing does. */
export function startAround(code: string, offset: number, starts: Starts): string | undefined {
  const limit = Math.max(0, offset - lookBack);
  if (starts.before?.word.test(code.slice(limit, offset)) === true) return starts.before.name;
  /** Runs later, or is handed over: not called where it stands. */
  let isDeferred = !isCalledAt(code, offset);
  /** It is an argument of another call, whose affair it is then. */
  let isHandedOn = false;
  for (let at = offset; ; ) {
    const opener = openerBefore(code, at, limit);
    if (opener === undefined) return undefined;
    const head = headBefore(code, opener);
    const isBody = code[opener] === "{" && starts.closure.test(head);
    if (isBody && starts.before !== undefined && /\bgo\s+func\b[^{}]*$/.test(head)) return starts.before.name;
    if (isBody || starts.expression?.test(code.slice(opener + 1, at)) === true) {
      isDeferred = true;
      isHandedOn = false;
    }
    const rule = code[opener] === "[" ? undefined : starts.calls.find(({ callee }) => callee.test(head));
    if (rule !== undefined && (rule.takes === "task" || (isDeferred && !isHandedOn))) return nameOf(rule, head);
    if (code[opener] === "(") isHandedOn ||= !binds.test(head);
    at = opener;
  }
}

function concurrentText(callers: readonly ConcurrentCaller[], budget: Budget): string {
  const count = `${callers.length === 0 ? "no concurrent starts" : counted(callers.length, "concurrent start")} seen`;
  const lines = callers.map(
    ({ caller, pattern, file, line }) => `  ${inertLine(caller ?? topLevel, 120)} ${file}:${line}  ${pattern}`,
  );
  return firstLines(count, lines, budget, (kept) => `  (${lines.length - kept} more left out: too many)`);
}

function concurrentJson({ caller, pattern, path, line }: ConcurrentCaller): ConcurrentJson {
  return { caller: caller ?? topLevel, pattern, file: path, line };
}

const topLevel = "(top level)";

/** How far outward a start is searched, in characters. */
const lookBack = 4_000;

/** What only makes a function of the function that it is given. */
const binds = /(?:\.bind|\bpartial|std::bind|\bBox::new|\bcallable|\bRunnable)$/;

/** Files read at the same time. */
const atOnce = 8;

async function startsIn(
  snapshot: Snapshot,
  file: FilePath,
  places: readonly Place[],
  outlines: FileOutlines,
): Promise<Answer<ConcurrentCaller[]>> {
  const family = familyOf(file);
  const starts = languageFor(family).names?.starts;
  const index = starts && (await textOf(snapshot, file));
  if (starts === undefined || index === undefined) {
    const detail = `${shownPath(snapshot.base, file)} was not searched for concurrent starts`;
    return { value: [], standing: standingOf([{ code: "scoped", detail }]) };
  }
  const code = maskCommentsAndStrings(index.text, family);
  const started = places.flatMap((place) => {
    const pattern = startAround(code, index.offsetOf(place), starts);
    return pattern === undefined ? [] : [{ place, pattern }];
  });
  if (started.length === 0) return { value: [], standing: standingOf([]) };
  const { value: callers, standing } = await callersAt(snapshot, file, outlines);
  const shown = { path: file, file: shownPath(snapshot.base, file) };
  const value = started.map(({ place, pattern }) => ({ ...shown, caller: callers(place), pattern, line: place.line }));
  return { value, standing };
}

/** A file whose outline cannot be had leaves its callers without a name. */
async function callersAt(
  snapshot: Snapshot,
  file: FilePath,
  outlines: FileOutlines,
): Promise<Answer<(at: Place) => string | undefined>> {
  try {
    const outline = await outlines.of(snapshot, file);
    return { value: (at) => enclosing(outline, at)?.name, standing: outline.standing };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = `the functions around concurrent starts are not named: ${error.details.what}`;
    return { value: () => undefined, standing: standingOf([reasonOfRefusal(error, detail)]) };
  }
}

/** The bracket that is open at an offset. */
function openerBefore(code: string, offset: number, limit: number): number | undefined {
  let closed = 0;
  for (let at = offset - 1; at >= limit; at--) {
    const sign = code[at];
    if (sign === ")" || sign === "]" || sign === "}") closed++;
    else if (sign === "(" || sign === "[" || sign === "{") {
      if (closed === 0) return at;
      closed--;
    }
  }
  return undefined;
}

function isCalledAt(code: string, offset: number): boolean {
  const name = /[\p{L}\p{N}_$]*(?:\s*(?:::)?<[^<>()]*>)?\s*(\(?)/uy;
  name.lastIndex = offset;
  return name.exec(code)?.[1] === "(";
}

/** What stands before a bracket, without type arguments. */
function headBefore(code: string, opener: number): string {
  const head = code.slice(Math.max(0, opener - 200), opener).trimEnd();
  return head.replace(/(?:::)?<[^<>()]*>$/, "");
}

function nameOf({ callee, name }: StartRule, head: string): string {
  return name ?? (callee.exec(head)?.[0] ?? "").replaceAll(/\s+/g, " ");
}
