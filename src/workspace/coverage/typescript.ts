// Coverage of TypeScript's servers: they search the projects of opened files, and no file that none of these includes.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, display, joinPath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { builtPackages } from "./built.ts";
import { importFacts } from "../files/source-index.ts";
import { importedFiles, isRelative } from "../../languages/script/imports.ts";
import { parsePackage } from "../../languages/script/package-json.ts";
import type { Coverage, CoverageQuestion } from "./question.ts";
import { anchorsFor, grouped, notLoaded } from "./question.ts";
import type { TsConfig } from "./tsconfig.ts";
import { isJavaScript, isOutputOf, readTsConfig } from "./tsconfig.ts";

export async function typescriptCoverage(question: CoverageQuestion): Promise<Coverage> {
  const { file, root } = question;
  const projects = new OpenedProjects(question);
  const own = await projects.of(file);
  const loaded = new Set(own === undefined ? [] : [own]);
  for (const document of question.open) {
    const project = await projects.of(document);
    if (project !== undefined) loaded.add(project);
  }
  const reasons: Reason[] = [...projects.unknown].map(([detail, where]) => ({
    code: "projects_not_loaded",
    detail,
    counted: { count: 1, thing: "configuration", trouble: "not understood", where },
  }));
  if (own === undefined && isJavaScript(file)) {
    // TypeScript that imports it takes it for untyped, so its uses there have no meaning to the server.
    const detail = `no tsconfig.json or jsconfig.json that ${question.title} loads includes ${display(root, file)}`;
    reasons.push({ code: "server_not_exhaustive", detail });
  }
  const isWanted = isJavaScript(file) || own?.allowJs === true ? readable : typescript;
  // An opened file is searched even where no project includes it.
  const open = new Set([file, ...question.open]);
  const configs = [...loaded];
  const covered = (path: FilePath): boolean =>
    configs.some((config) => config.covers(path) || isOutputOf(config, path));
  const missing = question.files.filter((path) => isWanted.test(path) && !open.has(path) && !covered(path));
  const foreign = question.files.filter((path) => otherSources.test(path));
  const users = isWanted === readable ? noUsers : await javascriptUsers(question, open, covered);
  // A file is loaded with the project that includes it, or else by itself.
  const groups = await grouped(
    [...missing, ...users.importing],
    async (path) => (await projects.of(path))?.path ?? path,
  );
  return {
    reasons: [
      ...reasons,
      ...notLoaded(question, missing, "in no project that is loaded"),
      ...notLoaded(question, users.importing, "JavaScript that imports from it, which its project excludes"),
      ...notLoaded(question, users.requiring, `JavaScript that requires it, which ${question.title} does not follow`),
      ...notLoaded(question, foreign, `not read by ${question.title}`),
    ],
    anchors: anchorsFor(groups),
  };
}

/** Uses that are missed where everything is loaded, whatever is open. */
export function typescriptMissedUses(question: CoverageQuestion): Promise<Reason[]> {
  return builtPackages(question, new OpenedProjects(question));
}

interface JavaScriptUsers {
  /** Found as soon as they are open. */
  readonly importing: readonly FilePath[];
  /** Not found even then. */
  readonly requiring: readonly FilePath[];
}

const noUsers: JavaScriptUsers = { importing: [], requiring: [] };

/** JavaScript that no project reads but that uses a file of one, or an opened one, by its path. */
async function javascriptUsers(
  question: CoverageQuestion,
  open: ReadonlySet<FilePath>,
  covered: (path: FilePath) => boolean,
): Promise<JavaScriptUsers> {
  const files = new Set(question.files);
  const isSource = (path: FilePath): boolean =>
    files.has(path) && typescript.test(path) && (covered(path) || open.has(path));
  const importing: FilePath[] = [];
  const requiring: FilePath[] = [];
  for (const path of question.files) {
    if (!isJavaScript(path) || covered(path)) continue;
    const { imports = [] } = (await question.facts(importFacts, path)) ?? {};
    const reaching = imports.filter(({ module }) => isRelative(module) && importedFiles(path, module).some(isSource));
    if (reaching.some(({ isRequired }) => isRequired)) requiring.push(path);
    else if (!open.has(path) && reaching.length > 0) importing.push(path);
  }
  return { importing, requiring };
}

