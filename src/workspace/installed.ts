// Notices that installed packages have changed, which the watch does not see: it leaves out node_modules.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath } from "../model/file-path.ts";
import { ByStamp } from "./by-stamp.ts";

/** The directory changes when a package comes or goes, and with it the list of what is in it. */
const directory = "node_modules";
/** Package managers rewrite their own record with every install. */
const records = [".package-lock.json", ".modules.yaml", ".yarn-state.yml"];

export class Installed {
  readonly #host: Host;
  readonly #root: FilePath;
  readonly #records: ByStamp<readonly FilePath[]>;
  #known: string | undefined;

  constructor(host: Host, root: FilePath) {
    this.#host = host;
    this.#root = root;
    this.#records = new ByStamp(host);
  }

  /** True when packages were installed or removed since the last look; the first look only remembers. */
  async hasChanged(): Promise<boolean> {
    const packages = joinPath(this.#root, directory);
    const present = await this.#records.of(packages, () => this.#present(packages));
    const stamps =
      present === undefined ? [] : await Promise.all([packages, ...present].map((path) => this.#host.files.stat(path)));
    const now = stamps.map((stat) => stat?.stamp ?? "none").join("\n");
    const before = this.#known;
    this.#known = now;
    return before !== undefined && before !== now;
  }

  async #present(packages: FilePath): Promise<FilePath[]> {
    const paths = records.map((name) => joinPath(packages, name));
    const found = await Promise.all(paths.map((path) => this.#host.files.stat(path)));
    return paths.filter((_, index) => found[index] !== undefined);
  }
}
