// Tests of JavaScript and TypeScript: the runner is recognised, asked for a report, and run without its shell shim.

import { filePath, joinPath, relativeTo } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { ProgramRun } from "../../workspace/runs/workbench-program.ts";
import type { ReportFile } from "../../workspace/runs/workbench.ts";
import { plainText } from "../reports/compiler-lines.ts";
import { jestResults, mochaResults } from "../reports/jest-json.ts";
import type { NodePackage } from "./node-package.ts";
import { hoistedAt, installedScript, nodeRun, packageOf, scriptRun } from "./node-package.ts";
import { callIn, needsShell, sorted } from "./node-script.ts";
import { asName, nearestFile, unwatchedEnvironment } from "../program.ts";
import { summaryResults } from "../reports/summary-text.ts";
import { tapResults } from "../reports/tap.ts";
import type { Site, TestPlan, TestResults } from "../toolchain.ts";

export async function nodeTestPlan(site: Site, filter: string | undefined): Promise<TestPlan> {
  const found = await packageOf(site);
  if (found === undefined) return noTests(site.directory);
  const scope = scopeFrom(site, found);
  const asked: Asked = { below: scope === "." ? undefined : scope, filter };
  const own = ownScript(found);
  if (own === undefined) {
    const runner = runners.find(({ name }) => found.dependsOn(name));
    if (runner !== undefined) return direct(site, found, runner, [], asked);
    return direct(site, found, nodeRunner, [], asked, [
      "the package has no test script and no known test runner, so Node's own was used",
    ]);
  }
  const call = callIn(own);
  const runner = runners.find(({ name }) => name === call?.runner);
  const isNarrow = asked.below !== undefined || asked.filter !== undefined;
  if (call === undefined || runner === undefined) {
    return isNarrow ? narrowed(site, found, own, asked) : scripted(site, found, undefined, asked);
  }
  // Packages that lie in archives are found by their package manager alone.
  const isDirect = call.isSimple && (await nearestFile(site, [".pnp.cjs"])) === undefined;
  if (isDirect) return direct(site, found, runner, runner.ownArgs(call.words), asked);
  if (runner !== nodeRunner) return scripted(site, found, runner, asked);
  // Behind a name, Node takes everything for words of the tests.
  if (!isNarrow) return scripted(site, found, undefined, asked);
  const { options, names } = sorted(runner.ownArgs(call.words));
  const used = asked.below === undefined ? [...options, ...names] : options;
  return used.some(needsShell)
    ? notNarrowed(own)
    : direct(site, found, runner, used, asked, [besideScript("node --test")]);
}

// — below: private, in the order they are used —

interface Asked {
  readonly below: string | undefined;
  readonly filter: string | undefined;
}

interface Runner {
  readonly name: string;
  /** The script that Node runs, and undefined for Node's own runner. */
  readonly program: string | undefined;
  /** What stands behind its name in a script, without what we add ourselves. */
  ownArgs(words: readonly string[]): readonly string[];
  report(site: Site): Promise<ReportFile | undefined>;
  args(asked: Asked & { readonly report: string }): readonly string[];
  results(run: ProgramRun, report: ReportFile | undefined): Promise<TestResults>;
}

