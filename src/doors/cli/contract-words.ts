// The words of the contract as they are typed: operations as commands, arguments as options, both by the operation table.
//
// Invariant: only sentences of ours are put into other words. What is quoted, what may be part of a path, and what the
// person has typed as the value of something stays as it is.

import type { Operation } from "../../operations/define.ts";
import type { Argument } from "./operation-options.ts";
import { flagOf } from "./operation-options.ts";

export interface Vocabulary {
  /** What the operation that was asked takes as options. */
  readonly all: readonly Argument[];
  /** Everything that has a command. */
  readonly operations: readonly Pick<Operation, "name" | "cli" | "schema">[];
  /** Names that the person has typed as values: where a sentence names one of them, it means theirs. */
  readonly typed?: ReadonlySet<string>;
}

/** A sentence that is ours as a whole. */
export function asTyped(text: string, vocabulary: Vocabulary): string {
  return unquoted(text, (part) => withOptions(withCommands(part, vocabulary, "sightline "), vocabulary));
}

/** A list of operations, each as its bare command. */
export function asCommands(text: string, vocabulary: Vocabulary): string {
  return withCommands(text, vocabulary, "");
}

/**
 * A sentence of ours that may name things of the repository: a word is an argument where it begins a clause, which then is
 * about arguments, or where the words before it announce one.
 */
export function asClauses(text: string, vocabulary: Vocabulary): string {
  const { all, typed } = vocabulary;
  const flags = new Map(all.filter(({ key }) => typed?.has(key) !== true).map(({ key, flag }) => [key, `--${flag}`]));
  const named = (found: string, before: string, key: string): string =>
    flags.has(key) ? `${before}${flags.get(key)}` : found;
  return unquoted(text, (part) => {
    const begun = part.replaceAll(beginning, named).replaceAll(neither, named).replaceAll(nor, named);
    const whole = begun === part ? part : withOptions(begun, vocabulary);
    return whole
      .replaceAll(announced, named)
      .replace(/\bcall \w+ first\b/, (call) => withCommands(call, vocabulary, "sightline "));
  });
}

/** The names among the values of an input, as far as an argument or an operation could be called so. */
export function namesIn(input: unknown): ReadonlySet<string> {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) collect(inner);
  };
  collect(input);
  return new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
}

// — below: private, in the order they are used —

function withCommands(text: string, { operations, typed }: Vocabulary, before: string): string {
  const named = operations.filter(({ name }) => name.includes("_") && typed?.has(name) !== true);
  const words = new Map(named.map(({ name, cli }) => [name, `${before}${cli.command}`]));
  return replaced(text, [...words.keys()], "", (name) => words.get(name) ?? name);
}

function withOptions(text: string, { all, operations, typed }: Vocabulary): string {
  const mine = all.filter(({ key }) => typed?.has(key) !== true);
  const switches = mine.filter(({ kind }) => kind === "switch").map(({ key }) => key);
  // A draft has no option: it ends with the run.
  const keys = new Set([
    ...operations.flatMap(({ schema }) => Object.keys(schema.shape)),
    ...mine.map(({ key }) => key),
  ]);
  const plain = [...keys].filter((key) => key.includes("_") && key !== "session_id" && typed?.has(key) !== true);
  const off = replaced(text, switches, ": false", (key) => `--no-${flagOf(key)}`);
  const on = replaced(off, switches, ": true", (key) => `--${flagOf(key)}`);
  return replaced(on, plain, "", (key) => `--${flagOf(key)}`);
}

const beginning =
  /(^|[.;] |, and )([a-z][a-z_]*)(?=: it | (?:\d+ )?(?:also|cannot|contains|declares|differs|does|ends|has|holds|is|leaves|matches|may|must|names|needs|was) )/g;
const neither = /(\bNeither )(\w+)(?= nor )/g;
const nor = /(\bnor )(\w+)(?= is given)/g;
const announced = /(\b(?:of|for|needs) )([a-z]+_[a-z_]+)(?![\w/#]|\.\w)/g;

/** Whole words that stand by themselves: no part of a path, of a name or of a call. */
function replaced(text: string, words: readonly string[], tail: string, make: (word: string) => string): string {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(?<![\\w./\\\\#'-])(${words.join("|")})${tail}(?![\\w/\\\\#'(-]|\\.\\w|:\\d)`, "g");
  return text.replace(pattern, (_, word: string) => make(word));
}

function unquoted(text: string, make: (part: string) => string): string {
  return text
    .split(/("[^"]*"|`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? make(part) : part))
    .join("");
}
