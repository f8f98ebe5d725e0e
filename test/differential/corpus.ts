// The texts that parsers and the readers of texts are compared on.
//
// Pinned texts are the same on every machine: packages by version and checksum, this repository with the fixtures of its
// tests, and its dependencies. The libraries of the languages that are installed are read in the soak alone.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import type { Family } from "../../src/languages/family.ts";
import { familyOf } from "../../src/languages/table.ts";
import { packagesDirectory } from "../../tools/packages/directory.mjs";
import { readTree } from "../../tools/tree.ts";

export interface Sample {
  /** For people: from where, and which file. */
  readonly label: string;
  /** Its ending tells the language. */
  readonly file: string;
  read(): string;
}

export interface Corpus {
  readonly samples: readonly Sample[];
  /** Sources of texts that are not on this machine. */
  readonly missing: readonly string[];
}

/** All texts of a language that the readers of texts know declarations of. */
export function corpusOf(family: Family, scope: "pinned" | "all"): Corpus {
  const sources = [
    ...packages(scope === "all" ? ["manifest.json", "bench-manifest.json"] : ["manifest.json"]),
    { name: "dependencies", directory: join(process.cwd(), "node_modules") },
    ...(scope === "all" ? installed() : []),
  ];
  const found = sources.flatMap(({ name, directory }) =>
    directory === undefined ? [] : filesOf(family, name, directory),
  );
  const own = [...repository(), ...fixtures()].filter(({ file }) => familyOf(file) === family);
  const missing = sources.filter(({ directory }) => directory === undefined).map(({ name }) => name);
  return { samples: [...own, ...found], missing };
}

/** As many of them as hold some number of characters, drawn by a seed. */
export function drawn(samples: readonly Sample[], characters: number, seed: number): Sample[] {
  const random = generator(seed);
  const shuffled = samples
    .map((sample) => ({ sample, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ sample }) => sample);
  let left = characters;
  return shuffled.filter((sample) => {
    if (left <= 0) return false;
    left -= sample.read().length;
    return true;
  });
}

// — below: private, in the order they are used —

interface Source {
  readonly name: string;
  readonly directory: string | undefined;
}

function packages(manifests: readonly string[]): Source[] {
  return manifests.flatMap((manifest): Source[] => {
    const file = join(packagesDirectory(process.env), manifest);
    if (!existsSync(file)) return [{ name: manifest, directory: undefined }];
    const { packages: found } = JSON.parse(readFileSync(file, "utf8")) as {
      packages: Record<string, { name: string; directory: string }>;
    };
    return Object.values(found);
  });
}

function installed(): Source[] {
  const python = ["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"];
  return [
    { name: "Python's library", directory: printed("python3", python) },
    { name: "Go's library", directory: withSources(printed("go", ["env", "GOROOT"])) },
  ];
}

function printed(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

function withSources(root: string | undefined): string | undefined {
  return root === undefined ? undefined : join(root, "src");
}

/** What is larger was generated, and shows nothing new for the time that it takes. */
const largest = 400_000;

const listings = new Map<string, readonly string[]>();

function listed(directory: string): readonly string[] {
  const known = listings.get(directory);
  if (known !== undefined) return known;
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && familyOf(entry.name) !== "other")
    .map((entry) => join(entry.parentPath, entry.name))
    // What tools keep in `node_modules/.cache` is no text of a package, and differs from run to run.
    .filter((path) => !/[\\/]\.cache[\\/]/.test(relative(directory, path)));
  listings.set(directory, files);
  return files;
}

function filesOf(family: Family, name: string, directory: string): Sample[] {
  return listed(directory)
    .filter((path) => familyOf(path) === family)
    .filter((path) => statSync(path).size < largest && !/[\\/]site-packages[\\/]|\.min\.[cm]?js$/.test(path))
    .sort()
    .map((path) => {
      const file = relative(directory, path).replaceAll("\\", "/");
      return { label: `${name}: ${file}`, file, read: () => readFileSync(path, "utf8") };
    });
}

/** Read once for all languages. */
let tree: readonly Sample[] | undefined;

function repository(): readonly Sample[] {
  tree ??= readTree(process.cwd()).map(({ path, text }) => ({ label: path, file: path, read: () => text }));
  return tree;
}

let held: readonly Sample[] | undefined;

/** The files that the strings of tests hold, without their marks. */
function fixtures(): readonly Sample[] {
  held ??= repository()
    .filter(({ file }) => file.endsWith(".ts"))
    .flatMap((sample) => {
      const { file: path } = sample;
      const text = sample.read();
      return /-- \S+ --/.test(text) ? stringsIn(path, text).flatMap((fixture, at) => filesIn(fixture, path, at)) : [];
    });
  return held;
}

function filesIn(fixture: string, path: string, at: number): Sample[] {
  return [...fixture.matchAll(/^-- (\S+) --\n((?:(?!^-- \S+ --$)[\s\S])*)/gm)].map(([, file = "", marked = ""]) => ({
    label: `${path}: fixture ${at + 1}, ${file}`,
    file,
    read: () => marked.replaceAll(/«(?:[\w-]+\|)?|»|«\^»/g, ""),
  }));
}

function stringsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) for (const one of value) visit(one);
    const { type, value: own, expressions, quasis } = value as Record<string, unknown>;
    const [only] = Array.isArray(quasis) ? (quasis as { value: { cooked: string } }[]) : [];
    if (type === "Literal" && typeof own === "string") found.push(own);
    else if (type === "TemplateLiteral" && Array.isArray(expressions) && expressions.length === 0 && only !== undefined)
      found.push(only.value.cooked);
    else if (!Array.isArray(value)) for (const one of Object.values(value)) visit(one);
  };
  visit(parseSync(path, text).program);
  return found.filter((one) => /^-- \S+ --$/m.test(one));
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
