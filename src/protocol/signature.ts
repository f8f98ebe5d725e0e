// One shape for the signatures of a call, whichever way their parameters are labelled.
//
// Spec: LSP 3.18 SignatureHelp. Offsets into a label are UTF-16 units, whatever encoding positions have.

import type { Parameter, Signature, SignatureHelp } from "../model/fine-facts.ts";
import type { JsonRecord } from "../std/json.ts";
import { at, isRecord } from "../std/json.ts";
import { normaliseHover } from "./hover.ts";

export interface WireSignatures {
  readonly help: SignatureHelp;
  /** How many signatures and parameters cannot be read. */
  readonly unreadable: number;
}

export function normaliseSignatureHelp(result: unknown): WireSignatures {
  const raw = at(result, ["signatures"]);
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const active = index(at(result, ["activeSignature"]), list.length) ?? 0;
  const signatures: Signature[] = [];
  let unreadable = 0;
  let activeSignature = 0;
  for (const [position, item] of list.entries()) {
    if (!isRecord(item) || typeof item["label"] !== "string") {
      unreadable++;
      continue;
    }
    if (position === active) activeSignature = signatures.length;
    const { signature, lost } = oneSignature(item, item["label"], at(result, ["activeParameter"]));
    signatures.push(signature);
    unreadable += lost;
  }
  return { help: { signatures, activeSignature }, unreadable };
}

// — below: private, in the order they are used —

function oneSignature(item: JsonRecord, label: string, shared: unknown): { signature: Signature; lost: number } {
  const raw = item["parameters"];
  const parameters = parametersOf(label, Array.isArray(raw) ? raw : []);
  // Since 3.18 `null` says that none is active; what the signature itself says wins.
  const told = item["activeParameter"] === undefined ? shared : item["activeParameter"];
  // An argument too many belongs to no parameter.
  const active = told === undefined && parameters.length > 0 ? 0 : index(told, parameters.length);
  const documentation = normaliseHover(item["documentation"]);
  return {
    signature: {
      label,
      ...(documentation === "" ? {} : { documentation }),
      parameters,
      ...(active === undefined ? {} : { activeParameter: active }),
    },
    lost: parameters.filter((parameter) => parameter.label === unreadableLabel).length,
  };
}

/** It keeps its place among the others, because they are counted. */
const unreadableLabel = "?";

function parametersOf(label: string, items: readonly unknown[]): Parameter[] {
  let from = 0;
  return items.map((item) => {
    const found = spanIn(label, at(item, ["label"]), from);
    if (found?.at !== undefined) from = found.at.end;
    const documentation = normaliseHover(at(item, ["documentation"]));
    return { ...(found ?? { label: unreadableLabel }), ...(documentation === "" ? {} : { documentation }) };
  });
}

/** A pair of offsets, or a text that is searched after the previous parameter. */
function spanIn(signature: string, label: unknown, from: number): Omit<Parameter, "documentation"> | undefined {
  if (typeof label === "string" && label !== "") {
    const start = wordIn(signature, label, from);
    return start === -1 ? { label } : { label, at: { start, end: start + label.length } };
  }
  if (!Array.isArray(label)) return undefined;
  const [start, end] = label as readonly unknown[];
  if (index(start, signature.length) === undefined || index(end, signature.length + 1) === undefined) return undefined;
  const span = { start: start as number, end: end as number };
  return span.start < span.end ? { label: signature.slice(span.start, span.end), at: span } : undefined;
}

/** A short name may be part of another word first, as `a` is in `call(a)`. */
function wordIn(text: string, word: string, from: number): number {
  const isPart = (offset: number): boolean => /^[\p{L}\p{N}_]$/u.test(text.charAt(offset));
  for (let start = text.indexOf(word, from); start !== -1; start = text.indexOf(word, start + 1)) {
    const joins = /^[\p{L}\p{N}_]/u.test(word) && isPart(start - 1);
    if (!joins && !(/[\p{L}\p{N}_]$/u.test(word) && isPart(start + word.length))) return start;
  }
  return -1;
}

function index(value: unknown, length: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < length ? value : undefined;
}
