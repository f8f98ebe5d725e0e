// From flags and environment to options, each with its origin: a flag before our own variable, that before a seed's.

import { ownPath } from "../model/own-path.ts";
import { refuse } from "../model/refusal.ts";
import type { EnvName, OptionName, OptionRow, Options } from "./options.ts";
import { optionNames, optionTable } from "./options.ts";

/** What was typed: `true` for a switch, the values of anything else in their order. */
export type Given = ReadonlyMap<string, true | readonly string[]>;

export type Origin =
  | { readonly kind: "default" }
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "flag"; readonly name: string };

export interface Resolved {
  readonly values: Options;
  readonly origins: { readonly [N in OptionName]: Origin };
  /** A sentence for each variable that looks like ours and is none, or whose value is unknown. */
  readonly remarks: readonly string[];
}

export interface OptionSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What stands between paths in a variable. */
  readonly pathSeparator: string;
}

/** Refuses a value that an option cannot have, by the name under which it was given. */
export function resolveOptions(given: Given, around: OptionSurroundings): Resolved {
  const values: Partial<Record<OptionName, unknown>> = {};
  const origins: Partial<Record<OptionName, Origin>> = {};
  const remarks: string[] = [];
  for (const name of optionNames) {
    const row: OptionRow<unknown> = optionTable[name];
    const { value, origin } = fromFlag(row, given) ??
      fromEnvironment(row, around, remarks) ?? { value: row.byDefault, origin: byDefault };
    values[name] = value;
    origins[name] = origin;
  }
  if (values.config !== undefined && values.mergeConfig !== undefined) {
    refuse({
      code: "bad_input",
      what: "Both --config and --merge-config are given.",
      why: "--config replaces the known servers, --merge-config adds to them.",
      next: "Use only one of them.",
    });
  }
  remarks.push(...strangers(around.env));
  // Every name of the table has been put in by the loop above.
  return { values: values as unknown as Options, origins: origins as Resolved["origins"], remarks };
}

export function originText(origin: Origin): string {
  switch (origin.kind) {
    case "default":
      return "default";
    case "environment":
      return `env ${origin.name}`;
    case "flag":
      return `flag --${origin.name}`;
  }
}

// — below: private, in the order they are used —

interface Found {
  readonly value: unknown;
  readonly origin: Origin;
}

const byDefault: Origin = { kind: "default" };

/** What we set for our own children, and what the tests of this repository read. */
const otherNames = /^SIGHTLINE_(?:NONCE|TEST_RUN|SEED|RUNS|SERVERS|TOTALS)$/;

function fromFlag(row: OptionRow<unknown>, given: Given): Found | undefined {
  const { flag } = row;
  const words = flag === undefined ? undefined : given.get(flag);
  if (flag === undefined || words === undefined) return undefined;
  const origin: Origin = { kind: "flag", name: flag };
  if (words === true) return { value: true, origin };
  if (row.kind === "words") return { value: words.flatMap(wordsOf), origin };
  if (row.kind === "paths") return { value: words, origin };
  return { value: valueOf(row, words.at(-1) ?? "", `--${flag}`), origin };
}

function fromEnvironment(row: OptionRow<unknown>, around: OptionSurroundings, remarks: string[]): Found | undefined {
  for (const variable of row.env) {
    const text = around.env[variable.name];
    // An empty variable is how a shell unsets one for a single command.
    if (text === undefined || text === "") continue;
    const origin: Origin = { kind: "environment", name: variable.name };
    if (row.kind === "words") return { value: wordsOf(text), origin };
    if (row.kind === "paths") return { value: text.split(around.pathSeparator).filter((path) => path !== ""), origin };
    if (row.isOurs === true) return { value: ownPath(variable.name, text), origin };
    const word = translated(variable, text);
    if (variable.shared === true && row.choices?.includes(word) !== true) {
      remarks.push(`${variable.name}=${text} is ignored: it is not one of ${listed(row.choices ?? [])}`);
      continue;
    }
    return { value: valueOf(row, word, variable.name), origin };
  }
  return undefined;
}

/** `rust, cpp` */
function wordsOf(text: string): string[] {
  return text.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

function translated({ words = {}, shared }: EnvName, text: string): string {
  const word = shared === true ? text.toLowerCase() : text;
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word;
}

function valueOf(row: OptionRow<unknown>, text: string, where: string): unknown {
  if (row.kind === "choice" && row.choices?.includes(text) !== true) {
    refuse({
      code: "bad_input",
      what: `${where} must be ${listed(row.choices ?? [])}, not ${JSON.stringify(text)}.`,
      next: "Correct it and start again; nothing was started.",
    });
  }
  if (row.kind === "port") return portOf(text, where);
  if (row.kind !== "milliseconds") return text;
  if (!/^\d{1,12}$/.test(text)) {
    refuse({
      code: "bad_input",
      what: `${where} takes a number of milliseconds, not ${JSON.stringify(text)}.`,
      next: `For example ${where.startsWith("--") ? `${where} 30000` : `${where}=30000`}.`,
    });
  }
  return Number(text);
}

function portOf(text: string, where: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  return refuse({
    code: "bad_input",
    what: `${where} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`,
    next: `For example ${where} 8080.`,
  });
}

function listed(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

function strangers(env: OptionSurroundings["env"]): string[] {
  const known = new Set(optionNames.flatMap((name) => optionTable[name].env.map((variable) => variable.name)));
  return Object.keys(env)
    .filter((name) => name.startsWith("SIGHTLINE_") && !known.has(name) && !otherNames.test(name))
    .map((name) =>
      name === "SIGHTLINE_TRUST"
        ? "SIGHTLINE_TRUST is ignored: a root is trusted with `sightline trust` or --trust"
        : `${name} is ignored: there is no such setting`,
    );
}
