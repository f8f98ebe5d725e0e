// Go files that the go command leaves out because of a name: `testdata`, and whatever begins with `_` or `.`.
//
// Spec: `go help packages`. Only those count that can use code of the root; most of such files are samples without imports.
// Quirk(gopls 0.23.0): a package in such a directory is searched from when one of its files is opened, but its external
// tests are a package of their own, and of two packages in one directory only one is; a file with such a name never is.

import { goModuleName, isOfModule, requiredModules } from "../../languages/go/manifests.ts";
import { goImports } from "../../languages/go/imports.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import type { Coverage, CoverageQuestion } from "./question.ts";
import { anchorsFor, shortList } from "./question.ts";
import { counted } from "../../std/words.ts";

/** What a Go file says of itself; its package and its imports only where a name in its path may leave it out. */
export interface GoFacts {
  /** It belongs to the build configuration that is searched. */
  readonly isBuilt: boolean;
  readonly package: string;
  readonly imports: readonly string[];
}

export interface GoFile extends GoFacts {
  readonly path: FilePath;
  /** The directory of its module. */
  readonly module: FilePath;
}

export function goFacts(path: FilePath, text: string, isBuilt: boolean): GoFacts {
  if (!path.split("/").some(isLeftOutName)) return { isBuilt, package: "", imports: [] };
  const code = text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g, " ");
  return { isBuilt, package: /^\s*package\s+([\p{L}\p{N}_]+)/u.exec(code)?.[1] ?? "", imports: goImports(text) };
}

/** Whether a file itself is left out, wherever it lies. */
export function isLeftOutFile(path: FilePath): boolean {
  return /^[_.]/.test(baseName(path));
}

/** The package that a file belongs to or tests: external tests stand beside what they test. */
export function goPackageOf(file: Pick<GoFile, "path" | "package">): string {
  return file.path.endsWith("_test.go") ? file.package.replace(/_test$/, "") : file.package;
}

/** What of these files is not searched, and what would make it be. */
export async function leftOutCoverage(
  question: CoverageQuestion,
  modules: ReadonlySet<FilePath>,
  files: readonly GoFile[],
): Promise<Coverage> {
  const out = files.filter((file) => file.isBuilt && outermost(file) !== undefined);
  if (out.length === 0) return { reasons: [], anchors: [] };
  const { root } = question;
  const manifests = await manifestsOf(question, modules);
  const names = [...manifests.values()].map(({ name }) => name);
  const whole = new Set(
    [question.file, ...files.filter((file) => outermost(file) === undefined).map(({ path }) => path)].map(parentOf),
  );
  const using = new Set(
    out.filter((file) => usesRoot(file, names) || (isPartOfPackage(file) && whole.has(parentOf(file.path)))),
  );
  const needy = [...using].filter((file) => isNeedy(file, names, manifests.get(file.module)?.required ?? []));
  const open = new Set(question.open);
  const missing: GoFile[] = [...using].filter(({ path }) => isLeftOutFile(path));
  const anchors = new Map<FilePath, FilePath[]>();
  for (const directory of byDirectory(out.filter(({ path }) => !isLeftOutFile(path)))) {
    const isOne = new Set(directory.map(goPackageOf)).size === 1;
    for (const name of new Set(directory.map((file) => file.package))) {
      const mates = directory.filter((file) => file.package === name);
      const used = mates.filter((file) => using.has(file));
      const [first] = used;
      if (first === undefined || (isOne && mates.some(({ path }) => open.has(path)))) continue;
      missing.push(...used);
      const paths = used.map(({ path }) => path);
      if (isOne) anchors.set(first.path, paths);
    }
  }
  return { reasons: [...notSearched(root, missing), ...unresolved(root, needy)], anchors: anchorsFor(anchors) };
}

// — below: private, in the order they are used —

function isLeftOutName(name: string): boolean {
  return /^[_.]|^testdata$/.test(name);
}

/** The first directory below its module, or the file itself, for whose name it is left out. */
function outermost({ path, module }: GoFile): FilePath | undefined {
  const parts = (relativeTo(module, path) ?? "").split("/");
  const at = parts.findIndex((part, index) => (index === parts.length - 1 ? /^[_.]/ : /^[_.]|^testdata$/).test(part));
  return at < 0 ? undefined : joinPath(module, parts.slice(0, at + 1).join("/"));
}

interface Manifest {
  readonly name: string;
  /** The modules that it requires. */
  readonly required: readonly string[];
}

async function manifestsOf(
  { read }: CoverageQuestion,
  modules: ReadonlySet<FilePath>,
): Promise<Map<FilePath, Manifest>> {
  const found = new Map<FilePath, Manifest>();
  for (const directory of modules) {
    const text = (await read(joinPath(directory, "go.mod"))) ?? "";
    found.set(directory, { name: goModuleName(text), required: requiredModules(text) });
  }
  return found;
}

function usesRoot({ imports }: GoFile, names: readonly string[]): boolean {
  return imports.some((one) => one.includes("\\") || names.some((name) => isOfModule(name, one)));
}

/** It may be written as a part of the package beside it, and needs no import. */
function isPartOfPackage(file: GoFile): boolean {
  return isLeftOutFile(file.path) && file.package !== "";
}

function byDirectory(files: readonly GoFile[]): GoFile[][] {
  const found = new Map<FilePath | undefined, GoFile[]>();
  for (const file of files) {
    const directory = parentOf(file.path);
    const known = found.get(directory);
    if (known === undefined) found.set(directory, [file]);
    else known.push(file);
  }
  return [...found.values()];
}

function notSearched(root: FilePath, files: readonly GoFile[]): Reason[] {
  if (files.length === 0) return [];
  const counts = new Map<string, number>();
  for (const file of files) {
    const place = display(root, outermost(file) ?? file.path);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const own = new Set(files.map(({ path }) => display(root, path)));
  const names = [...counts].map(([place, count]) => (own.has(place) ? place : `${place} (${counted(count, "file")})`));
  const what = names.length === 1 ? "uses code of the root and is" : "use code of the root and are";
  return [
    {
      code: "projects_not_loaded",
      detail: `${shortList(names)} ${what} ignored by the go command because of the name`,
    },
  ];
}

/** It imports something that neither the language, nor the root, nor a module that its own requires has. */
function isNeedy({ imports }: GoFile, names: readonly string[], required: readonly string[]): boolean {
  return imports.some(
    (one) => /^[^/]*\./.test(one) && ![...names, ...required].some((module) => isOfModule(module, one)),
  );
}

function unresolved(root: FilePath, files: readonly GoFile[]): Reason[] {
  if (files.length === 0) return [];
  const detail = `${shortList(files.map(({ path }) => display(root, path)))} import${files.length === 1 ? "s" : ""} packages that no go.mod requires`;
  return [{ code: "dependencies_missing", detail }];
}
