// Who may connect to what.

import { expect, test } from "vitest";
import { decideConnection, decideHost } from "./connections.ts";
import type { Caller } from "./effects.ts";

const agent: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] };
const reader: Caller = { door: "mcp", allowed: ["read"] };
const everything: Caller = { door: "cli", allowed: ["read", "control", "propose", "write", "exec", "network"] };

test("this machine may be connected to, but not by a caller that may only read", () => {
  for (const host of ["localhost", "127.0.0.1", "::1"]) {
    expect(decideConnection(agent, host, []).allowed).toBe(true);
    expect(decideConnection(reader, host, []).allowed).toBe(false);
    expect(decideConnection({ ...agent, allowed: [] }, host, [host]).allowed).toBe(false);
  }
});

test("another host is allowed only where the operator names it, whatever the caller may do besides", () => {
  for (const host of ["devbox", "10.0.0.7", "0.0.0.0", "127.1", "::ffff:127.0.0.1", "2130706433"]) {
    expect(decideConnection(everything, host, [])).toMatchObject({
      allowed: false,
      rule: expect.stringContaining(host),
    });
    expect(decideConnection(everything, host, ["other"]).allowed).toBe(false);
    expect(decideConnection(agent, host, [host.toUpperCase()])).toMatchObject({ allowed: true });
    expect(decideConnection(reader, host, [host]).allowed).toBe(false);
    expect(decideHost(host, []).allowed).toBe(false);
  }
});
