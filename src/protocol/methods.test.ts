import { expect, test } from "vitest";
import * as library from "vscode-languageserver-protocol/node";

import type { RequestMethod } from "./methods.ts";
import { methods, serverRequests } from "./methods.ts";

interface Definition {
  readonly method: string;
  readonly messageDirection: string;
  readonly capabilities?: { readonly server?: string };
  readonly type: { readonly registrationMethod?: string };
  readonly registrationMethod?: string;
}

/** Every request that the protocol's own library defines. */
const definitions = Object.values(library as Record<string, unknown>).filter(
  (value): value is Definition =>
    typeof value === "object" &&
    value !== null &&
    "messageDirection" in value &&
    "type" in value &&
    (value.type as object).constructor.name.startsWith("ProtocolRequestType"),
);
const byMethod = new Map(definitions.map((definition) => [definition.method, definition]));
const names = Object.keys(methods) as RequestMethod[];

test("every request of the table is one that a client may send", () => {
  expect(definitions.length).toBeGreaterThan(60);
  for (const name of names) expect([name, byMethod.get(name)?.messageDirection]).not.toEqual([name, "serverToClient"]);
  expect(names.filter((name) => !byMethod.has(name))).toEqual([]);
});

test("every request that a server may send is listed, and nothing else", () => {
  const fromServer = definitions.filter(({ messageDirection }) => messageDirection === "serverToClient");
  expect([...serverRequests].sort()).toEqual(fromServer.map(({ method }) => method).sort());
});

test("a capability is looked for where the protocol puts it", () => {
  const differing = names.flatMap((name) => {
    const { capability, option } = methods[name];
    const ours = [...capability, ...(option === undefined ? [] : [option])].join(".");
    const theirs = byMethod.get(name)?.capabilities?.server ?? "";
    return ours === theirs ? [] : [`${name}: ${ours} instead of ${theirs}`];
  });
  // The library names no path for these three; the protocol does: `full` is an option, the others share their provider.
  expect(differing).toEqual([
    "textDocument/semanticTokens/full: semanticTokensProvider.full instead of semanticTokensProvider",
    "typeHierarchy/supertypes: typeHierarchyProvider instead of ",
    "typeHierarchy/subtypes: typeHierarchyProvider instead of ",
  ]);
});

test("a dynamic registration names a method of its own capability", () => {
  for (const name of names) {
    const { registeredAs, capability } = methods[name];
    const registered =
      registeredAs === undefined ? undefined : (methods as Record<string, { capability: unknown }>)[registeredAs];
    expect([name, registered?.capability ?? capability]).toEqual([name, capability]);
  }
  expect(methods["textDocument/semanticTokens/full"].registeredAs).toBe(
    byMethod.get("textDocument/semanticTokens/full")?.registrationMethod,
  );
});

test("what runs a command or starts and ends a server is never sent twice on its own", () => {
  expect(names.filter((name) => !methods[name].idempotent)).toEqual([
    "initialize",
    "shutdown",
    "workspace/executeCommand",
  ]);
});

test("every request has a time that ends", () => {
  for (const name of names)
    expect([name, methods[name].timeoutMs > 0 && methods[name].timeoutMs <= 300_000]).toEqual([name, true]);
});
