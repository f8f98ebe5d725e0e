// The symbol that other repositories may use: where it is declared, what it is called there, and which package it is in.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, joinPath, relativeTo } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { Refusal } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";
import type { Patience, Snapshot } from "../../workspace/snapshot.ts";
import { noSymbolAt } from "../must-be-symbol.ts";
import { textOf } from "../places.ts";
import { pathedSymbols } from "../../languages/declarations/symbol-tree.ts";
import type { ResolvedTarget } from "../target.ts";

export interface SharedSymbol {
  readonly snapshot: Snapshot;
  /** As its declaration spells it. */
  readonly name: string;
  /** `Cart.total`; undefined where no outline has it. */
  readonly path: string | undefined;
  readonly declared: readonly (Location & { readonly file: FilePath })[];
  /** Names by which others may import it: its own, and those that it is exported by. */
  readonly names: readonly string[];
  /** Importers may call it anything. */
  readonly isDefault: boolean;
  /** The name of its npm package, and the path of its Go module with the directory of that. */
  readonly npmPackage: string | undefined;
  /** Where a package manager would put its Python file: `shop/cart.py`, in one way or another of laying a project out. */
  readonly pythonModules: readonly string[];
  readonly goModule: { readonly path: string; readonly directory: FilePath } | undefined;
}

export async function sharedSymbol(
  target: ResolvedTarget,
  references: readonly Location[],
  patience: Patience,
): Promise<SharedSymbol> {
  const { snapshot } = target;
  const { value } = await snapshot.definition(target, patience);
  const declared = value.flatMap(({ file, span }) =>
    isExternal(file) || !snapshot.holds(file) ? [] : [{ file, span }],
  );
  const [first] = declared;
  if (first === undefined) {
    if (value.length === 0) noSymbolAt(target);
    throw new Refusal({
      code: "bad_input",
      what: "The symbol is not declared in this root.",
      why: "It is defined in a package or another root.",
      next: "Ask in the repository that declares it.",
    });
  }
  const index = await snapshot.text(first.file);
  const name = wordAt(index, index.offsetOf(first.span.start));
  const exported = await exportedNames(snapshot, name, [...references, ...declared]);
  const npmPackage = await npmPackageOf(snapshot, first.file);
  const goModule = await goModuleOf(snapshot, first.file);
  const pythonModules = await pythonModulesOf(snapshot, first.file);
  const path = await symbolPathAt(snapshot, first, patience);
  return { snapshot, name, path, declared, ...exported, npmPackage, pythonModules, goModule };
}

/** The path of the symbol whose name stands there. */
export async function symbolPathAt(
  snapshot: Snapshot,
  { file, span }: { readonly file: FilePath; readonly span: Location["span"] },
  patience: Patience,
): Promise<string | undefined> {
  try {
    const { value } = await snapshot.documentSymbols(file, patience);
    const { line } = span.start;
    const index = await snapshot.text(file);
    const word = wordAt(index, index.offsetOf(span.start));
    const found = pathedSymbols(value).filter(({ node }) => node.nameSpan.start.line === line);
    return found.find(({ path }) => path.at(-1) === word)?.path.join(".");
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Whether a file outside of the symbol's root is a copy of the file that declares it, as package managers install them.
 * Python and Go install files as they are; in an npm package only the package can be told by a path.
 */
export function copyOf(symbol: SharedSymbol, file: FilePath): "same file" | "same package" | undefined {
  const npm = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
  if (npm !== undefined) return npm === symbol.npmPackage ? "same package" : undefined;
  const installed = /\/(?:site|dist)-packages\/(.+)$/.exec(file)?.[1];
  if (installed !== undefined) return symbol.pythonModules.includes(installed) ? "same file" : undefined;
  const { goModule } = symbol;
  const [, module, inner] = /\/pkg\/mod\/([^@]+)@[^/]+\/(.+)$/.exec(file) ?? [];
  if (goModule === undefined || module !== goModule.path) return undefined;
  return symbol.declared.some((one) => relativeTo(goModule.directory, one.file) === inner) ? "same file" : undefined;
}

// — below: private, in the order they are used —

function wordAt({ text }: LineIndex, offset: number): string {
  const before = /[\p{L}\p{N}_$#]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  return before + (/^[\p{L}\p{N}_$#]*/u.exec(text.slice(offset, offset + 200))?.[0] ?? "");
}

/** Read from the lines of its uses in its own repository: `export { total as sum }`, `export default total`. */
async function exportedNames(
  snapshot: Snapshot,
  name: string,
  places: readonly Location[],
): Promise<{ readonly names: readonly string[]; readonly isDefault: boolean }> {
  const names = new Set([name]);
  let isDefault = false;
  for (const { file, span } of places) {
    if (isExternal(file) || !snapshot.holds(file) || !/\.[cm]?[jt]sx?$/.test(file)) continue;
    const line = (await textOf(snapshot, file))?.lineText(span.start.line) ?? "";
    const rest = line.slice(span.start.column - 1);
    const alias = /^[\p{L}\p{N}_$]+\s+as\s+([\p{L}\p{N}_$]+)/u.exec(rest)?.[1];
    if (/\bexport\s+default\b/.test(line) || alias === "default") isDefault = true;
    else if (alias !== undefined) names.add(alias);
  }
  return { names: [...names], isDefault };
}

async function npmPackageOf(snapshot: Snapshot, file: FilePath): Promise<string | undefined> {
  for (const directory of ancestors(file, snapshot.root)) {
    const name = nameIn((await textOf(snapshot, joinPath(directory, "package.json")))?.text);
    if (name !== undefined) return name;
  }
  return undefined;
}

function nameIn(manifest: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(manifest ?? "null");
    return isRecord(parsed) && typeof parsed["name"] === "string" ? parsed["name"] : undefined;
  } catch {
    // A manifest that is no JSON names no package.
    return undefined;
  }
}

/** From the directory that holds its outermost package, and from the project's own directory or its `src`. */
async function pythonModulesOf(snapshot: Snapshot, file: FilePath): Promise<readonly string[]> {
  if (!/\.pyi?$/.test(file)) return [];
  const has = async (directory: FilePath, name: string): Promise<boolean> =>
    (await textOf(snapshot, joinPath(directory, name))) !== undefined;
  const directories = ancestors(file, snapshot.root);
  const isPackage = await Promise.all(directories.map((one) => has(one, "__init__.py")));
  const isProject = await Promise.all(
    directories.map(async (one) => (await has(one, "pyproject.toml")) || (await has(one, "setup.py"))),
  );
  const outside = isPackage.indexOf(false);
  const beside = outside > 0 ? directories[outside] : undefined;
  const project = directories[isProject.indexOf(true)] ?? snapshot.root;
  const inProject = relativeTo(project, file)?.replace(/^(?:src|lib|python)\//, "");
  return [beside && relativeTo(beside, file), inProject].flatMap((one) => one ?? []);
}

async function goModuleOf(snapshot: Snapshot, file: FilePath): Promise<SharedSymbol["goModule"]> {
  if (!file.endsWith(".go")) return undefined;
  for (const directory of ancestors(file, snapshot.root)) {
    const manifest = (await textOf(snapshot, joinPath(directory, "go.mod")))?.text;
    const path = manifest && /^module\s+(\S+)/m.exec(manifest)?.[1];
    if (path !== undefined && path !== "") return { path, directory };
  }
  return undefined;
}
