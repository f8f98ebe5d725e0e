// The last pulled diagnostics of each document, so that "unchanged since" can be understood.

import type { FilePath } from "../../model/file-path.ts";
import { pulledDocuments } from "../limits.ts";
import type { PullReport, WireDiagnostic } from "../../protocol/diagnostics.ts";

interface Entry {
  readonly version: number;
  readonly resultId: string | undefined;
  readonly items: readonly WireDiagnostic[];
}

export class Pulled {
  /** Per document and source: a server may register several pull sources. */
  readonly #entries = new Map<FilePath, Map<string, Entry>>();

  previousResultId(path: FilePath, source: string): string | undefined {
    return this.#entries.get(path)?.get(source)?.resultId;
  }

  /** The items a report stands for; undefined when "unchanged" refers to something we never had. */
  take(path: FilePath, source: string, version: number, report: PullReport): readonly WireDiagnostic[] | undefined {
    const known = this.#entries.get(path)?.get(source);
    const items = report.kind === "full" ? report.items : known?.items;
    if (items === undefined) return undefined;
    const sources = this.#entries.get(path) ?? new Map<string, Entry>();
    sources.set(source, { version, resultId: report.resultId, items });
    this.#entries.delete(path);
    this.#entries.set(path, sources);
    if (this.#entries.size > pulledDocuments) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    return items;
  }

  /** What was pulled for exactly this version; undefined when nothing was. */
  of(path: FilePath, version: number): readonly WireDiagnostic[] | undefined {
    const current = [...(this.#entries.get(path)?.values() ?? [])].filter((entry) => entry.version === version);
    return current.length === 0 ? undefined : current.flatMap((entry) => entry.items);
  }

  clear(): void {
    this.#entries.clear();
  }
}
