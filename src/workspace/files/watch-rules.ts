// Which files of a root are read and watched, by the present ignore files at its top.

import type { Host } from "../../host/host.ts";
import type { IgnoreFile, Skips } from "../../host/watch/ignore-rules.ts";
import { skipRules } from "../../host/watch/ignore-rules.ts";
import type { FilePath } from "../../model/file-path.ts";
import { withHidden } from "./hidden.ts";
import { TopIgnoreFiles } from "./ignore-files.ts";

interface Rules {
  readonly madeOf: string;
  readonly skips: Skips;
}

export class WatchRules {
  readonly #ignoreFiles: TopIgnoreFiles;
  readonly #isSource: (path: string) => boolean;
  #rules: Promise<Rules> | undefined;

  constructor(host: Host, root: FilePath, isSource: (path: string) => boolean) {
    this.#ignoreFiles = new TopIgnoreFiles(host, root);
    this.#isSource = isSource;
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
    const next = Promise.resolve(this.#rulesOf(now));
    return () => {
      this.#rules = next;
    };
  }

  async #made(): Promise<Rules> {
    return this.#rulesOf(await this.#ignoreFiles.read());
  }

  #rulesOf(ignoreFiles: readonly IgnoreFile[]): Rules {
    const isSource = this.#isSource;
    const skips = skipRules({ ignoreFiles, alwaysWatch: ["build/compile_commands.json"], isSource });
    return { madeOf: JSON.stringify(ignoreFiles), skips: withHidden(skips) };
  }
}
