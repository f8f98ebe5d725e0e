// What a rename of Python leaves in the other half of a module: in its stub, or in the source of a stub.
//
// Invariant: a stub is known by its name alone: beside the source, or under the same path elsewhere in the root.

import type { Location } from "../../model/code-facts.ts";
import { codeOnly } from "../../languages/syntax/code-text.ts";
import type { FilePath } from "../../model/file-path.ts";
import { relativeTo } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import { textOf } from "../places.ts";

/** Why a rename is not all of it; empty where nothing of the name is left in another half of what declares it. */
export async function stubsLeft(
  snapshot: Snapshot,
  declaring: readonly FilePath[],
  name: string,
  renamed: readonly Location[],
): Promise<Reason[]> {
  const own = [...new Set(declaring)].filter((file) => /\.pyi?$/.test(file));
  if (own.length === 0) return [];
  const others = (await snapshot.files()).filter((file) => own.some((one) => isOtherHalf(snapshot, one, file)));
  const left: string[] = [];
  for (const file of others) {
    const code = codeOnly((await textOf(snapshot, file))?.text ?? "", "python");
    const lines = code.split(/\r\n|\r|\n/);
    const word = new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, "u");
    const done = new Set(renamed.flatMap((one) => (one.file === file ? [one.span.start.line] : [])));
    const at = lines.findIndex((line, index) => word.test(line) && !done.has(index + 1));
    if (at !== -1) left.push(`${shownPath(snapshot.base, file)}:${at + 1}`);
  }
  if (left.length === 0) return [];
  const detail = `source and stub of a module are renamed apart, and the name is left in ${left.slice(0, 3).join(", ")}`;
  return [{ code: "server_not_exhaustive", detail }];
}

// — below: private, in the order they are used —

/** `typings/shop/cart.pyi` and `shop-stubs/cart.pyi` are stubs of `src/shop/cart.py`. */
function isOtherHalf({ root }: Snapshot, own: FilePath, other: FilePath): boolean {
  const [mine, theirs] = [own, other].map((file) => (relativeTo(root, file) ?? file).split("/"));
  if (mine === undefined || theirs === undefined || own.endsWith("i") === other.endsWith("i")) return false;
  if (!/\.pyi?$/.test(other)) return false;
  const [here, there] = [moduleParts(mine), moduleParts(theirs)];
  if (mine.join("/").replace(/i$/, "") === theirs.join("/").replace(/i$/, "")) return true;
  const stub = own.endsWith("i") ? here : there;
  const source = own.endsWith("i") ? there : here;
  const from = stub.lastIndexOf("typings");
  const inside = from !== -1 ? stub.slice(from + 1) : stub.slice(stub.findIndex((part) => part.endsWith("-stubs")));
  if (from === -1 && !stub.some((part) => part.endsWith("-stubs"))) return false;
  const wanted = inside.map((part) => part.replace(/-stubs$/, ""));
  return wanted.length > 0 && source.slice(-wanted.length).join("/") === wanted.join("/");
}

function moduleParts(path: readonly string[]): string[] {
  const parts = path.map((part) => part.replace(/\.pyi?$/, ""));
  return parts.at(-1) === "__init__" ? parts.slice(0, -1) : parts;
}
