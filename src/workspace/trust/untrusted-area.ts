// What is not trusted, as places of the disk: every root that is served without trust, every checkout around a root,
// and every checkout inside of one.
//
// Invariant: the innermost of them decides: a trusted root inside of an untrusted one is trusted, a checkout inside of a
// trusted root is not. What a link on the way to a path lies in counts as much as where the path ends.

import type { LinksRead } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, parentOf } from "../../model/file-path.ts";
import type { Untrusted } from "../../session/process/programs.ts";
import { Programs } from "../../session/process/programs.ts";
import { Checkouts, findRoot } from "../root.ts";

interface Served {
  readonly root: FilePath;
  readonly trusted: boolean;
  /** Checkouts that the root lies in; a home directory is not a project. */
  readonly around: Promise<readonly FilePath[]>;
}

/** What may run, and the roots by which that is decided. */
export interface ProgramsOfRoots {
  readonly area: UntrustedArea;
  readonly programs: Programs;
}

export function programsOfRoots(host: Host, emit: Emit): ProgramsOfRoots {
  const area = new UntrustedArea(host);
  return { area, programs: new Programs(host, area, emit) };
}

export class UntrustedArea implements Untrusted {
  readonly #host: Host;
  readonly #checkouts: Checkouts;
  readonly #served = new Set<Served>();
  #version = 0;

  constructor(host: Host) {
    this.#host = host;
    this.#checkouts = new Checkouts(host);
  }

  get version(): number {
    return this.#version;
  }

  /** Counts a root in until the returned function is called. */
  serve(root: FilePath, trusted: boolean): () => void {
    const served = { root, trusted, around: this.#around(root) };
    this.#served.add(served);
    this.#version++;
    return () => {
      if (this.#served.delete(served)) this.#version++;
    };
  }

  async holding(path: FilePath, read?: LinksRead): Promise<FilePath | undefined> {
    for (const place of await this.#host.files.trail(path, read)) {
      const found = await this.#holdingPlace(place);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  // — below: private, in the order they are used —

  /** What holds the root as one project: checkouts, and without any the outermost directory that looks like one. */
  async #around(root: FilePath): Promise<readonly FilePath[]> {
    const checkouts = await this.#checkouts.around(root);
    const above = parentOf(root);
    const project = above && (await findRoot({ ...this.#host, home: this.#host.accountHome }, above));
    return project === undefined || project === above ? checkouts : [...checkouts, project];
  }

  async #holdingPlace(place: FilePath): Promise<FilePath | undefined> {
    const served = [...this.#served].filter(({ root }) => isInside(root, place));
    const inner = served.reduce<Served | undefined>(
      (best, one) => (best === undefined || one.root.length > best.root.length ? one : best),
      undefined,
    );
    if (inner !== undefined) return inner.trusted ? this.#checkouts.of(place, inner.root) : inner.root;
    for (const { around } of this.#served) {
      const checkout = (await around).find((one) => isInside(one, place));
      if (checkout !== undefined) return checkout;
    }
    return undefined;
  }
}
