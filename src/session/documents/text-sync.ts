// How a server wants to be told about text, from what it declared and registered.

import type { LineIndex, PositionEncoding } from "../../model/line-index.ts";
import type { Capabilities } from "../../protocol/capabilities.ts";
import { at, isRecord } from "../../std/json.ts";

export interface TextSync {
  readonly openClose: boolean;
  readonly change: "none" | "full" | "incremental";
  readonly save: false | { readonly includeText: boolean };
}

/** Spec: LSP 3.18 TextDocumentSyncOptions: a bare number means open/close and that kind of change. */
export function textSync(capabilities: Capabilities): TextSync {
  const declared = at(capabilities.declared, ["textDocumentSync"]);
  const options = isRecord(declared) ? declared : {};
  const kind = typeof declared === "number" ? declared : options["change"];
  const registered = (method: string): boolean => capabilities.registrations(`textDocument/${method}`).length > 0;
  const kindNow = kind ?? at(capabilities.registrations("textDocument/didChange")[0]?.options, ["syncKind"]);
  const change = kindNow === 1 ? "full" : kindNow === 2 ? "incremental" : "none";
  return {
    openClose: (typeof declared === "number" && declared > 0) || options["openClose"] === true || registered("didOpen"),
    change,
    save: saveWish(options["save"], capabilities),
  };
}

function saveWish(declared: unknown, capabilities: Capabilities): TextSync["save"] {
  const registration = capabilities.registrations("textDocument/didSave")[0];
  const wish = declared ?? (registration === undefined ? undefined : (registration.options ?? {}));
  if (wish === true) return { includeText: false };
  return isRecord(wish) ? { includeText: wish["includeText"] === true } : false;
}

export interface WireChange {
  readonly text: string;
  readonly range?: { readonly start: WirePosition; readonly end: WirePosition };
}
type WirePosition = { readonly line: number; readonly character: number };

/** The whole text: right for every server that takes changes at all. */
export function fullChange(text: string): WireChange[] {
  return [{ text }];
}

/** One range from the first to the last difference, for servers that take nothing else. */
export function rangeChange(before: LineIndex, after: string, encoding: PositionEncoding): WireChange[] {
  const old = before.text;
  const shorter = Math.min(old.length, after.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (tail < shorter - start && old.charCodeAt(old.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail++;
  // Never cut inside a surrogate pair or between \r and \n: positions there do not exist.
  while (start > 0 && splits(old, start)) start--;
  while (tail > 0 && splits(old, old.length - tail)) tail--;
  const range = { start: before.unitsOf(start, encoding), end: before.unitsOf(old.length - tail, encoding) };
  return [{ range, text: after.slice(start, after.length - tail) }];
}

function splits(text: string, offset: number): boolean {
  const here = text.charCodeAt(offset);
  const before = text.charCodeAt(offset - 1);
  return (here >= 0xdc00 && here <= 0xdfff) || (before === 13 && here === 10);
}