const given = (option: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${option}=${value}`];
const path = ({ below }: Asked): string[] => (below === undefined ? [] : [asName(below)]);

const vitest: Runner = {
  name: "vitest",
  program: "vitest",
  ownArgs: (words) => words.filter((word) => word !== "run" && word !== "watch" && word !== "--watch"),
  report: ({ bench }) => bench.reportFile("json"),
  args: (asked) => [
    // The default reporter says more about a timeout than the report.
    ...["--run", "--reporter=default", "--reporter=json", `--outputFile=${asked.report}`, "--includeTaskLocation"],
    ...given("--testNamePattern", asked.filter),
    ...path(asked),
  ],
  results: async (run, report) =>
    orNone(run, jestResults(await report?.read(), plainText(`${run.output}\n${run.errors}`))),
};

const jest: Runner = {
  name: "jest",
  program: "jest",
  ownArgs: (words) => words.filter((word) => !word.startsWith("--watch")),
  report: ({ bench }) => bench.reportFile("json"),
  args: (asked) => [
    ...["--json", `--outputFile=${asked.report}`, "--testLocationInResults"],
    ...given("--testNamePattern", asked.filter),
    ...path(asked),
  ],
  results: async (run, report) => orNone(run, jestResults(await report?.read())),
};

const mocha: Runner = {
  name: "mocha",
  program: "mocha",
  ownArgs: (words) => words.filter((word) => word !== "--watch" && word !== "-w"),
  report: ({ bench }) => bench.reportFile("json"),
  args: (asked) => [
    ...["--reporter", "json", "--reporter-option", `output=${asked.report}`],
    ...given("--grep", asked.filter),
    ...path(asked),
  ],
  // Before its version 9.2 it knew no file to write to.
  results: async (run, report) => orNone(run, mochaResults((await report?.read()) ?? run.output)),
};

const nodeRunner: Runner = {
  name: "node:test",
  program: undefined,
  ownArgs: (words) =>
    words.filter(
      (word, at) =>
        word !== "--test" &&
        word !== "--watch" &&
        !word.startsWith("--test-reporter") &&
        !/^--test-reporter(?:-destination)?$/.test(words[at - 1] ?? ""),
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

/** What to narrow to, from where the runner is started. */
function scopeFrom({ scope }: Site, { directory }: NodePackage): string | undefined {
  return scope === undefined ? undefined : relativeTo(directory, scope.path);
}

/** A script that does more than call a runner is left aside for the one runner that the package has. */
async function narrowed(site: Site, found: NodePackage, script: string, asked: Asked): Promise<TestPlan> {
  const here: Runner[] = [];
  for (const runner of runners) {
    if (runner.program === undefined || !found.dependsOn(runner.name)) continue;
    if ((await installedScript(site, runner.name, runner.program)) !== undefined) here.push(runner);
  }
  const named = here.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(script));
  const [only, ...others] = named.length > 0 ? named : here;
  if (only === undefined || others.length > 0) return notNarrowed(script);
  return direct(site, found, only, [], asked, [besideScript(only.name)]);
}

function besideScript(name: string): string {
  return `the test script cannot be limited: ${name} ran directly, without the other steps of the script`;
}

/** Said before anything runs: a caller that names one file may not have the time for all of them. */
function notNarrowed(script: string): never {
  return refuse({
    code: "capability_missing",
    what: "The test script of the package cannot be limited to a path or a filter.",
    why: `It is ${JSON.stringify(script.slice(0, 200))}, and no single known test runner is installed with it.`,
    next: "Omit path and filter to run everything.",
  });
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
  if (runner.program !== undefined && script === undefined) return notInstalled(site, runner.name);
  const report = await runner.report(site);
  // Names in a script say what to run; a narrower one takes their place.
  const { options, names } = sorted(ownArgs);
  const kept = asked.below === undefined ? ownArgs : options;
  const added = runner.args({ ...asked, report: report?.path ?? "" });
  // Node's own options have to stand before any name.
  const args =
    runner === nodeRunner ? [...options, ...added, ...(asked.below === undefined ? names : [])] : [...kept, ...added];
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

/** The script as it is, and behind it what asks its runner for a report, if that is all the script calls. */
async function scripted(site: Site, found: NodePackage, runner: Runner | undefined, asked: Asked): Promise<TestPlan> {
  const report = await runner?.report(site);
  const extra = runner?.args({ ...asked, report: report?.path ?? "" }) ?? [];
  const { label, spec, notes } = await scriptRun(site, found, "test", extra, unwatchedEnvironment);
  return {
    before: [],
    label,
    spec,
    report,
    results: (run) => runner?.results(run, report) ?? summaryResults(`${run.output}\n${run.errors}`),
    notes,
    reasons: [],
  };
}

/** Runners call it a failure to find no tests, and some leave no report of it. */
function orNone({ output, errors }: ProgramRun, results: TestResults): TestResults {
  if (!/^(?:Error: )?No test(?:s| files?| suites?) found\b/m.test(`${plainText(output)}\n${plainText(errors)}`))
    return results;
  return { ...results, counts: results.counts ?? { passed: 0, failed: 0, skipped: 0 }, saysNone: true };
}

async function notInstalled(site: Site, name: string): Promise<never> {
  const above = await hoistedAt(site, name);
  if (above !== undefined) {
    return refuse({
      code: "server_not_found",
      what: `${name} is not installed in the root.`,
      why: `It is in ${joinPath(above, "node_modules")}, above the root, and programs from there are not run.`,
      next: `Start Sightline with the directory that holds it as the root: --root ${above}`,
    });
  }
  return refuse({
    code: "server_not_found",
    what: `${name} is not installed.`,
    why: "The package requires it, but it is not among the installed packages.",
    next: "Install the packages of the project, e.g. npm install.",
  });
}

function noTests(directory: string): never {
  return refuse({
    code: "bad_input",
    what: `There is no package.json at ${joinPath(filePath(directory))} or above.`,
    next: "Name the directory of a package with workspace_dir.",
  });
}
