// Notices that installed packages have changed, which the watch does not see: it leaves out node_modules.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import type { ByContent } from "../files/by-content.ts";
import { comparedByStamp } from "../files/by-content.ts";

/** The directory changes when a package comes or goes, and with it the list of what is in it. */
const directory = "node_modules";
/** Package managers rewrite their own record with every install. */
const records = [".package-lock.json", ".modules.yaml", ".yarn-state.yml"];

/** Directories read at the same time. */
const atOnce = 16;

interface Present {
  /** Of the directory that holds the packages. */
  readonly stamp: string;
  readonly records: readonly FilePath[];
}

export class Installed {
  readonly #host: Host;
  readonly #present: ByContent<Present>;
  /** The state of the packages by directory. */
  #known: ReadonlyMap<FilePath, string> | undefined;
  /** Scans run one after another, each compared with the one before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(host: Host) {
    this.#host = host;
    this.#present = comparedByStamp(host);
  }

  /** True when packages beside the manifests were installed or removed since the last call; the first only remembers. */
  hasChanged(manifests: readonly FilePath[]): Promise<boolean> {
    const compare = (): Promise<boolean> => this.#compare(manifests);
    const mine = this.#last.then(compare, compare);
    this.#last = mine;
    return mine;
  }

  async #compare(manifests: readonly FilePath[]): Promise<boolean> {
    const stats = await Promise.all(manifests.map((path) => this.#host.files.stat(packagesOf(path))));
    // Few of the directories above a root hold packages.
    const holding = manifests.filter((_, index) => stats[index] !== undefined);
    const listings = await pooled(holding, atOnce, (path) => this.#listingOf(path));
    const before = this.#known;
    const found = new Map(holding.map((path, index) => [path, listings[index]]));
    const now = new Map(manifests.map((path) => [path, found.get(path) ?? absent]));
    this.#known = now;
    if (before === undefined) return false;
    return [...now].some(([path, listing]) => listing !== (before.get(path) ?? absent));
  }

  async #listingOf(manifests: FilePath): Promise<string> {
    const packages = packagesOf(manifests);
    const present = await this.#present.of(packages, async ({ stamp }) => {
      const paths = records.map((name) => joinPath(packages, name));
      const found = await Promise.all(paths.map((path) => this.#host.files.stat(path)));
      return { stamp, records: paths.filter((_, index) => found[index] !== undefined) };
    });
    if (present === undefined) return absent;
    const stats = await Promise.all(present.records.map((path) => this.#host.files.stat(path)));
    return [present.stamp, ...stats.map((stat) => stat?.stamp ?? absent)].join("\n");
  }
}

const absent = "none";

function packagesOf(manifests: FilePath): FilePath {
  return joinPath(manifests, directory);
}
