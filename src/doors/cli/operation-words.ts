// The words after an operation's command: what they mean for its input, and an input as words again.
//
// Invariant: paths are meant from where a person stands, so they reach the engine absolute.

import { dirname, isAbsolute, resolve } from "node:path";
import type { Operation } from "../../operations/define.ts";
import { parseTarget } from "../../operations/target.ts";
import { WrongUsage } from "./command.ts";
import type { Argument } from "./operation-options.ts";

type Positional = Operation["cli"]["positional"];
export type Input = Readonly<Record<string, unknown>>;

export interface Understood {
  readonly input: Input;
  /** Where to look for the project. */
  readonly near: string;
}

export const wordUsages: { readonly [P in Positional]: string } = {
  target: "FILE:LINE:COLUMN | FILE#Symbol.path | Symbol.path",
  file: "FILE",
  files: "FILE…",
  query: "WORDS",
  directory: "[DIR]",
  text: "TEXT",
  none: "",
};

/** The input of the options, with what the words add to it. */
export function withWords(
  { cli }: Operation,
  all: readonly Argument[],
  words: readonly string[],
  options: Input,
  cwd: string,
): Understood {
  const here = (path: string): string => resolve(cwd, path);
  const key = wordKey(cli.positional, all);
  const given: Input = { ...options, ...fromWords(cli, key, words, options) };
  const input: Record<string, unknown> = { ...given };
  if (typeof given["file_path"] === "string") input["file_path"] = here(given["file_path"]);
  const targets = given["targets"];
  if (cli.positional === "target" && Array.isArray(targets)) {
    input["targets"] = targets.map((target) => absoluteTarget(String(target), here));
  }
  const own = key === undefined ? undefined : given[key];
  if (cli.positional === "directory" && key !== undefined && typeof own === "string") input[key] = here(own);
  if (cli.positional === "files" && key !== undefined && Array.isArray(own)) {
    input[key] = own.map((path) => here(String(path)));
  }
  return { input, near: nearOf(cli.positional, input, key) ?? cwd };
}

/** An input as a person would type it, without the command itself. */
export function toWords({ cli }: Operation, all: readonly Argument[], input: object): string {
  const given = new Map<string, unknown>(Object.entries(input));
  const key = wordKey(cli.positional, all);
  const words = cli.positional === "target" ? targetWords(given) : key === undefined ? [] : textsOf(given.get(key));
  if (key !== undefined) given.delete(key);
  const options = all.flatMap(({ key: name, flag, kind, isOnByDefault }) => {
    const value = given.get(name);
    if (value === undefined) return [];
    if (kind === "switch") return value === isOnByDefault ? [] : [isOnByDefault ? `--no-${flag}` : `--${flag}`];
    const values = kind === "texts" ? textsOf(value) : [typeof value === "string" ? value : JSON.stringify(value)];
    return values.map((one) => `--${flag} ${quoted(one)}`);
  });
  return [...words.map(quoted), ...options].join(" ");
}

// — below: private, in the order they are used —

/** The argument that the words of a command are; a target is more than one, and has rules of its own. */
function wordKey(positional: Positional, all: readonly Argument[]): string | undefined {
  if (positional === "target" || positional === "none") return undefined;
  if (positional === "file") return "file_path";
  const kind = positional === "files" ? "texts" : "text";
  const found = all.find((argument) => argument.kind === kind && argument.key !== "file_path");
  if (found === undefined) throw new TypeError(`no argument takes the words of a command (${positional})`);
  return found.key;
}

function fromWords(
  { command, positional }: Operation["cli"],
  key: string | undefined,
  words: readonly string[],
  options: Input,
): Input {
  const [first, ...more] = words;
  if (first === undefined) return {};
  if (positional === "target") {
    // With a pattern the word names the file in which to look for it.
    if (options["position_pattern"] !== undefined && more.length === 0) return { file_path: first };
    if (more.length === 0 && options["targets"] === undefined) return { ...parseTarget(first) };
    return { targets: [...words, ...textsOf(options["targets"])] };
  }
  if (key === undefined) throw new WrongUsage(`${command} takes no arguments.`);
  if (positional === "files") return { [key]: [...words, ...textsOf(options[key])] };
  if (positional === "query" || positional === "text") return { [key]: words.join(" ") };
  if (more.length > 0) throw new WrongUsage(`${command} takes one ${wordUsages[positional]}.`);
  return { [key]: first };
}

function absoluteTarget(word: string, here: (path: string) => string): string {
  const { file_path, line, column, symbol_path } = parseTarget(word);
  if (file_path === undefined) return word;
  if (symbol_path !== undefined) return `${here(file_path)}#${symbol_path}`;
  return [here(file_path), line, column].filter((part) => part !== undefined).join(":");
}

function nearOf(positional: Positional, input: Input, key: string | undefined): string | undefined {
  const own = key === undefined ? undefined : input[key];
  if (positional === "directory") return typeof own === "string" ? own : undefined;
  const [target] = textsOf(input["targets"]);
  const [first] = positional === "files" ? textsOf(own) : [];
  const file = input["file_path"] ?? first ?? (target === undefined ? undefined : parseTarget(target).file_path);
  return typeof file === "string" ? dirname(file) : undefined;
}

function targetWords(given: Map<string, unknown>): string[] {
  const take = (key: string): string | undefined => {
    const value = given.get(key);
    given.delete(key);
    return value === undefined ? undefined : textOf(value);
  };
  const targets = textsOf(given.get("targets"));
  given.delete("targets");
  const [file, line, column, symbol] = [take("file_path"), take("line"), take("column"), take("symbol_path")];
  if (file === undefined) return symbol === undefined ? targets : [symbol];
  if (symbol !== undefined) return [`${file}#${symbol}`];
  return [[file, line, column].filter((part) => part !== undefined).join(":")];
}

function textsOf(value: unknown): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** As a shell takes it, in one piece. */
function quoted(word: string): string {
  return /^[\w@%+=:,./#-]+$/.test(word) && !isAbsolute(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
