// Which files notice a change of Java, by its compiler: each of them must be among those that are looked at.
//
// No language server of Java comes from a package registry, so that its compiler is the oracle: what it says of the real
// package with a change, and did not say without, stands in files that the change reaches.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { javaFactRules } from "../../../src/languages/java/facts.ts";
import { reached } from "../../../src/testing/kits/reach-kit.ts";
import { packagesDirectory } from "../../../tools/packages/directory.mjs";
import { reportToRun } from "../../support/run-report.ts";
import { repeats } from "../../support/soak.ts";

const javac = (process.env["PATH"] ?? "").split(delimiter).map(programIn).find(existsSync);
if (javac === undefined) reportToRun("missing.jsonl", { name: "javac", why: "no JDK is on the path" });

const sources = javaSources();

test("every file of the package says which others it sees", () => {
  expect(sources.size).toBeGreaterThan(50);
  const facts = [...sources].map(([file, text]) => ({ file, ...javaFactRules.factsOf(`/shop/${file}`, text) }));
  const unclear = facts.filter(({ isUnclear, isSeenByAll }) => isUnclear || isSeenByAll).map(({ file }) => file);
  // The description of the module has no package.
  expect(unclear.filter((file) => !file.endsWith("module-info.java"))).toEqual([]);
});

describe.each(javac === undefined ? [] : [javac])("by %s", (compiler) => {
  let scratch = "";
  let before: ReadonlySet<string> = new Set();
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), "sightline-javac-"));
    for (const [file, text] of sources) put(file, text);
    before = failing();
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    writeFileSync(join(scratch, file), text);
  };
  /** Places that the compiler complains about, as its messages word them, without line numbers. */
  const failing = (): Set<string> => {
    const files = [...sources.keys()].filter((file) => !file.endsWith("module-info.java"));
    // Complaints about all of the program, and not only about the first step that fails.
    const options = ["-proc:none", "-Xmaxerrs", "100000", "-XDshould-stop.ifError=FLOW", "-d", join(scratch, "out")];
    const { stderr } = spawnSync(compiler, [...quick, ...options, ...files], {
      cwd: scratch,
      encoding: "utf8",
    });
    return new Set(
      [...stderr.matchAll(/^(\S+\.java):\d+: error: (.*)$/gm)].map(([, file, what]) => `${file}: ${what}`),
    );
  };

  test.each(drawn(breakingEdits(), repeats({ test: 2, soak: 60 })))(
    "$file without $name",
    async ({ file, name, after }) => {
      put(file, after);
      const noticed = [...failing()].filter((one) => !before.has(one)).map((one) => one.slice(0, one.indexOf(": ")));
      put(file, sources.get(file) ?? "");
      const { edited, direct, rest } = await reached(fixture, { [file]: after });
      const looked = new Set([...edited, ...direct, ...rest]);
      expect({ name, missed: [...new Set(noticed)].filter((one) => !looked.has(one)) }).toEqual({ name, missed: [] });
    },
  );
});

// — below: private, in the order they are used —

function programIn(directory: string): string {
  return join(directory, process.platform === "win32" ? "javac.exe" : "javac");
}

/** For a process that does its work once, in words that the test reads. */
const quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Duser.language=en"];

const fixture = [...sources].map(([file, text]) => `-- ${file} --\n${text.replaceAll(/[«»]/g, "")}`).join("\n");

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

interface BreakingEdit {
  readonly file: string;
  readonly name: string;
  readonly after: string;
}

/** Each declaration that others can see, under another name. */
function breakingEdits(): BreakingEdit[] {
  const declared =
    /^[ \t]*(?:(?:public|protected|static|final|abstract|default)\s+)+(?:[\w<>[\], .?]+\s)?(\w+)(?=\s*(?:\(|=|;|\{|extends\b|implements\b))/gm;
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(declared)].map((match): BreakingEdit => {
      const name = match[1] ?? "";
      const at = match.index + match[0].length;
      return { file, name, after: `${text.slice(0, at)}Renamed${text.slice(at)}` };
    }),
  );
}

/** Spread over all of them. */
function drawn<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  const first = Math.floor(Math.random() * step);
  return all.filter((_, at) => at % step === first).slice(0, count);
}
