// Where the readers of texts and a parser say different things of the same text.

import { bodyOf } from "../../src/languages/declarations/body.ts";
import { sourceOf } from "../../src/languages/declarations/signs.ts";
import type { Source } from "../../src/languages/declarations/source.ts";
import { extentOf } from "../../src/languages/declarations/symbol-extent.ts";
import type { Family } from "../../src/languages/family.ts";
import { importStatements } from "../../src/languages/imports/import-statements.ts";
import { javaTypesIn } from "../../src/languages/java/types.ts";
import { pythonClasses, pythonNames } from "../../src/languages/python/classes.ts";
import { pythonImports } from "../../src/languages/python/imports.ts";
import { maskCommentsAndStrings, stretchesOf } from "../../src/languages/syntax/code-text.ts";
import { familyOf, languageFor } from "../../src/languages/table.ts";
import type { SymbolNode } from "../../src/model/code-facts.ts";
import type { Declared, Parsed, Range } from "./parsed.ts";

export type Question = "mask" | "imports" | "coverage" | "lead" | "start" | "end" | "body" | "bases";

export interface Difference {
  readonly question: Question;
  readonly family: Family;
  readonly file: string;
  readonly line: number;
  /** Both readings: `+"…"` is what only ours holds, `-"…"` what only the parser's does. */
  readonly said: string;
  /** The line of the text. */
  readonly near: string;
}

export interface Compared {
  /** How many answers were compared. */
  readonly asked: Readonly<Record<Question, number>>;
  readonly differences: readonly Difference[];
}

export function compare(file: string, text: string, parsed: Parsed, questions: ReadonlySet<Question>): Compared {
  const report = new Report(file, text);
  if (questions.has("mask")) compareMasks(report, parsed);
  if (questions.has("imports")) compareImports(report, parsed);
  if (questions.has("body")) compareDeclarations(report, parsed);
  if (questions.has("bases")) compareBases(report, parsed);
  return report;
}

// — below: private, in the order they are used —

class Report implements Compared {
  readonly asked: Record<Question, number> = {
    mask: 0,
    imports: 0,
    coverage: 0,
    lead: 0,
    start: 0,
    end: 0,
    body: 0,
    bases: 0,
  };
  readonly differences: Difference[] = [];
  readonly file: string;
  readonly text: string;
  readonly source: Source;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.source = sourceOf(file, text);
  }

  /** A difference where something is said. */
  ask(question: Question, at: number, said: string | undefined): void {
    this.asked[question]++;
    if (said === undefined) return;
    const { text, file } = this;
    const line = this.source.index.placeOf(at).line;
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const near = text.slice(start, (text.indexOf("\n", at) + 1 || text.length + 1) - 1).trimEnd();
    this.differences.push({ question, family: this.source.family, file, line, said, near });
  }
}

const signs = { code: "c", string: "s", comment: "t", text: "s" };

function compareMasks(report: Report, { kinds }: Parsed): void {
  const { text } = report;
  const read = stretchesOf(text, familyOf(report.file))
    .map(({ start, end, kind }) => signs[kind].repeat(end - start))
    .join("");
  // The letters before quotes are part of a string to one and not to the other.
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}_]+(?![\p{L}\p{N}_"'#])/gu)) {
    const [own, other] = [read.slice(index, index + word.length), kinds.slice(index, index + word.length)];
    if (other.includes("u")) continue;
    report.ask("mask", index, own === other ? undefined : `${shown(word)} is ${summed(own)}, not ${summed(other)}`);
  }
}

function summed(kinds: string): string {
  return [...new Set(kinds)].join("");
}

function compareImports(report: Report, { modules }: Parsed): void {
  const { text, file } = report;
  const family = familyOf(file);
  const stated = importStatements(family, text).flatMap(({ modules: named }) => named);
  compareSets(report, "imports", stated, modules);
  const facts = languageFor(family).facts?.factsOf(file, text);
  // What is not clear counts as anything, and a module too many does no harm.
  if (facts?.isUnclear === false)
    compareSets(report, "coverage", within(modules, facts.modules, facts.declares), modules);
  if (family !== "python") return;
  const whole = modules.filter((module) => !module.startsWith("."));
  const needed = pythonImports(text).imports.map(({ module }) => module);
  compareSets(report, "coverage", within(whole, needed), whole);
}

function within(modules: readonly string[], ...read: readonly (readonly string[])[]): string[] {
  return modules.filter((module) => read.some((one) => one.includes(module)));
}

function compareSets(report: Report, question: Question, ours: readonly string[], theirs: readonly string[]): void {
  const [own, other] = [new Set(ours), new Set(theirs)];
  const at = (module: string): number => Math.max(0, report.text.indexOf(module));
  for (const module of new Set([...own, ...other])) {
    const said = own.has(module) ? (other.has(module) ? undefined : `+${shown(module)}`) : `-${shown(module)}`;
    report.ask(question, at(module), said);
  }
}

