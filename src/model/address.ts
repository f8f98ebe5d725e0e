// Where a server that someone else runs is reached: a host and a port of TCP.
//
// Invariant: only a name or number that can mean nothing but this machine counts as loopback; other spellings of one are
// hosts like any other.

export interface Address {
  /** A name or an IP address, in lower case, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** `localhost:9999`, `127.0.0.1:9999`, `[::1]:9999`, or `:9999` for this machine. */
export function parseAddress(text: string): Address | undefined {
  const parts = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9_](?:[a-z0-9_.-]{0,252})))?:(\d{1,5})$/.exec(
    text.trim().toLowerCase(),
  );
  const port = Number(parts?.[3]);
  if (parts === null || port < 1 || port > 65_535) return undefined;
  return { host: parts[1] ?? parts[2] ?? "localhost", port };
}

export function addressText({ host, port }: Address): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

export function isLoopbackHost(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  const octets = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)?.slice(1) ?? [];
  // A leading zero means octal to some resolvers.
  return octets.length === 3 && octets.every((octet) => String(Number(octet)) === octet && Number(octet) <= 255);
}
