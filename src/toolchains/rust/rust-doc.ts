// `cargo doc`, which writes pages: the text of a symbol is read out of the one that is about it.

import type { FilePath } from "../../model/file-path.ts";
import { display, filePath, isInside, joinPath, parentOf } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { at, parsedJson } from "../../std/json.ts";
import type { Workbench } from "../../workspace/runs/workbench.ts";
import type { Documentation, DocumentationTool } from "../documentation.ts";
import { cutReasons, mustHaveWorked, noSymbol, programOf } from "../documentation.ts";
import { rustdocText } from "./rustdoc-text.ts";

export const rustDocumentation: DocumentationTool = {
  names: /^[\p{L}_][\p{L}\p{N}_]*(?:(?:::|\.)[\p{L}_][\p{L}\p{N}_]*)*$/u,
  async document(bench, symbol, file, patience) {
    const command = await programOf(bench, "cargo", "the Rust toolchain");
    const cwd = bench.directory;
    const told = await bench.run({ command, args: ["metadata", "--no-deps", "--format-version", "1"], cwd }, patience);
    mustHaveWorked(told, "cargo metadata");
    const metadata = parsedJson(told.output);
    const args = ["doc", "--no-deps", "--message-format", "short", "--document-private-items", "--color", "never"];
    mustHaveWorked(await bench.run({ command, args, cwd }, patience), "cargo doc");
    const crates = cratesIn(metadata);
    const target = at(metadata, ["target_directory"]);
    const pages = typeof target === "string" ? await pagesBelow(bench, joinPath(filePath(target), "doc"), crates) : [];
    const found = await itemsNamed(bench, pages, symbol.split(/::|\./));
    const item = theOne(symbol, found, file === undefined ? undefined : modulesOf(crates, file));
    return { ...item, command: `cargo ${args.join(" ")}`, reasons: cutReasons(told, "cargo metadata") };
  },
};

// — below: private, in the order they are used —

interface Crate {
  readonly name: string;
  /** Its uppermost source file. */
  readonly source: FilePath;
}

function cratesIn(metadata: unknown): Crate[] {
  const packages = at(metadata, ["packages"]);
  if (!Array.isArray(packages)) return [];
  return packages.flatMap((one: unknown) => {
    const targets = at(one, ["targets"]);
    return (Array.isArray(targets) ? targets : []).flatMap((target: unknown): Crate[] => {
      const [name, source] = [at(target, ["name"]), at(target, ["src_path"])];
      if (typeof name !== "string" || typeof source !== "string") return [];
      return [{ name: name.replaceAll("-", "_"), source: filePath(source) }];
    });
  });
}

interface Page {
  readonly path: FilePath;
  /** The modules above it, the crate first, then its own name. */
  readonly names: readonly string[];
}

async function pagesBelow(bench: Workbench, top: FilePath, crates: readonly Crate[]): Promise<Page[]> {
  const pages: Page[] = [];
  const walk = async (directory: FilePath, above: readonly string[]): Promise<void> => {
    for (const { name, kind } of (await bench.host.files.list(directory)) ?? []) {
      if (kind === "directory") await walk(joinPath(directory, name), [...above, name]);
      const item = /^(?:struct|enum|trait|fn|type|macro|constant|static|union|derive|attr)\.(.+)\.html$/.exec(
        name,
      )?.[1];
      if (item !== undefined) pages.push({ path: joinPath(directory, name), names: [...above, item] });
      else if (name === "index.html") pages.push({ path: joinPath(directory, name), names: above });
    }
  };
  for (const name of new Set(crates.map((one) => one.name))) await walk(joinPath(top, name), [name]);
  return pages;
}

interface Item extends Pick<Documentation, "doc" | "signature"> {
  readonly names: readonly string[];
}

/** The pages whose path ends in the names; where there is none, those of all but the last, of which that is a member. */
async function itemsNamed(bench: Workbench, pages: readonly Page[], names: readonly string[]): Promise<Item[]> {
  const read = async (wanted: readonly string[], member?: string): Promise<Item[]> => {
    const found = new Map<string, Item>();
    for (const page of pages.filter((one) => wanted.length > 0 && endsIn(one.names, wanted))) {
      const text = await bench.read(page.path);
      const item = text === undefined ? undefined : rustdocText(text, member);
      const all = member === undefined ? page.names : [...page.names, member];
      if (item !== undefined && !found.has(all.join("::"))) found.set(all.join("::"), { ...item, names: all });
    }
    return [...found.values()];
  };
  const whole = await read(names);
  return whole.length > 0 ? whole : read(names.slice(0, -1), names.at(-1));
}

function endsIn(names: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name, index) => names[names.length - wanted.length + index] === name);
}

/** The modules that a file may be: of a crate whose sources lie where it lies, the innermost. */
function modulesOf(crates: readonly Crate[], file: FilePath): string[][] {
  const own = crates.filter(({ source }) => source === file);
  if (own.length > 0) return own.map(({ name }) => [name]);
  const around = crates.flatMap(({ name, source }) => {
    const directory = parentOf(source);
    if (directory === undefined || !isInside(directory, file)) return [];
    const steps = display(directory, file)
      .replace(/\.rs$/, "")
      .replace(/(?:^|\/)mod$/, "");
    return [{ directory, module: [name, ...steps.split("/").filter((step) => step !== "")] }];
  });
  const depth = Math.max(...around.map(({ directory }) => directory.length));
  return around.filter(({ directory }) => directory.length === depth).map(({ module }) => module);
}

/** The item of the module itself before those of modules inside of it; never one of several, and never one from elsewhere. */
function theOne(symbol: string, found: readonly Item[], modules: readonly (readonly string[])[] | undefined): Item {
  const steps = symbol.split(/::|\./).length;
  const inside = (modules ?? [[]]).flatMap((module) =>
    found.filter(({ names }) => module.every((name, index) => names[index] === name)),
  );
  const exact = (modules ?? []).flatMap((module) =>
    inside.filter(({ names }) => names.length === module.length + steps),
  );
  const candidates = [...new Set(exact.length > 0 ? exact : inside)];
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  const shown = (candidates.length > 0 ? candidates : found).map(({ names }) => names.join("::"));
  if (shown.length === 0) return noSymbol(symbol, "cargo doc has no page about it.");
  return refuse({
    code: candidates.length > 0 ? "ambiguous_target" : "no_symbol",
    what: candidates.length > 0 ? `${symbol} is more than one item.` : `The module of that file has no ${symbol}.`,
    next: `Name one of ${shown.slice(0, 12).join(", ")}, without file_path or with that of its module.`,
    data: { candidates: shown },
  });
}
