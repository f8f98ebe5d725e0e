// Tests of Python: pytest where the project is made for it, else unittest.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, isInside, joinPath, parentOf } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { compilerProblems } from "../reports/compiler-lines.ts";
import { junitResults } from "../reports/junit-results.ts";
import type { JunitCase } from "../reports/junit-xml.ts";
import { asName, isOnDisk, scopeBelow } from "../program.ts";
import { hasModule, isConfigured, pythonRun, testFiles } from "./python-project.ts";
import { pythonSpot } from "../reports/stack-spot.ts";
import type { Problem, Site, TestPlan, TestResults } from "../toolchain.ts";
import { unittestResults, unittestScript } from "./unittest-run.ts";

export async function pythonTestPlan(site: Site, python: FilePath, filter: string | undefined): Promise<TestPlan> {
  const { scope, directory } = site;
  const files = scope?.isFile === true ? [scope.path] : await testFiles(site, scope?.path ?? directory);
  const isForPytest = (await isConfiguredForPytest(site)) || (files.length > 0 && !(await areAllUnittest(site, files)));
  if (isForPytest) {
    if (!(await hasModule(site, python, "pytest"))) notInstalled(python);
    return pytest(site, python, filter);
  }
  // Without a single test file either says the same.
  return unittest(site, python, files, filter);
}

export function pytestResults(report: string | undefined, printed: readonly Problem[]): TestResults {
  return junitResults([report], ({ details }) => pythonSpot(details), printed, uncollected);
}

// — below: private, in the order they are used —

/** A file that cannot be imported stands among the tests of a report, and is none: it keeps them all from running. */
function uncollected({ name, className, message, details }: JunitCase): Problem | undefined {
  if (className !== "" || message !== "collection failure") return undefined;
  const raised = [...details.matchAll(/^E {3}(\S.*)$/gm)].at(-1)?.[1] ?? message;
  return { spot: pythonSpot(details), severity: "error", message: `${name}: ${raised}\n${details}` };
}

async function isConfiguredForPytest(site: Site): Promise<boolean> {
  return (
    (await isConfigured(site, ["pytest.ini", ".pytest.ini", "conftest.py"], "tool.pytest", "tool:pytest")) ||
    isConfigured(site, [], "tool.pytest", "pytest")
  );
}

async function areAllUnittest({ bench }: Site, files: readonly FilePath[]): Promise<boolean> {
  for (const file of files) {
    const text = (await bench.read(file)) ?? "";
    if (!/^[ \t]*(?:import|from)\s+unittest\b/m.test(text) || /^[ \t]*(?:import|from)\s+pytest\b/m.test(text))
      return false;
  }
  return true;
}

async function pytest(site: Site, python: FilePath, filter: string | undefined): Promise<TestPlan> {
  const report = await site.bench.reportFile("xml");
  const below = scopeBelow(site);
  const narrowed = [...(filter === undefined ? [] : [`-k=${filter}`]), ...(below === undefined ? [] : [asName(below)])];
  const args = ["-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", `--junitxml=${report.path}`, ...narrowed];
  return {
    before: [],
    label: ["pytest", ...narrowed].join(" "),
    spec: pythonRun(site, python, args),
    report,
    results: async ({ output, errors, code }) => ({
      ...pytestResults(
        await report.read(),
        // Before a report can be written, e.g. by a broken conftest.py.
        compilerProblems(errors === "" ? output : errors).filter(({ severity }) => severity === "error"),
      ),
      saysNone: code === 5,
    }),
    notes: [],
    reasons: [],
  };
}

async function unittest(
  site: Site,
  python: FilePath,
  files: readonly FilePath[],
  filter: string | undefined,
): Promise<TestPlan> {
  const start = startOf(site, files);
  const top = await topOf(site, start);
  const report = await site.bench.reportFile("json");
  const words = [
    `-s=${display(site.directory, start)}`,
    ...(top === start ? [] : [`-t=${display(site.directory, top)}`]),
    ...(site.scope?.isFile === true ? [`-p=${baseName(site.scope.path)}`] : []),
    ...(filter === undefined ? [] : [`-k=${filter}`]),
  ];
  return {
    before: [],
    label: ["python -m unittest discover", ...words].join(" "),
    spec: pythonRun(site, python, ["-c", unittestScript, report.path, "discover", "-v", ...words]),
    report,
    results: async () => unittestResults(await report.read()),
    notes: [],
    reasons: [],
  };
}

/** The directory that holds every test: unittest searches packages only, and most directories of tests are none. */
function startOf({ scope, directory }: Site, files: readonly FilePath[]): FilePath {
  if (scope !== undefined && !scope.isFile) return scope.path;
  const directories = files.map((file) => parentOf(file) ?? directory);
  const [first = directory, ...others] = directories.sort((a, b) => a.length - b.length);
  return others.every((one) => isInside(first, one)) ? first : directory;
}

/** Where names of modules start: above every package around it. */
async function topOf({ bench, directory }: Site, start: FilePath): Promise<FilePath> {
  let here = start;
  while (here !== directory && (await isOnDisk(bench, joinPath(here, "__init__.py"))))
    here = parentOf(here) ?? directory;
  return here;
}

function notInstalled(python: FilePath): never {
  return refuse({
    code: "server_not_found",
    what: "pytest is not installed.",
    why: `The tests require it, and ${python} cannot import it.`,
    next: "Install it for that interpreter, e.g. python3 -m pip install pytest in the project's environment.",
  });
}
