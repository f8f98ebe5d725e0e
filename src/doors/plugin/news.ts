// What became of files that an agent wrote, in lines for its model: each change is told once.

import { publishedText } from "./agent-events.ts";
import type { LspPlugin } from "./lsp-plugin.ts";

export class News {
  readonly #plugin: LspPlugin;
  /** By the URI of the file: what is to be told. */
  readonly #untold = new Map<string, string>();
  /** Files of which problems were told that may be gone since. */
  readonly #known = new Set<string>();

  constructor(plugin: LspPlugin) {
    this.#plugin = plugin;
    plugin.onEvent(({ kind, payload }) => {
      if (kind !== "lsp_diagnostics_changed") return;
      const uri = String(payload["uri"]);
      const has = Array.isArray(payload["diagnostics"]) && payload["diagnostics"].length > 0;
      this.#untold.delete(uri);
      if (has || this.#known.has(uri)) this.#untold.set(uri, publishedText(payload));
      if (has) this.#known.add(uri);
      else this.#known.delete(uri);
    });
  }

  /** Empty where nothing has changed. Waits for what servers make of the last writes, but not longer than so. */
  async take(ms: number): Promise<string> {
    await this.#plugin.settled(ms);
    const lines = [...this.#untold.values()].slice(-mostLines);
    this.#untold.clear();
    return lines.join("\n");
  }
}

/** A change that breaks more files than these is told by them. */
const mostLines = 20;
