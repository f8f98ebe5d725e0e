// Asks the oracle of a shape for every symbol with its uses.

import { join } from "node:path";
import { cppSymbols } from "./oracle-cpp.ts";
import type { Printed } from "./printed.ts";
import { joined, parsePrinted, programs, run } from "./printed.ts";
import { scriptSymbols } from "./oracle-script.ts";
import type { BuiltShape, GoConfiguration, Packages, Shape } from "./shape.ts";
import type { TrueSymbol } from "./symbols.ts";

export async function symbolsOf(shape: Shape, built: BuiltShape, packages: Packages): Promise<TrueSymbol[]> {
  const { oracle } = shape;
  switch (oracle.kind) {
    case "script":
      return scriptSymbols(built.root, built.sources, oracle.options);
    case "go":
      return goSymbols(built.root, oracle.configurations);
    case "python":
      return pythonSymbols(built.root, packages.home("python-dependencies"), oracle.roots);
    case "cpp":
      return cppSymbols(built, packages, oracle.configurations);
  }
}

// — below: private, in the order they are used —

async function goSymbols(root: string, configurations: readonly GoConfiguration[]): Promise<TrueSymbol[]> {
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local", GOWORK: "off" };
  const program = join(root, "..", "uses");
  await run("go", ["build", "-o", program, "uses.go"], { cwd: programs, env });
  const printed: Printed[] = [];
  for (const { os, tags } of configurations) {
    const target = { ...env, GOOS: os, GOARCH: os === "js" ? "wasm" : "amd64" };
    printed.push(...parsePrinted(await run(program, [root, tags], { cwd: root, env: target })));
  }
  return joined(printed);
}

async function pythonSymbols(root: string, libraries: string, roots: readonly string[]): Promise<TrueSymbol[]> {
  const script = join(programs, "uses.py");
  return joined(parsePrinted(await run("python3", [script, root, libraries, ...roots], { cwd: root })));
}
