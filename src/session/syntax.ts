// Whether the server has reported syntax errors in a document: its analysis of it is then of lower quality.

import type { WireDiagnostic } from "../protocol/diagnostics.ts";
import type { OpenDocument } from "./documents.ts";
import type { Session } from "./session.ts";

/** Judged by what has been received so far; nothing is asked for this. */
export function hasBrokenSyntax(session: Session, document: OpenDocument): boolean {
  const range = session.options.server.entry.quirks.syntaxErrorCodes;
  if (range === undefined) return false;
  const isSyntaxError = (diagnostic: WireDiagnostic): boolean => {
    const code = Number(diagnostic.code);
    return diagnostic.severity === "error" && code >= range.from && code <= range.to;
  };
  const pushed = session.diagnostics.of(document.path);
  return (pushed?.items ?? session.pulled.of(document.path, document.version) ?? []).some(isSyntaxError);
}
