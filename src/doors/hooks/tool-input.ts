// From what an agent's editing tool is given to the files that it writes; agents differ in how they name the same things.

import { isRecord } from "../../std/json.ts";
import { editsOfPatch } from "./apply-patch.ts";
import type { FileEdit, TextStep } from "./file-edit.ts";

/** Empty where no file is named. */
export function editsOfTool(given: unknown, response: unknown): readonly FileEdit[] {
  const input = recordOf(given);
  const patch = textAt(input, patchKeys);
  const patched = patch === undefined ? undefined : editsOfPatch(patch);
  if (patched !== undefined) return patched;
  const file = textAt(input, fileKeys);
  const parts = listAt(input, partKeys);
  if (file === undefined) {
    const named = parts.flatMap((part) => editsOfTool(part, undefined));
    return named.length > 0 ? named : filesIn(input).map((one) => ({ file: one, steps: undefined }));
  }
  const steps = stepsOf(input, parts);
  const former = formerIn(response);
  return [{ file, steps, ...(former === undefined ? {} : { former }) }];
}

// — below: private, in the order they are used —

type Keys = readonly string[];

const fileKeys: Keys = ["file_path", "filePath", "notebook_path", "path"];
const wholeKeys: Keys = ["content", "contents", "file_text"];
const oldKeys: Keys = ["old_string", "oldString", "old_text"];
const newKeys: Keys = ["new_string", "newString", "new_text"];
const partKeys: Keys = ["edits", "replacements"];
const patchKeys: Keys = ["command", "input", "patchText", "patch"];

/** Some agents hand the input over as JSON in a text. */
function recordOf(given: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(given)) return given;
  if (typeof given !== "string") return {};
  // Codex hands a patch over as it is in some versions.
  if (given.includes("*** Begin Patch")) return { patch: given };
  try {
    const value: unknown = JSON.parse(given);
    return isRecord(value) ? value : {};
  } catch {
    // Not JSON: it names no file in a way that is known.
    return {};
  }
}

function textAt(input: Readonly<Record<string, unknown>>, keys: Keys): string | undefined {
  const found = keys.map((key) => input[key]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : undefined;
}

function listAt(input: Readonly<Record<string, unknown>>, keys: Keys): readonly unknown[] {
  const found: unknown = keys.map((key) => input[key]).find((value) => Array.isArray(value));
  return Array.isArray(found) ? found : [];
}

function filesIn(input: Readonly<Record<string, unknown>>): readonly string[] {
  return listAt(input, ["files"]).filter((one) => typeof one === "string");
}

function stepsOf(input: Readonly<Record<string, unknown>>, parts: readonly unknown[]): FileEdit["steps"] {
  const text = textAt(input, wholeKeys);
  if (text !== undefined) return [{ kind: "whole", text }];
  const steps = (parts.length > 0 ? parts : [input]).map((part) => swapOf(recordOf(part)));
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

function swapOf(part: Readonly<Record<string, unknown>>): TextStep | undefined {
  const [from, to] = [textAt(part, oldKeys), textAt(part, newKeys)];
  if (from === undefined || to === undefined) return undefined;
  const { replace_all, replaceAll, allow_multiple, expected_replacements: expected } = part;
  const all =
    [replace_all, replaceAll, allow_multiple].includes(true) || (typeof expected === "number" && expected > 1);
  return { kind: "swap", from, to, all };
}

/** Claude Code tells with its edits what the file held before; other agents do not. */
function formerIn(response: unknown): string | undefined {
  const former = isRecord(response) ? response["originalFile"] : undefined;
  return typeof former === "string" ? former : undefined;
}
