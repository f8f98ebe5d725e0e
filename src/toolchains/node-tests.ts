// Tests of JavaScript and TypeScript: the runner is recognised, asked for a report, and run without its shell shim.

import { filePath, joinPath, relativeTo } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { ProgramRun } from "../workspace/workbench-program.ts";
import type { ReportFile } from "../workspace/workbench.ts";
import { jestResults, mochaResults } from "./jest-json.ts";
import type { NodePackage } from "./node-package.ts";
import { installedScript, nodeRun, packageOf, scriptRun } from "./node-package.ts";
import { asName, unwatchedEnvironment } from "./program.ts";
import { summaryResults } from "./summary-text.ts";
import { tapResults } from "./tap.ts";
import type { Site, TestPlan, TestResults } from "./toolchain.ts";

export async function nodeTestPlan(site: Site, filter: string | undefined): Promise<TestPlan> {
  const found = await packageOf(site);
  if (found === undefined) return noTests(site.directory);
  const own = ownScript(found);
  const words = own === undefined ? undefined : simpleWords(own);
  const runner = runners.find((one) => (own === undefined ? found.dependsOn(one.name) : one.isIn(own)));
  const scope = scopeFrom(site, found);
  const below = scope === "." ? undefined : scope;
  if (runner !== undefined && (own === undefined || words !== undefined)) {
    return direct(site, found, runner, words === undefined ? [] : runner.ownArgs(words), { below, filter });
  }
  if (own === undefined) {
    return direct(site, found, nodeRunner, [], { below, filter }, [
      "the package has no test script and no test runner that is known: Node's own was run",
    ]);
  }
  // The last command of a script gets what is added to it.
  const last = runners.find((one) => one.isIn(own.split(/&&|;/).at(-1) ?? ""));
  const report = last === undefined ? undefined : await last.report(site);
  const extra = last === undefined ? [] : last.args({ report: report?.path ?? "", below, filter });
  const { label, spec, notes } = await scriptRun(site, found, "test", extra, unwatchedEnvironment);
  const all = below === undefined && filter === undefined ? [] : ["the script cannot be narrowed, so everything ran"];
  return {
    before: [],
    label,
    spec,
    report,
    results: (run) => (last === undefined ? scriptResults(run) : last.results(run, report)),
    notes: last === undefined ? [...notes, ...all] : notes,
    reasons: [],
  };
}

// — below: private, in the order they are used —

interface Asked {
  readonly below: string | undefined;
  readonly filter: string | undefined;
}

interface Runner {
  readonly name: string;
  isIn(script: string): boolean;
  /** The script that Node runs, and undefined for Node's own runner. */
  readonly program: string | undefined;
  /** What stands behind its name in a script, without what we add ourselves. */
  ownArgs(words: readonly string[]): readonly string[];
  report(site: Site): Promise<ReportFile | undefined>;
  args(asked: Asked & { readonly report: string }): readonly string[];
  results(run: ProgramRun, report: ReportFile | undefined): Promise<TestResults>;
}

