// The settings as rows, derived from their schema: for `sightline config` and for the page that documents them.

import { z } from "zod";
import { at, isRecord } from "../std/json.ts";
import { settingsSchema } from "./settings.ts";

export interface SettingRow {
  /** `restart.max`. */
  readonly name: string;
  readonly type: string;
  /** Undefined where it is not set by default. */
  readonly byDefault: unknown;
  readonly description: string;
}

/** A set of values, named by where it comes from, e.g. `profile nexo` or `file F`. */
export interface Layer {
  readonly origin: string;
  readonly values: object;
}

/** Every setting, in the order of the schema. */
export function settingRows(): SettingRow[] {
  const groups = propertiesOf(z.toJSONSchema(settingsSchema, { io: "input" }));
  return groups.flatMap(([group, schema]) =>
    propertiesOf(schema).map(([key, leaf]) => ({
      name: `${group}.${key}`,
      type: typeOf(leaf),
      byDefault: leaf["default"],
      description: typeof leaf["description"] === "string" ? leaf["description"] : "",
    })),
  );
}

/** The value of a setting and where it comes from: the first layer that has it, else the default. */
export function settingOf(
  row: SettingRow,
  layers: readonly Layer[],
): { readonly value: unknown; readonly origin: string } {
  const path = row.name.split(".");
  for (const { origin, values } of layers) {
    const value = at(values, path);
    if (value !== undefined) return { value, origin };
  }
  return { value: row.byDefault, origin: "default" };
}

// — below: private, in the order they are used —

type Schema = Readonly<Record<string, unknown>>;

function propertiesOf(schema: Schema): [string, Schema][] {
  const properties = schema["properties"];
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([key, value]): [string, Schema][] =>
    isRecord(value) ? [[key, value]] : [],
  );
}

function typeOf(schema: Schema): string {
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices.map((choice) => `\`${String(choice)}\``).join(" or ");
  if (schema["type"] === "array") return listTypes[String(at(schema, ["items", "type"]))] ?? "list of whole numbers";
  if (isRecord(schema["additionalProperties"])) return "lists of words by name";
  return schema["type"] === "integer" ? "whole number" : String(schema["type"]);
}

const listTypes: Readonly<Record<string, string>> = { string: "list of words", object: "list of rules" };
