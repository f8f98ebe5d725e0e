// Values between a script and the operations: what a script names becomes arguments, and what an operation answers becomes plain data.

import type { FilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";
import type { TargetInput } from "../target.ts";
import { parseTarget } from "../target.ts";
import type { ScriptMethod } from "./methods.ts";
import { scriptSubjectOf } from "./methods.ts";
import { shortPath } from "./inner-operations.ts";

/** The arguments of an operation, from what stands first in a call and what comes after. */
export function inputOf({ operation, name }: ScriptMethod, subject: unknown, options: unknown): object {
  const more = optionsIn(options, name);
  const { kind, key } = scriptSubjectOf(operation);
  if (subject === undefined || subject === null) return more;
  if (kind === "none" || (isRecord(subject) && namesArguments(subject, operation.schema.shape))) {
    return { ...optionsIn(subject, name), ...more };
  }
  if (kind === "target") return { ...targetOf(subject), ...more };
  if (kind === "keys") return { [key]: [subject].flat().map(fileOf), ...more };
  return { [key]: key === "file_path" ? fileOf(subject) : subject, ...more };
}

/** Plain data whose paths begin at the root. */
export function shownValue(root: FilePath, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => shownValue(root, one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isPathKey.test(key) ? shownPaths(root, one) : shownValue(root, one),
    ]),
  );
}

/** What comes after the subject of a call. */
export function optionsIn(options: unknown, name: string): Readonly<Record<string, unknown>> {
  if (options === undefined || options === null) return {};
  if (isRecord(options)) return options;
  return refuse({
    code: "bad_input",
    what: `The options of sl.${name} are an object.`,
    next: `await sl.help("${name}")`,
  });
}

// — below: private, in the order they are used —

/** Whether an object is the arguments themselves, as the library takes them. */
function namesArguments(subject: Readonly<Record<string, unknown>>, shape: object): boolean {
  const keys = Object.keys(subject);
  return keys.length > 0 && keys.every((key) => Object.hasOwn(shape, key)) && !("file" in subject);
}

function targetOf(subject: unknown): TargetInput {
  if (typeof subject === "string") return parseTarget(subject);
  if (isRecord(subject)) {
    const { file, line, column, location, symbol_path } = subject;
    if (typeof file === "string" && typeof line === "number") {
      return { file_path: file, line, ...(typeof column === "number" ? { column } : {}) };
    }
    if (typeof file === "string" && typeof symbol_path === "string") return { file_path: file, symbol_path };
    if (isRecord(location)) return targetOf(location);
  }
  return refuse({
    code: "bad_input",
    what: "This names no symbol.",
    why: Array.isArray(subject) ? "It is a list; a question is about one target." : "It has no file, line and column.",
    next: 'Give "src/a.ts#Cart.total", "src/a.ts:3:7", or one of the objects that an answer lists.',
  });
}

function fileOf(subject: unknown): unknown {
  return isRecord(subject) && typeof subject["file"] === "string" ? subject["file"] : subject;
}

const isPathKey = /^(?:file|path|files|paths|file_path|root)$|_files?$|_path$/;

function shownPaths(root: FilePath, value: unknown): unknown {
  if (typeof value === "string") return shortPath(root, value);
  if (Array.isArray(value)) return value.map((one) => shownPaths(root, one));
  return shownValue(root, value);
}