/** Packages are declared and none is installed: what comes from them has no meaning to the server. */
export async function missingPackages(question: Pick<CoverageQuestion, "root" | "file" | "read">, exists: Exists) {
  const above = ancestors(question.file, question.root);
  for (const directory of above) {
    const text = await question.read(joinPath(directory, "package.json"));
    if (text === undefined) continue;
    const declared = parsePackage(text)
      .dependencies("dependencies", "devDependencies")
      .map(([name]) => name);
    const isInstalled = await someExists(
      above.map((one) => joinPath(one, "node_modules")),
      exists,
    );
    if (declared.length === 0 || isInstalled || (await isHoisted(question.root, declared, exists))) return [];
    const name = display(question.root, joinPath(directory, "package.json"));
    return [
      {
        code: "dependencies_missing",
        detail: `${name} declares packages and there is no node_modules`,
        counted: { count: 1, thing: "package", trouble: "without node_modules", where: name },
        next: `run ${await installerAbove(above, exists)} install`,
      },
    ] as const;
  }
  return [];
}

export type Exists = (path: FilePath) => Promise<boolean>;

/**
 * Whether one of the packages lies above the root, where a monorepo keeps those of all its members and resolution goes
 * on. Another tool may have made what lies there, so the directory alone proves nothing.
 */
async function isHoisted(root: FilePath, packages: readonly string[], exists: Exists): Promise<boolean> {
  const names = packages.filter((name) => packageName.test(name));
  for (const directory of ancestors(root)) {
    const modules = joinPath(directory, "node_modules");
    if (!(await exists(modules))) continue;
    const paths = names.map((name) => joinPath(modules, name));
    if (await someExists(paths, exists)) return true;
  }
  return false;
}

const packageName = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

/** The program whose lock file lies in the directory or above it. */
async function installerAbove(directories: readonly FilePath[], exists: Exists): Promise<string> {
  for (const [program, lock] of lockFiles) {
    const isUsed = await someExists(
      directories.map((one) => joinPath(one, lock)),
      exists,
    );
    if (isUsed) return program;
  }
  return "npm";
}

const lockFiles = [
  ["pnpm", "pnpm-lock.yaml"],
  ["yarn", "yarn.lock"],
  ["bun", "bun.lock"],
  ["bun", "bun.lockb"],
] as const;

// — below: private, in the order they are used —

const typescript = /\.(?:[cm]?ts|tsx)$/;
const readable = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** Languages that hold TypeScript, which only their own servers understand. */
const otherSources = /\.(?:vue|svelte|astro)$/;

/** Which project each file belongs to for a server that has opened it. */
export class OpenedProjects {
  readonly #question: Pick<CoverageQuestion, "root" | "read">;
  readonly #configs = new Map<FilePath, Promise<TsConfig | undefined>>();
  /** The parts of configurations that could not be read, by path. */
  readonly unknown = new Map<string, string>();

  constructor(question: Pick<CoverageQuestion, "root" | "read">) {
    this.#question = question;
  }

  /** The project a server loads for an opened file: the nearest above it, or the first which that refers to. */
  async of(file: FilePath): Promise<TsConfig | undefined> {
    for (const directory of ancestors(file, this.#question.root)) {
      for (const name of ["tsconfig.json", "jsconfig.json"]) {
        const config = await this.#config(joinPath(directory, name));
        if (config !== undefined) return this.#holder(config, file, new Set());
      }
    }
    return undefined;
  }

  async #holder(config: TsConfig, file: FilePath, seen: Set<TsConfig>): Promise<TsConfig | undefined> {
    if (seen.has(config)) return undefined;
    seen.add(config);
    for (const { path, why } of config.unknown) {
      const shown = display(this.#question.root, path);
      this.unknown.set(`${shown} ${why}`, shown);
    }
    if (config.covers(file)) return config;
    for (const path of config.references) {
      const next = await this.#config(path);
      const found = next && (await this.#holder(next, file, seen));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #config(path: FilePath): Promise<TsConfig | undefined> {
    let config = this.#configs.get(path);
    if (config === undefined) {
      config = readTsConfig((one) => this.#question.read(one), path);
      this.#configs.set(path, config);
    }
    return config;
  }
}

async function someExists(paths: readonly FilePath[], exists: Exists): Promise<boolean> {
  for (const path of paths) if (await exists(path)) return true;
  return false;
}
