// From options to how MCP is served over HTTP; what would be unsafe or could not work is refused before anything starts.

import { isIP } from "node:net";
import { resolve } from "node:path";
import { httpOptions, optionTable } from "../../config/options.ts";
import { refuse } from "../../model/refusal.ts";
import type { TypedCommand } from "./command.ts";
import { WrongUsage } from "./command.ts";
import type { HttpStart } from "./terminal.ts";

/** Undefined where standard input and output are served. */
export function httpStart(call: TypedCommand): HttpStart | undefined {
  const { values, origins } = call.resolved;
  if (!values.http) return mustBeUnused(call);
  const { listenAddr: address, port, noAuth, allowHost: hosts } = values;
  if (isIP(address) === 0) {
    throw new WrongUsage(
      `--listen-addr is an IP address, such as 127.0.0.1 or 0.0.0.0, not ${JSON.stringify(address)}.`,
    );
  }
  const token = tokenOf(call);
  if (token === undefined && !noAuth) noToken();
  if (noAuth && !isLoopback(address)) openToAll(address);
  const isVerbose = values.verbose;
  const isTokenTyped = origins.token.kind === "flag";
  // Without a token none is asked for, whatever the environment holds.
  return { address, port, token: noAuth ? undefined : token, isTokenTyped, isVerbose, hosts, tls: tlsOf(call) };
}

// — below: private, in the order they are used —

/** A variable may be set for another start; what was typed was meant for this one. */
function mustBeUnused({ resolved: { origins } }: TypedCommand): undefined {
  const typed = httpOptions.find((name) => origins[name].kind === "flag");
  if (typed !== undefined) throw new WrongUsage(`--${optionTable[typed].flag} has no effect without --http.`);
  return undefined;
}

function tokenOf({ resolved: { values, origins } }: TypedCommand): string | undefined {
  const { token, noAuth } = values;
  if (token === undefined) return undefined;
  if (noAuth && origins.token.kind === "flag") throw new WrongUsage("Use only one of --token and --no-auth.");
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  return refuse({
    code: "bad_input",
    what: "The token cannot be sent in a header.",
    why: "It is empty, or contains spaces or characters outside ASCII.",
    next: "Choose a token of letters and digits, for example the output of openssl rand -hex 32.",
  });
}

function noToken(): never {
  return refuse({
    code: "bad_input",
    what: "MCP over HTTP needs a token that its clients send.",
    why: "Without one, everything that reaches the port could read and change files.",
    next: "Set SIGHTLINE_TOKEN, for example to the output of openssl rand -hex 32, or use --no-auth on a machine of your own.",
  });
}

function isLoopback(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

function openToAll(address: string): never {
  return refuse({
    code: "policy_denied",
    what: `--no-auth is refused with --listen-addr ${address}.`,
    why: "Other machines reach this address, and everyone there could read and change files.",
    next: "Set SIGHTLINE_TOKEN instead, or listen on 127.0.0.1.",
  });
}

function tlsOf({ resolved: { values }, terminal }: TypedCommand): HttpStart["tls"] {
  const { tlsCert, tlsKey } = values;
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new WrongUsage("TLS needs both --tls-cert and --tls-key.");
  }
  return { cert: resolve(terminal.cwd, tlsCert), key: resolve(terminal.cwd, tlsKey) };
}
