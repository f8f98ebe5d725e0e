// The words after an operation's command: what they mean for its input, and an input as words again.

import { isAbsolute, relative, resolve } from "node:path";
import type { Operation } from "../../operations/define.ts";
import { parseTarget } from "../../operations/target.ts";
import { WrongUsage } from "./command.ts";
import type { Argument } from "./operation-options.ts";
import type { Input } from "./operation-paths.ts";
import { changesFiles } from "./spoken.ts";
import { fromHere, meanings, nearOf, pathText, textsOf } from "./operation-paths.ts";

type Positional = Operation["cli"]["positional"];

export interface Understood {
  readonly input: Input;
  /** Where the search for the project begins: the working directory for a change of files, else the file asked about. */
  readonly near: string;
}

/** Where a person stands, and what is there. */
export interface Standpoint {
  readonly cwd: string;
  look(path: string): "file" | "directory" | undefined;
}

export function usageOf({ cli: { positional, last } }: Operation, all: readonly Argument[]): string {
  if (last !== undefined) return `${wordUsages[positional]} ${last.toUpperCase()}`;
  if (positional === "files" && symbolsKey(all) !== undefined) return "FILE… | FILE#Symbol.path… | Symbol.path…";
  if (positional === "file") return ["FILE", ...placesIn(all)].join(" | ");
  if (positional === "directory" && narrowKey(positional, all) !== undefined) return "[DIR | FILE]";
  return wordUsages[positional];
}

/** The input of the options, with what the words add to it. */
export function withWords(
  operation: Operation,
  all: readonly Argument[],
  words: readonly string[],
  options: Input,
  standpoint: Standpoint,
): Understood {
  const input = fromHere({ ...options, ...fromWords(operation, all, words, options, standpoint) }, standpoint.cwd);
  return { input, near: (changesFiles(operation) ? undefined : nearOf(all, input)) ?? standpoint.cwd };
}

/** What runs or is compared where nothing is named: where the person stands, if that lies in the project. */
export function withStandpoint({ name }: Operation, input: Input, cwd: string, root: string | undefined): Input {
  const key = Object.hasOwn(standing, name) ? standing[name] : undefined;
  if (key === undefined || input[key] !== undefined || input["path"] !== undefined) return input;
  return root === undefined || isBelow(root, cwd) ? { ...input, [key]: cwd } : input;
}

/** An input as a person would type it, without the command itself. */
export function toWords({ cli }: Operation, all: readonly Argument[], input: object): string {
  const given = new Map<string, unknown>(Object.entries(input));
  const words = inputWords(cli, all, given);
  const options = all.flatMap(({ key: name, flag, kind, isOnByDefault }) => {
    const value = given.get(name);
    if (value === undefined) return [];
    if (kind === "switch") return value === isOnByDefault ? [] : [isOnByDefault ? `--no-${flag}` : `--${flag}`];
    const values = kind === "texts" ? textsOf(value) : [pathText(value)];
    return values.map((one) => `--${flag} ${quoted(one)}`);
  });
  // The form of an answer is an option of the command line itself.
  const isData = given.get("format") === "json" && !all.some(({ key }) => key === "format");
  return [...words.map(quoted), ...options, ...(isData ? ["--json"] : [])].join(" ");
}

// — below: private, in the order they are used —

const wordUsages: { readonly [P in Positional]: string } = {
  target: "FILE:LINE:COLUMN | FILE#Symbol.path | Symbol.path",
  symbol: "FILE#Symbol.path | Symbol.path",
  "target and directories": "FILE#Symbol.path | FILE:LINE:COLUMN DIR…",
  file: "FILE",
  files: "FILE…",
  query: "WORDS",
  directory: "[DIR]",
  text: "TEXT",
  program: "FILE.js | -",
  none: "",
};

/** Which argument it is that says where, of operations for which the root as a whole is seldom meant. */
const standing: Readonly<Record<string, string>> = {
  run_build: "workspace_dir",
  run_tests: "workspace_dir",
  detect_changes: "workspace_root",
  get_symbol_documentation: "file_path",
};

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}

