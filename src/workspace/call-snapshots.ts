// The snapshots of one call: one of each root that it asks about, and roots as they would be, until they are released.

import type { Settlement } from "../host/watch.ts";
import type { Base, FilePath } from "../model/file-path.ts";
import type { MayShow } from "./files/snapshot-files.ts";
import type { RootSet } from "./root-set.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Supposed } from "./supposition.ts";
import type { SupposedSnapshot } from "./view.ts";
import type { Workspace } from "./workspace.ts";

/** A root that a whole call sees as it would be. */
export interface Supposing {
  readonly root: FilePath;
  readonly supposed: Supposed;
}

export class CallSnapshots {
  readonly #roots: RootSet;
  readonly #base: Base;
  readonly #supposing: Supposing | undefined;
  readonly #mayShow: (root: FilePath, files: readonly FilePath[]) => Promise<readonly FilePath[]>;
  readonly #taken = new Map<Workspace, Promise<Snapshot>>();
  /** Each root is settled once for a call. */
  readonly #settling = new Map<Workspace, Promise<Settlement | undefined>>();
  readonly #held: (() => void)[] = [];
  readonly #supposed = new Set<SupposedSnapshot>();
  #isOver = false;

  constructor(
    roots: RootSet,
    base: Base,
    supposing: Supposing | undefined,
    mayShow: (root: FilePath, files: readonly FilePath[]) => Promise<readonly FilePath[]>,
  ) {
    this.#mayShow = mayShow;
    this.#roots = roots;
    this.#base = base;
    this.#supposing = supposing;
  }

  /** The one snapshot that the call has of a root. */
  of(workspace: Workspace): Promise<Snapshot> {
    const known = this.#taken.get(workspace);
    if (known !== undefined) return known;
    const taken = this.#take(workspace);
    this.#taken.set(workspace, taken);
    return taken;
  }

  /** Everything written in a root before the call is seen when this resolves. */
  settle(workspace: Workspace): Promise<Settlement | undefined> {
    const known = this.#settling.get(workspace);
    if (known !== undefined) return known;
    this.#held.push(workspace.files.begin());
    const settling = workspace.settle();
    this.#settling.set(workspace, settling);
    return settling;
  }

  /** The root as it would be; whatever is not released before is released with the rest. */
  async suppose(workspace: Workspace, supposed: Supposed): Promise<SupposedSnapshot> {
    this.#held.push(this.#roots.hold(workspace));
    await workspace.mustSupposeInside(supposed);
    const one = await workspace.suppose(supposed, await this.#baseFor(workspace), this.#showing(workspace));
    const mine = {
      snapshot: one.snapshot,
      rest: one.rest,
      release: async (): Promise<void> => {
        this.#supposed.delete(mine);
        await one.release();
      },
    };
    if (this.#isOver) await one.release();
    else this.#supposed.add(mine);
    return mine;
  }

  async release(): Promise<void> {
    this.#isOver = true;
    try {
      await Promise.all([...this.#supposed].map((one) => one.release()));
    } finally {
      for (const letGo of this.#held.splice(0)) letGo();
    }
  }

  // — below: private, in the order they are used —

  #showing({ root }: Workspace): MayShow {
    return (files) => this.#mayShow(root, files);
  }

  /** A patch is applied in the checkout that its files lie in. */
  async #baseFor({ root }: Workspace): Promise<Base> {
    const base = this.#base;
    if (typeof base === "string" || base.root === root) return base;
    const [checkout = root] = await this.#roots.checkoutsAround(root);
    return { ...base, patch: checkout };
  }

  async #take(workspace: Workspace): Promise<Snapshot> {
    if (workspace.root === this.#supposing?.root)
      return (await this.suppose(workspace, this.#supposing.supposed)).snapshot;
    this.#held.push(this.#roots.hold(workspace));
    return workspace.snapshot(await this.#baseFor(workspace), this.settle(workspace), this.#showing(workspace));
  }
}
