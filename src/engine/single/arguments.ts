// What a model gave the single `Lsp` tool, understood: the question for the operation that answers it.

import { Refusal } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";
import type { LspKind } from "./kinds.ts";
import { kindRows, lspKinds } from "./kinds.ts";

export type LspQuestion =
  | { readonly kind: "go_to_def" | "hover" | "references"; readonly input: PlaceInput }
  | { readonly kind: "workspace_symbol"; readonly input: { readonly query: string; readonly limit: number } }
  | { readonly kind: "diagnostics"; readonly input: { readonly file_path: string; readonly severity: "hint" } };

export interface PlaceInput {
  readonly file_path: string;
  readonly line: number;
  readonly column: number;
}

/** As many symbols as can be shown within the limit of a result, were each line as short as lines are. */
const mostSymbols = 2_000;

/** Refuses with every argument that is wrong; an argument that a kind has no use for is passed over. */
export function lspQuestion(raw: unknown): LspQuestion {
  if (!isRecord(raw)) return wrong(["the arguments are not an object"]);
  const kind = lspKinds.find((one) => one === raw["kind"]);
  const faults = [
    ...(kind === undefined ? [`kind is ${given(raw["kind"])}`] : []),
    ...Object.keys(raw).flatMap((name) => (Object.hasOwn(checks, name) ? [] : [`there is no ${JSON.stringify(name)}`])),
    ...(Object.hasOwn(raw, "__proto__") ? ['there is no "__proto__"'] : []),
    ...(kind === undefined ? [] : missing(kind, raw)),
    ...Object.entries(checks).flatMap(([name, check]) => (raw[name] === undefined ? [] : check(name, raw[name]))),
  ];
  if (kind === undefined || faults.length > 0) return wrong(faults);
  return question(kind, raw);
}

// — below: private, in the order they are used —

/** Names that a model may give, and what is wrong with the value of each. */
const checks: Readonly<Record<string, (name: string, value: unknown) => readonly string[]>> = {
  kind: () => [],
  file: (name, value) => (value === "" ? ["file is empty"] : text(name, value)),
  line: place,
  character: place,
  query: text,
};

function text(name: string, value: unknown): readonly string[] {
  if (typeof value !== "string") return [`${name} is ${given(value)}, not a string`];
  return /\p{Surrogate}/u.test(value) ? [`${name} holds half a character (a lone surrogate)`] : [];
}

function place(name: string, value: unknown): readonly string[] {
  if (!Number.isSafeInteger(value)) return [`${name} is ${given(value)}, not a whole number`];
  return Number(value) < 1 ? [`${name} is ${given(value)}, but must be at least 1`] : [];
}

function missing(kind: LspKind, raw: Readonly<Record<string, unknown>>): readonly string[] {
  const absent = kindRows[kind].takes.filter((name) => raw[name] === undefined);
  return absent.map((name) =>
    name === "query" ? "query is missing; an empty one asks for all symbols" : `${name} is missing`,
  );
}

function given(value: unknown): string {
  return value === undefined ? "missing" : (JSON.stringify(value) ?? typeof value).slice(0, 80);
}

function wrong(faults: readonly string[]): never {
  const takes = lspKinds.map((kind) => `${kind} (${kindRows[kind].takes.join(", ")})`);
  throw new Refusal({
    code: "bad_input",
    what: "The arguments are invalid.",
    why: `${faults.join("; ")}.`,
    next: `The kinds are ${takes.join(", ")}.`,
  });
}

/** The checks have seen to the types. */
function question(kind: LspKind, raw: Readonly<Record<string, unknown>>): LspQuestion {
  const file_path = String(raw["file"]);
  switch (kind) {
    case "workspace_symbol":
      return { kind, input: { query: String(raw["query"]), limit: mostSymbols } };
    case "diagnostics":
      return { kind, input: { file_path, severity: "hint" } };
    case "go_to_def":
    case "hover":
    case "references":
      return { kind, input: { file_path, line: Number(raw["line"]), column: Number(raw["character"]) } };
  }
}
