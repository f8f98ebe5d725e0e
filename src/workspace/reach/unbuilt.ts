// Go's files of which the server knows nothing, though a change may break them: nothing that it says of them counts.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import type { SourceIndex } from "../files/source-index.ts";
import { configurationOf, goFactKind } from "../coverage/go.ts";
import type { GoFacts } from "../coverage/go-left-out.ts";
import { goPackageOf, isLeftOutFile } from "../coverage/go-left-out.ts";

export class UnbuiltGo {
  readonly #host: Host;
  readonly #index: Pick<SourceIndex, "of">;

  constructor(host: Host, index: Pick<SourceIndex, "of">) {
    this.#host = host;
    this.#index = index;
  }

  /** Of these files those of which the server knows nothing, each with the reason. */
  async of(files: readonly FilePath[], changes: ReadonlyMap<FilePath, TextChange>): Promise<Map<FilePath, string>> {
    const { system, machine } = configurationOf(this.#host.env, this.#host);
    const found = new Map<FilePath, string>();
    const packages = new Map<FilePath, Map<FilePath, string>>();
    for (const file of files.filter((one) => one.endsWith(".go"))) {
      const facts = await this.#factsOf(file, changes.get(file));
      if (facts === undefined) continue;
      if (!facts.isBuilt) found.set(file, `excluded by ${system}/${machine}, the build configuration that is checked`);
      else if (isLeftOutFile(file)) found.set(file, "ignored by the go command because of its name");
      else if (facts.package !== "") {
        const directory = parentOf(file) ?? file;
        const known = packages.get(directory) ?? new Map<FilePath, string>();
        packages.set(directory, known.set(file, goPackageOf({ ...facts, path: file })));
      }
    }
    // Where the go command searches by itself, it reports two packages in one directory as an error.
    for (const mates of packages.values()) {
      if (new Set(mates.values()).size < 2) continue;
      for (const file of mates.keys()) found.set(file, "in a directory with more than one package");
    }
    return found;
  }

  // — below: private, in the order they are used —

  /** Of a file that changes as it would be; undefined for one that cannot be read. */
  async #factsOf(file: FilePath, change: TextChange | undefined): Promise<GoFacts | undefined> {
    const kind = goFactKind(configurationOf(this.#host.env, this.#host));
    if (change === undefined) return orIfUnreadable(undefined, () => this.#index.of(kind, file));
    const text = change.after ?? change.before;
    return text === undefined ? undefined : kind.read(text, file);
  }
}