/** The argument that the words of a command are; a target is more than one, and has rules of its own. */
function wordKey(positional: Positional, all: readonly Argument[]): string | undefined {
  if (positional === "target" || positional === "symbol") return undefined;
  // A program is read before its words are looked at.
  if (positional === "program" || positional === "none") return undefined;
  if (positional === "file") return "file_path";
  if (positional === "target and directories")
    return mustTake(positional, all, ({ key }) => meanings[key] === "elsewhere");
  const kind = positional === "files" ? "texts" : "text";
  return mustTake(positional, all, (argument) => argument.kind === kind && argument.key !== "file_path");
}

function mustTake(positional: Positional, all: readonly Argument[], takes: (one: Argument) => boolean): string {
  const found = all.find(takes);
  if (found === undefined) throw new TypeError(`no argument takes the words of a command (${positional})`);
  return found.key;
}

/** Where a command that takes files takes symbols as well. */
function symbolsKey(all: readonly Argument[]): string | undefined {
  return all.find(({ key }) => meanings[key] === "target")?.key;
}

/** Where a command that takes a directory can be narrowed to a file. */
function narrowKey(positional: Positional, all: readonly Argument[]): string | undefined {
  return all.find(({ key }) => meanings[key] === "either" && key !== wordKey(positional, all))?.key;
}

/** Where a command that takes a file can be narrowed to a place in it: how that is written. */
function placesIn(all: readonly Argument[]): string[] {
  const takes = (wanted: string): boolean => all.some(({ key }) => key === wanted);
  if (!takes("line")) return takes("start_line") ? ["FILE:FROM-TO"] : [];
  return [takes("column") ? "FILE:LINE:COLUMN" : "FILE:LINE", ...(takes("symbol_path") ? ["FILE#Symbol.path"] : [])];
}

function fromWords(
  operation: Operation,
  all: readonly Argument[],
  given: readonly string[],
  options: Input,
  standpoint: Standpoint,
): Input {
  const { command, positional, last } = operation.cli;
  if (last !== undefined && given.length > 1 && options[last] === undefined) {
    const rest = fromWords(operation, all, given.slice(0, -1), { ...options, [last]: given.at(-1) }, standpoint);
    return { ...rest, [last]: given.at(-1) };
  }
  const [first, ...more] = given;
  if (first === undefined) return {};
  if (positional === "symbol") return fromSymbol(command, first, more, options);
  const key = wordKey(positional, all);
  if (positional === "target") {
    // With a pattern the word names the file to search.
    if (options["position_pattern"] !== undefined && more.length === 0) return { file_path: first };
    if (more.length === 0 && options["targets"] === undefined) return { ...parseTarget(first) };
    return { targets: [...given, ...textsOf(options["targets"])] };
  }
  if (key === undefined) throw new WrongUsage(`${command} takes no arguments.`);
  switch (positional) {
    case "files":
      return fromFiles(key, symbolsKey(all), given, options, standpoint);
    case "target and directories":
      return { ...inSymbolFile(first, options), [key]: [...more, ...textsOf(options[key])] };
    case "query":
    case "text":
      return { [key]: given.join(" ") };
    default: {
      if (more.length > 0) throw new WrongUsage(`${command} takes one ${wordUsages[positional]}.`);
      if (positional === "file") return fromFile(all, first, standpoint);
      const narrow = positional === "directory" ? narrowKey(positional, all) : undefined;
      const isFile = narrow !== undefined && lookFrom(standpoint, first) === "file";
      return { [isFile ? narrow : key]: first };
    }
  }
}

/** A file that is there is meant as it is typed, whatever its name looks like. */
function fromFile(all: readonly Argument[], word: string, standpoint: Standpoint): Input {
  if (word === "" || lookFrom(standpoint, word) !== undefined) return { file_path: word };
  const stretch = stretchIn(all, word);
  if (stretch !== undefined) return stretch;
  const target = parseTarget(word);
  const isTaken = Object.keys(target).every((part) => all.some(({ key }) => key === part));
  return target.file_path !== undefined && isTaken ? { ...target } : { file_path: word };
}

