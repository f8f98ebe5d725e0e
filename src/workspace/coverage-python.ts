// Coverage of Pyright: everything below the root that is not hidden, unless its configuration says less.

import { joinPath, relativeTo } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import { isRecord } from "../std/json.ts";
import { parseJsonc } from "./coverage-jsonc.ts";
import type { Coverage, CoverageQuestion } from "./coverage-question.ts";
import { anchorsFor, notLoaded } from "./coverage-question.ts";
import { tomlLines } from "./coverage-toml.ts";

export async function pythonCoverage(question: CoverageQuestion): Promise<Coverage> {
  const { root, title } = question;
  const config = await question.read(joinPath(root, "pyrightconfig.json"));
  const manifest = await question.read(joinPath(root, "pyproject.toml"));
  const limits = [
    ...(config === undefined ? [] : limitsInJson(config).map((name) => `pyrightconfig.json (${name})`)),
    ...(manifest === undefined ? [] : limitsInToml(manifest).map((name) => `pyproject.toml (${name})`)),
  ];
  const [limit] = limits;
  const scoped: Reason[] =
    limit === undefined ? [] : [{ code: "scoped", detail: `${limit} limits what ${title} reads` }];
  const open = new Set([question.file, ...question.open]);
  const hidden = question.files.filter(
    (path) => /\.pyi?$/.test(path) && /(?:^|\/)\./.test(relativeTo(root, path) ?? "") && !open.has(path),
  );
  return {
    reasons: [...scoped, ...notLoaded(question, hidden, `in hidden directories, which ${title} leaves out`)],
    // What is opened is searched, hidden or not.
    anchors: anchorsFor(new Map(hidden.map((path) => [path, [path]]))),
  };
}

/** The settings of a pyrightconfig.json that may leave files out. */
export function limitsInJson(text: string): string[] {
  const value = parseJsonc(text);
  return isRecord(value) ? limiting.filter((name) => Object.hasOwn(value, name)) : ["not understood"];
}

/** The same of a pyproject.toml; a table that is written in one line counts as one of them. */
export function limitsInToml(text: string): string[] {
  return tomlLines(text).flatMap(({ key, value }) => {
    const [, name] = /^tool\.(?:based)?pyright(?:\.(.+))?$/.exec(key) ?? [];
    if (name !== undefined) return limiting.filter((one) => one === name);
    return /^tool\.(?:based)?pyright$/.test(key) && value !== "" ? ["one line"] : [];
  });
}

// — below: private, in the order they are used —

const limiting = ["include", "exclude", "ignore", "extends"];
