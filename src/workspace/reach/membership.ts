// Imports that a change adds or takes away may bring whole packages into a program, with names that all of it sees.

import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import type { ReadText } from "../coverage/tsconfig.ts";
import { readTsConfig } from "../coverage/tsconfig.ts";
import { isRelative, scriptImports } from "../../languages/imports/script-imports.ts";
import { followedFamily } from "../../languages/facts.ts";
import type { Importer } from "./graph.ts";
import { relativeCandidates } from "./script.ts";

/**
 * Whether a file or a package may join or leave what a program of scripts is made of: nobody else who is in it for
 * certain brings it in.
 */
export async function bringsMore(
  changes: readonly TextChange[],
  importers: readonly Importer[],
  projectOf: (file: FilePath) => FilePath | undefined,
  read: ReadText,
): Promise<boolean> {
  const projects = [...new Set(changes.flatMap(({ file }) => projectOf(file) ?? []))];
  const configs = new Map(
    await Promise.all(
      projects.map(async (one) => [one, await readTsConfig(read, joinPath(one, "tsconfig.json"))] as const),
    ),
  );
  const changed = new Set(changes.map(({ file }) => file));
  const others = importers.filter(({ file, family }) => family === "script" && !changed.has(file));
  return changes.some((change) => {
    const modules = followedFamily(change.file) === "script" ? difference(change) : [];
    if (modules.length === 0) return false;
    const project = projectOf(change.file);
    const config = project && configs.get(project);
    const mates = others.filter(({ file }) => projectOf(file) === project && config?.covers(file) === true);
    const known = new Set(mates.flatMap((mate) => mate.modules));
    const files = new Set(mates.flatMap(({ placed }) => placed.files));
    return modules.some((module) => {
      if (module.startsWith("node:")) return false;
      if (!isRelative(module)) return !known.has(module);
      return !relativeCandidates(change.file, module).some((path) => files.has(path) || changed.has(path));
    });
  });
}

// — below: private, in the order they are used —

function difference({ before = "", after = "" }: TextChange): string[] {
  const [was, is] = [new Set(scriptImports(before)), new Set(scriptImports(after))];
  return [...[...was].filter((one) => !is.has(one)), ...[...is].filter((one) => !was.has(one))];
}
