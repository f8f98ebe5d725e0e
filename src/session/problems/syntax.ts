// What the server has reported about a document that lowers the quality of its analysis: broken syntax, missing includes.

import type { WireDiagnostic } from "../../protocol/diagnostics.ts";
import type { OpenDocument } from "../documents/open-document.ts";
import type { Session } from "../session.ts";

/** Judged by what has been received so far; nothing is asked for this. */
export function hasBrokenSyntax(session: Session, document: OpenDocument): boolean {
  const range = session.options.server.entry.quirks.syntaxErrorCodes;
  if (range === undefined) return false;
  return errorsIn(session, document).some(({ code }) => Number(code) >= range.from && Number(code) <= range.to);
}

/** What the server says is missing, where it could not read all that the file includes. */
export function missingInclude(session: Session, document: OpenDocument): string | undefined {
  const codes = session.options.server.entry.quirks.missingIncludeCodes;
  if (codes === undefined) return undefined;
  return errorsIn(session, document).find(({ code }) => codes.includes(String(code)))?.message;
}

function errorsIn(session: Session, document: OpenDocument): readonly WireDiagnostic[] {
  const pushed = session.diagnostics.of(document.path);
  const known = pushed?.items ?? session.pulled.of(document.path, document.version) ?? [];
  return known.filter(({ severity }) => severity === "error");
}
