// A real directory under watch, and a picture of it that is painted from the reported changes alone.
//
// Invariant: the picture is never taken from the disk except where a change said to look, so a change that goes
// unreported leaves it wrong.

import { deepStrictEqual, ok } from "node:assert/strict";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { nodeClock } from "../../src/host/node/node-clock.ts";
import type { WatchMeans } from "../../src/host/node/node-watch.ts";
import { NodeWatching } from "../../src/host/node/node-watch.ts";
import type { FileChange, Watch, WatchOptions, WatchState } from "../../src/host/watch.ts";

export interface TreeSetUp {
  /** Relative paths with their content. */
  readonly files?: Readonly<Record<string, string>>;
  readonly means?: Partial<WatchMeans>;
  /** Where the cookie lives, beside the root. */
  readonly cookieFolder?: string;
  readonly options?: Partial<WatchOptions>;
  /** Thousands of files are made, and what counts is how many: they are kept in memory where the machine can. */
  readonly isLarge?: boolean;
}

/** The watch is ready when this resolves. */
export async function watchedTree(setUp: TreeSetUp = {}): Promise<WatchedTree> {
  const tree = new WatchedTree(setUp);
  await tree.watch.ready;
  return tree;
}

export class WatchedTree {
  readonly home: string;
  readonly root: string;
  readonly watch: Watch;
  readonly deliveries: (readonly FileChange[])[] = [];
  readonly states: WatchState[] = [];
  readonly #report: string[] = [];
  readonly #picture: Map<string, string>;
  readonly #waiting = new Map<string, () => void>();

  constructor({ files = {}, means = {}, cookieFolder = "cookies", options = {}, isLarge = false }: TreeSetUp) {
    const base = (isLarge ? process.env["TEST_MEMORY_DIRECTORY"] : undefined) ?? tmpdir();
    this.home = realpathSync(mkdtempSync(join(base, "sightline-tree-")));
    this.root = join(this.home, "root");
    mkdirSync(this.root);
    mkdirSync(join(this.home, cookieFolder), { recursive: true });
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.#picture = this.#onDisk();
    this.watch = new NodeWatching({ cookieParent: join(this.home, cookieFolder), ...means }).watch({
      root: this.root,
      skips: () => false,
      clock: nodeClock,
      onChanges: (changes) => this.#paint(changes),
      onState: (state) => this.states.push(state),
      ...options,
    });
  }

  path(relativePath: string): string {
    return join(this.root, relativePath);
  }

  write(relativePath: string, text: string): void {
    mkdirSync(dirname(this.path(relativePath)), { recursive: true });
    writeFileSync(this.path(relativePath), text);
  }

  remove(relativePath: string): void {
    rmSync(this.path(relativePath), { recursive: true });
  }

  /** What was reported since the last call, as `created a/b.ts`, without changes that left the content as it was. */
  takeReport(): string[] {
    return this.#report.splice(0).sort();
  }

  /** Resolves with the next delivery that speaks of the path. */
  reported(relativePath: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(this.path(relativePath), resolve));
  }

  /** Fails unless the reported changes, and they alone, lead to what is on the disk now. */
  expectTrue(): void {
    const disk = this.#onDisk();
    const paths = new Set([...this.#picture.keys(), ...disk.keys()]);
    const wrong = [...paths].filter((path) => this.#picture.get(path) !== disk.get(path));
    const told = wrong.map((path) => ({ path, reported: this.#picture.get(path), onDisk: disk.get(path) }));
    deepStrictEqual(told, []);
  }

  get cookies(): readonly string[] {
    return readdirSync(join(this.home, "cookies"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.watch.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  #paint(changes: readonly FileChange[]): void {
    this.deliveries.push(changes);
    ok(new Set(changes.map(({ path }) => path)).size === changes.length, "a path occurs twice in a delivery");
    for (const { path, kind } of changes) {
      // Only what is unknown can be created, and only what is known can change or go.
      ok(this.#picture.has(path) === (kind !== "created"), `${path} cannot have been ${kind}`);
      const before = this.#picture.get(path);
      // A file that has gone since it was reported is reported once more.
      if (kind === "deleted") this.#picture.delete(path);
      else this.#picture.set(path, readEntry(path) ?? "");
      if (before !== this.#picture.get(path)) this.#report.push(`${kind} ${relative(this.root, path)}`);
    }
    for (const { path } of changes) this.#waiting.get(path)?.();
  }

  #onDisk(directory = this.root): Map<string, string> {
    const found = new Map<string, string>();
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) for (const [below, text] of this.#onDisk(path)) found.set(below, text);
      else found.set(path, readEntry(path) ?? "");
    }
    return found;
  }
}

function readEntry(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return stat.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, "utf8");
}
