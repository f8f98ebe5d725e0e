// Where packages are installed, seen from a directory: each `node_modules` at it or above it, links resolved.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parentOf } from "../../model/file-path.ts";
import { memoized } from "../../std/memoized.ts";

export class NodeModules {
  /** The path with every link resolved; undefined when there is nothing. */
  readonly #real: (path: FilePath) => Promise<FilePath | undefined>;
  readonly #found = new Map<string, Promise<FilePath | undefined>>();
  /** Whether a directory has installed packages. */
  readonly #holding = new Map<FilePath, Promise<boolean>>();

  constructor(real: (path: FilePath) => Promise<FilePath | undefined>) {
    this.#real = real;
  }

  find(from: FilePath, name: string): Promise<FilePath | undefined> {
    return memoized(this.#found, `${from}\n${name}`, async () => {
      const holder = joinPath(from, "node_modules");
      const isHolding = memoized(this.#holding, from, async () => (await this.#real(holder)) !== undefined);
      const found = (await isHolding) ? await this.#real(joinPath(holder, name)) : undefined;
      const above = parentOf(from);
      return found ?? (above === undefined ? undefined : this.find(above, name));
    });
  }
}
