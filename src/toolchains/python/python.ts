// Python: syntax by the interpreter, types by what the project configures, tests by pytest or unittest.

import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { isRecord, parsedJson } from "../../std/json.ts";
import { compilerProblems } from "../reports/compiler-lines.ts";
import { asName, mustFind, quietEnvironment, scopeBelow } from "../program.ts";
import { hasModule, pythonInterpreter, isConfigured, pythonRun } from "./python-project.ts";
import { pythonTestPlan } from "./python-tests.ts";
import type { Problem, Site, Step, Toolchain } from "../toolchain.ts";

export const pythonToolchain: Toolchain = {
  languages: ["python"],
  programs: ["python3"],
  extensions: [".py", ".pyi"],
  markers: ["pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "requirements.txt", "Pipfile"],
  isMarkerless: true,
  async build(site) {
    const python = await pythonInterpreter(site);
    const below = asName(scopeBelow(site) ?? ".");
    // What was compiled earlier counts as fresh where time and size are the same, so all is compiled anew.
    const syntax: Step = {
      label: `python -m compileall ${below}`,
      spec: pythonRun(site, python, ["-m", "compileall", "-f", "-q", "-x", notOurs, below]),
      problems: printed,
      isOneOfSeveral: true,
    };
    const { steps, notes, reasons } = await typeChecks(site, python, below);
    const only = steps.length > 0 ? [] : ["no type checker is configured: only syntax was checked"];
    return { steps: [syntax, ...steps], notes: [...notes, ...only], reasons };
  },
  async test(site, filter) {
    const python = await pythonInterpreter(site);
    return pythonTestPlan(site, python, filter);
  },
};

// — below: private, in the order they are used —

/** Directories whose files belong to others. */
const notOurs = String.raw`(^|[/\\])(\.venv|venv|env|node_modules|\.git|\.tox|build|dist)[/\\]`;

const printed: Step["problems"] = ({ output, errors }) => compilerProblems(`${output}\n${errors}`);

interface Checks {
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
  readonly reasons: readonly Reason[];
}

async function typeChecks(site: Site, python: FilePath, below: string): Promise<Checks> {
  const steps: Step[] = [];
  if (await isConfigured(site, ["pyrightconfig.json"], "tool.pyright", "tool.pyright"))
    steps.push(await pyright(site, python, below));
  if (await isConfigured(site, ["mypy.ini", ".mypy.ini"], "tool.mypy", "mypy")) {
    const cache = joinPath(site.bench.buildDirectory(site.directory), "mypy");
    const args = ["-m", "mypy", "--no-color-output", "--show-column-numbers", "--cache-dir", cache, below];
    if (await hasModule(site, python, "mypy")) {
      steps.push({
        label: `mypy ${below}`,
        spec: pythonRun(site, python, args),
        problems: printed,
        isOneOfSeveral: true,
      });
    } else {
      const detail = "mypy is configured but not installed for this interpreter";
      return { steps, notes: [], reasons: [{ code: "dependencies_missing", detail }] };
    }
  }
  return { steps, notes: [], reasons: [] };
}

/** The one installed with Sightline; it gets the interpreter by which to resolve packages. */
async function pyright(site: Site, python: FilePath, below: string): Promise<Step> {
  const own = site.bench.host.resolvePackageFile("pyright", "index.js");
  const command =
    own === undefined
      ? await mustFind(site.bench, ["pyright"], "Install pyright: pip install pyright")
      : filePath(site.bench.host.nodePath);
  const args = [...(own === undefined ? [] : [own]), "--outputjson", "--pythonpath", python];
  return {
    label: below === "." ? "pyright" : `pyright ${below}`,
    spec: { command, args: below === "." ? args : [...args, below], cwd: site.directory, env: quietEnvironment },
    problems: ({ output }) => pyrightProblems(output),
    isOneOfSeveral: true,
  };
}

export function pyrightProblems(output: string): Problem[] {
  const value = parsedJson(output);
  const all = isRecord(value) && Array.isArray(value["generalDiagnostics"]) ? value["generalDiagnostics"] : [];
  return all.filter(isRecord).flatMap((one) => {
    const { file, severity, message, range } = one;
    const start = isRecord(range) && isRecord(range["start"]) ? range["start"] : undefined;
    if (typeof file !== "string" || (severity !== "error" && severity !== "warning")) return [];
    const spot = { file, line: Number(start?.["line"] ?? 0) + 1, column: Number(start?.["character"] ?? 0) + 1 };
    return [{ spot, severity, message: String(message) }];
  });
}
