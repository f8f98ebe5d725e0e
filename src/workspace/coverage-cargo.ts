// Coverage of rust-analyzer: it loads the Cargo workspace of the root, or of the directories right below the root.
//
// Invariant: a crate counts as loaded only where the manifests say so; a crate that merely lies below is not.

import { matchesGlob } from "../catalog/globs.ts";
import type { FilePath } from "../model/file-path.ts";
import { display, joinPath, parentOf, relativeTo } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import type { CoverageQuestion } from "./coverage-question.ts";
import { holdersOf, nearestOf, notLoaded } from "./coverage-question.ts";
import type { TomlLine } from "./coverage-toml.ts";
import { tomlLines, tomlTexts } from "./coverage-toml.ts";

export async function cargoCoverage(question: CoverageQuestion): Promise<Reason[]> {
  const { root, file, title } = question;
  if (question.files.includes(joinPath(root, "rust-project.json"))) {
    return [{ code: "server_not_exhaustive", detail: "which files rust-project.json leaves out is not known" }];
  }
  const crates = holdersOf(question.files, "Cargo.toml");
  const own = nearestOf(root, crates, file);
  const tops = crates.has(root) ? [root] : [...crates].filter((crate) => parentOf(crate) === root);
  const loaded = new Set<FilePath>();
  for (const top of tops) for (const crate of await cratesOf(question, top, crates)) loaded.add(crate);
  if (own === undefined || !loaded.has(own)) {
    return [{ code: "server_not_exhaustive", detail: `${title} does not load the crate of ${display(root, file)}` }];
  }
  const missing = question.files.filter((path) => {
    const crate = path.endsWith(".rs") ? nearestOf(root, crates, path) : own;
    return crate === undefined || !loaded.has(crate);
  });
  return notLoaded(question, missing, "in crates that are not loaded");
}

/** Whether a directory, relative to the workspace, is a member by these lists. */
export function isMember(relative: string, members: readonly string[], exclude: readonly string[]): boolean {
  const parts = relative.split("/");
  const isExcluded = exclude.some((one) => startsWith(parts, cleaned(one).split("/")));
  return !isExcluded && members.some((one) => sameParts(cleaned(one).split("/"), parts));
}

// — below: private, in the order they are used —

function cleaned(pattern: string): string {
  return pattern.replace(/^\.\//, "").replace(/\/+$/, "");
}

function startsWith(parts: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((part, index) => part === parts[index]);
}

function sameParts(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.length === parts.length && pattern.every((part, index) => matchesGlob(part, parts[index] ?? ""));
}

/** The crates that are loaded with a manifest: itself, its members, and what members depend on by path inside it. */
async function cratesOf(
  question: CoverageQuestion,
  top: FilePath,
  crates: ReadonlySet<FilePath>,
): Promise<Set<FilePath>> {
  const lines = await manifestOf(question, top);
  const found = new Set([top]);
  if (!lines.some(({ key }) => key === "workspace" || key.startsWith("workspace."))) return found;
  const listed = (key: string): string[] =>
    lines.filter((line) => line.key === key).flatMap((line) => tomlTexts(line.value));
  const [members, exclude] = [listed("workspace.members"), listed("workspace.exclude")];
  for (const crate of crates) {
    if (isMember(relativeTo(top, crate) ?? "", members, exclude)) found.add(crate);
  }
  // A set goes on to the elements that are added while it is walked.
  for (const crate of found) {
    for (const path of pathDependencies(await manifestOf(question, crate))) {
      const target = joinPath(crate, path);
      const relative = relativeTo(top, target);
      if (relative !== undefined && crates.has(target) && isMember(relative, [relative], exclude)) found.add(target);
    }
  }
  return found;
}

async function manifestOf(question: CoverageQuestion, crate: FilePath): Promise<TomlLine[]> {
  return tomlLines((await question.read(joinPath(crate, "Cargo.toml"))) ?? "");
}

function pathDependencies(lines: readonly TomlLine[]): string[] {
  return lines.flatMap(({ key, value }) => {
    if (!/(?:^|\.)(?:dev-|build-)?dependencies\./.test(key) || key.startsWith("workspace.")) return [];
    if (key.endsWith(".path")) return tomlTexts(value);
    const [, path] = /\bpath\s*=\s*["']([^"']+)["']/.exec(value) ?? [];
    return path === undefined ? [] : [path];
  });
}
