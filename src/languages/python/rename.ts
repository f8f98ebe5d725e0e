// What Python adds to the rules of a rename.

import type { FilePath } from "../../model/file-path.ts";
import type { MemberFamily, MemberRename } from "../members.ts";
import type { RenameRules } from "../rename-rules.ts";
import { calledByName } from "../rename-rules.ts";
import type { TypeFamilyRules } from "../type-family.ts";
import { familyByHeaders } from "../type-family.ts";
import type { PythonNames } from "./classes.ts";
import { pythonNames } from "./classes.ts";
import type { PlacedClass } from "./inheritance.ts";
import { PythonRelations } from "./inheritance.ts";

export const pythonRename: RenameRules = {
  family: pythonFamily,
  importedByPath: ["python"],
  byItself: calledByName(/^__\w+__$/),
  isOtherHalf,
};

// — below: private, in the order they are used —

/** Members of a name override one another, whatever they are. */
function pythonFamily(rename: MemberRename, texts: ReadonlyMap<FilePath, string>): MemberFamily | undefined {
  const { name, newName } = rename;
  // Names with two leading underscores are mangled per class and never override.
  if (/^__.*(?<!__)$/.test(name)) return undefined;
  const wanted = new Set([name, newName]);
  const files = new Map<FilePath, PythonNames>();
  for (const [file, text] of texts) files.set(file, pythonNames(text, wanted));
  return familyByHeaders(new PythonRelations(files), rename, familyRules);
}

const familyRules: TypeFamilyRules<PlacedClass> = {
  words: {
    takenIn: "in its class, or in one that is above or below it",
    takenWhy: (shown) => `The renamed one and the other ${shown} would override one another`,
    doubt: () => "whether they override each other cannot be determined from their base classes",
    searchedFor: "overrides",
  },
  overrides: () => "same",
  hinders: () => "same",
};

/** `typings/shop/cart.pyi` and `shop-stubs/cart.pyi` are stubs of `src/shop/cart.py`. */
function isOtherHalf(own: string, other: string): boolean {
  if (!source.test(own) || !source.test(other) || own.endsWith("i") === other.endsWith("i")) return false;
  if (own.replace(/i$/, "") === other.replace(/i$/, "")) return true;
  const [stub, module] = (own.endsWith("i") ? [own, other] : [other, own]).map(moduleParts) as [string[], string[]];
  const from = stub.lastIndexOf("typings");
  const marked = stub.findIndex((part) => part.endsWith("-stubs"));
  if (from === -1 && marked === -1) return false;
  const inside = from !== -1 ? stub.slice(from + 1) : stub.slice(marked);
  const wanted = inside.map((part) => part.replace(/-stubs$/, ""));
  return wanted.length > 0 && module.slice(-wanted.length).join("/") === wanted.join("/");
}

const source = /\.pyi?$/;

function moduleParts(path: string): string[] {
  const parts = path.split("/").map((part) => part.replace(source, ""));
  return parts.at(-1) === "__init__" ? parts.slice(0, -1) : parts;
}
