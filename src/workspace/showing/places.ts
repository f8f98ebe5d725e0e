// From which places text may be shown: the open roots, the checkout around the root, and what is installed on the machine.
//
// Invariant: a place is judged by its real path.

import { orIfUnreadable } from "../../host/files.ts";
import type { DirectoryEntry } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { installedPlaces } from "../trust/installed-places.ts";
import { Checkouts } from "../root.ts";

export interface PlacesContext {
  readonly host: Host;
  readonly root: FilePath;
  /** The other roots that are open. */
  others(): readonly FilePath[];
}

export class ShownPlaces {
  readonly #context: PlacesContext;
  readonly #installed: readonly FilePath[];
  readonly #checkouts: Checkouts;
  /** Memoized lookups, where they may be reused. */
  readonly #seen: Seen | undefined;

  constructor(context: PlacesContext, checkouts = new Checkouts(context.host), seen?: Seen) {
    this.#context = context;
    this.#installed = installedPlaces(context.host);
    this.#checkouts = checkouts;
    this.#seen = seen;
  }

  /** The same for one judgement, which lists each directory once. */
  once(): ShownPlaces {
    return new ShownPlaces(this.#context, this.#checkouts, { own: this.own(), entries: new Map() });
  }

  /** The other roots that are open. */
  get others(): readonly FilePath[] {
    return this.#context.others();
  }

  /** What is shown as a part of the project: the roots, and the checkout of which the root is a part. */
  async own(): Promise<readonly FilePath[]> {
    if (this.#seen !== undefined) return this.#seen.own;
    const { root, host } = this.#context;
    const [found] = await this.#checkouts.around(root);
    // Another user of the machine could have made it around the root, to have shown what lies beside that.
    const isOurs = found === undefined || found === root || (await host.isOurs(joinPath(found, ".git")));
    const around = isOurs ? found : undefined;
    return [root, ...(around === undefined ? [] : [around]), ...this.#context.others()];
  }

  /** Whether text of a file at this real path may be shown. */
  async mayShow(real: FilePath): Promise<boolean> {
    return (await this.isKnown(real)) || this.#isPackage(real);
  }

  /** Whether a real path lies in the project, or where the system and its tools are installed. */
  async isKnown(real: FilePath): Promise<boolean> {
    return [...(await this.own()), ...this.#installed].some((place) => isInside(place, real));
  }

  /** The first place outside that a path leads to, where there is something; a file may be named without its ending. */
  async outsideOf(path: FilePath): Promise<FilePath | undefined> {
    for (const target of await this.#targets(path)) if (!(await this.mayShow(target))) return target;
    return undefined;
  }

  // — below: private, in the order they are used —

  /** Stores of packages, and the packages that a program of the root finds. */
  #isPackage(real: FilePath): boolean {
    if (/\/(?:site|dist)-packages\/|\/node_modules\/\.pnpm\/|\/\.pnpm-store\/|\/\.yarn\//.test(real)) return true;
    const holder = parseFilePath(real.slice(0, Math.max(0, real.indexOf("/node_modules/"))));
    return holder !== undefined && [this.#context.root, ...ancestors(this.#context.root)].includes(holder);
  }

  async #targets(path: FilePath): Promise<FilePath[]> {
    const { files } = this.#context.host;
    const parent = parentOf(path);
    const exact = await orIfUnreadable(undefined, () => files.real(path));
    if (parent === undefined) return exact === undefined ? [] : [exact];
    const stem = baseName(path).replace(/\.[^.]*$/, "");
    const named = stem === "" ? [] : ((await this.#entries(parent)).get(stem) ?? []);
    const found = await Promise.all(
      named.map((name) => orIfUnreadable(undefined, () => files.real(joinPath(parent, name)))),
    );
    return [exact, ...found].filter((one) => one !== undefined);
  }

  #entries(directory: FilePath): Promise<ByStem> {
    const known = this.#seen?.entries.get(directory);
    if (known !== undefined) return known;
    const found = orIfUnreadable(undefined, () => this.#context.host.files.list(directory)).then(byStem);
    this.#seen?.entries.set(directory, found);
    return found;
  }
}

interface Seen {
  readonly own: Promise<readonly FilePath[]>;
  readonly entries: Map<FilePath, Promise<ByStem>>;
}

/** The names that begin with another and a dot. */
type ByStem = ReadonlyMap<string, readonly string[]>;

function byStem(entries: readonly DirectoryEntry[] | undefined): ByStem {
  const found = new Map<string, string[]>();
  for (const { name } of entries ?? []) {
    for (let dot = name.indexOf(".", 1); dot > 0; dot = name.indexOf(".", dot + 1)) {
      const stem = name.slice(0, dot);
      const known = found.get(stem);
      if (known === undefined) found.set(stem, [name]);
      else known.push(name);
    }
  }
  return found;
}
