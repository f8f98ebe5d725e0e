// From wire values to plain facts: URIs to paths, wire positions to places.

import type * as lsp from "vscode-languageserver-protocol";
import type { Diagnostic, ExternalDocument, Location, SymbolNode } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { LineIndex } from "../model/line-index.ts";
import type { Span } from "../model/place.ts";
import type { WireDiagnostic } from "../protocol/diagnostics.ts";
import type { WireLocation } from "../protocol/locations.ts";
import { fromLspRange, fromUtf16Range } from "../protocol/position.ts";
import type { WireSymbol } from "../protocol/symbols.ts";
import { fromUri } from "../protocol/uri.ts";
import type { AskHost } from "./ask-host.ts";
import { readDocument } from "./document.ts";
import type { Running } from "./running.ts";

/** Where the text of a document comes from. */
export type TextSource = Pick<AskHost, "documents" | "options">;

export type RangeReader = (range: lsp.Range) => Span;

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
  return new LineIndex((await readDocument(host, file, settings.documents.maxBytes)).text);
}

export async function fromLspLocations(
  session: TextSource,
  running: Running,
  locations: readonly WireLocation[],
): Promise<Location[]> {
  const readers = new Map<string, { readonly file: FilePath | ExternalDocument; readonly read: RangeReader }>();
  const converted: Location[] = [];
  for (const location of locations) {
    let known = readers.get(location.uri);
    if (known === undefined) {
      const file = fromUri(location.uri);
      known = { file, read: await rangeReader(session, running, file) };
      readers.set(location.uri, known);
    }
    converted.push({ file: known.file, span: known.read(location.range) });
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
  return diagnostics.map(({ range, ...rest }) => ({ ...rest, span: read(range) }));
}
