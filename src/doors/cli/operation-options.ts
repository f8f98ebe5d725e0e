// The options of an operation's command and its input, both derived from the operation's schema.

import { z } from "zod";
import { sharedInput } from "../../operations/shared-input.ts";
import type { Operation } from "../../operations/define.ts";
import { isRecord } from "../../std/json.ts";
import type { OwnOption } from "./command.ts";
import { WrongUsage } from "./command.ts";

export interface Argument {
  /** As the contract spells it, e.g. `include_source`. */
  readonly key: string;
  readonly flag: string;
  readonly kind: "switch" | "number" | "text" | "texts" | "json";
  /** A switch that is on by default is turned off by `--no-…`. */
  readonly isOnByDefault: boolean;
  readonly choices: readonly string[];
  readonly description: string;
}

/** Every argument that can be given as an option, in the order of the schema; what all operations share comes last. */
export function argumentsOf(operation: Operation): Argument[] {
  const schema = z.toJSONSchema(operation.schema, { io: "input", unrepresentable: "any" });
  const all = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    isElsewhere(operation, key) || !isRecord(property) ? [] : [argumentOf(key, property)],
  );
  const isShared = ({ key }: Argument): boolean => Object.hasOwn(sharedInput, key);
  return [...all.filter((one) => !isShared(one)), ...all.filter(isShared)];
}

export function optionsOf(all: readonly Argument[]): Record<string, OwnOption> {
  const options = all.map(({ flag, kind, isOnByDefault, choices, description }): [string, OwnOption] => {
    const text = description === "" ? flag.replaceAll("-", " ") : description;
    if (kind === "switch")
      return isOnByDefault ? [`no-${flag}`, { description: `without it: ${text}` }] : [flag, { description: text }];
    const value = kind === "number" ? "N" : choices.length > 0 ? choices.join("|") : kind === "json" ? "JSON" : "TEXT";
    return [flag, { value, many: kind === "texts", description: text }];
  });
  return Object.fromEntries(options);
}

/** What the options that were given make of the input; the operation itself decides whether it is right. */
export function inputFrom(
  all: readonly Argument[],
  given: ReadonlyMap<string, true | readonly string[]>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { key, flag, kind, isOnByDefault } of all) {
    const words = given.get(kind === "switch" && isOnByDefault ? `no-${flag}` : flag);
    if (words === undefined) continue;
    input[key] = words === true ? !isOnByDefault : valueOf(kind, words, flag);
  }
  return input;
}

// — below: private, in the order they are used —

/** The command line has an option of its own for it, unless the operation means something else by the name. */
function isElsewhere({ schema }: Operation, key: string): boolean {
  return (key === "wait_ms" || key === "format") && schema.shape[key] === sharedInput[key];
}

function argumentOf(key: string, property: Readonly<Record<string, unknown>>): Argument {
  const choices = Array.isArray(property["enum"]) ? property["enum"].map(String) : [];
  return {
    key,
    flag: key.replaceAll("_", "-"),
    kind: kindOf(property),
    isOnByDefault: property["default"] === true,
    choices,
    description: typeof property["description"] === "string" ? property["description"] : (explained[key] ?? ""),
  };
}

function kindOf({ type, items }: Readonly<Record<string, unknown>>): Argument["kind"] {
  if (type === "boolean") return "switch";
  if (type === "integer" || type === "number") return "number";
  if (type === "string") return "text";
  return type === "array" && isRecord(items) && items["type"] === "string" ? "texts" : "json";
}

function valueOf(kind: Argument["kind"], words: readonly string[], flag: string): unknown {
  const last = words.at(-1) ?? "";
  switch (kind) {
    case "texts":
      return words;
    case "number":
      // What is no number stays a text, and the operation says what it wants.
      return /^-?\d+(?:\.\d+)?$/.test(last) ? Number(last) : last;
    case "json":
      return parsed(last, flag);
    default:
      return last;
  }
}

function parsed(text: string, flag: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new WrongUsage(`--${flag} takes JSON: ${error.message}.`);
    throw error;
  }
}

/** What the schema leaves to one explanation for all operations. */
const explained: Readonly<Record<string, string>> = {
  file_path: "the file, from where you stand",
  line: "the line, from 1",
  column: "the column, from 1",
  position_pattern: "text of the file with @@ before the character meant",
  line_scope_start: "first line to search for the pattern",
  line_scope_end: "last line to search for the pattern",
  symbol_path: "a symbol by its path, such as Cart.total",
  targets: "a further target; may be given several times",
};