function compareDeclarations(report: Report, { declared, comments }: Parsed): void {
  const { source, text } = report;
  const nodes = new Map<Declared, SymbolNode>(declared.map((one) => [one, nodeOf(source, one)]));
  const beside = new Map<Declared | undefined, SymbolNode[]>();
  for (const [{ parent }, node] of nodes) beside.set(parent, [...(beside.get(parent) ?? []), node]);
  const endings = new Map(comments.map((comment) => [comment.end, comment]));
  for (const one of declared) {
    const node = nodes.get(one);
    if (node === undefined) continue;
    const siblings = beside.get(one.parent) ?? [];
    const parent = one.parent === undefined ? undefined : (nodes.get(one.parent) ?? nodeOf(source, one.parent));
    const around = { node, parent, siblings };
    const extent = extentOf(source, around);
    if (extent.role === "part") continue;
    const lead = leadOf(source, endings, one.outer);
    report.ask("lead", one.name.start, shifted(text, lead, extent.lead, "+", "-"));
    report.ask("start", one.name.start, shifted(text, one.start, extent.start, "+", "-"));
    report.ask("end", one.name.start, shifted(text, one.end, extent.end, "-", "+"));
    const body = bodyOf(source, around, extent);
    const own = body === undefined ? undefined : { start: body.from, end: body.to };
    report.ask("body", one.name.start, bodiesDiffer(text, own, one.body));
  }
}

function nodeOf({ index, text }: Source, { kind, name, span }: Declared): SymbolNode {
  const spanOf = ({ start, end }: Range): SymbolNode["span"] => ({
    start: index.placeOf(start),
    end: index.placeOf(end),
  });
  return { name: text.slice(name.start, name.end), kind, span: spanOf(span), nameSpan: spanOf(name), children: [] };
}

/** Where the comments begin that stand right above a declaration, each on lines of its own and no deeper. */
function leadOf({ text, family }: Source, endings: ReadonlyMap<number, Range>, outer: number): number {
  const indentOf = (at: number): string | undefined =>
    /(?:^|\n)([ \t]*)$/.exec(text.slice(Math.max(0, at - 200), at))?.[1];
  let first = outer;
  for (;;) {
    const end = text.slice(0, first).trimEnd().length;
    const comment = endings.get(end);
    const indent = comment === undefined ? undefined : indentOf(comment.start);
    if (comment === undefined || indent === undefined) return first;
    const [lines, own] = [text.slice(end, first).split("\n").length - 1, indentOf(first)];
    const isOfOthers = own !== undefined && (family === "python" ? indent !== own : indent.length > own.length);
    if (lines > 1 || isOfOthers || (own === undefined && lines > 0)) return first;
    first = comment.start;
  }
}

function shifted(text: string, theirs: number, ours: number, before: string, behind: string): string | undefined {
  if (ours === theirs) return undefined;
  return ours < theirs ? before + shown(text.slice(ours, theirs)) : behind + shown(text.slice(theirs, ours));
}

function bodiesDiffer(text: string, ours: Range | undefined, theirs: Range | undefined): string | undefined {
  const [own, other] = [trimmed(text, ours), trimmed(text, theirs)];
  if (own?.start === other?.start && own?.end === other?.end) return undefined;
  if (own === undefined || other === undefined) return own === undefined ? `-${of(text, other)}` : `+${of(text, own)}`;
  return `${shifted(text, other.start, own.start, "+", "-") ?? ""}…${shifted(text, other.end, own.end, "-", "+") ?? ""}`;
}

function trimmed(text: string, range: Range | undefined): Range | undefined {
  if (range === undefined) return undefined;
  const inner = text.slice(range.start, range.end);
  const start = range.start + inner.length - inner.trimStart().length;
  return inner.trim() === ""
    ? { start: range.start, end: range.start }
    : { start, end: range.start + inner.trimEnd().length };
}

function of(text: string, range: Range | undefined): string {
  return range === undefined ? "nothing" : shown(text.slice(range.start, range.end));
}

function compareBases(report: Report, { classes }: Parsed): void {
  if (report.source.family === "java") compareJavaTypes(report, classes);
  else comparePythonClasses(report, classes);
}

function compareJavaTypes(report: Report, classes: Parsed["classes"]): void {
  const wanted = new Set(classes.flatMap(({ members = [] }) => members));
  const { types } = javaTypesIn(report.file, report.text, wanted);
  const written = ({ bases, members }: Readonly<Record<"bases" | "members", readonly string[]>>): string =>
    `${bases.join(", ")} with ${members.join(" ")}`;
  for (const { name, at, bases, members = [] } of classes) {
    const { line, column } = report.source.index.placeOf(at);
    const own = types.find(({ place }) => place.line === line && place.column === column);
    const ours = own && written({ bases: own.bases, members: own.members.map((one) => one.name).sort() });
    const theirs = written({ bases, members });
    report.ask("bases", at, ours === theirs ? undefined : `${name}: ${shown(ours ?? "no type")} not ${shown(theirs)}`);
  }
}

function comparePythonClasses(report: Report, classes: Parsed["classes"]): void {
  const { text } = report;
  const named = pythonNames(text, new Set());
  const ours = pythonClasses(maskCommentsAndStrings(text, "python"));
  for (const { name, at, bases } of classes) {
    const place = report.source.index.placeOf(at);
    const whole = named.classes.find((one) => one.name === name && one.place.line === place.line)?.bases;
    const parts = ours.find(({ offset }) => offset === at)?.bases;
    const plain = (list: readonly string[] | undefined): string => (list ?? ["no class"]).map(withoutProse).join(", ");
    const said = plain(whole) === plain(bases) ? undefined : `${shown(plain(whole))} not ${shown(plain(bases))}`;
    report.ask("bases", at, said);
    const last = bases.map((base) => /([\p{L}\p{N}_]+)\s*(?:\[[\s\S]*\]|\([\s\S]*\))?\s*$/u.exec(base)?.[1] ?? base);
    report.ask(
      "bases",
      at,
      plain(parts) === plain(last) ? undefined : `${shown(plain(parts))} not ${shown(plain(last))}`,
    );
  }
}

function withoutProse(base: string): string {
  return maskCommentsAndStrings(base, "python").replaceAll(/\s+/g, "");
}

const longest = 600;

function shown(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
