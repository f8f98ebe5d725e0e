// The single executable that Sightline may run as, and how a downloaded one takes its place.
//
// Invariant: the file that stands there is the old one or the new one, whole: a download is written beside it, and takes its
// name only once all of it is on the disk and has the digest that was asked for.

import { createHash, randomBytes } from "node:crypto";
import { chmod, open, realpath, rename, rm, stat } from "node:fs/promises";
import { isSea } from "node:sea";

export interface OwnExecutable {
  readonly path: string;
  /** What the file for this machine is called in a release. */
  readonly asset: string;
}

/** Undefined where Node runs us from files, as in a package or a checkout. */
export function ownExecutable(): OwnExecutable | undefined {
  return isSea() ? { path: process.execPath, asset: assetHere() } : undefined;
}

export function assetHere(): string {
  const { platform, arch } = process;
  return `sightline-${platform}-${arch}${platform === "win32" ? ".exe" : ""}`;
}

/** `unwritable` concerns the disk; the others what was downloaded. */
export class DownloadFault extends Error {
  override readonly name = "DownloadFault";
  readonly kind: "unreachable" | "digest" | "unwritable";

  constructor(kind: DownloadFault["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Downloads {
  text(address: string): Promise<string>;
  /** Puts what is at the address in the place of a file, if it has the digest. */
  replace(path: string, address: string, digest: string): Promise<void>;
}

export const nodeDownloads: Downloads = {
  async text(address) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytesAt(address, maxTextBytes, textMs)) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  },
  async replace(path, address, digest) {
    const place = await writing(() => realpath(path));
    const draft = `${place}.${randomBytes(6).toString("hex")}.new`;
    const { mode } = await writing(() => stat(place));
    const file = await writing(() => open(draft, "wx", 0o600));
    try {
      const hash = createHash("sha256");
      try {
        for await (const chunk of bytesAt(address, maxProgramBytes, programMs)) {
          hash.update(chunk);
          await writing(() => file.writeFile(chunk));
        }
        await writing(() => file.sync());
      } finally {
        await file.close();
      }
      const found = hash.digest("hex");
      if (found !== digest) throw new DownloadFault("digest", `its SHA-256 is ${found}, and should be ${digest}`);
      await writing(() => chmod(draft, mode & 0o7777));
      await writing(() => takePlace(draft, place));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  },
};

// — below: private, in the order they are used —

const maxTextBytes = 4_000_000;
const textMs = 30_000;
const maxProgramBytes = 500_000_000;
const programMs = 900_000;

async function* bytesAt(address: string, maxBytes: number, ms: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ms), headers: { "user-agent": "sightline" } });
    if (!mayFetch(response.url))
      throw new DownloadFault("unreachable", `it leads to ${response.url}, which is not secured`);
    if (!response.ok || response.body === null) throw new DownloadFault("unreachable", `it answers ${response.status}`);
    for await (const chunk of response.body) {
      length += chunk.length;
      if (length > maxBytes) throw new DownloadFault("unreachable", `it is larger than ${maxBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof DownloadFault || !(error instanceof Error)) throw error;
    const { cause } = error;
    throw new DownloadFault(
      "unreachable",
      cause instanceof Error ? `${error.message}: ${cause.message}` : error.message,
    );
  }
}

/** By TLS, or from this very machine. */
export function mayFetch(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(url.hostname))
  );
}

async function writing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new DownloadFault("unwritable", error instanceof Error ? error.message : String(error));
  }
}

/** Windows keeps the file of a running program, but lets it have another name. */
async function takePlace(draft: string, place: string): Promise<void> {
  if (process.platform !== "win32") return rename(draft, place);
  const former = `${place}.old`;
  await rm(former, { force: true });
  await rename(place, former);
  try {
    await rename(draft, place);
  } catch (error) {
    await rename(former, place);
    throw error;
  }
}
