// Where the imports of a file lead in the root, as far as text and paths tell.
//
// Invariant: an import is outside of the root only where that is known; one that cannot be placed may lead anywhere.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, isInside, joinPath, parentOf } from "../../model/file-path.ts";
import type { Facts } from "../../languages/file-facts.ts";
import type { Followed } from "../../languages/facts.ts";
import { embedded } from "../../languages/go/facts.ts";
import type { FileIndex } from "./index.ts";
import type { Placed } from "./placed.ts";
import { leadsAnywhere, joined, outside } from "./placed.ts";
import type { Surroundings } from "./surroundings.ts";

export async function placed(
  family: Followed,
  file: FilePath,
  facts: Facts,
  around: Surroundings,
  index = around.index,
): Promise<Placed> {
  if (facts.isUnclear) return leadsAnywhere;
  const rule = rules[family];
  const all: Placed[] = [];
  for (const module of facts.modules) all.push(await rule.place(file, module, around, index));
  for (const module of facts.declares)
    all.push({ ...(await rule.place(file, module, around, index)), isAnywhere: false });
  if (rule.implied !== undefined) all.push(await rule.implied(file, around, index));
  return joined(all);
}

// — below: private, in the order they are used —

interface Rule {
  place(file: FilePath, module: string, around: Surroundings, index: FileIndex): Placed | Promise<Placed>;
  /** What a file brings in that its text does not name. */
  implied?(file: FilePath, around: Surroundings, index: FileIndex): Promise<Placed>;
}

const rules: Readonly<Record<Followed, Rule>> = {
  script: {
    place: (file, module, { script }, index) => script.place(file, module, index),
    implied: (file, { script }, index) => script.implied(file, index),
  },
  python: { place: pythonPlace },
  go: { place: goPlace },
  c: { place: (_, module, __, index) => ({ ...outside, files: index.endingIn(includedTail(module)) }) },
};

/** Without the steps up: what is left ends the path of what is meant, from wherever the compiler looks. */
function includedTail(module: string): string {
  const parts: string[] = [];
  for (const part of module.replace(/^[<"](.*)[>"]$/, "$1").split(/[\\/]/)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** A module, and each package that it is in: that runs first, and hands on what it likes. */
function pythonPlace(file: FilePath, module: string, _: Surroundings, index: FileIndex): Placed {
  const [, dots = "", name = ""] = /^(\.*)([^.\n].*)?$/.exec(module) ?? [];
  const parts = name.split(".").filter((part) => part !== "" && part !== "*");
  const isAll = name.endsWith("*");
  const start = dots === "" ? undefined : ancestors(file)[dots.length - 1];
  if (dots !== "" && start === undefined) return outside;
  const prefixes = parts.map((_part, at) => parts.slice(0, at + 1).join("/"));
  const files =
    start === undefined
      ? prefixes.flatMap((prefix) => index.pythonEndingIn(prefix))
      : [...index.pythonAt(start), ...prefixes.flatMap((prefix) => index.pythonAt(`${start}/${prefix}`))];
  // All of a package may be its modules too.
  const isPackage = (found: FilePath): boolean => /\/__init__\.pyi?$/.test(found);
  const packages = isAll ? files.filter(isPackage).flatMap((found) => parentOf(found) ?? []) : [];
  return { ...outside, files, packages };
}

function goPlace(file: FilePath, module: string, { goModules }: Surroundings, index: FileIndex): Placed {
  // C code may include any header below the module, and files are embedded from beside the one that says so.
  if (module === "C") {
    const holders = goModules.filter(({ directory }) => isInside(directory, file));
    return { ...outside, trees: holders.map(({ directory }) => directory) };
  }
  if (module === embedded) return { ...outside, trees: ancestors(file).slice(0, 1) };
  const own = goModules.filter(({ name }) => module === name || module.startsWith(`${name}/`));
  const directories = own.map(({ name, directory }) => joinPath(directory, module.slice(name.length)));
  return { ...outside, packages: [...index.goPackages(directories), ...index.vendored(module)] };
}