const after = (words: readonly string[], name: string): readonly string[] => words.slice(words.indexOf(name) + 1);
const given = (option: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${option}=${value}`];
const path = ({ below }: Asked): string[] => (below === undefined ? [] : [asName(below)]);

const vitest: Runner = {
  name: "vitest",
  program: "vitest",
  isIn: (script) => /(?:^|[\s/])vitest\b/.test(script),
  ownArgs: (words) => after(words, "vitest").filter((word) => word !== "run" && word !== "watch" && word !== "--watch"),
  report: ({ bench }) => bench.reportFile("json"),
  args: (asked) => [
    ...["--run", "--reporter=json", `--outputFile=${asked.report}`, "--includeTaskLocation"],
    ...given("--testNamePattern", asked.filter),
    ...path(asked),
  ],
  results: async (_, report) => jestResults(await report?.read()),
};

const jest: Runner = {
  name: "jest",
  program: "jest",
  isIn: (script) => /(?:^|[\s/])jest\b/.test(script),
  ownArgs: (words) => after(words, "jest").filter((word) => !word.startsWith("--watch")),
  report: ({ bench }) => bench.reportFile("json"),
  args: (asked) => [
    ...["--json", `--outputFile=${asked.report}`, "--testLocationInResults"],
    ...given("--testNamePattern", asked.filter),
    ...path(asked),
  ],
  results: async (_, report) => jestResults(await report?.read()),
};

const mocha: Runner = {
  name: "mocha",
  program: "mocha",
  isIn: (script) => /(?:^|[\s/])mocha\b/.test(script),
  ownArgs: (words) => after(words, "mocha").filter((word) => word !== "--watch" && word !== "-w"),
  report: ({ bench }) => bench.reportFile("json"),
  args: (asked) => [
    ...["--reporter", "json", "--reporter-option", `output=${asked.report}`],
    ...given("--grep", asked.filter),
    ...path(asked),
  ],
  // Before its version 9.2 it knew no file to write to.
  results: async ({ output }, report) => mochaResults((await report?.read()) ?? output),
};

const nodeRunner: Runner = {
  name: "node:test",
  program: undefined,
  isIn: (script) => /(?:^|\s)node\s(?:.*\s)?--test\b/.test(script),
  ownArgs: (words) =>
    after(words, "node").filter(
      (word) => word !== "--test" && word !== "--watch" && !word.startsWith("--test-reporter"),
    ),
  report: async () => undefined,
  args: (asked) => ["--test", "--test-reporter=tap", ...given("--test-name-pattern", asked.filter), ...path(asked)],
  results: async ({ output }) => tapResults(output),
};

const runners: readonly Runner[] = [vitest, jest, mocha, nodeRunner];

/** What npm writes into a new package is no script of tests. */
function ownScript({ scripts }: NodePackage): string | undefined {
  const script = scripts["test"];
  return script === undefined || script.includes("no test specified") ? undefined : script;
}

/** The words of one plain command; undefined where a shell would have to understand it. */
function simpleWords(script: string): readonly string[] | undefined {
  if (/[&|;<>$`"'\\*?(){}[\]!~\n]/.test(script)) return undefined;
  const words = script.trim().split(/\s+/);
  const names = ["node", "npx", ...runners.map(({ name }) => name)];
  return names.includes(words[0] ?? "") ? words : undefined;
}

/** What to narrow to, from where the runner is started. */
function scopeFrom({ scope }: Site, { directory }: NodePackage): string | undefined {
  return scope === undefined ? undefined : relativeTo(directory, scope.path);
}

async function direct(
  site: Site,
  { directory }: NodePackage,
  runner: Runner,
  ownArgs: readonly string[],
  asked: Asked,
  notes: readonly string[] = [],
): Promise<TestPlan> {
  const script = runner.program === undefined ? undefined : await installedScript(site, runner.name, runner.program);
  if (runner.program !== undefined && script === undefined) return notInstalled(runner.name);
  const report = await runner.report(site);
  // Names in a script say what to run; a narrower one takes their place.
  const kept = asked.below === undefined ? ownArgs : ownArgs.filter((word) => word.startsWith("-"));
  const added = runner.args({ ...asked, report: report?.path ?? "" });
  const args =
    runner.program === undefined ? [...kept.filter(isOption), ...added, ...kept.filter(isName)] : [...kept, ...added];
  const run = nodeRun(site, script === undefined ? args : [script, ...args], directory);
  const spec = { ...run, env: unwatchedEnvironment };
  const shown = [...(asked.filter === undefined ? [] : ["-t", asked.filter]), ...path(asked)].join(" ");
  const name = runner === nodeRunner ? "node --test" : runner.name;
  return {
    before: [],
    label: shown === "" ? name : `${name} ${shown}`,
    spec,
    report,
    results: (run) => runner.results(run, report),
    notes,
    reasons: [],
  };
}

const isOption = (word: string): boolean => word.startsWith("-");
const isName = (word: string): boolean => !isOption(word);

function scriptResults({ output, errors }: ProgramRun): TestResults {
  return summaryResults(`${output}\n${errors}`);
}

function notInstalled(name: string): never {
  return refuse({
    code: "server_not_found",
    what: `${name} is not installed.`,
    why: "The package names it, and there is none among its packages.",
    next: "Install the packages of the project, e.g. npm install.",
  });
}

function noTests(directory: string): never {
  return refuse({
    code: "bad_input",
    what: `There is no package.json at ${joinPath(filePath(directory))} or above.`,
    next: "Name the directory of a package by workspace_dir.",
  });
}
