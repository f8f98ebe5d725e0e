// The three ways to answer a question about a whole repository: one script, single tools, and grep with reading files.
//
// Invariant: a call costs what the model writes for it and what it reads of the answer, counted with a real tokenizer.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Engine, Outcome } from "../../src/engine/engine.ts";
import type { Caller } from "../../src/policy/effects.ts";

export interface Cost {
  readonly calls: number;
  readonly tokens: number;
  readonly ms: number;
}

const caller: Caller = { door: "mcp", allowed: ["read", "control", "propose"], id: "bench" };
const limitMs = 120_000;
/** Room enough that no answer falls back to counts: an agent would have to ask again. */
const max_tokens = 25_000;
/** Targets of one call, and names of one search. */
const batch = 20;

/** What one way has cost so far. */
export class Tally {
  #calls = 0;
  #tokens = 0;
  #ms = 0;

  get cost(): Cost {
    return { calls: this.#calls, tokens: this.#tokens, ms: this.#ms };
  }

  /** A call by its name and arguments, and the time and text of its answer. */
  count(name: string, input: object, ms: number, text: string): void {
    this.#calls++;
    this.#tokens += countTokens(`${name} ${JSON.stringify(input)}`) + countTokens(text);
    this.#ms += ms;
  }
}

/** One call, whose text is read by lines as a model reads it. */
export async function askScript(engine: Engine, code: string, tally: Tally): Promise<string[]> {
  const input = { code, max_tokens };
  const { text, ms } = textOf(await engine.invoke({ operation: "script", input, caller }), "script");
  tally.count("script", { code }, ms, text);
  const items = /^\d+ items?:\n/m.exec(text);
  if (items !== null) return text.slice(items.index + items[0].length).split("\n");
  if (/^\[\]$/m.test(text)) return [];
  throw new Error(`no list of the script:\n${text}`);
}

/** A search and files, as every agent has them. */
export class Shell {
  readonly #root: string;
  readonly #tally: Tally;
  readonly #known = new Map<string, string>();

  constructor(root: string, tally: Tally) {
    this.#root = root;
    this.#tally = tally;
  }

  /** The lines of `grep`, with paths from the root on. */
  async grep(...args: readonly string[]): Promise<string[]> {
    const began = performance.now();
    const out = await new Promise<string>((resolve, reject) => {
      execFile("grep", [...args], { cwd: this.#root, maxBuffer: 100_000_000 }, (error, stdout) => {
        // It ends with 1 where nothing is found.
        if (error !== null && error.code !== 1) reject(new Error(`grep: ${error.message}`));
        else resolve(stdout);
      });
    });
    this.#tally.count("grep", args, performance.now() - began, out);
    return out.split("\n").filter((line) => line !== "");
  }

  /** Each place where one of the names stands as a word, however many calls that takes. */
  words(names: readonly string[], ...where: readonly string[]): Promise<Hit[]> {
    return this.#named("-rnow", names, where);
  }

  /** Each line with one of them. */
  lines(names: readonly string[], ...where: readonly string[]): Promise<Hit[]> {
    return this.#named("-rnw", names, where);
  }

  async #named(option: string, names: readonly string[], where: readonly string[]): Promise<Hit[]> {
    const found: Hit[] = [];
    for (let at = 0; at < names.length; at += batch) {
      const patterns = names.slice(at, at + batch).flatMap((name) => ["-e", name]);
      found.push(...(await this.grep(option, ...patterns, ...where)).map(hitIn));
    }
    return found;
  }

  /** What an answer has shown already costs nothing more. */
  shown(file: string): string {
    return readFileSync(join(this.#root, file), "utf8");
  }

  /** Some lines of a file, as far as it has them. */
  readLines(file: string, from: number, to: number): string[] {
    const lines = this.shown(file)
      .split("\n")
      .slice(from - 1, to);
    this.#tally.count("read", { file, from, to }, 0, lines.join("\n"));
    return lines;
  }

  /** A file is paid for once in each question. */
  read(file: string): string {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const began = performance.now();
    const text = readFileSync(join(this.#root, file), "utf8");
    this.#tally.count("read", { file }, performance.now() - began, text);
    this.#known.set(file, text);
    return text;
  }
}

/** A line of `grep -n`. */
export interface Hit {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export function hitIn(line: string): Hit {
  const [, file = "", number = "", text = ""] = /^([^:]+):(\d+):(.*)$/.exec(line) ?? [];
  return { file: file.replace(/^\.\//, ""), line: Number(number), text };
}

export interface FoundPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_column: number;
}

/** Operations that take one target or several, asked by name. */
export class Tools {
  readonly #engine: Engine;
  readonly #tally: Tally;

  constructor(engine: Engine, tally: Tally) {
    this.#engine = engine;
    this.#tally = tally;
  }

  /** The answer for each target, in their order. */
  async each<T>(operation: string, targets: readonly string[], more: object = {}): Promise<T[]> {
    const found: T[] = [];
    for (let at = 0; at < targets.length; at += batch) {
      const input = { targets: targets.slice(at, at + batch), ...more };
      const items = (await this.one(operation, input)) as readonly { readonly result?: T; readonly error?: object }[];
      for (const { result, error } of items) {
        if (result === undefined) throw new Error(`${operation}: ${JSON.stringify(error)}`);
        found.push(result);
      }
    }
    return found;
  }

  /** Counted by the text that a model is shown; asked once more for the data, which costs nothing here. */
  async one(operation: string, input: object): Promise<unknown> {
    const shown = { ...input, max_tokens };
    const invocation = { operation, caller, timeoutMs: limitMs, waitMs: limitMs };
    const { text, ms } = textOf(await this.#engine.invoke({ ...invocation, input: shown }), operation);
    this.#tally.count(operation, input, ms, text);
    const whole = { format: "json", maxCharacters: Number.POSITIVE_INFINITY } as const;
    const outcome = await this.#engine.invoke({ ...invocation, ...whole, input });
    if (!outcome.ok || outcome.body.format !== "json") throw new Error(`${operation}: no data`);
    // A model is shown paths from the root on.
    return JSON.parse(JSON.stringify(outcome.body.json).replaceAll(`${this.#engine.facts.root}/`, ""));
  }
}

/** What a model reads: the standing where it matters, and the answer. */
function textOf(outcome: Outcome, operation: string): { readonly text: string; readonly ms: number } {
  if (!outcome.ok) throw new Error(`${operation}: ${outcome.refusal.code}: ${outcome.refusal.what}`);
  if (outcome.body.format !== "text") throw new Error(`${operation}: no text`);
  const { standingLine, body, ms } = outcome;
  return { text: standingLine === undefined ? body.text : `${standingLine}\n${body.text}`, ms };
}
