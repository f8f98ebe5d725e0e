// A server of releases on loopback, in the form of GitHub's interface, which can also be wrong in every way that matters.

import { createHash } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReleaseChoices {
  readonly version: string;
  /** The executable that it offers, and under which name. */
  readonly asset: string;
  readonly bytes: Uint8Array;
  /** What the list of checksums says instead of the right digest; null for no such list. */
  readonly sums?: string | null;
  /** How the executable is sent: whole, or cut in the middle. */
  readonly isCut?: boolean;
  /** What the description of the release is instead. */
  readonly description?: string;
  /** Where the executable is said to be instead. */
  readonly elsewhere?: string;
}

export interface ReleaseServer extends AsyncDisposable {
  readonly latest: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
}

export async function releaseServer(choices: ReleaseChoices): Promise<ReleaseServer> {
  const { version, asset, bytes, sums, isCut = false, description, elsewhere } = choices;
  const asked: string[] = [];
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const digest = sums ?? createHash("sha256").update(bytes).digest("hex");
  const released = (): object => ({
    tag_name: `v${version}`,
    assets: [
      { name: asset, browser_download_url: elsewhere ?? `${base()}/executable` },
      ...(sums === null ? [] : [{ name: "SHA256SUMS", browser_download_url: `${base()}/sums` }]),
    ],
  });
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/latest") response.end(description ?? JSON.stringify(released()));
    else if (request.url === "/sums") response.end(`${"0".repeat(64)}  another\n${digest}  ${asset}\n`);
    else if (request.url === "/executable") sendExecutable(response, bytes, isCut);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    latest: `${base()}/latest`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function sendExecutable(response: ServerResponse, bytes: Uint8Array, isCut: boolean): void {
  response.writeHead(200, { "content-length": bytes.length });
  if (!isCut) response.end(bytes);
  else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
