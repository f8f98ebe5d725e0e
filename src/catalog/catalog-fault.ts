// What is wrong with a user's configuration of the catalogue, and the checks that find it.
//
// The values come from files that people write, so a type says what is meant and a check makes sure of it.

import { parseFilePath } from "../model/file-path.ts";
import { isRecord } from "../std/json.ts";

/** Configuration that cannot be meant. The caller turns it into a refusal. */
export class CatalogFault extends Error {
  override readonly name = "CatalogFault";
  /** Where it is, e.g. `servers[2].command`. */
  readonly field: string;

  constructor(field: string, why: string) {
    super(`${field} ${why}`);
    this.field = field;
  }
}

export function wantText(value: unknown, field: string): string {
  if (typeof value !== "string" || value.trim() === "") throw new CatalogFault(field, "must be a non-empty string");
  return value;
}

export function wantTexts(value: unknown, field: string): readonly string[] {
  if (!Array.isArray(value)) throw new CatalogFault(field, "must be a list of strings");
  for (const [index, item] of value.entries()) {
    if (typeof item !== "string") throw new CatalogFault(`${field}[${index}]`, "must be a string");
  }
  return value;
}

export function wantList<T>(value: readonly T[] | undefined, field: string): readonly T[] {
  if (value !== undefined && !Array.isArray(value)) throw new CatalogFault(field, "must be a list");
  return value ?? [];
}

export function wantRecord(value: unknown, field: string): { readonly [key: string]: unknown } {
  if (!isRecord(value)) throw new CatalogFault(field, "must be an object");
  return value;
}

export function wantOneOf<T extends string>(value: unknown, known: readonly T[], field: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new CatalogFault(field, `must be one of ${known.join(", ")}`);
  return found;
}

export function wantNumber(value: unknown, least: number, most: number, field: string): number {
  const fits = typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
  if (!fits) throw new CatalogFault(field, `must be a whole number from ${least} to ${most}`);
  return value;
}

export function wantFlag(value: unknown, field: string): boolean {
  if (typeof value !== "boolean") throw new CatalogFault(field, "must be true or false");
  return value;
}

/** A misspelt field would be ignored in silence, and its author would look for the mistake elsewhere. */
export function wantOnly(value: object, known: readonly string[], field: string): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key))
      throw new CatalogFault(`${field}.${key}`, `is not a field; known are ${known.join(", ")}`);
  }
}

/** A bare name is searched on the PATH; a relative path would depend on the working directory. */
export function wantProgram(value: unknown, field: string): string {
  const program = wantText(value, field);
  if (/[\\/]/.test(program) && parseFilePath(program) === undefined) {
    throw new CatalogFault(field, "must be a program name or an absolute path");
  }
  return program;
}

export function wantEnv(value: unknown, field: string): { readonly [name: string]: string } {
  const env = wantRecord(value, field);
  for (const [name, text] of Object.entries(env)) {
    if (typeof text !== "string") throw new CatalogFault(`${field}.${name}`, "must be a string");
  }
  return env as { readonly [name: string]: string };
}

/** `TS`, `ts` and `.ts` all mean `.ts`. */
export function wantExtensions(value: unknown, field: string): readonly string[] {
  const extensions = wantTexts(value, field);
  if (extensions.length === 0) throw new CatalogFault(field, "must list at least one extension");
  return extensions.map((raw, index) => {
    const extension = `.${raw.trim().replace(/^\./, "").toLowerCase()}`;
    if (!/^\.[^\s/\\*?{}]+$/.test(extension)) throw new CatalogFault(`${field}[${index}]`, "is not an extension");
    return extension;
  });
}