/** `src/cart.ts:10-14`, or one line of it, where the operation takes a stretch of lines. */
function stretchIn(all: readonly Argument[], word: string): Input | undefined {
  const lines = /:(\d{1,9})(?:-(\d{1,9}))?$/.exec(word);
  const takes = (wanted: string): boolean => all.some(({ key }) => key === wanted);
  if (lines === null || lines.index === 0 || takes("line") || !takes("start_line")) return undefined;
  const [, from, to = from] = lines;
  return { file_path: word.slice(0, lines.index), start_line: Number(from), end_line: Number(to) };
}

/** A name, with its file or alone; where an option names the symbol the word is its file. */
function fromSymbol(command: string, word: string, more: readonly string[], options: Input): Input {
  if (more.length > 0) throw new WrongUsage(`${command} takes one ${wordUsages.symbol}.`);
  if (options["symbol_path"] !== undefined) return { file_path: word };
  const target = parseTarget(word);
  if (target.line !== undefined) throw new WrongUsage(`${command} takes ${wordUsages.symbol}, not a line.`);
  return { ...target };
}

/** A word that names no file is a symbol where the operation takes symbols: at a place of a file, or by its name alone. */
function fromFiles(
  files: string,
  symbols: string | undefined,
  words: readonly string[],
  options: Input,
  standpoint: Standpoint,
): Input {
  const isSymbol = (word: string): boolean =>
    symbols !== undefined &&
    lookFrom(standpoint, word) === undefined &&
    (parseTarget(word).file_path !== undefined || !/[\\/]/.test(word));
  const [named, others] = [words.filter(isSymbol), words.filter((word) => !isSymbol(word))];
  return {
    ...(others.length > 0 ? { [files]: [...others, ...textsOf(options[files])] } : {}),
    ...(named.length > 0 && symbols !== undefined ? { [symbols]: [...named, ...textsOf(options[symbols])] } : {}),
  };
}

function lookFrom(standpoint: Standpoint, word: string): "file" | "directory" | undefined {
  return standpoint.look(resolve(standpoint.cwd, word));
}

/** With a pattern, or with the place in options, the word is the file alone. */
function inSymbolFile(word: string, options: Input): Input {
  const isPlaced = ["position_pattern", "symbol_path", "line"].some((key) => options[key] !== undefined);
  if (isPlaced) return { symbol_file: word };
  const { file_path, ...place } = parseTarget(word);
  return file_path === undefined ? { symbol_file: word } : { symbol_file: file_path, ...place };
}

/** What of an input stands without an option; it is taken out of it. */
function inputWords(
  { positional, last }: Operation["cli"],
  all: readonly Argument[],
  given: Map<string, unknown>,
): string[] {
  if (last !== undefined && given.has(last)) {
    const word = pathText(given.get(last));
    given.delete(last);
    return [...inputWords({ command: "", positional }, all, given), word];
  }
  if (positional === "target" || positional === "symbol") return targetWords(given, "file_path");
  const key = wordKey(positional, all);
  const rest = key === undefined ? [] : textsOf(given.get(key));
  if (key !== undefined) given.delete(key);
  if (positional === "target and directories") return [...targetWords(given, "symbol_file"), ...rest];
  const symbols = positional === "files" ? symbolsKey(all) : undefined;
  const named = symbols === undefined ? [] : textsOf(given.get(symbols));
  if (symbols !== undefined) given.delete(symbols);
  return [...rest, ...named];
}

function targetWords(given: Map<string, unknown>, fileKey: string): string[] {
  const take = (key: string): string | undefined => {
    const value = given.get(key);
    given.delete(key);
    return value === undefined ? undefined : pathText(value);
  };
  const targets = textsOf(given.get("targets"));
  given.delete("targets");
  const [file, line, column, symbol] = [take(fileKey), take("line"), take("column"), take("symbol_path")];
  if (file === undefined) return symbol === undefined ? targets : [symbol];
  if (symbol !== undefined) return [`${file}#${symbol}`];
  return [[file, line, column].filter((part) => part !== undefined).join(":")];
}

/** As a shell takes it, in one piece. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(word) && !isAbsolute(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
