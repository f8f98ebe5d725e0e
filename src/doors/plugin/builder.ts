// Builds a plugin step by step.

import type { LanguageRecord } from "../../engine/registered-servers.ts";
import { Refusal } from "../../model/refusal.ts";
import type { LspPluginOptions } from "./options.ts";

export class LspPluginBuilder<Plugin> {
  readonly #build: (options: LspPluginOptions) => Plugin;
  readonly #languages: string[] = [];
  readonly #records = new Map<string, LanguageRecord>();
  #more: Omit<LspPluginOptions, "languages" | "registry"> = {};

  constructor(build: (options: LspPluginOptions) => Plugin) {
    this.#build = build;
  }

  /** A language that is served; what follows about a server is about this one. */
  language(id: string): this {
    if (!this.#languages.includes(id)) this.#languages.push(id);
    return this;
  }

  /** The program for the language that was named last: a name on the search path, or an absolute path. */
  serverBinary(binary: string): this {
    return this.#record({ binary });
  }

  /** In place of the arguments that are known. */
  serverArgs(args: readonly string[]): this {
    return this.#record({ args });
  }

  /** Adds a language to the registry, or replaces what serves it there; the language is served too. */
  registryOverride(language: string, binary: string, args: readonly string[] = [], more: RegistryMore = {}): this {
    this.language(language);
    this.#records.set(language, { language, binary, args, ...more });
    return this;
  }

  /** Everything else. */
  options(more: Omit<LspPluginOptions, "languages" | "registry">): this {
    this.#more = { ...this.#more, ...more };
    return this;
  }

  /** Throws a `Refusal` that says which part cannot be meant; nothing is opened or started yet. */
  build(): Plugin {
    const registry = [...this.#records.values()];
    return this.#build({ ...this.#more, languages: this.#languages, registry });
  }

  #record(part: Omit<LanguageRecord, "language">): this {
    const language = this.#languages.at(-1);
    if (language === undefined) {
      throw new Refusal({
        code: "bad_input",
        what: "A server was named before its language.",
        next: "Call language() first.",
      });
    }
    this.#records.set(language, { ...this.#records.get(language), language, ...part });
    return this;
  }
}

type RegistryMore = Pick<LanguageRecord, "env" | "extensions">;
