// From wire values to plain facts: URIs to paths, wire positions to places.

import type { Diagnostic, ExternalDocument, Location, SymbolNode } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { Span } from "../../model/place.ts";
import type { Reason } from "../../model/standing.ts";
import type { WireDiagnostic } from "../../protocol/diagnostics.ts";
import type { WireLocation } from "../../protocol/locations.ts";
import { fromLspRange, fromUtf16Range } from "../../protocol/position.ts";
import type { WireSymbol } from "../../protocol/symbols.ts";
import type { WireRange } from "../../protocol/wire-shapes.ts";
import { fromUri } from "../../protocol/uri.ts";
import type { AskHost } from "../ask-host.ts";
import { readDocument } from "../documents/document.ts";
import { filesPerAnswer, placesPerAnswer } from "../limits.ts";
import type { Running } from "../process/running.ts";

/** Where the text of a document comes from. */
export type TextSource = Pick<AskHost, "documents" | "options">;

export type RangeReader = (range: WireRange) => Span;

/** utf-16 needs no text; other encodings need the document's. */
export async function rangeReader(
  session: TextSource,
  running: Running,
  file: FilePath | ExternalDocument,
): Promise<RangeReader> {
  const { encoding } = running;
  if (encoding === "utf-16" || typeof file !== "string") return fromUtf16Range;
  const index = session.documents.get(file)?.index ?? (await readIndex(session, file));
  return (range) => fromLspRange(index, range, encoding);
}

async function readIndex(session: TextSource, file: FilePath): Promise<LineIndex> {
  const { host, settings } = session.options;
  return new LineIndex((await readDocument(host, file, settings.documents.maxBytes, "anywhere")).text);
}

export interface Readable {
  readonly file: FilePath | ExternalDocument;
  readonly read: RangeReader;
}

/** Reads ranges in many documents, and looks at each document once. */
export class RangeReaders {
  readonly #session: TextSource;
  readonly #running: Running;
  readonly #known = new Map<string, Readable | undefined>();

  constructor(session: TextSource, running: Running) {
    this.#session = session;
    this.#running = running;
  }

  /** Undefined for a file that is no longer there, where the server goes on naming what was deleted. */
  async of(uri: string): Promise<Readable | undefined> {
    if (!this.#known.has(uri)) this.#known.set(uri, await this.#look(fromUri(uri)));
    return this.#known.get(uri);
  }

  async #look(file: FilePath | ExternalDocument): Promise<Readable | undefined> {
    if (typeof file === "string" && !(await this.#isThere(file))) return undefined;
    return { file, read: await rangeReader(this.#session, this.#running, file) };
  }

  async #isThere(file: FilePath): Promise<boolean> {
    const { documents, options } = this.#session;
    if (options.server.entry.quirks.namesDeletedFiles !== true) return true;
    return documents.get(file) !== undefined || (await options.host.files.stat(file)) !== undefined;
  }
}

/** As many places of an answer as are taken, and the reason why it is not whole. */
export function boundedPlaces(
  locations: readonly WireLocation[],
  title: string,
): { readonly taken: readonly WireLocation[]; readonly cut: readonly Reason[] } {
  const files = new Set<string>();
  const taken: WireLocation[] = [];
  for (const location of locations) {
    if (taken.length >= placesPerAnswer) break;
    if (!files.has(location.uri) && files.size >= filesPerAnswer) continue;
    files.add(location.uri);
    taken.push(location);
  }
  if (taken.length === locations.length) return { taken, cut: [] };
  const detail = `${title} named ${locations.length} places, of which ${taken.length} in ${files.size} files are listed`;
  return { taken, cut: [{ code: "capped", detail }] };
}

export async function fromLspLocations(
  session: TextSource,
  running: Running,
  locations: readonly WireLocation[],
): Promise<Location[]> {
  const readers = new RangeReaders(session, running);
  // All at once: an answer may name hundreds of files, and each is looked at.
  await Promise.all([...new Set(locations.map(({ uri }) => uri))].map((uri) => readers.of(uri)));
  const converted: Location[] = [];
  for (const location of locations) {
    const found = await readers.of(location.uri);
    if (found !== undefined) converted.push({ file: found.file, span: found.read(location.range) });
  }
  return converted;
}

export function fromLspSymbols(symbols: readonly WireSymbol[], read: RangeReader): SymbolNode[] {
  return symbols.map((symbol) => ({
    name: symbol.name,
    kind: symbol.kind,
    ...(symbol.detail === undefined ? {} : { detail: symbol.detail }),
    span: read(symbol.range),
    nameSpan: read(symbol.selectionRange),
    children: fromLspSymbols(symbol.children, read),
  }));
}

export function fromLspDiagnostics(diagnostics: readonly WireDiagnostic[], read: RangeReader): Diagnostic[] {
  return diagnostics.map((one) => {
    const { range, raw: _, ...rest } = one;
    return { ...rest, span: read(range) };
  });
}
