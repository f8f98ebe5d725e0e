// Checkouts inside of a root: roots of their own that no question of this one is asked in, and what of them may use it.
//
// Invariant: a file is left out only where its imports are known to stay in its checkout; in doubt it may use the root.
// Invariant: what the rules do not skip is watched, also in checkouts, so a result is valid until a change is reported.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { Family } from "../../languages/family.ts";
import { familyOf } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, relativeTo } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { memoized } from "../../std/memoized.ts";
import { pooled } from "../../std/pooled.ts";
import type { SourceIndex } from "../files/source-index.ts";
import { unwatchedIndex } from "../files/source-index.ts";
import type { Outward } from "./checkouts-imports.ts";
import { outwardOf } from "./checkouts-imports.ts";
import { named } from "./question.ts";
import type { Tree, TreeContext } from "./tree.ts";
import { FileTree } from "./tree.ts";
import { followedFamily } from "../../languages/facts.ts";

/** A worktree, a submodule or a clone. */
interface InnerCheckout {
  readonly directory: FilePath;
  readonly files: readonly FilePath[];
  /** False when part of it was not seen. */
  readonly isWhole: boolean;
}

/** A checkout with those of its files that may use code of the root. */
interface Using {
  readonly directory: FilePath;
  readonly files: readonly FilePath[];
  readonly isWhole: boolean;
}

/** The most directories read of one checkout. */
const usualMaxDirectories = 5_000;
/** The most checkouts read, those in others included. */
const maxCheckouts = 100;
/** Files of one checkout that are read. */
const maxFiles = 20_000;
/** Files read at the same time. */
const atOnce = 32;
/** Data and prose use nothing. */
const unused =
  /\.(?:json[c5]?|ya?ml|toml|lock|md|markdown|txt|rst|css|s[ac]ss|less|html?|xml|ini|cfg|svg|sum|mod|work)$/;

export class InnerCheckouts {
  readonly #context: TreeContext;
  readonly #tree: () => Promise<Tree>;
  readonly #index: Pick<SourceIndex, "factsOf">;
  #walked = new WeakMap<Tree, Promise<readonly InnerCheckout[]>>();
  /** What may use files of one kind, until something changes. */
  readonly #using = new Map<string, Promise<readonly Using[]>>();

  constructor(
    context: TreeContext,
    tree: () => Promise<Tree>,
    index: Pick<SourceIndex, "factsOf"> = unwatchedIndex(context.host),
  ) {
    this.#context = context;
    this.#tree = tree;
    this.#index = index;
  }

  /** Something has changed, here or there. */
  forget(): void {
    this.#using.clear();
  }

  async all(): Promise<readonly InnerCheckout[]> {
    const tree = await this.#tree();
    if (tree.checkouts.length === 0) return [];
    const known = this.#walked.get(tree) ?? this.#walk(tree);
    this.#walked.set(tree, known);
    const found = await known;
    // What could not be read may be readable the next time, without an event.
    if (found.some(({ isWhole }) => !isWhole)) this.#walked.delete(tree);
    return found;
  }

  /** The checkouts that may use a file of the root. */
  async using(file: FilePath): Promise<readonly Using[]> {
    const all = await this.all();
    const family = familyOf(file);
    const ending = family === "other" ? (/\.\w+$/.exec(baseName(file))?.[0] ?? "") : "";
    if (all.length === 0 || (family === "other" && (ending === "" || unused.test(file)))) return [];
    return memoized(this.#using, `${family}${ending}`, () => this.#find(all, family, ending));
  }

  /** Why the uses of a file that were found may not be all. */
  async missed(file: FilePath): Promise<readonly Reason[]> {
    const { root } = this.#context;
    return (await this.using(file)).map(({ directory, files }) => {
      const inner = display(root, directory);
      const why = files.length === 0 ? "it could not be read completely" : `${named(root, files)} may use it`;
      const next = `ask get_cross_repo_references with ${inner} as a consumer root`;
      const detail = `${inner} is a separate checkout, not part of this root, but ${why}: ${next}`;
      return { code: "scoped", detail };
    });
  }

  /** Why a change cannot be called safe; the `open` roots are checked on their own. */
  async doubts(changed: readonly FilePath[], open: readonly FilePath[]): Promise<readonly string[]> {
    const { root } = this.#context;
    const found = new Map<FilePath, Using>();
    for (const file of changed) for (const one of await this.using(file)) found.set(one.directory, one);
    return [...found.values()]
      .filter(({ directory }) => !open.includes(directory))
      .map(({ directory, files }) => {
        const who = files.length === 0 ? "something" : named(root, files);
        return `${who} in ${display(root, directory)}, a separate checkout, may be affected and was not checked`;
      });
  }

  // — below: private, in the order they are used —

  async #walk({ checkouts }: Tree): Promise<readonly InnerCheckout[]> {
    const { host, root, maxDirectories = usualMaxDirectories } = this.#context;
    const rules = await this.#context.skips();
    const found: InnerCheckout[] = [];
    const waiting = [...checkouts];
    for (let directory = waiting.shift(); directory !== undefined; directory = waiting.shift()) {
      const inner = directory;
      if (found.length >= maxCheckouts) {
        found.push({ directory, files: [], isWhole: false });
        break;
      }
      const within = relativeTo(root, inner) ?? "";
      const tree = new FileTree({
        host,
        root: inner,
        skips: async () => (path, isDirectory) => rules(`${within}/${path}`, isDirectory),
        maxDirectories,
      });
      const { files, isWhole, checkouts: deeper } = await tree.now();
      found.push({ directory: inner, files, isWhole });
      waiting.push(...deeper);
    }
    return found;
  }

  async #find(all: readonly InnerCheckout[], family: Family, ending: string): Promise<readonly Using[]> {
    const isOf = (path: FilePath): boolean =>
      ending === "" ? familyOf(path) === family || followedFamily(path) === family : path.endsWith(ending);
    const candidates = all.map((one) => ({ ...one, files: one.files.filter(isOf) }));
    if (candidates.every(({ files, isWhole }) => files.length === 0 && isWhole)) return [];
    const tree = await this.#tree();
    const read = (path: FilePath): Promise<string | undefined> => readText(this.#context.host, path);
    const { root } = this.#context;
    const outward = await outwardOf({ root, family, files: tree.files, checkouts: all, read });
    const found = candidates.map(async ({ directory, files, isWhole }) => {
      const some = files.slice(0, maxFiles);
      const reaching = outward === undefined ? some : await this.#reaching(directory, some, outward);
      return { directory, files: reaching, isWhole: isWhole && some.length === files.length };
    });
    return (await Promise.all(found)).filter(({ files, isWhole }) => files.length > 0 || !isWhole);
  }

  async #reaching(directory: FilePath, files: readonly FilePath[], outward: Outward): Promise<FilePath[]> {
    const reaches = await pooled(files, atOnce, async (file) => {
      const modules = await this.#modulesOf(file);
      return modules === undefined || modules.some((module) => outward(directory, file, module));
    });
    return files.filter((_, index) => reaches[index] === true);
  }

  /** Undefined for what cannot be read or understood. */
  async #modulesOf(file: FilePath): Promise<readonly string[] | undefined> {
    if (followedFamily(file) === undefined) return [];
    const facts = await orIfUnreadable(undefined, () => this.#index.factsOf(file));
    return facts === undefined || facts.isUnclear ? undefined : facts.modules;
  }
}

async function readText({ files }: Host, path: FilePath): Promise<string | undefined> {
  const bytes = await files.read(path, textBytes);
  return bytes && files.decode(bytes).text;
}
