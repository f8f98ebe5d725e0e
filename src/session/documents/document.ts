// A text document as the server should see it: decoded from disk bytes, with what was lost on the way.
//
// Invariant: the text holds the file's characters unchanged: line endings as they are, a byte order mark taken off.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside } from "../../model/file-path.ts";
import { orIfRefused, refuse } from "../../model/refusal.ts";
import type { FileStat } from "../../host/files.ts";
import { FileFault, notRegular, tooLarge } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { documentReadAttempts, racyStampMs } from "../limits.ts";

export interface DiskText {
  readonly text: string;
  readonly hash: string;
  /** Undefined when the file was written so recently that an equal stamp would prove nothing. */
  readonly stamp: string | undefined;
  /** The bytes were not valid UTF-8; the text has replacement characters. */
  readonly lossy: boolean;
  readonly bom: boolean;
}

/** Where a file must really lie to be read; `anywhere` is for texts by which places are counted and that are never shown. */
export type ReadableWithin = FilePath | "anywhere";

/** Reads only a file that really lies within, wherever links lead in the meantime. */
export async function readDocument(
  host: Host,
  path: FilePath,
  maxBytes: number,
  within: ReadableWithin,
): Promise<DiskText> {
  for (let attempt = 1; ; attempt++) {
    const before = await statFile(host, path, maxBytes);
    const bytes = await readBytes(host, path, maxBytes, within);
    const after = await host.files.stat(path);
    // Replaced or written while being read: what we hold may be half old and half new.
    if (bytes !== undefined && after?.stamp === before.stamp) return decode(host, path, bytes, before);
    if (attempt >= documentReadAttempts) {
      refuse({
        code: "stale_document",
        what: `${baseName(path)} changes faster than it can be read.`,
        next: "Ask again when the program that writes it has finished.",
      });
    }
  }
}

/** Undefined for what cannot be shown: gone, grown too large, no text any more. */
export async function readableDocument(
  host: Host,
  path: FilePath,
  maxBytes: number,
  within: ReadableWithin,
): Promise<DiskText | undefined> {
  return orIfRefused(
    () => undefined,
    () => readDocument(host, path, maxBytes, within),
  );
}

export function fileNotFound(path: FilePath): never {
  return refuse({
    code: "file_not_found",
    what: "file not found",
    why: `There is no ${path}.`,
    next: "Check the path.",
  });
}

async function readBytes(
  host: Host,
  path: FilePath,
  maxBytes: number,
  within: ReadableWithin,
): Promise<Uint8Array | undefined> {
  try {
    if (within === "anywhere") return await host.files.read(path, maxBytes);
    const found = await host.files.readReal(path, maxBytes);
    if (found === undefined || isInside(within, found.real)) return found?.bytes;
    return refuse({
      code: "outside_root",
      what: `${baseName(path)} leads outside the root.`,
      why: "Its path contains a link, and the target of the link is not shown.",
      next: "Name a file below the root.",
    });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    if (error.code === notRegular) notAFile(path, "other");
    if (error.code === tooLarge) tooLargeToOpen(path, `It has more than ${maxBytes} bytes, which is the limit.`);
    return refuse({
      code: "file_unreadable",
      what: `${baseName(path)} cannot be read.`,
      why: `The system says ${error.code}.`,
      next: "Check its permissions, then ask again.",
    });
  }
}

const instead = {
  directory: "Name a file inside it.",
  other: "Name a regular file: a pipe, a socket or a device is not read.",
} as const;

async function statFile(host: Host, path: FilePath, maxBytes: number): Promise<FileStat> {
  const found = await host.files.stat(path);
  if (found === undefined) {
    return fileNotFound(path);
  }
  if (found.kind !== "file") notAFile(path, found.kind);
  if (found.size > maxBytes) tooLargeToOpen(path, `It has ${found.size} bytes, the limit is ${maxBytes}.`);
  return found;
}

function notAFile(path: FilePath, kind: keyof typeof instead): never {
  return refuse({ code: "not_a_file", what: `${path} is not a file.`, next: instead[kind] });
}

function tooLargeToOpen(path: FilePath, why: string): never {
  return refuse({
    code: "file_too_large",
    what: `${path} is too large to open.`,
    why,
    next: "Raise settings.documents.maxBytes with --config if the server can handle it.",
  });
}

function decode(host: Host, path: FilePath, bytes: Uint8Array, stat: FileStat): DiskText {
  if (bytes.subarray(0, 8_000).includes(0)) {
    refuse({ code: "binary_file", what: `${path} is a binary file.`, next: "Name a text file." });
  }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = bom ? bytes.subarray(3) : bytes;
  const { text, lossy } = host.files.decode(content);
  const settled = stat.changedAt < host.clock.wall() - racyStampMs;
  return { text, hash: host.files.hash(bytes), stamp: settled ? stat.stamp : undefined, lossy, bom };
}
