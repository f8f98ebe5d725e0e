// The entries of a configuration that lead somewhere, before they are resolved.

import type { Unclear } from "../../languages/leads/lead.ts";
import { climbsBehindName, isClimbing, unsupportedCharacters } from "../../languages/leads/lead.ts";
import { importedBy } from "../../languages/script/leads.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import { parseJsonc, quotedTexts } from "../../languages/formats/jsonc.ts";

export interface ConfiguredText {
  /** As the configuration has it. */
  readonly written: string;
  /**
   * `searched`: only what is imported or included is read there. `environment`: it holds packages of Python. `named`: a
   * package is taken in by its name.
   */
  readonly way: "taken" | "searched" | "environment" | "named";
  /** The directory that it counts from, where that is not the one of the configuration. */
  readonly base?: FilePath;
  readonly unclear?: Unclear;
  /** What the file is that it names, where a server believes it like the configuration itself. */
  readonly role?: ConfiguredRole;
}

/** `opaque` is what no reader of ours understands: maps of files, and what a compiler has built. */
export type ConfiguredRole = "settings" | "flags" | "modulemap" | "code" | "opaque";

/** A path that is taken in. */
export function taken(written: string): ConfiguredText {
  const unclear = doubtOf(written);
  return { written, way: "taken", ...(unclear === undefined ? {} : { unclear }) };
}

/** A package, or a path, as an import has it. */
export function imported(written: string): ConfiguredText {
  const { path, way, unclear } = importedBy({ path: written }, 0);
  if (unclear !== undefined) return { written, way: "taken", unclear };
  return way === "named" ? { written: path, way: "named" } : taken(written);
}

function doubtOf(written: string): Unclear | undefined {
  return written.includes("\\")
    ? "it contains an escape"
    : (unsupportedCharacters(written) ?? climbsBehindName(written));
}

/** The value where it is understood as every reader does it; else what in it may lead away from where it lies. */
export function readJson(text: string): { readonly value: unknown } | { readonly texts: ConfiguredText[] } {
  const value = parseJsonc(text);
  // What is said twice one reader takes from here and another one from there.
  if (value !== undefined && countTexts(value) === quotedTexts(text).length) return { value };
  const leaving = /\.\.|\\|["'`](?:[/~]|file:|[A-Za-z]:\/)/i.exec(text);
  if (leaving === null) return { texts: [] };
  const line = text.slice(leaving.index).split(/[\n\r]/, 1)[0] ?? "";
  return { texts: [{ written: line.slice(0, 50), way: "taken", unclear: "it is not written as JSON" }] };
}

/** Every text in quotes that is absolute or climbs. */
export function leavingTexts(text: string): ConfiguredText[] {
  return quotedTexts(text)
    .filter((one) => /^(?:[\\/~]|[A-Za-z]:[\\/]|file:)/i.test(one) || isClimbing(one))
    .map(taken);
}

/** Keys and values; a loop, for a file may be nested as deeply as its author likes. */
function countTexts(value: unknown): number {
  let count = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const here = waiting.pop();
    if (typeof here === "string") count++;
    else if (Array.isArray(here)) for (const one of here) waiting.push(one);
    else if (isRecord(here)) {
      for (const key of Object.keys(here)) {
        count++;
        waiting.push(here[key]);
      }
    }
  }
  return count;
}
