// Which files of a root are read and watched, by the present ignore files at its top.

import type { Host } from "../../host/host.ts";
import type { IgnoreFile, Skips } from "../../host/watch/ignore-rules.ts";
import { skipRules } from "../../host/watch/ignore-rules.ts";
import type { FilePath } from "../../model/file-path.ts";
import { relativeTo } from "../../model/file-path.ts";
import { realStateDirectory } from "../../store/state-place.ts";
import { withHidden } from "./hidden.ts";
import { TopIgnoreFiles } from "./ignore-files.ts";

interface Rules {
  readonly madeOf: string;
  readonly skips: Skips;
}

export class WatchRules {
  readonly #ignoreFiles: TopIgnoreFiles;
  readonly #isSource: (path: string) => boolean;
  readonly #ownState: () => Promise<string | undefined>;
  #rules: Promise<Rules> | undefined;

  constructor(host: Host, root: FilePath, isSource: (path: string) => boolean) {
    this.#ignoreFiles = new TopIgnoreFiles(host, root);
    this.#isSource = isSource;
    // Inside the root, every record of ours would be a change of the project.
    this.#ownState = async () => relativeTo(root, await realStateDirectory(host));
  }

  /** The same until others are taken. */
  async skips(): Promise<Skips> {
    this.#rules ??= this.#made();
    return (await this.#rules).skips;
  }

  /** Other rules, if an ignore file has changed since these were made; returns how to take them. */
  async changed(): Promise<(() => void) | undefined> {
    if (this.#rules === undefined) return undefined;
    const [before, now] = await Promise.all([this.#rules, this.#ignoreFiles.read()]);
    if (before.madeOf === JSON.stringify(now)) return undefined;
    const next = Promise.resolve(this.#rulesOf(now, await this.#ownState()));
    return () => {
      this.#rules = next;
    };
  }

  async #made(): Promise<Rules> {
    return this.#rulesOf(await this.#ignoreFiles.read(), await this.#ownState());
  }

  #rulesOf(ignoreFiles: readonly IgnoreFile[], own: string | undefined): Rules {
    const isSource = this.#isSource;
    const skips = skipRules({ ignoreFiles, alwaysWatch: ["build/compile_commands.json"], isSource });
    return { madeOf: JSON.stringify(ignoreFiles), skips: without(own, withHidden(skips)) };
  }
}

function without(own: string | undefined, skips: Skips): Skips {
  if (own === undefined) return skips;
  return (path, isDirectory) => path === own || path.startsWith(`${own}/`) || skips(path, isDirectory);
}
