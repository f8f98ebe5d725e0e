// Go's files of which the server knows nothing, though a change may break them: nothing that it says of them counts.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, parentOf } from "../../model/file-path.ts";
import { ByStamp } from "../files/by-stamp.ts";
import { isBuilt } from "../../languages/go/build-constraints.ts";
import { configurationOf } from "../coverage/go.ts";
import type { GoFacts } from "../coverage/go-left-out.ts";
import { goFacts, goPackageOf, isLeftOutFile } from "../coverage/go-left-out.ts";

export class UnbuiltGo {
  readonly #host: Host;
  readonly #read: (file: FilePath) => Promise<string | undefined>;
  readonly #facts: ByStamp<GoFacts | undefined>;

  constructor(host: Host, read: (file: FilePath) => Promise<string | undefined>) {
    this.#host = host;
    this.#read = read;
    this.#facts = new ByStamp(host);
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
    // Where the go command looks by itself two packages in one directory are an error that it tells.
    for (const mates of packages.values()) {
      if (new Set(mates.values()).size < 2) continue;
      for (const file of mates.keys()) found.set(file, "in a directory with more than one package");
    }
    return found;
  }

  // — below: private, in the order they are used —

  /** Of a file that changes as it would be; undefined for one that cannot be read. */
  #factsOf(file: FilePath, change: TextChange | undefined): Promise<GoFacts | undefined> {
    const read = async (): Promise<GoFacts | undefined> => {
      const text = change === undefined ? await this.#read(file) : (change.after ?? change.before);
      const build = configurationOf(this.#host.env, this.#host);
      return text === undefined ? undefined : goFacts(file, text, isBuilt(baseName(file), text, build));
    };
    return change === undefined ? orIfUnreadable(undefined, () => this.#facts.of(file, read)) : read();
  }
}
