// Which requests come in: by their Host, their Origin and their token, before a byte of the body is read.
//
// Invariant: tokens are compared by digests in constant time, so neither their content nor their length shows in the time.
// Invariant: no answer has a CORS header: a page of a browser cannot read one, and cannot send JSON.

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** An answer that the protocol does not know of. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GateOptions {
  /** The address that is listened on. */
  readonly address: string;
  /** Undefined where every process of this machine may ask. */
  readonly token: string | undefined;
  /** Names under which clients reach us, beside those of this machine. */
  readonly hosts: readonly string[];
}

export class Gate {
  readonly #isLocal: boolean;
  readonly #hosts: ReadonlySet<string>;
  readonly #digest: Buffer | undefined;

  constructor({ address, token, hosts }: GateOptions) {
    this.#isLocal = isLoopback(address);
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()));
    this.#digest = token === undefined ? undefined : digestOf(token);
  }

  /** Why a request is not let in, whatever it asks for. */
  refuse(request: IncomingMessage): HttpAnswer | undefined {
    const twice = single.find((name) => (request.headersDistinct[name]?.length ?? 0) > 1);
    if (twice !== undefined)
      return {
        status: 400,
        body: { error: "bad_request", message: `The header ${twice} is given twice; send it once.` },
      };
    const { host, origin } = request.headers;
    const name = hostIn(host);
    if (name === undefined || !this.#isOurHost(name)) return foreign("Host", host, allowHost);
    if (origin === undefined || this.#isOurOrigin(origin, name)) return undefined;
    return foreign("Origin", origin, "Web pages of other sites cannot use this server.");
  }

  /** Why a request that is let in may ask for nothing but whether we are there. */
  refuseUnknown({ headers: { authorization } }: IncomingMessage): HttpAnswer | undefined {
    if (this.#digest === undefined) return undefined;
    const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    // Without a token the same comparison runs, so that the time reveals nothing.
    const isRight = timingSafeEqual(digestOf(given ?? ""), this.#digest);
    if (isRight && given !== undefined) return undefined;
    const fault = given === undefined ? "" : ', error="invalid_token"';
    const headers = { "www-authenticate": `Bearer realm="sightline"${fault}` };
    return { status: 401, body: { error: "unauthorized" }, headers };
  }

  /** An address as a number leads to no other machine; a name may be made to lead to this one. */
  #isOurHost(name: string): boolean {
    if (this.#hosts.has(name) || isLocalName(name)) return true;
    return !this.#isLocal && isIP(bare(name)) !== 0;
  }

  #isOurOrigin(origin: string, host: string): boolean {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
    const { hostname } = url;
    return hostname === host || this.#hosts.has(hostname) || (this.#isLocal && isLocalName(hostname));
  }
}

/** Whether only processes of this machine reach an address. */
export function isLoopback(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

// — below: private, in the order they are used —

/** Proxies and we could take another one of two for the true one. */
const single = ["host", "origin", "authorization", "content-length", "mcp-session-id"] as const;

const allowHost = "Start Sightline with --allow-host NAME if clients reach it under this name.";

/** Without its port, as a URL has it; undefined for what is no host. */
function hostIn(header: string | undefined): string | undefined {
  if (header === undefined || /[@/?#\\\s]/.test(header)) return undefined;
  const url = `http://${header}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isLocalName(name: string): boolean {
  return name === "localhost" || isLoopback(bare(name));
}

/** An address of six groups stands in brackets. */
function bare(name: string): string {
  return name.replace(/^\[(.*)\]$/, "$1");
}

function foreign(what: "Host" | "Origin", value: string | undefined, next: string): HttpAnswer {
  const shown = value === undefined ? `no ${what}` : `${what} ${JSON.stringify(value.slice(0, 200))}`;
  return { status: 403, body: { error: "forbidden", message: `A request with ${shown} is refused. ${next}` } };
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
