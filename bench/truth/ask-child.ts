// Asks the built product of any checkout about the symbols of one shape, in a process of its own, and appends each answer to a file.
//
//   node ask-child.js ORDER.json

import { appendFileSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { encode } from "gpt-tokenizer";
import type { Answered } from "./answer.ts";
import type { Fact, TrueSymbol } from "./symbols.ts";

export interface Order {
  /** The checkout whose `dist` is asked. */
  readonly subject: string;
  readonly root: string;
  readonly out: string;
  readonly symbols: readonly (Pick<TrueSymbol, "name" | "declared"> & { readonly index: number })[];
}

type Product = typeof import("../../src/index.ts");
type Opened = Awaited<ReturnType<Product["openEngine"]>>;
type Outcome = Awaited<ReturnType<Opened["invoke"]>>;

const limitMs = 120_000;

const [orderFile = ""] = process.argv.slice(2);
const order = JSON.parse(readFileSync(orderFile, "utf8")) as Order;
const product = (await import(pathToFileURL(join(order.subject, "dist", "index.js")).href)) as Product;
const engine = await product.openEngine({ directory: order.root, exact: true, trusted: true });
try {
  for (const symbol of order.symbols) appendFileSync(order.out, `${JSON.stringify(await answerTo(symbol))}\n`);
} finally {
  await engine.close();
}

async function answerTo({ index, declared }: Order["symbols"][number]): Promise<Answered> {
  const [first] = declared;
  if (first === undefined) throw new Error("a symbol without a place");
  const input = { file_path: join(order.root, first.file), line: first.line, column: first.column };
  const began = performance.now();
  const told = await invoke(input, "text");
  const ms = performance.now() - began;
  const base = { index, ms, uses: [], through: [], possible: [], unchecked: 0 };
  if (!told.ok)
    return { ...base, state: "refused", why: [told.refusal.what], tokens: encode(told.refusal.what).length };
  const text = told.body.format === "text" ? told.body.text : "";
  const shown = [told.notice, told.standingLine, text, told.hint].filter((line) => line !== undefined).join("\n");
  const data = await invoke(input, "json");
  if (!data.ok) return { ...base, state: "refused", why: [data.refusal.what], tokens: encode(shown).length };
  const account = accountOf(data);
  return {
    ...{ index, ms, tokens: encode(shown).length, state: told.standing.state },
    ...{ uses: factsIn(data.body.format === "json" ? data.body.json : []), unchecked: account.unchecked },
    ...{ through: factsIn(account.through), possible: factsIn(account.possible) },
    why: told.standing.reasons.map(({ code }) => String(code)),
  };
}

function invoke(input: object, format: "text" | "json"): Promise<Outcome> {
  return engine.invoke({
    ...{ operation: "find_references", input: { ...input, include_declaration: false }, format },
    caller: { door: "library", allowed: ["read"], id: "bench" },
    ...{
      timeoutMs: limitMs,
      waitMs: limitMs,
      ...(format === "json" ? { maxCharacters: Number.MAX_SAFE_INTEGER } : {}),
    },
  });
}

/** Older products have no account of occurrences; newer ones give it beside the answer. */
function accountOf(outcome: Extract<Outcome, { ok: true }>): {
  readonly possible: unknown;
  readonly through: unknown;
  readonly unchecked: number;
} {
  const account = (outcome.meta?.["sightline/account"] ?? {}) as Readonly<Record<string, unknown>>;
  const unchecked = account["unchecked"];
  return {
    possible: account["possible"] ?? [],
    through: account["through"] ?? [],
    unchecked: typeof unchecked === "number" ? unchecked : 0,
  };
}

/** A list of places, or an object that holds one. */
function factsIn(json: unknown): Fact[] {
  const list = Array.isArray(json) ? json : Object.values((json ?? {}) as object).find(Array.isArray);
  const places = (list ?? []) as readonly { readonly file?: unknown; readonly line?: unknown }[];
  const facts = places.flatMap(({ file, line }) => {
    if (typeof file !== "string" || typeof line !== "number") return [];
    return [`${file.startsWith("/") ? relative(order.root, file) : file}:${line}`];
  });
  return [...new Set(facts)];
}
