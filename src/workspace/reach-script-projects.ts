// The projects of TypeScript that a file belongs to: the one its server looks at, and others that judge it differently.

import type { FilePath } from "../model/file-path.ts";
import { display } from "../model/file-path.ts";
import { kept } from "../std/kept.ts";
import { named } from "./coverage-question.ts";
import type { ReadText, TsConfig } from "./coverage-tsconfig.ts";
import { readTsConfig } from "./coverage-tsconfig.ts";
import { OpenedProjects } from "./coverage-typescript.ts";
import type { Configured } from "./reach-script-config.ts";

interface ProjectsContext {
  readonly root: FilePath;
  readonly read: ReadText;
}

export class ScriptProjects {
  readonly #context: ProjectsContext;
  readonly #configured: ReadonlyMap<FilePath, Configured>;
  readonly #opened: OpenedProjects;
  readonly #configs = new Map<FilePath, Promise<TsConfig | undefined>>();

  constructor(context: ProjectsContext, configured: readonly Configured[]) {
    this.#context = context;
    this.#configured = new Map(configured.map((one) => [one.path, one]));
    this.#opened = new OpenedProjects(context);
  }

  /** The configurations whose sources a file sees instead of what was built from them. */
  async referredBy(file: FilePath): Promise<readonly FilePath[]> {
    const seen = new Set<FilePath>();
    const own = await this.#opened.of(file);
    for (let level = own?.references ?? []; level.length > 0; ) {
      const fresh = level.filter((path) => !seen.has(path));
      for (const path of fresh) seen.add(path);
      const next = await Promise.all(fresh.map((path) => this.#config(path)));
      level = next.flatMap((config) => config?.references ?? []);
    }
    return [...seen];
  }

  /** Why files may be wrong although their server finds nothing: another configuration judges them too. */
  async doubts(files: readonly FilePath[]): Promise<string[]> {
    const bases = new Set([...this.#configured.values()].flatMap((one) => one.bases));
    const judging = [...this.#configured.values()].filter((one) => one.isSelecting || !bases.has(one.path));
    const found = new Map<FilePath, FilePath>();
    if (judging.length < 2) return [];
    for (const file of files.filter((one) => /\.[cm]?[jt]sx?$/.test(one))) {
      const own = await this.#opened.of(file);
      const judged = own && this.#configured.get(own.path)?.judged;
      for (const other of judging) {
        if (found.has(other.path) || other.path === own?.path || other.judged === judged) continue;
        if ((await this.#config(other.path))?.covers(file) === true) found.set(other.path, file);
      }
    }
    const [first] = found;
    if (first === undefined) return [];
    const { root } = this.#context;
    const [config, file] = first;
    if (found.size === 1)
      return [`${display(root, config)} covers ${display(root, file)} too, with other options that were not checked`];
    const configs = named(root, [...found.keys()]);
    return [`${found.size} more configurations cover these files with other options that were not checked: ${configs}`];
  }

  #config(path: FilePath): Promise<TsConfig | undefined> {
    return kept(this.#configs, path, () => readTsConfig(this.#context.read, path));
  }
}
