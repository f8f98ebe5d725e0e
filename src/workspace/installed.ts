// Notices that installed packages have changed, which the watch does not see: it leaves out node_modules.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath } from "../model/file-path.ts";

/** The directory changes when a package comes or goes; package managers rewrite their own record with every install. */
const marks = [
  "node_modules",
  "node_modules/.package-lock.json",
  "node_modules/.modules.yaml",
  "node_modules/.yarn-state.yml",
];

export class Installed {
  readonly #host: Host;
  readonly #root: FilePath;
  #known: string | undefined;

  constructor(host: Host, root: FilePath) {
    this.#host = host;
    this.#root = root;
  }

  /** True when packages were installed or removed since the last look; the first look only remembers. */
  async hasChanged(): Promise<boolean> {
    const stamps = await Promise.all(marks.map((mark) => this.#host.files.stat(joinPath(this.#root, mark))));
    const now = stamps.map((stat) => stat?.stamp ?? "none").join("\n");
    const before = this.#known;
    this.#known = now;
    return before !== undefined && before !== now;
  }
}
