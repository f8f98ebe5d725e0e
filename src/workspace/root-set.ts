// Which roots are open, which of them a path belongs to, and which may be opened besides.
//
// Invariant: a worktree or a submodule inside a root is a root of its own: its files are answered by its own servers,
// and trust is not inherited.
// Invariant: what may be read grows only by what lies inside an open root or where the operator allows it.
// Invariant: nothing is searched in a root before an unfinished change there is undone.
// Invariant: a root is not closed while a call uses it, unless the whole set is closed.

import type { Files } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { Emit } from "../model/event.ts";
import type { FilePath, Vantage } from "../model/file-path.ts";
import { isInside } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { SingleFlight } from "../std/single-flight.ts";
import { runAll } from "../std/teardown.ts";
import type { OpenRoots } from "./trust/confine.ts";
import { absolute, confinedPath, confinedPlace } from "./trust/confine.ts";
import type { Borrowed, Folder, Removed } from "./control.ts";
import { Checkouts } from "./root.ts";
import type { Workspace } from "./workspace.ts";

export interface RootSetOptions {
  /** Further roots that were named when starting. */
  readonly others?: readonly Workspace[];
  /** Directories below which a caller may open further roots. */
  readonly allowed?: readonly FilePath[];
  /** Makes the workspace of another root; without it one like the main root's, but not trusted. */
  readonly open?: (root: FilePath) => Promise<Workspace>;
  /** Gives a workspace back that is no longer served; without it the workspace is closed. */
  readonly end?: (workspace: Workspace) => Promise<void>;
  /**
   * Where workspaces are shared with engines that serve the same roots: those for another set of roots, in its order.
   * `open` belongs to that set from then on.
   */
  readonly regroup?: (roots: readonly FilePath[]) => Promise<readonly Workspace[]>;
  readonly emit?: Emit;
  /** What paths are shown relative to, where that is not the main root. */
  readonly base?: Vantage | undefined;
  /** The directory of the main root that was named when starting, to which a caller may make a path relative by mistake. */
  readonly startedIn?: FilePath | undefined;
}

/** A path of a root, whether or not there is anything. */
export interface RootedPath {
  readonly workspace: Workspace;
  readonly path: FilePath;
  readonly exists: boolean;
}

export interface NamedFolder extends Folder {
  readonly workspace: Workspace;
}

/** Refuses a root, or a directory in it, that the caller may not steer; nothing is opened or ended before. */
type MayOpen = (root: FilePath, path: FilePath) => void | Promise<void>;

const always: MayOpen = () => {};

interface Lent {
  readonly questions: number;
  /** It was open as a part of another root, and will be so again. */
  readonly wasInner: boolean;
}

/** Checkouts inside of roots that are served at the same time; the least recently used goes first. */
const maxInner = 8;

export class RootSet {
  readonly #options: RootSetOptions;
  readonly #host: Host;
  readonly #checkouts: Checkouts;
  readonly #asked = new AskedNames();
  /** Never empty: the first is the main one. */
  #named: readonly [Workspace, ...Workspace[]];
  /** How a workspace forgets the roots of this set. */
  readonly #introduced = new Map<Workspace, () => void>();
  /** Roots that are named only for questions that run now. */
  readonly #borrowed = new Map<FilePath, Lent>();
  /** Checkouts inside of them, opened when a file of theirs is asked about; in order of use. */
  readonly #inner = new Map<FilePath, Workspace>();
  readonly #opening = new SingleFlight<FilePath, Workspace>();
  /** Made, but in no list of roots yet. */
  readonly #coming = new Set<Workspace>();
  /** How many calls use each root. */
  readonly #held = new Map<Workspace, number>();
  /** No roots any more, but not ended yet: a call still uses them. */
  readonly #leaving = new Set<Workspace>();
  #closed = false;

