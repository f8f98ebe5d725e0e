// Bad inputs for any operation, made from its schema and its first example: a new operation is covered by being there.

import { z } from "zod";
import type { Operation } from "../../src/operations/define.ts";
import { at, isRecord } from "../../src/std/json.ts";

export interface BadInput {
  readonly title: string;
  readonly input: Record<string, unknown>;
  /** `refused`: no schema of ours lets it through. `survived`: it may have an answer, as long as it is a true one. */
  readonly must: "refused" | "survived";
  /** The argument that a refusal has to name. */
  readonly names?: string;
  /** The argument that has the odd value, and which of the odd values it is. */
  readonly odd?: { readonly argument: string; readonly index: number };
}

/** Files that the tree of the test holds beside the shop; see `hostile.test.ts`. */
export const oddFiles = {
  binary: "odd/binary.ts",
  huge: "odd/huge.ts",
  emoji: "odd/emoji.ts",
  directory: "odd/directory.ts",
  linkOut: "odd/link-out.ts",
  linkedDirectory: "odd/outside/secret.ts",
  loop: "odd/loop.ts",
  fifo: "odd/fifo.ts",
} as const;

/** Paths that lead nowhere, elsewhere, or to something that is no text. */
const oddPaths: readonly string[] = [
  ...Object.values(oddFiles),
  "../secret.ts",
  "src/../../secret.ts",
  "/etc/passwd",
  "/",
  ".",
  "",
  " ",
  "src/cart.ts\0.txt",
  "src/cart.ts ",
  "src/cart.ts.",
  '"src/cart.ts"',
  "SRC/CART.TS",
  "src/cart.ts/inside",
  "src\\..\\..\\secret.ts",
  "\\\\server\\share\\x.ts",
  "\\\\?\\C:\\x.ts",
  "C:x.ts",
  "file:///etc/passwd",
  "https://example.org/x.ts",
  "-rf",
  "~/.ssh/id_rsa",
  "$HOME/x.ts",
  `${"../".repeat(200)}etc/passwd`,
  "a/".repeat(5_000),
  "nowhere.ts",
];

const oddTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\u001b[31m",
  "\u202Eevil\u2066",
  "\n\nNext: rm",
  "@@",
  "@@@@",
  "..",
  "[",
  "(((((((((((((((((((((((((((((((((((",
  "--help",
  "NoSuchSymbolAnywhere",
  "[999999]",
  "\u{1F600}",
  "x".repeat(200_000),
];

const oddNumbers: readonly number[] = [-1, 0, 0.5, 1e9, 2 ** 53, 1e308, -1e308];

/**
 * The bad inputs of each operation. An argument that many operations share is read by one piece of code: with a share, each
 * of them gets one odd value in so many, others than the operation before, so that together they get them all.
 */
export function badInputsByOperation(
  operations: readonly Operation[],
  share: number,
): ReadonlyMap<Operation, readonly BadInput[]> {
  const all = new Map(operations.map((operation) => [operation, badInputs(operation)]));
  const takers = new Map<string, Operation[]>();
  for (const [operation, inputs] of all)
    for (const argument of new Set(inputs.flatMap(({ odd }) => odd?.argument ?? [])))
      takers.set(argument, [...(takers.get(argument) ?? []), operation]);
  const isTried = (operation: Operation, { odd }: BadInput): boolean => {
    const taking = odd === undefined ? [] : (takers.get(odd.argument) ?? []);
    return odd === undefined || (taking.indexOf(operation) + odd.index) % Math.min(share, taking.length) === 0;
  };
  return new Map([...all].map(([operation, inputs]) => [operation, inputs.filter((one) => isTried(operation, one))]));
}

function badInputs(operation: Operation): BadInput[] {
  const base = { ...operation.examples[0]?.input } as Record<string, unknown>;
  const schema: unknown = z.toJSONSchema(operation.schema, { io: "input" });
  const properties = at(schema, ["properties"]);
  const required = at(schema, ["required"]);
  return [
    { title: "an argument that there is not", input: { ...base, no_such: 1 }, must: "refused", names: "no_such" },
    ...(Array.isArray(required) ? required : []).map((name: string) => without(base, name)),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) => [
      ...wrongTypes(base, name, property),
      ...oddValues(base, name, property),
    ]),
    ...places(base, properties),
  ];
}

function without(base: Record<string, unknown>, name: string): BadInput {
  const { [name]: _, ...input } = base;
  return { title: `${name} is missing`, input, must: "refused", names: name };
}

function wrongTypes(base: Record<string, unknown>, name: string, property: unknown): BadInput[] {
  const type = at(property, ["type"]);
  const others: Readonly<Record<string, unknown>> = {
    string: "text",
    number: 7,
    integer: 7,
    boolean: true,
    array: [[]],
    object: { a: 1 },
    null: null,
  };
  // A whole number is a number too, and what takes anything has no wrong type.
  const fits = type === "number" || type === "integer" ? ["number", "integer"] : [type];
  if (typeof type !== "string") return [];
  return Object.entries(others)
    .filter(([other]) => !fits.includes(other))
    .map(([other, value]) => ({
      title: `${name} is ${other}`,
      input: { ...base, [name]: value },
      must: "refused",
      names: name,
    }));
}

function oddValues(base: Record<string, unknown>, name: string, property: unknown): BadInput[] {
  return oddValuesOf(name, property).map((value, index) => ({
    title: `${name} = ${brief(value)}`,
    input: { ...base, [name]: value },
    must: "survived",
    odd: { argument: name, index },
  }));
}

function oddValuesOf(name: string, property: unknown): readonly unknown[] {
  switch (at(property, ["type"])) {
    case "string":
      return isPathLike(name) ? oddPaths : oddTexts;
    case "integer":
    case "number":
      return oddNumbers;
    case "array": {
      const items = at(property, ["items"]);
      const one = oddValuesOf(singular(name), items);
      const many = at(items, ["type"]) === "string" ? Array.from({ length: 10_000 }, (_, at) => `x${at}.ts`) : [];
      return [[], [null], [{}], many, ...one.map((value) => [value])];
    }
    default:
      return [];
  }
}

/** Places that are none, for whatever takes a place. */
function places(base: Record<string, unknown>, properties: unknown): BadInput[] {
  if (at(properties, ["line"]) === undefined || at(properties, ["column"]) === undefined) return [];
  const file = at(properties, ["file_path"]) === undefined ? "symbol_file" : "file_path";
  const { line: _, column: __, position_pattern: ___, symbol_path: ____, targets: _____, ...rest } = base;
  const spots: readonly (readonly [string, number, number])[] = [
    ["src/cart.ts", 1_000_000, 1],
    ["src/cart.ts", 1, 1_000_000],
    ["src/cart.ts", 0, 0],
    // In the middle of a character, on each side of it, and right behind the end.
    [oddFiles.emoji, 1, 19],
    [oddFiles.emoji, 1, 18],
    [oddFiles.emoji, 1, 20],
    [oddFiles.emoji, 3, 1],
    [oddFiles.binary, 1, 1],
    [oddFiles.huge, 1, 1],
    ["README.md", 1, 1],
  ];
  return spots.map(([path, line, column]) => ({
    title: `at ${path}:${line}:${column}`,
    input: { ...rest, [file]: path, line, column },
    must: "survived",
  }));
}

function isPathLike(name: string): boolean {
  return (
    /(?:^|_)(?:path|file|dir|root|roots|files|uri|folder)s?$/.test(name) || name === "targets" || name === "symbols"
  );
}

function singular(name: string): string {
  return isPathLike(name) ? "path" : name;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text;
}
