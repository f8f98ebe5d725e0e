// The methods that a script can call, each an operation of the table or a short form of one, with what each takes.

import { z } from "zod";
import { refuse } from "../../model/refusal.ts";
import { nearest } from "../../std/nearest.ts";
import { isRecord } from "../../std/json.ts";
import type { Operation } from "../define.ts";
import { draftInput, sharedInput } from "../shared-input.ts";
import { targetInput } from "../target.ts";
import { ownMethods } from "./own-methods.ts";
import { resultTypes } from "./result-types.ts";

export interface ScriptMethod {
  /** As the command of the command line, in the words of a program: `typeDefinition`. */
  readonly name: string;
  /** As in the library: `goToTypeDefinition`. */
  readonly also: string;
  readonly operation: Operation;
}

/** What stands in many types of answers, by the name that it has there. */
export const namedTypes = {
  Place: "{ file: string; line: number; column: number; end_line: number; end_column: number }",
  Span: "{ start: { line: number; column: number }; end: { line: number; column: number } }",
} as const;

/** What only asks, and what only drafts; whatever changes files, servers or runs programs is a call of its own. */
export function scriptMethods(operations: readonly Operation[]): ScriptMethod[] {
  return operations.flatMap((operation) =>
    operation.kind === "query" || operation.kind === "draft"
      ? { name: camelCased(operation.cli.command), also: camelCased(operation.name), operation }
      : [],
  );
}

/** Every name under which a script finds something. */
export function methodNames(methods: readonly ScriptMethod[]): string[] {
  return [...new Set([...Object.keys(ownMethods), "help", ...methods.flatMap(({ name, also }) => [name, also])])];
}

export function mustBeMethod(
  name: string,
  methods: readonly ScriptMethod[],
  operations: readonly Operation[],
): ScriptMethod {
  const found = methods.find((one) => one.name === name || one.also === name);
  if (found !== undefined) return found;
  const other = operations.find((one) => [one.cli.command, one.name].some((word) => camelCased(word) === name));
  if (other !== undefined) {
    return refuse({
      code: "bad_input",
      what: `${other.name} cannot be asked by a script.`,
      why: "A script reads, and fills drafts; it changes no file, steers no server and runs no program.",
      next: `Call ${other.name} by itself.`,
    });
  }
  const near = nearest(name, methodNames(methods)).slice(0, 3);
  return refuse({
    code: "bad_input",
    what: `sl has no method ${JSON.stringify(name.slice(0, 80))}.`,
    next: near.length > 0 ? `Is sl.${near.join(" or sl.")} meant?` : "sl.help() lists all of them.",
  });
}

/** All methods in a line each, or one with everything that it takes and gives. */
export function helpOf(name: unknown, methods: readonly ScriptMethod[], operations: readonly Operation[]): string {
  if (typeof name !== "string") {
    const own = Object.entries(ownMethods).map(([key, { signature }]) => `${key}${signature}`);
    const all = methods
      .filter((method) => !Object.hasOwn(ownMethods, method.name))
      .map((method) => `${method.name}(${scriptSubjectOf(method.operation).shown}): ${method.operation.summary}`);
    return [types, ...own, ...all, "sl.help(name) says what one takes and gives."].join("\n");
  }
  const own = Object.hasOwn(ownMethods, name) ? ownMethods[name] : undefined;
  if (own !== undefined) return `sl.${name}${own.signature}\n${own.summary}`;
  return signatureOf(mustBeMethod(name, methods, operations));
}

/** The subject of a call: what stands first, and the arguments that it becomes. */
export interface ScriptSubject {
  readonly kind: "target" | "key" | "keys" | "none";
  readonly key: string;
  readonly shown: string;
}

export function scriptSubjectOf({ cli, kind, schema }: Operation): ScriptSubject {
  const own = Object.entries(properties(schema)).filter(
    // What a draft takes is an argument of its own.
    ([key]) => !Object.hasOwn(sharedInput, key) && !(kind === "query" && Object.hasOwn(draftInput, key)),
  );
  switch (cli.positional) {
    case "target":
    case "symbol":
    case "target and directories":
      return { kind: "target", key: "", shown: "target: Target, options?" };
    case "file":
      return { kind: "key", key: "file_path", shown: "file: string, options?" };
    case "files": {
      const key = own.find(([name, one]) => one["type"] === "array" && !isTargets(name))?.[0] ?? "file_path";
      return { kind: "keys", key, shown: "files: string[], options?" };
    }
    case "query":
    case "text":
    case "directory": {
      const key = own.find(([name, one]) => one["type"] === "string" && name !== "file_path")?.[0] ?? "file_path";
      return { kind: "key", key, shown: `${key}?: string, options?` };
    }
    case "program":
    case "none":
      return { kind: "none", key: "", shown: own.length === 0 ? "" : "options" };
  }
}

// — below: private, in the order they are used —

function camelCased(words: string): string {
  return words.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

const isTargets = (name: string): boolean => name === "targets" || name === "symbols";

const types =
  'type Target = string | { file, line, column };  // "src/a.ts#Cart.total", "src/a.ts:3:7", "Cart.total", or whatever an answer lists';

function signatureOf({ name: short, also, operation }: ScriptMethod): string {
  // A list of its own stands under the short name.
  const name = Object.hasOwn(ownMethods, short) ? also : short;
  const subject = scriptSubjectOf(operation);
  const required = new Set<unknown>((z.toJSONSchema(operation.schema, options).required as unknown[]) ?? []);
  const taken = Object.entries(properties(operation.schema))
    .filter(([key]) => key !== subject.key && !hidden.has(key) && !(subject.kind === "target" && isTargetKey(key)))
    .map(([key, one]) => `${key}${required.has(key) ? "" : "?"}: ${typeText(one)}`);
  const list = taken.length === 0 ? "" : `\n  options: { ${taken.join("; ")} }`;
  const answer = resultTypes.get(operation.name) ?? "unknown";
  return [
    `sl.${name}(${subject.shown}): Promise<${answer}>${list}`,
    ...Object.entries(namedTypes).flatMap(([type, is]) =>
      new RegExp(String.raw`\b${type}\b`).test(answer) ? [`type ${type} = ${is}`] : [],
    ),
    `${operation.summary} ${operation.guidance}`.trim(),
  ].join("\n");
}

const options = { io: "input", unrepresentable: "any" } as const;

/** Of no use where the answer is a value. */
const hidden = new Set(["format", "max_tokens", "targets"]);

function isTargetKey(key: string): boolean {
  return Object.hasOwn(targetInput, key);
}

function properties(schema: z.ZodObject): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { properties: all = {} } = z.toJSONSchema(schema, options);
  return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, isRecord(one) ? one : {}]));
}

function typeText(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: choices, items, properties: inner } = schema;
  if (Array.isArray(choices)) return choices.map((one) => JSON.stringify(one)).join(" | ");
  if (type === "array") return `${isRecord(items) ? typeText(items) : "unknown"}[]`;
  if (type === "integer") return "number";
  if (isRecord(inner)) {
    const parts = Object.entries(inner).map(([key, one]) => `${key}: ${isRecord(one) ? typeText(one) : "unknown"}`);
    return `{ ${parts.join("; ")} }`;
  }
  return typeof type === "string" ? type : "unknown";
}
