// Lists and texts of a run as data: bounded, because data that are too large are not sent at all.

import type { FilePath } from "../../model/file-path.ts";
import type { PlacedStep } from "./run-steps.ts";
import { tailOf } from "./run-text.ts";

/** Together they leave room for the rest of an answer of usual size. */
const rawCharacters = 8_000;
const listCharacters = 16_000;
const messageCharacters = 2_000;

export interface RawJson {
  /** The end of what was printed. */
  readonly raw: string;
  readonly raw_cut?: true;
}

export function rawJson(printed: string): RawJson {
  const { text, isCut } = tailOf(printed, rawCharacters);
  return { raw: text, ...(isCut ? { raw_cut: true } : {}) };
}

export interface PlaceJson {
  /** Absolute; null where the tool named no file that is there. */
  readonly file: FilePath | null;
  readonly line: number | null;
  readonly column: number | null;
}

export function placeJson({ file, line, column }: PlacedStep): PlaceJson {
  return { file: file ?? null, line: line ?? null, column: column ?? null };
}

/** As many of the first as have room. */
export function boundedList<T>(all: readonly T[]): { readonly kept: readonly T[]; readonly leftOut: number } {
  let used = 0;
  const kept: T[] = [];
  for (const one of all) {
    used += JSON.stringify(one).length;
    if (used > listCharacters && kept.length > 0) break;
    kept.push(one);
  }
  return { kept, leftOut: all.length - kept.length };
}

export function boundedMessage(message: string): string {
  return message.length <= messageCharacters ? message : `${message.slice(0, messageCharacters)}…`;
}
