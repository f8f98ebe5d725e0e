// Coverage of rust-analyzer: it loads the Cargo workspaces of its folders, or of the directories right below them.
//
// Quirk(rust-analyzer 0.0.330): a crate that two Cargo workspaces build with different features is two crates to it,
// and a search finds the uses of one of them (5 of 7).
// Invariant: a crate counts as loaded only where the manifests say so; a crate that merely lies below is not.

import { matchesGlob } from "../../catalog/globs.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, display, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import type { Coverage, CoverageQuestion, FolderAnchor } from "./question.ts";
import { grouped, holdersOf, named, nearestOf, notLoaded } from "./question.ts";
import type { TomlLine } from "../../languages/formats/toml.ts";
import { tomlLines, tomlTexts } from "../../languages/formats/toml.ts";

export async function cargoCoverage(question: CoverageQuestion): Promise<Coverage> {
  const { root, file, title } = question;
  if (question.files.includes(joinPath(root, "rust-project.json"))) {
    const detail = "which files rust-project.json leaves out is unknown";
    return { reasons: [{ code: "server_not_exhaustive", detail }], anchors: [] };
  }
  const crates = holdersOf(question.files, "Cargo.toml");
  const own = nearestOf(root, crates, file);
  const loaded = await loadedCrates(question, crates);
  const missing = question.files.filter((path) => {
    if (!path.endsWith(".rs")) return false;
    const crate = nearestOf(root, crates, path);
    return crate === undefined || !loaded.has(crate);
  });
  const tops = await grouped(missing, async (path) => {
    const crate = nearestOf(root, crates, path);
    return crate && topOf(question, crate, crates);
  });
  const anchors: FolderAnchor[] = [...tops.keys()].map((project) => ({ by: "folder", project }));
  if (own === undefined || !loaded.has(own)) {
    const detail = `${title} does not load the crate of ${display(root, file)}`;
    return { reasons: [{ code: "server_not_exhaustive", detail }], anchors };
  }
  return {
    reasons: [
      ...notLoaded(question, missing, "in crates that are not loaded"),
      ...(await builtTwice(question, loaded, crates)),
    ],
    anchors,
  };
}

/** Whether a directory, relative to the workspace, is a member by these lists. */
export function isMember(relative: string, members: readonly string[], exclude: readonly string[]): boolean {
  const parts = relative.split("/");
  const isExcluded = exclude.some((one) => startsWith(parts, cleaned(one).split("/")));
  return !isExcluded && members.some((one) => sameParts(cleaned(one).split("/"), parts));
}

// — below: private, in the order they are used —

function cleaned(pattern: string): string {
  return pattern.replace(/^\.\//, "").replace(/(?<!\/)\/+$/, "");
}

function startsWith(parts: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((part, index) => part === parts[index]);
}

function sameParts(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.length === parts.length && pattern.every((part, index) => matchesGlob(part, parts[index] ?? ""));
}

/** Each crate that is loaded, with the manifest it is loaded by. */
async function loadedCrates(
  question: CoverageQuestion,
  crates: ReadonlySet<FilePath>,
): Promise<Map<FilePath, FilePath>> {
  const loaded = new Map<FilePath, FilePath>();
  for (const folder of [question.root, ...question.folders]) {
    const tops = crates.has(folder) ? [folder] : [...crates].filter((crate) => parentOf(crate) === folder);
    for (const top of tops) for (const crate of await cratesOf(question, top, crates)) loaded.set(crate, top);
  }
  return loaded;
}

/** The directory to load a crate by; undefined where Cargo would refuse, because a workspace above does not know it. */
async function topOf(
  question: CoverageQuestion,
  crate: FilePath,
  crates: ReadonlySet<FilePath>,
): Promise<FilePath | undefined> {
  for (const above of ancestors(joinPath(crate, "Cargo.toml"), question.root)) {
    const lines = crates.has(above) ? await manifestOf(question, above) : [];
    if (!isWorkspace(lines)) continue;
    if ((await cratesOf(question, above, crates)).has(crate)) return above;
    const relative = relativeTo(above, crate) ?? "";
    return isMember(relative, [relative], listed(lines, "workspace.exclude")) ? undefined : crate;
  }
  return crate;
}

/** Crates that several Cargo workspaces build, unless there is nothing in which the builds could differ. */
async function builtTwice(
  question: CoverageQuestion,
  loaded: ReadonlyMap<FilePath, FilePath>,
  crates: ReadonlySet<FilePath>,
): Promise<Reason[]> {
  const shared = new Set<FilePath>();
  for (const [crate, top] of loaded) {
    for (const path of pathDependencies(await manifestOf(question, crate), "inherited too")) {
      const target = joinPath(crate, path);
      if (crates.has(target) && loaded.get(target) !== top) shared.add(target);
    }
  }
  const doubtful: FilePath[] = [];
  for (const crate of shared) {
    const isPlain = (await manifestOf(question, crate)).every(({ key }) => !varying.test(key));
    if (!isPlain || question.files.includes(joinPath(crate, "build.rs"))) doubtful.push(crate);
  }
  if (doubtful.length === 0) return [];
  const what = `${named(question.root, doubtful)} ${doubtful.length === 1 ? "belongs" : "belong"} to several workspaces`;
  return [{ code: "server_not_exhaustive", detail: `${what} of Cargo, and uses in some of them may be missed` }];
}

/** What may make two builds of one crate differ. */
const varying =
  /^(?:features|(?:build-|dev-)?dependencies|target|package\.build|package\.links|lib\.proc-macro)(?:\.|$)/;

/** The crates that are loaded with a manifest: itself, its members, and what members depend on by path inside it. */
async function cratesOf(
  question: CoverageQuestion,
  top: FilePath,
  crates: ReadonlySet<FilePath>,
): Promise<Set<FilePath>> {
  const lines = await manifestOf(question, top);
  const found = new Set([top]);
  if (!isWorkspace(lines)) return found;
  const [members, exclude] = [listed(lines, "workspace.members"), listed(lines, "workspace.exclude")];
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

function isWorkspace(lines: readonly TomlLine[]): boolean {
  return lines.some(({ key }) => key === "workspace" || key.startsWith("workspace."));
}

function listed(lines: readonly TomlLine[], key: string): string[] {
  return lines.filter((line) => line.key === key).flatMap((line) => tomlTexts(line.value));
}

async function manifestOf(question: CoverageQuestion, crate: FilePath): Promise<TomlLine[]> {
  return tomlLines((await question.read(joinPath(crate, "Cargo.toml"))) ?? "");
}

function pathDependencies(lines: readonly TomlLine[], which: "own" | "inherited too" = "own"): string[] {
  return lines.flatMap(({ key, value }) => {
    if (!/(?:^|\.)(?:dev-|build-)?dependencies\./.test(key)) return [];
    if (which === "own" && key.startsWith("workspace.")) return [];
    if (key.endsWith(".path")) return tomlTexts(value);
    const [, path] = /\bpath\s*=\s*["']([^"']+)["']/.exec(value) ?? [];
    return path === undefined ? [] : [path];
  });
}
