// What an import by name may reach outside the files that may be shown: linked packages, and modules of an environment
// that only the configuration of the repository names.

import { sitePackages } from "../../session/process/python.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { confinedPlace } from "../trust/confine.ts";
import { parsePackage } from "../../languages/script/package-json.ts";
import type { ShownPlaces } from "./places.ts";

export interface NamesContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly places: ShownPlaces;
}

/** Packages of `node_modules` that lead outside, by themselves or by what they depend on. */
export class OutsidePackages {
  readonly #context: NamesContext;
  readonly #links: ReadonlyMap<string, FilePath>;
  readonly #directories: ReadonlySet<FilePath>;
  readonly #known = new Map<string, Promise<FilePath | undefined>>();

  static async among(context: NamesContext, linked: ReadonlyMap<FilePath, FilePath>): Promise<OutsidePackages> {
    const outside: FilePath[] = [];
    for (const [link, target] of linked) {
      if ((await context.places.outsideOf(target)) !== undefined) outside.push(link);
    }
    return new OutsidePackages(context, outside);
  }

  private constructor(context: NamesContext, links: readonly FilePath[]) {
    this.#context = context;
    this.#links = new Map(links.map((link) => [link.slice(link.lastIndexOf(modules) + modules.length), link]));
    const holders = links.map((link) => link.slice(0, link.lastIndexOf(modules)));
    const directories = [context.root, ...holders].flatMap(
      (one) => parseFilePath(`${one}${modules.slice(0, -1)}`) ?? [],
    );
    this.#directories = new Set(directories);
  }

  /** The link that a compiler loads without an import: one to a package of types. */
  get takenByItself(): FilePath | undefined {
    const types = [...this.#links].find(([name]) => /^@types(?:\/|$)/.test(name));
    return types?.[1];
  }

  /** The link that an import of a package leads to. */
  leadOf(name: string): Promise<FilePath | undefined> {
    if (this.#links.size === 0) return Promise.resolve(undefined);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A cycle of dependencies leads nowhere by itself.
    this.#known.set(name, Promise.resolve(undefined));
    const found = this.#find(name);
    this.#known.set(name, found);
    return found;
  }

  // — below: private, in the order they are used —

  async #find(name: string): Promise<FilePath | undefined> {
    const own = this.#links.get(name) ?? this.#links.get(name.split("/", 1)[0] ?? "");
    if (own !== undefined) return own;
    for (const directory of this.#directories) {
      for (const other of await this.#dependencies(joinPath(directory, name, "package.json"))) {
        const lead = await this.leadOf(other);
        if (lead !== undefined) return lead;
      }
    }
    return undefined;
  }

  async #dependencies(manifest: FilePath): Promise<string[]> {
    const { files } = this.#context.host;
    const bytes = await orIfUnreadable(undefined, () => files.read(manifest, manifestBytes));
    const read = parsePackage(bytes && files.decode(bytes).text);
    const lists = ["dependencies", "peerDependencies", "optionalDependencies"] as const;
    return read.dependencies(...lists).map(([name]) => name);
  }
}

/** Whether an environment that a configuration names is neither in a root nor one of the operator's. */
export async function isOutsideEnvironment(context: NamesContext, environment: FilePath): Promise<boolean> {
  return isUnknown(context, await confinedPlace(context.host, environment));
}

/** The modules that an environment brings from outside, each with the directory that holds it. */
export async function outsideModules(
  context: NamesContext,
  environment: FilePath,
): Promise<ReadonlyMap<string, FilePath>> {
  const { host } = context;
  if ((await operatorsEnvironments(host)).includes(await confinedPlace(host, environment))) return new Map();
  const packages = await sitePackages(host, environment);
  const linked: FilePath[] = [];
  for (const directory of (await Promise.all(packages.map((one) => namedByPth(host, one)))).flat()) {
    const real = await orIfUnreadable(undefined, () => host.files.real(directory));
    if (real !== undefined && (await isUnknown(context, real))) linked.push(directory);
  }
  if (linked.length === 0 && !(await isOutsideEnvironment(context, environment))) return new Map();
  // What lies beside a directory outside may import from it.
  const found = new Map<string, FilePath>();
  for (const directory of [...packages, ...linked]) {
    const entries = (await orIfUnreadable(undefined, () => host.files.list(directory))) ?? [];
    for (const { name } of entries) found.set((name.split(".", 1)[0] ?? name).replace(/-stubs$/, ""), directory);
  }
  return found;
}

// — below: private, in the order they are used —

/** What lies in `site-packages` counts as installed only where the environment is the operator's. */
async function isUnknown({ host, places }: NamesContext, real: FilePath): Promise<boolean> {
  if (await places.isKnown(real)) return false;
  return !(await operatorsEnvironments(host)).some((one) => isInside(one, real));
}

const modules = "/node_modules/";

const manifestBytes = 1_000_000;

const pthBytes = 64 * 1024;

/** Those that variables name, and those whose interpreter is on the PATH. */
async function operatorsEnvironments({ env, files, platform }: Host): Promise<FilePath[]> {
  const path = (env["PATH"] ?? env["Path"] ?? "").split(platform === "win32" ? ";" : ":");
  const named = [env["VIRTUAL_ENV"], env["CONDA_PREFIX"]].flatMap((one) => parseFilePath(one ?? "") ?? []);
  const found = [...named];
  for (const directory of path.flatMap((one) => parseFilePath(one) ?? [])) {
    const parent = platform === "win32" && baseName(directory) !== "Scripts" ? directory : parentOf(directory);
    const program = joinPath(directory, platform === "win32" ? "python.exe" : "python3");
    const isThere = (await orIfUnreadable(undefined, () => files.stat(program))) !== undefined;
    // What lies at the top of the machine is no environment.
    if (isThere && parent !== undefined && parentOf(parent) !== undefined) found.push(parent);
  }
  const real = await Promise.all(found.map((one) => orIfUnreadable(undefined, () => files.real(one))));
  return real.filter((one) => one !== undefined);
}

/** Each line of a `.pth` file names one more directory. */
async function namedByPth({ files }: Host, directory: FilePath): Promise<FilePath[]> {
  const entries = (await orIfUnreadable(undefined, () => files.list(directory))) ?? [];
  const found: FilePath[] = [];
  for (const { name } of entries.filter((entry) => entry.name.endsWith(".pth"))) {
    const bytes = await orIfUnreadable(undefined, () => files.read(joinPath(directory, name), pthBytes));
    const lines = bytes === undefined ? [] : files.decode(bytes).text.split(/\r?\n/);
    for (const line of lines.map((one) => one.trim())) {
      if (line === "" || line.startsWith("#") || /^import\s/.test(line) || line.includes("\0")) continue;
      found.push(parseFilePath(line) ?? joinPath(directory, line));
    }
  }
  return found;
}
