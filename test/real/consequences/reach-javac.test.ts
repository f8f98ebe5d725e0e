// Which files notice a change of Java, by its compiler: each of them must be among those that are looked at.
//
// No language server of Java comes from a package registry, so that its compiler is the oracle: what it says of a project
// with a change, and did not say without, stands in files that the change reaches. One process compiles all of them.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { javaFactRules } from "../../../src/languages/java/facts.ts";
import { reached } from "../../support/kits/reach-kit.ts";
import { packagesDirectory } from "../../../tools/packages/directory.mjs";
import { reportToRun } from "../../support/run-report.ts";
import { repeats } from "../../support/soak.ts";
import type { Mutation } from "./java-mutations.ts";
import { alone, javaMutations, javaShop } from "./java-mutations.ts";

const programs = (process.env["PATH"] ?? "").split(delimiter);
const java = programs.map((directory) => programIn(directory, "java")).find(existsSync);
const hasCompiler = programs.some((directory) => existsSync(programIn(directory, "javac")));
if (java === undefined || !hasCompiler) reportToRun("missing.jsonl", { name: "javac", why: "no JDK is on the path" });

const sources = javaSources();

test("every file of the package says which others it sees", () => {
  expect(sources.size).toBeGreaterThan(50);
  const facts = [...sources].map(([file, text]) => ({ file, ...javaFactRules.factsOf(`/shop/${file}`, text) }));
  const unclear = facts.filter(({ isUnclear, isSeenByAll }) => isUnclear || isSeenByAll).map(({ file }) => file);
  // The description of the module has no package.
  expect(unclear.filter((file) => !file.endsWith("module-info.java"))).toEqual([]);
});

describe.each(java === undefined || !hasCompiler ? [] : [java])("by the compiler of %s", (program) => {
  test("every file that breaks by a change of a small project is reached", async () => {
    const mutations = someOfEachKind(javaMutations(), repeats({ test: 4, soak: Number.POSITIVE_INFINITY }));
    const { before, broken } = compiled(program, javaShop, mutations);
    expect([...before]).toEqual([]);
    const found = await Promise.all(mutations.map((one, at) => judged(javaShop, one, broken[at] ?? new Set())));
    expect(found.filter(({ missed }) => missed.length > 0)).toEqual([]);
    // Changes that only their own file notices prove nothing.
    const telling = found.filter(({ others }) => others > 0);
    expect(telling.length).toBeGreaterThanOrEqual(repeats({ test: 60, soak: 200 }));
    expect(kindsOf(mutations).filter((kind) => !telling.some((one) => one.kind === kind))).toEqual([]);
    expect(kindsOf(mutations).length).toBeGreaterThanOrEqual(30);
    // What cannot be broken is not looked at.
    expect(found.filter(({ looked }) => looked.has(alone)).map(({ name }) => name)).toEqual([]);
  });

  test("every file that breaks by a new name in a real package is reached", async () => {
    const mutations = drawn(breakingEdits(), repeats({ test: 3, soak: 80 }));
    const { before, broken } = compiled(program, sources, mutations);
    const fresh = broken.map((errors) => new Set([...errors].filter((one) => !before.has(one))));
    const found = await Promise.all(mutations.map((one, at) => judged(sources, one, fresh[at] ?? new Set())));
    expect(found.filter(({ missed }) => missed.length > 0)).toEqual([]);
  });
});

// — below: private, in the order they are used —

function programIn(directory: string, name: string): string {
  return join(directory, process.platform === "win32" ? `${name}.exe` : name);
}

/** For a process that does its work once, in words that the test reads. */
const quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Duser.language=en"];
const runs = join(import.meta.dirname, "JavacRuns.java");

interface Compiled {
  /** `path: message` of each error without any change. */
  readonly before: ReadonlySet<string>;
  /** The same with each of the changes. */
  readonly broken: readonly ReadonlySet<string>[];
}

