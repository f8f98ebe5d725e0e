// Real packages with comments and white space put in at random: what is called neutral, the compiler takes for the same.

import { describe, expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filePath } from "../../../src/model/file-path.ts";
import { isNeutral } from "../../../src/languages/change/neutral-change.ts";
import { randomFrom } from "../../../bench/shared/stats.ts";
import { repeats } from "../../support/soak.ts";
import type { RealPackage } from "../real-package.ts";
import { checkOut, chi, click, fetched, levelDb, rxjs } from "../real-package.ts";

const compiler = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");

/** What a compiler has to say of a root, the same for two states that it takes for one. */
const oracles: Readonly<Record<string, (root: string, sources: readonly string[]) => string>> = {
  typescript: (root) =>
    run(process.execPath, [compiler, "-p", root, "--pretty", "false"], root).replaceAll(/\d+,\d+/g, ""),
  go: (root) => run("go", ["vet", "./..."], root),
  python: (root, sources) => run("python3", ["-c", dumpTrees, ...sources], root),
  cpp: (root, sources) =>
    run("g++", [...flags, ...sources.slice(0, mostFiles).filter((file) => file.endsWith(".cc"))], root).replaceAll(
      /:\d+:\d+/g,
      "",
    ),
};

const dumpTrees = "import ast, sys\nfor f in sys.argv[1:]: print(f, ast.dump(ast.parse(open(f).read())))";
const flags = ["-fsyntax-only", "-std=c++17", "-I.", "-Iinclude", "-DOS_LINUX", "-DLEVELDB_PLATFORM_POSIX"];

const pieces = [
  "// x\n",
  "\n// y\n",
  "/* z */",
  "/*\n*/",
  " ",
  "\n",
  "\t",
  "\n\n",
  "  # w\n",
  "# v",
  "// \\\n",
  "/// u\n",
];

describe.each(fetched([rxjs, chi, click, levelDb]))("$id", (real) => {
  test("what is called neutral leaves the program as it was [AGL-216]", () => {
    const checkout = checkOut(real);
    try {
      const ask = (): string => oracles[real.id]?.(checkout.root, checkout.sources) ?? "";
      const before = ask();
      const { tried, made } = change(real, checkout.root, checkout.sources);
      expect(ask()).toBe(before);
      // Else nothing was shown.
      expect(made).toBeGreaterThan(15);
      expect(tried - made).toBeGreaterThan(50);
    } finally {
      checkout.remove();
    }
  });
});

// — below: private, in the order they are used —

const triesPerFile = 40;
/** Enough to meet what a language has. */
const mostFiles = repeats({ test: 20, soak: 50 });

/** Puts pieces into every source, wherever that is called neutral. */
function change(
  real: RealPackage,
  root: string,
  sources: readonly string[],
): { readonly tried: number; readonly made: number } {
  const random = randomFrom(real.id.length);
  let [tried, made] = [0, 0];
  for (const file of sources.slice(0, mostFiles)) {
    const path = join(root, file);
    let text = readFileSync(path, "utf8");
    for (let left = triesPerFile; left > 0; left--) {
      const at = Math.floor(random() * text.length);
      const piece = pieces[Math.floor(random() * pieces.length)] ?? "";
      const after = text.slice(0, at) + piece + text.slice(at);
      tried++;
      if (!isNeutral({ file: filePath(path), before: text, after })) continue;
      made++;
      text = after;
    }
    writeFileSync(path, text);
  }
  return { tried, made };
}

function run(command: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local", GOWORK: "off" };
  const { stdout, stderr, status } = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  return `${status}\n${stdout}\n${stderr}`;
}
