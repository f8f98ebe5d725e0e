// Go: modules and workspaces, built and tested by the go command.

import { goModuleName, usedDirectories } from "../../languages/go/manifests.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf } from "../../model/file-path.ts";
import { compilerProblems } from "../reports/compiler-lines.ts";
import { goTestResults } from "./go-output.ts";
import { isOnDisk, mustFind, scopeBelow } from "../program.ts";
import type { Site, Toolchain } from "../toolchain.ts";

const install = "Install Go: https://go.dev/dl/";

export const goToolchain: Toolchain = {
  languages: ["go"],
  programs: ["go"],
  extensions: [".go"],
  markers: ["go.mod", "go.work"],
  async build(site) {
    const patterns = await patternsOf(site);
    // Without a place to put it, a lone program would be left in the project.
    const nowhere = site.bench.host.platform === "win32" ? "NUL" : "/dev/null";
    const command = await mustFind(site.bench, ["go"], install);
    const spec = { command, args: ["build", "-o", nowhere, ...patterns], cwd: site.directory };
    const label = `go build ${patterns.join(" ")}`;
    return {
      steps: [{ label, spec, problems: ({ output, errors }) => compilerProblems(`${output}\n${errors}`) }],
      notes: [],
      reasons: [],
    };
  },
  async test(site, filter) {
    const patterns = await patternsOf(site);
    const modules = await modulesOf(site);
    const narrowed = filter === undefined ? [] : [`-run=${filter}`];
    const command = await mustFind(site.bench, ["go"], install);
    return {
      before: [],
      label: ["go test", ...narrowed, ...patterns].join(" "),
      spec: { command, args: ["test", "-json", ...narrowed, ...patterns], cwd: site.directory },
      results: ({ output, errors }) => goTestResults(output, errors, (name) => directoryIn(modules, name)),
      notes: [],
      reasons: [],
    };
  },
};

// — below: private, in the order they are used —

async function patternsOf(site: Site): Promise<string[]> {
  const below = scopeBelow(site);
  if (below !== undefined && site.scope !== undefined) {
    if (!site.scope.isFile) return [`./${below}/...`];
    const cut = below.lastIndexOf("/");
    return [cut < 0 ? "." : `./${below.slice(0, cut)}`];
  }
  if (await isOnDisk(site.bench, joinPath(site.directory, "go.mod"))) return ["./..."];
  // A workspace as such holds no package: its modules are named one by one.
  const used = usedDirectories((await site.bench.read(joinPath(site.directory, "go.work"))) ?? "");
  return used.map((path) => (path === "." ? "./..." : `${path.startsWith(".") ? "" : "./"}${path}/...`));
}

interface Module {
  readonly path: string;
  readonly directory: FilePath;
}

/** The modules whose tests may run: that of the directory, and those of a workspace around it. */
async function modulesOf({ bench, directory }: Site): Promise<Module[]> {
  const { root } = bench.snapshot;
  const directories = [directory];
  for (let here: FilePath | undefined = directory; here !== undefined; here = parentOf(here)) {
    const work = await bench.read(joinPath(here, "go.work"));
    for (const used of usedDirectories(work ?? "")) directories.push(joinPath(here, used));
    if (here === root || baseName(here) === "") break;
  }
  const found: Module[] = [];
  for (const one of directories) {
    const path = goModuleName((await bench.read(joinPath(one, "go.mod"))) ?? "");
    if (path !== "") found.push({ path, directory: one });
  }
  return found.sort((a, b) => b.path.length - a.path.length);
}

function directoryIn(modules: readonly Module[], importPath: string): FilePath | undefined {
  const module = modules.find(({ path }) => importPath === path || importPath.startsWith(`${path}/`));
  return module && joinPath(module.directory, importPath.slice(module.path.length));
}
