// The one conversion between file URIs and paths.
//
// Spec: RFC 3986 and RFC 8089. Servers spell the same file differently (`c%3A`, drive case, `%2B` for `+`, upper or
// lower hex digits), so a URI is always parsed to a path before it is compared.

import type { ExternalDocument } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { parseFilePath } from "../model/file-path.ts";

export function toUri(path: FilePath): string {
  const absolute = path.startsWith("/") ? path : `/${path}`;
  return `file://${absolute.split("/").map(encodeSegment).join("/")}`;
}

/** Anything that is not a file on this machine is external: it is shown, never opened. */
export function fromUri(uri: string): FilePath | ExternalDocument {
  return parseFileUri(uri) ?? { external: uri };
}

function parseFileUri(uri: string): FilePath | undefined {
  const match = /^file:(?:\/\/([^/?#]*))?([^?#]*)/i.exec(uri);
  if (match === null) return undefined;
  const host = decodePath(match[1] ?? "");
  const path = decodePath(match[2] ?? "");
  // `file://c:/x` is one slash short of what it means, and common.
  if (/^[A-Za-z]:$/.test(host)) return parseFilePath(`${host}/${path}`);
  if (host !== "" && host.toLowerCase() !== "localhost") return undefined;
  const drive = /^\/?([A-Za-z]:)(?:[\\/]|$)/.exec(path);
  return parseFilePath(drive === null ? path : `${path.slice(drive[0].indexOf(":") - 1)}/`);
}

/** A `%` that begins no valid sequence is what some servers leave bare, and can only mean itself. */
function decodePath(encoded: string): string {
  return encoded.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      // The bytes are no UTF-8: they stay percent-encoded, so that the name at least shows what was meant.
      return run;
    }
  });
}

/** Spec: RFC 3986 pchar, less what servers are known to encode (`:` stays bare only in a drive letter). */
function encodeSegment(segment: string): string {
  const encoded = encodeURIComponent(wellFormed(segment)).replace(/%(24|26|2B|2C|3B|3D|40)/g, (match) =>
    decodeURIComponent(match),
  );
  return /^[A-Za-z]%3A$/.test(encoded) ? `${encoded[0]}:` : encoded;
}

/** A lone surrogate cannot be encoded; the replacement character can, and the file is then simply not found. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}
