// An operation's arguments as JSON Schema, as small as a model can use and as plain as every client accepts.
//
// Invariant: nothing here decides what is accepted; the engine decodes with the full schema and says what is wrong.
// Invariant: no unions, references or lists of types; some clients reject a whole list of tools for one of them.

import { z } from "zod";
import type { JsonValue } from "../../std/json.ts";
import { isRecord } from "../../std/json.ts";

type JsonObject = { [key: string]: JsonValue };

export type ToolSchema = JsonObject & { type: "object"; properties: { [name: string]: JsonObject } };

/** How arguments that several operations share are shown; one of the same name that means something else is not among them. */
export interface Shown {
  /** Described elsewhere, once for all tools, with what can be chosen. */
  readonly explained: ReadonlySet<z.core.$ZodType>;
  /** After those that say what is asked. */
  readonly last: ReadonlySet<z.core.$ZodType>;
  /** Of no use to a client that is shown no more than this. */
  readonly hidden: ReadonlySet<z.core.$ZodType>;
}

export function toolSchema(schema: z.ZodObject, { explained, last, hidden }: Shown): ToolSchema {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const offered = Object.entries(schema.shape).filter(([, one]) => !hidden.has(one));
  const properties: { [name: string]: JsonObject } = {};
  for (const [name, argument] of [
    ...offered.filter(([, one]) => !last.has(one)),
    ...offered.filter(([, one]) => last.has(one)),
  ]) {
    const { description, enum: choices, ...property } = small(whole.properties?.[name]);
    const said = {
      ...(choices === undefined ? {} : { enum: choices }),
      ...(description === undefined ? {} : { description }),
    };
    properties[name] = explained.has(argument) ? property : { ...property, ...said };
  }
  return {
    type: "object",
    properties,
    ...(whole.required === undefined ? {} : { required: whole.required }),
    additionalProperties: false,
  };
}

/** Bounds and patterns are left out: a refusal names them to a caller that violates them, and no other caller pays for them. */
function small(full: unknown): JsonObject {
  if (!isRecord(full)) return {};
  const kept: JsonObject = {};
  for (const keyword of ["type", "enum", "required", "description"]) {
    const value = full[keyword];
    if (value !== undefined) kept[keyword] = value as JsonValue;
  }
  if ("const" in full) kept["enum"] = [full["const"] as JsonValue];
  // What one would guess anyway is not said.
  if (full["default"]) kept["default"] = full["default"] as JsonValue;
  if (isRecord(full["items"])) kept["items"] = small(full["items"]);
  const { properties } = full;
  if (isRecord(properties)) {
    kept["properties"] = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, small(one)]));
    if (full["additionalProperties"] === false) kept["additionalProperties"] = false;
  }
  return kept;
}