  constructor(main: Workspace, options: RootSetOptions) {
    this.#host = main.host;
    this.#checkouts = new Checkouts(main.host);
    this.#options = options;
    this.#named = [main, ...(options.others ?? [])];
    for (const workspace of this.#named) this.#introduce(workspace);
  }

  get main(): Workspace {
    return this.#named[0];
  }

  /** Those that were named, the main one first. */
  get named(): readonly Workspace[] {
    return this.#named.filter(({ root }) => !this.#borrowed.has(root));
  }

  all(): Workspace[] {
    return [...this.#named, ...this.#inner.values()];
  }

  /** Checkouts inside of named roots that were changed once and are not open now, each with the root that knows of it. */
  async changedOnce(): Promise<readonly { readonly root: FilePath; readonly holder: Workspace }[]> {
    const open = new Set(this.all().map(({ root }) => root));
    const found = this.#named.map(async (holder) => {
      const roots = await holder.writer.rootsWithin();
      const closed = roots.filter((root) => !open.has(root) && this.#holderOf(root) === holder);
      const innermost = await Promise.all(closed.map((root) => this.#checkouts.of(root, holder.root)));
      return closed.flatMap((root, index) => (innermost[index] === root ? [{ root, holder }] : []));
    });
    return (await Promise.all(found)).flat();
  }

  /** The innermost root that contains a path; refused when none does. `settle` runs before the path is resolved. */
  async place(
    raw: string,
    settle = (workspace: Workspace): Promise<unknown> => workspace.settle(),
  ): Promise<RootedPath> {
    const asked = absolute(this.main.root, raw);
    const { holder, path, exists } = await this.#confined(raw, settle);
    this.reached(asked, path);
    const inner = await holder.checkouts.of(path, holder.root);
    return { workspace: inner === undefined ? holder : await this.#innerAt(inner), path, exists };
  }

  /** A caller has reached a file by this name. */
  reached(asked: FilePath, file: FilePath): void {
    this.#asked.add(asked, file);
  }

  /** Other names by which callers have reached a file, and which lead there still. */
  async askedAs(file: FilePath): Promise<FilePath[]> {
    const names = this.#asked.of(file);
    const places = await Promise.all(names.map((name) => confinedPlace(this.#host, name)));
    return names.filter((_, index) => places[index] === file);
  }

  /** Every checkout that a directory lies in or is, whether or not it is open. */
  checkoutsAround(directory: FilePath): Promise<FilePath[]> {
    return this.#checkouts.around(directory);
  }

  /** Names a root, where that is allowed. What lies in one already, and is no checkout of its own, belongs to it. */
  async name(raw: string, declared: readonly string[] = [], mayOpen: MayOpen = always): Promise<NamedFolder> {
    const named = await this.#open(raw, declared, mayOpen);
    // Naming it keeps it open, also when it was open for a question only.
    return this.#borrowed.delete(named.root) ? { ...named, isNew: true } : named;
  }

  /** Opens a root for one question; the last one that needs it closes it again, unless it was named. */
  async borrow(raw: string, declared: readonly string[] = [], mayOpen: MayOpen = always): Promise<Borrowed> {
    const { root, isNew, wasInner } = await this.#open(raw, declared, mayOpen);
    const lent = this.#borrowed.get(root) ?? (isNew ? { questions: 0, wasInner } : undefined);
    if (lent !== undefined) this.#borrowed.set(root, { ...lent, questions: lent.questions + 1 });
    return { root, release: () => this.#giveBack(root) };
  }

  async #giveBack(root: FilePath): Promise<void> {
    const lent = this.#borrowed.get(root);
    if (lent === undefined) return;
    const questions = lent.questions - 1;
    if (questions > 0) {
      this.#borrowed.set(root, { ...lent, questions });
      return;
    }
    this.#borrowed.delete(root);
    const workspace = this.#named.find((other) => other.root === root);
    const isPart = this.#named.some((other) => other !== workspace && isInside(other.root, root));
    const isUsed = lent.wasInner || (workspace !== undefined && this.#held.has(workspace));
    if (workspace === undefined || !isPart || !isUsed) {
      await this.drop(root);
      return;
    }
    this.#unname(root);
    this.#inner.set(root, workspace);
    await this.#makeRoom(workspace);
  }

  async #open(
    raw: string,
    declared: readonly string[],
    mayOpen: MayOpen,
  ): Promise<NamedFolder & Pick<Lent, "wasInner">> {
    const path = await this.#allowed(raw, declared);
    this.reached(absolute(this.main.root, raw), path);
    const holder = this.#holderOf(path);
    const inner = holder && (await this.#checkouts.of(path, holder.root));
    await mayOpen(inner ?? holder?.root ?? path, path);
    if (holder !== undefined && inner === undefined)
      return { root: holder.root, isNew: false, workspace: holder, wasInner: false };
    const root = inner ?? path;
    if (inner === undefined) await this.#regroup(root);
    const workspace = this.#inner.get(root) ?? (await this.#begin(root));
    const wasInner = this.#inner.delete(root);
    const isNew = !this.#named.includes(workspace);
    if (isNew) this.#named = [...this.#named, workspace];
    this.#coming.delete(workspace);
    return { root, isNew, workspace, wasInner };
  }

  /** Ends a root other than the main one, and the checkouts that were open only as a part of it. */
  async drop(raw: string, mayDrop: MayOpen = always): Promise<Removed> {
    const asked = absolute(this.main.root, raw);
    const real = (await this.#host.files.real(asked)) ?? asked;
    // The target of a link is revealed for roots only: otherwise a caller could explore the machine.
    const path = this.all().some(({ root }) => root === real) ? real : asked;
    if (path === this.main.root) {
      refuse({
        code: "bad_input",
        what: "The main root cannot be removed.",
        why: "Relative paths start there.",
        next: "Start Sightline in another directory.",
      });
    }
    if (!this.all().some(({ root }) => root === path)) return { root: path, wasServed: false };
    await mayDrop(path, path);
    const before = this.all();
    this.#unname(path);
    for (const root of this.#inner.keys()) {
      if (root === path || this.#holderOf(root) === undefined) this.#inner.delete(root);
    }
    const left = new Set(this.all());
    await Promise.all(before.filter((workspace) => !left.has(workspace)).map((workspace) => this.#end(workspace)));
    return { root: path, wasServed: true };
  }

  async close(): Promise<void> {
    this.#closed = true;
    const open = new Set([...this.all(), ...this.#leaving, ...this.#coming]);
    await runAll([...open].map((workspace) => () => this.#giveUp(workspace)));
  }

  /** Keeps a root open for a call that uses a file of it. Returns the function that releases it. */
  hold(workspace: Workspace): () => void {
    this.#held.set(workspace, (this.#held.get(workspace) ?? 0) + 1);
    return () => {
      const left = (this.#held.get(workspace) ?? 1) - 1;
      if (left > 0) this.#held.set(workspace, left);
      else this.#letGo(workspace);
    };
  }

  // — below: private, in the order they are used —

  /** The last call that used the root is over. */
  #letGo(workspace: Workspace): void {
    this.#held.delete(workspace);
    if (!this.#leaving.has(workspace) || this.#closed) return;
    this.#end(workspace).catch((error: unknown) => {
      this.#options.emit?.({ type: "defect", where: "closing a root", message: String(error) });
    });
  }

  /**
   * Checkouts inside of a root are settled with it; no call waits for a root that it does not ask about. Settling may put
   * another file in the place, so that links are resolved after it.
   */
  async #confined(
    raw: string,
    settle: (workspace: Workspace) => Promise<unknown>,
  ): Promise<{ readonly holder: Workspace; readonly path: FilePath; readonly exists: boolean }> {
    const settled = new Set<Workspace>();
    const confined = (files: Files): ReturnType<typeof confinedPath> => {
      const others = this.#named.slice(1).map(({ root }) => root);
      return confinedPath(files, [this.main.root, ...others], raw);
    };
    const meant = this.#holderOf(absolute(this.main.root, raw));
    let holder = meant ?? this.#holderOf((await confined(this.#host.files)).path) ?? this.main;
    for (;;) {
      await settle(holder);
      settled.add(holder);
      const { path, exists } = await confined(this.#host.files);
      holder = this.#holderOf(path) ?? this.main;
      // A link may lead into another root, where something may have to be taken back too.
      if (settled.has(holder)) return { holder, path, exists };
    }
  }

  /** Of the roots that were named the innermost that holds the path. */
  #holderOf(path: FilePath): Workspace | undefined {
    const holders = this.#named.filter(({ root }) => isInside(root, path));
    return holders.sort((a, b) => b.root.length - a.root.length)[0];
  }

  async #innerAt(root: FilePath): Promise<Workspace> {
    const workspace = this.#inner.get(root) ?? (await this.#begin(root));
    this.#inner.delete(root);
    // It may have been named meanwhile.
    if (!this.#named.includes(workspace)) this.#inner.set(root, workspace);
    this.#coming.delete(workspace);
    await this.#makeRoom(workspace);
    return workspace;
  }

  /** Concurrent first calls open a root once. */
  #begin(root: FilePath): Promise<Workspace> {
    return this.#opening.run(root, async () => {
      const { open, emit } = this.#options;
      const workspace = open === undefined ? this.main.beside(root) : await open(root);
      this.#coming.add(workspace);
      try {
        await workspace.writer.recover();
        // After all that takes time: what is handed out from here on is closed together with all others.
        if (this.#closed)
          refuse({ code: "not_initialized", what: "Sightline is being closed.", next: "Start it again." });
      } catch (error) {
        this.#coming.delete(workspace);
        await this.#giveUp(workspace);
        throw error;
      }
      this.#introduce(workspace);
      emit?.({ type: "root.opened", root, trusted: workspace.trusted });
      return workspace;
    });
  }

  /** A change in one root may be noticed in another. */
  #introduce(workspace: Workspace): void {
    this.#introduced.get(workspace)?.();
    const stop = workspace.baseline.beside(() => {
      const others = this.all().filter((other) => other !== workspace);
      return others.map(({ root, baseline }) => ({ root, files: () => baseline.files() }));
    });
    this.#introduced.set(workspace, stop);
  }

  #unname(path: FilePath): void {
    const [main, ...others] = this.#named;
    this.#named = [main, ...others.filter(({ root }) => root !== path)];
  }

  /** Together with a further root, the present ones are served by workspaces that no engine without that root shares. */
  async #regroup(root: FilePath): Promise<void> {
    const { regroup } = this.#options;
    if (regroup === undefined) return;
    const before = this.all();
    const [main, ...others] = await regroup([...this.#named.map((one) => one.root), root]);
    if (main === undefined) return;
    this.#named = [main, ...others];
    this.#inner.clear();
    for (const workspace of this.#named) this.#introduce(workspace);
    const left = before.filter((workspace) => !this.#named.includes(workspace));
    await Promise.all(left.map((workspace) => this.#end(workspace)));
  }

  async #giveUp(workspace: Workspace): Promise<void> {
    this.#introduced.get(workspace)?.();
    this.#introduced.delete(workspace);
    await (this.#options.end?.(workspace) ?? workspace.close());
  }

  async #makeRoom(newest: Workspace): Promise<void> {
    for (const [root, workspace] of this.#inner) {
      if (this.#inner.size <= maxInner) return;
      if (workspace === newest || this.#held.has(workspace)) continue;
      if (workspace.sessions.some(({ busy }) => busy)) continue;
      this.#inner.delete(root);
      await this.#end(workspace);
    }
  }

  /** At once, or when the last call has let go of it. */
  async #end(workspace: Workspace): Promise<void> {
    this.#leaving.add(workspace);
    if (this.#held.has(workspace)) return;
    this.#options.emit?.({ type: "root.closed", root: workspace.root });
    await this.#giveUp(workspace);
    this.#leaving.delete(workspace);
  }

  /** A directory that may be opened as a root; only of such directories it is revealed whether they exist. */
  async #allowed(raw: string, declared: readonly string[]): Promise<FilePath> {
    const roots: OpenRoots = [this.main.root, ...this.#named.map(({ root }) => root), ...(this.#options.allowed ?? [])];
    const asked = absolute(this.main.root, raw);
    const real = await this.#host.files.real(asked);
    const path = real ?? asked;
    const mayBe = declared.includes(raw) || roots.some((root) => isInside(root, path));
    // A link that leads outside is refused like a dangling one, so that nothing about the outside is revealed.
    if (!mayBe && roots.some((root) => isInside(root, asked))) noDirectory(raw);
    if (!mayBe) {
      refuse({
        code: "policy_denied",
        what: `${raw} is not allowed as a root.`,
        why: "It is outside every open root, and the operator has not allowed it.",
        next: "Ask the operator to start Sightline with --allow-root and this directory.",
      });
    }
    if ((await this.#host.files.stat(path))?.kind !== "directory") noDirectory(raw);
    return path;
  }
}

function noDirectory(raw: string): never {
  return refuse({
    code: "file_not_found",
    what: `${raw} is not a directory.`,
    next: "Name the directory of a project.",
  });
}

// — By which other paths callers have named files: through links that other components may not know of —

/** Names kept at the most; the oldest go first. */
const maxAskedNames = 2_000;

class AskedNames {
  /** Files by the names that led to them when they were last given. */
  readonly #fileOf = new Map<FilePath, FilePath>();

  add(asked: FilePath, file: FilePath): void {
    this.#fileOf.delete(asked);
    if (asked === file) return;
    this.#fileOf.set(asked, file);
    const [oldest] = this.#fileOf.keys();
    if (this.#fileOf.size > maxAskedNames && oldest !== undefined) this.#fileOf.delete(oldest);
  }

  of(file: FilePath): FilePath[] {
    return [...this.#fileOf].flatMap(([asked, found]) => (found === file ? [asked] : []));
  }
}