function compiled(program: string, project: ReadonlyMap<string, string>, mutations: readonly Mutation[]): Compiled {
  const put = ([path, text]: readonly [string, string | null]): string =>
    text === null ? `drop ${path}\n` : `put ${path} ${Buffer.byteLength(text)}\n${text}`;
  const base = [...project].filter(([path]) => !path.endsWith("module-info.java")).map(put);
  const input = [
    ...[...base, "run before\n"],
    ...mutations.flatMap(({ edits }, at) => [...Object.entries(edits).map(put), `run ${at}\n`]),
  ].join("");
  const { stdout, stderr } = spawnSync(program, [...quick, runs], {
    input,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  const errors = new Map<string, Set<string>>();
  for (const [, run = "", path = "", message = ""] of stdout.matchAll(/^(\w+)\t([^\t\n]*)\t(.*)$/gm)) {
    const own = errors.get(run) ?? new Set();
    errors.set(run, own);
    if (path !== "") own.add(`${path}: ${message}`);
  }
  // Each run tells that it has ended.
  expect({ runs: errors.size, stderr }).toEqual({ runs: mutations.length + 1, stderr: "" });
  return {
    before: errors.get("before") ?? new Set(),
    broken: mutations.map((_, at) => errors.get(String(at)) ?? new Set()),
  };
}

interface Judged {
  readonly kind: string;
  readonly name: string;
  readonly missed: readonly string[];
  readonly looked: ReadonlySet<string>;
  /** How many files broke beside the changed ones. */
  readonly others: number;
}

async function judged(
  project: ReadonlyMap<string, string>,
  { kind, name, edits }: Mutation,
  errors: ReadonlySet<string>,
): Promise<Judged> {
  const fixture = [...project].map(([file, text]) => `-- ${file} --\n${text.replaceAll(/[«»]/g, "")}`).join("\n");
  const { edited, direct, rest } = await reached(fixture, edits);
  const looked = new Set([...edited, ...direct, ...rest]);
  const broken = new Set([...errors].map((one) => one.slice(0, one.indexOf(": "))));
  return {
    kind,
    name,
    missed: [...broken].filter((one) => !looked.has(one)),
    looked,
    others: [...broken].filter((one) => edits[one] === undefined).length,
  };
}

function javaSources(): ReadonlyMap<string, string> {
  const manifest = readFileSync(join(packagesDirectory(process.env), "manifest.json"), "utf8");
  const { packages } = JSON.parse(manifest) as { packages: Record<string, { directory: string }> };
  const home = packages["java"]?.directory ?? "";
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(".java"),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [relative(home, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]));
}

/** Each declaration that others can see, under another name. */
function breakingEdits(): Mutation[] {
  const declared =
    /^[ \t]*(?:(?:public|protected|static|final|abstract|default)\s+)+(?:[\w<>[\], .?]+\s)?(\w+)(?=\s*(?:\(|=|;|\{|extends\b|implements\b))/gm;
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(declared)].map((match): Mutation => {
      const at = match.index + match[0].length;
      const after = `${text.slice(0, at)}Renamed${text.slice(at)}`;
      return { kind: "rename a declaration", name: `${file} ${match[1] ?? ""}`, edits: { [file]: after } };
    }),
  );
}

function kindsOf(mutations: readonly Mutation[]): string[] {
  return [...new Set(mutations.map(({ kind }) => kind))];
}

/** Of each kind so many, spread over all of them; the same in each run. */
function someOfEachKind(mutations: readonly Mutation[], count: number): Mutation[] {
  return kindsOf(mutations).flatMap((wanted) => {
    const own = mutations.filter(({ kind }) => kind === wanted);
    const step = Math.max(1, own.length / count);
    return own.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  });
}

/** Spread over all of them. */
function drawn<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  const first = Math.floor(Math.random() * step);
  return all.filter((_, at) => at % step === first).slice(0, count);
}
