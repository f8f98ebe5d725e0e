// The real paths of what a plan names: links resolved, inside the root, and each file under one name.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { aLink, outsideRoot } from "./refusals.ts";

export class PlanPaths {
  readonly #host: Host;
  readonly #root: FilePath;
  /** Real paths by those that the plan names. */
  readonly #real = new Map<FilePath, FilePath>();
  /** New spellings of existing files, on a disk that ignores case. */
  readonly #respelled = new Set<FilePath>();

  constructor(host: Host, root: FilePath) {
    this.#host = host;
    this.#root = root;
  }

  /** Every real path, once. */
  get named(): readonly FilePath[] {
    return [...new Set(this.#real.values())];
  }

  /** Whether the path is a new spelling of an existing file: nothing is there yet, whatever the disk says. */
  isNew(file: FilePath): boolean {
    return this.#respelled.has(file);
  }

  /** Other names, by way of links, by which the plan named these files. */
  aliasesOf(files: readonly FilePath[]): FilePath[] {
    const wanted = new Set(files);
    return [...this.#real].flatMap(([named, real]) => (named !== real && wanted.has(real) ? [named] : []));
  }

  /** The step with real paths. An edit goes through a link to the file; a link itself is neither moved nor removed. */
  async real(step: ProposedStep): Promise<ProposedStep> {
    if (step.kind === "edit" || step.kind === "create") return { ...step, file: await this.#followed(step.file) };
    if (step.kind === "delete") return { ...step, file: await this.#itself(step.file) };
    const from = await this.#itself(step.from);
    const to = await this.#itself(step.to);
    if (from !== to && from.toLowerCase() === to.toLowerCase() && (await this.#host.files.real(to)) === from) {
      this.#respelled.add(to);
    }
    return { ...step, from, to };
  }

  async #followed(path: FilePath): Promise<FilePath> {
    const real = await this.#host.files.real(path);
    return real === undefined ? this.#itself(path) : this.#inside(path, real);
  }

  async #itself(path: FilePath): Promise<FilePath> {
    const place = this.#inside(path, await this.#placeOf(path));
    if ((await this.#host.writing.look(place))?.kind === "link") aLink(place);
    return place;
  }

  /** Where it is or would be: the links of the directories that exist are resolved. */
  async #placeOf(path: FilePath): Promise<FilePath> {
    for (let here = parentOf(path); here !== undefined; here = parentOf(here)) {
      const real = await this.#host.files.real(here);
      if (real !== undefined) return joinPath(real, relativeTo(here, path) ?? baseName(path));
      // A dangling link: a file created through it would lie somewhere else.
      if (isInside(this.#root, here) && (await this.#host.writing.look(here))?.kind === "link") aLink(here);
    }
    return path;
  }

  #inside(named: FilePath, real: FilePath): FilePath {
    if (real === this.#root || !isInside(this.#root, real)) return outsideRoot(this.#root, named);
    this.#real.set(named, real);
    return real;
  }
}
