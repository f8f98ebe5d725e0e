// A real package as a root of its own: its sources from the cache of `tools/packages.mjs`, with what makes them a project.

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { packagesDirectory } from "../../tools/packages/directory.mjs";
import { reportToRun } from "../support/run-report.ts";

export interface RealPackage {
  /** In the manifest of the packages. */
  readonly id: string;
  /** The server in the catalogue that is asked about it. */
  readonly server: string;
  readonly languageId: string;
  readonly extensions: readonly string[];
  /** The directory of the package that becomes the root, and what of it stays away. */
  readonly from: string;
  readonly leaveOut: RegExp;
  /** Configuration is written here, so that a package brings none of its own. */
  extras(root: string, sources: readonly string[]): Readonly<Record<string, string>>;
}

export const rxjs: RealPackage = {
  id: "typescript",
  server: "typescript-native",
  languageId: "typescript",
  extensions: [".ts"],
  from: "src",
  leaveOut: /\.(?:json|js)$/,
  extras: () => ({ "tsconfig.json": JSON.stringify({ compilerOptions, include: ["**/*.ts"] }) }),
};

export const chi: RealPackage = {
  id: "go",
  server: "gopls",
  languageId: "go",
  extensions: [".go"],
  from: ".",
  // Go itself passes over directories of this kind, and over the file in all builds but old ones.
  leaveOut: /\/(?:_examples|path_value_fallback\.go)$/,
  extras: () => ({}),
};

export const click: RealPackage = {
  id: "python",
  server: "pyright",
  languageId: "python",
  extensions: [".py"],
  from: ".",
  leaveOut: /\.dist-info$/,
  extras: () => ({ "pyproject.toml": '[project]\nname = "click"\nversion = "8.1.8"\n' }),
};

export const regexLite: RealPackage = {
  id: "rust",
  server: "rust-analyzer",
  languageId: "rust",
  extensions: [".rs"],
  from: ".",
  // Its own tests need crates that were not fetched.
  leaveOut: /\/(?:tests|Cargo\..*|\.cargo.*)$/,
  extras: () => ({ "Cargo.toml": cargoManifest, "Cargo.lock": cargoLock }),
};

export const levelDb: RealPackage = {
  id: "cpp",
  server: "clangd",
  languageId: "cpp",
  extensions: [".cc", ".h"],
  from: "deps/leveldb/leveldb-1.20",
  leaveOut: /\/(?:helpers|issues|win|db|.*_test\.cc|port_example\.h)$/,
  extras: (root, sources) => ({ "compile_commands.json": compileCommands(root, sources) }),
};

export const realPackages: readonly RealPackage[] = [rxjs, click, chi, regexLite, levelDb];

/** The packages that are here. The others are named at the end of the run. */
export function fetched(packages: readonly RealPackage[]): readonly RealPackage[] {
  const { missing, packages: found } = readManifest();
  return packages.filter(({ id }) => {
    if (found[id] !== undefined) return true;
    const why = missing.find((one) => one.id === id)?.why ?? "not in the manifest; run: node tools/packages.mjs";
    reportToRun("missing.jsonl", { name: `the ${id} package to ask about`, why });
    return false;
  });
}

export interface Checkout {
  readonly root: string;
  /** Every source, relative to the root, in order. */
  readonly sources: readonly string[];
  remove(): void;
}

/** A copy that may be changed. */
export function checkOut(real: RealPackage): Checkout {
  const directory = readManifest().packages[real.id]?.directory;
  if (directory === undefined) throw new Error(`the ${real.id} package was not fetched`);
  const home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-package-")));
  const root = join(home, "root");
  cpSync(join(directory, real.from), root, { recursive: true, filter: (path) => !real.leaveOut.test(path) });
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => real.extensions.includes(extname(path)))
    .sort();
  for (const [file, text] of Object.entries(real.extras(root, sources))) writeFileSync(join(root, file), text);
  return { root, sources, remove: () => rmSync(home, { recursive: true, force: true }) };
}

// — below: private, in the order they are used —

interface Manifest {
  readonly packages: Readonly<Record<string, { readonly directory: string }>>;
  readonly missing: readonly { readonly id: string; readonly why: string }[];
}

export const compilerOptions = {
  strict: true,
  noEmit: true,
  target: "es2020",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2020", "dom"],
  types: [],
};

const cargoManifest = `[package]
name = "regex-lite"
version = "0.1.6"
edition = "2021"

[features]
default = ["std", "string"]
std = []
string = []
`;

const cargoLock = `version = 3

[[package]]
name = "regex-lite"
version = "0.1.6"
`;

function compileCommands(root: string, sources: readonly string[]): string {
  const units = sources.filter((path) => path.endsWith(".cc"));
  const flags = ["c++", "-std=c++17", "-I.", "-Iinclude", "-DOS_LINUX", "-DLEVELDB_PLATFORM_POSIX", "-c"];
  return JSON.stringify(units.map((file) => ({ directory: root, file, arguments: [...flags, file] })));
}

/** Those of the tests, and those that only the benches need. */
function readManifest(): Manifest {
  const read = (name: string): Manifest => {
    const file = join(packagesDirectory(process.env), name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : { packages: {}, missing: [] };
  };
  const { packages, missing } = read("manifest.json");
  const benches = ["bench-manifest.json", "history-manifest.json"].map((name) => read(name).packages);
  return { packages: Object.assign({}, ...benches, packages) as Manifest["packages"], missing };
}
