// The options of an operation's command and its input, both derived from the operation's schema.

import { z } from "zod";
import { draftInput, sharedInput } from "../../operations/shared-input.ts";
import type { Operation } from "../../operations/define.ts";
import { isRecord } from "../../std/json.ts";
import type { OwnOption } from "./command.ts";
import { WrongUsage } from "./command.ts";
import { meanings } from "./operation-paths.ts";
import { optionWords } from "./option-words.ts";

export interface Argument {
  /** As the contract spells it, e.g. `include_source`. */
  readonly key: string;
  readonly flag: string;
  readonly kind: "switch" | "number" | "text" | "texts" | "json";
  /** A switch that is on by default is turned off by `--no-…`. */
  readonly isOnByDefault: boolean;
  readonly choices: readonly string[];
  /** What holds without it, if anything but a switch does. */
  readonly byDefault?: string | number;
  readonly description: string;
}

/** Every argument that can be given as an option, in the order of the schema; what all operations share comes last. */
export function argumentsOf(operation: Operation): Argument[] {
  const schema = z.toJSONSchema(operation.schema, { io: "input", unrepresentable: "any" });
  const all = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    isElsewhere(operation, key) || !isRecord(property) ? [] : [argumentOf(operation, key, property)],
  );
  const isShared = ({ key }: Argument): boolean => Object.hasOwn(sharedInput, key);
  return [...all.filter((one) => !isShared(one)), ...all.filter(isShared)];
}

export function optionsOf(all: readonly Argument[]): Record<string, OwnOption> {
  const options = all.map((argument): [string, OwnOption] => {
    const { flag, kind, isOnByDefault, byDefault, description } = argument;
    if (kind === "switch")
      return isOnByDefault ? [`no-${flag}`, { description: `leave out ${description}` }] : [flag, { description }];
    const many = kind === "texts";
    const more = [
      many ? "; may be given several times" : "",
      byDefault === undefined ? "" : ` (${byDefault} by default)`,
    ];
    const pipes = takesText(argument);
    return [flag, { value: valueName(argument), many, pipes, description: [description, ...more].join("") }];
  });
  return Object.fromEntries(options);
}

/** The option of an argument, without its dashes. How long to wait is an option of every command. */
export function flagOf(key: string): string {
  return key === "wait_ms" ? "wait" : key.replaceAll("_", "-");
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

/** Whether its value may be long, and come on standard input. */
function takesText(argument: Argument): boolean {
  return (argument.kind === "text" || argument.kind === "json") && /^(?:TEXT|JSON)$/.test(valueName(argument));
}

function valueName({ key, kind, choices }: Argument): string {
  if (choices.length > 0) return choices.join("|");
  if (kind === "number") return "N";
  if (kind === "json") return "JSON";
  switch (meanings[key]) {
    case "file":
      return "FILE";
    case "directory":
    case "elsewhere":
      return "DIR";
    case "either":
      return "PATH";
    case "target":
      return "TARGET";
    default:
      return "TEXT";
  }
}

/** The command line has an option of its own for it, unless the operation means something else by the name. */
function isElsewhere({ schema }: Operation, key: string): boolean {
  // A draft lives as long as its process, which here is as long as one question.
  if (key === "session_id") return schema.shape[key] === draftInput[key];
  return (key === "wait_ms" || key === "format") && schema.shape[key] === sharedInput[key];
}

function argumentOf({ name }: Operation, key: string, property: Readonly<Record<string, unknown>>): Argument {
  const choices = Array.isArray(property["enum"]) ? property["enum"].map(String) : [];
  const { default: byDefault, description } = property;
  return {
    key,
    flag: flagOf(key),
    kind: kindOf(property),
    isOnByDefault: byDefault === true,
    choices,
    ...((typeof byDefault === "string" && byDefault !== "") || typeof byDefault === "number" ? { byDefault } : {}),
    description: optionWords(name, key, typeof description === "string" ? description : undefined),
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
