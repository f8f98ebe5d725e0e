// What Python adds to the rules of a rename.

import type { RenameRules } from "../rename-rules.ts";
import { calledByName } from "../rename-rules.ts";
import { pythonFamily } from "./family.ts";

export const pythonRename: RenameRules = {
  family: pythonFamily,
  byItself: calledByName(/^__\w+__$/),
  isOtherHalf,
};

// — below: private, in the order they are used —

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
