// What only scripts ask: the files of the roots by pattern, and the text of one. No door offers them, for an agent has tools
// of its own for both; inside of a script they are calls like any other, judged by policy and recorded.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { expandBraces } from "../../std/braces.ts";
import { compilePattern, followPattern } from "../../std/path-pattern.ts";
import { counted } from "../../std/words.ts";
import type { Operation } from "../define.ts";
import { defineQuery } from "../define.ts";

const shared = {
  guidance: "",
  exposure: "full",
  needs: [],
  hints: () => [],
  examples: [],
} as const;

const listFiles = defineQuery({
  ...shared,
  name: "list_files",
  title: "List Files",
  summary: "List the source files of the roots, all of them or those that match.",
  cli: { command: "list-files", positional: "files" },
  input: { patterns: z.array(z.string()).optional() },
  async run({ view }, { patterns }): Promise<Answer<string[]>> {
    const isMeant = patterns === undefined ? () => true : matcherOf(patterns);
    const nameOf = (file: FilePath): string => shortPath(view.root, file);
    const parts = await Promise.all(
      (await view.all()).map(async (snapshot) => {
        const { files, reasons } = await snapshot.rootSources((file) => isMeant(nameOf(file)));
        const all = files.map(({ file }) => file);
        const readable = await view.readable(snapshot.root, all);
        return { names: readable.map(nameOf), reasons: [...reasons, ...deniedReasons(all.length - readable.length)] };
      }),
    );
    return {
      value: parts.flatMap(({ names }) => names).sort(),
      standing: standingOf(parts.flatMap((one) => one.reasons)),
    };
  },
  isEmpty: (names) => names.length === 0,
  toText: (names) => names.join("\n"),
  toJson: (names) => names,
});

const line = z.int().min(1).optional();

const readText = defineQuery({
  ...shared,
  name: "read_text",
  title: "Read Text",
  summary: "Read a file, or its lines from one to another.",
  cli: { command: "read-text", positional: "file" },
  input: { file_path: z.string().min(1), from: line, to: line },
  async run({ view }, { file_path, from, to }): Promise<Answer<string>> {
    const { snapshot, file } = await view.locate(file_path);
    const index = await snapshot.text(file);
    const standing = standingOf([]);
    if (from === undefined && to === undefined) return { value: index.text, standing };
    const last = Math.min(index.lineCount, to ?? index.lineCount);
    const lines: string[] = [];
    for (let at = from ?? 1; at <= last; at++) lines.push(index.lineText(at) ?? "");
    return { value: lines.join("\n"), standing };
  },
  isEmpty: (text) => text === "",
  toText: (text) => text,
  toJson: (text) => text,
});

export const innerOperations: readonly Operation[] = [listFiles, readText];

/** A path as a script is shown it and may give it back: below the root it begins there. */
export function shortPath(root: FilePath, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

// — below: private, in the order they are used —

function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const compiled = patterns.flatMap((pattern) => {
    // Without a slash it is a name, wherever the file lies.
    const whole = pattern.includes("/") ? pattern.replace(/^\.\//, "") : `**/${pattern}`;
    return expandBraces(whole).map((one) => compilePattern(one) ?? noPattern(pattern));
  });
  return (name) => compiled.some((one) => followPattern(one, name.split("/")).isWhole);
}

function noPattern(pattern: string): never {
  return refuse({
    code: "bad_input",
    what: `${JSON.stringify(pattern.slice(0, 80))} is no pattern of files.`,
    why: "It has a bracket that never ends.",
    next: 'Such as "src/**/*.ts".',
  });
}

/** Their names are not told either. */
function deniedReasons(count: number): Reason[] {
  return count === 0
    ? []
    : [{ code: "scoped", detail: `${counted(count, "file")} left out, which policy denies to read` }];
}
