// Coverage of gopls: it searches the module of the asked file, or all modules of the go.work that uses this one.
//
// Quirk(gopls 0.23.0): an opened file of another module is loaded beside the first, and never searched together with it.
// Only what the go command leaves out of the module itself is searched from when it is opened.

import { textBytes } from "../../host/read-limits.ts";
import type { FactKind } from "../files/source-index.ts";
import { usedDirectories } from "../../languages/go/manifests.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, display, joinPath, parseFilePath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import type { BuildConfiguration } from "../../languages/go/build-constraints.ts";
import { isBuilt } from "../../languages/go/build-constraints.ts";
import type { GoFacts, GoFile } from "./go-left-out.ts";
import { goFacts, leftOutCoverage } from "./go-left-out.ts";
import type { Coverage, CoverageQuestion } from "./question.ts";
import { holdersOf, named, nearestOf, notLoaded } from "./question.ts";

/** Nothing that is opened makes gopls search another module too, so there are no anchors for them. */
export async function goCoverage(question: CoverageQuestion): Promise<Coverage> {
  const { root, file } = question;
  const modules = holdersOf(question.files, "go.mod");
  const own = nearestOf(root, modules, file);
  if (own === undefined) {
    const detail = `${display(root, file)} is not in a module`;
    return { reasons: [{ code: "server_not_exhaustive", detail }], anchors: [] };
  }
  const work = await workspaceAbove(question);
  const isUsed = work?.includes(own) === true;
  const searched = new Set(isUsed ? work : [own]);
  const missing = question.files.filter((path) => {
    const module = path.endsWith(".go") ? nearestOf(root, modules, path) : own;
    return module === undefined || !searched.has(module);
  });
  const reasons: Reason[] = [];
  if (work !== undefined && !isUsed) {
    reasons.push({ code: "server_not_exhaustive", detail: `go.work does not use ${display(root, own)}` });
  }
  const files = await goFiles(question, modules);
  const leftOut = await leftOutCoverage(
    question,
    modules,
    files.filter(({ module }) => searched.has(module)),
  );
  return {
    reasons: [
      ...reasons,
      ...notLoaded(question, missing, "in modules that are not loaded together with this one"),
      ...leftOut.reasons,
      ...otherConfigurations(question, files),
    ],
    anchors: leftOut.anchors,
  };
}

/** Every Go file that can be read, with what it says. */
async function goFiles(question: CoverageQuestion, modules: ReadonlySet<FilePath>): Promise<GoFile[]> {
  const kind = goFactKind(configurationOf(question.env, question.machine));
  const found: GoFile[] = [];
  for (const path of question.files) {
    if (!path.endsWith(".go")) continue;
    const facts = await question.facts(kind, path);
    if (facts !== undefined) found.push({ ...facts, path, module: nearestOf(question.root, modules, path) ?? path });
  }
  return found;
}

/** What a Go file says of itself where this is built. */
export function goFactKind(build: BuildConfiguration): FactKind<GoFacts> {
  const key = `${build.system}/${build.machine}`;
  const kind = goFactKinds.get(key) ?? {
    read: (text: string, file: FilePath) => goFacts(file, text, isBuilt(baseName(file), text, build)),
    maxBytes: textBytes,
  };
  goFactKinds.set(key, kind);
  return kind;
}

const goFactKinds = new Map<string, FactKind<GoFacts>>();

/** References are those of one build configuration; files of others are named, because a change would reach them too. */
function otherConfigurations(question: CoverageQuestion, files: readonly GoFile[]): Reason[] {
  const build = configurationOf(question.env, question.machine);
  const others = files.filter((file) => !file.isBuilt && file.path !== question.file).map(({ path }) => path);
  if (others.length === 0) return [];
  const where = `excluded by ${build.system}/${build.machine}, the build configuration that was searched`;
  return [{ code: "scoped", detail: `${named(question.root, others)} ${others.length === 1 ? "is" : "are"} ${where}` }];
}

export function configurationOf(
  env: CoverageQuestion["env"],
  machine: CoverageQuestion["machine"],
): BuildConfiguration {
  const systems: Readonly<Record<string, string>> = { win32: "windows" };
  const machines: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
  return {
    system: env["GOOS"] || (systems[machine.platform] ?? machine.platform),
    machine: env["GOARCH"] || (machines[machine.arch] ?? machine.arch),
  };
}

// — below: private, in the order they are used —

/** The modules of the nearest go.work above the file; undefined where there is none, or the environment decides. */
async function workspaceAbove({ root, file, env, read }: CoverageQuestion): Promise<FilePath[] | undefined> {
  const decided = env["GOWORK"];
  if (decided !== undefined && decided !== "") return undefined;
  for (const directory of ancestors(file, root)) {
    const text = await read(joinPath(directory, "go.work"));
    if (text !== undefined)
      return usedDirectories(text).map((used) => parseFilePath(used) ?? joinPath(directory, used));
  }
  return undefined;
}
