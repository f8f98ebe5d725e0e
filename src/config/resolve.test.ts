// Options: which of several names wins, what each may hold, and what is said of the rest.

import { describe, expect, test } from "vitest";
import { optionNames, optionTable } from "./options.ts";
import type { Given, Resolved } from "./resolve.ts";
import { originText, resolveOptions } from "./resolve.ts";

function resolve(env: Record<string, string>, given: [string, true | string[]][] = []): Resolved {
  return resolveOptions(new Map(given) as Given, { env, pathSeparator: ":" });
}

test("without flags and environment every option has its default", () => {
  const { values, origins, remarks } = resolve({});
  expect(values).toMatchObject({ root: [], profile: "standard", format: "text", tools: "core", logLevel: "info" });
  expect(new Set(Object.values(origins).map(originText))).toEqual(new Set(["default"]));
  expect(remarks).toEqual([]);
});

test("a flag comes before our variable, that before a seed's, that before the default", () => {
  const ours = { SIGHTLINE_FORMAT: "text", AGENT_LSP_OUTPUT_FORMAT: "json" };
  const origin = (resolved: Resolved): [string, string] => [
    resolved.values.format,
    originText(resolved.origins.format),
  ];
  expect(origin(resolve(ours, [["format", ["json"]]]))).toEqual(["json", "flag --format"]);
  expect(origin(resolve(ours))).toEqual(["text", "env SIGHTLINE_FORMAT"]);
  expect(origin(resolve({ AGENT_LSP_OUTPUT_FORMAT: "json" }))).toEqual(["json", "env AGENT_LSP_OUTPUT_FORMAT"]);
  expect(origin(resolve({ AGENT_LSP_OUTPUT_FORMAT: "gcf" }))).toEqual(["text", "env AGENT_LSP_OUTPUT_FORMAT"]);
});

test("roots may be several, by flag or in one variable", () => {
  expect(resolve({ SIGHTLINE_ROOT: "/a:/b" }).values.root).toEqual(["/a", "/b"]);
  expect(resolve({ SIGHTLINE_ROOT: "/a" }, [["root", ["x", "y"]]]).values.root).toEqual(["x", "y"]);
});

test("an empty variable is none", () => {
  expect(originText(resolve({ SIGHTLINE_PROFILE: "" }).origins.profile)).toBe("default");
});

describe("a level of logging", () => {
  test("comes from LOG_LEVEL in any case, and from a word that others use", () => {
    for (const level of ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]) {
      expect(resolve({ LOG_LEVEL: level.toUpperCase() }).values.logLevel).toBe(level);
    }
    expect(resolve({ LOG_LEVEL: "warn" }).values.logLevel).toBe("warning");
  });

  test("that LOG_LEVEL gives for some other program is left alone, and said so", () => {
    const { values, remarks } = resolve({ LOG_LEVEL: "chatty" });
    expect(values.logLevel).toBe("info");
    expect(remarks).toEqual([expect.stringContaining("LOG_LEVEL=chatty is ignored")]);
  });

  test("under our own name has to be one", () => {
    expect(() => resolve({ SIGHTLINE_LOG_LEVEL: "chatty" })).toThrow("SIGHTLINE_LOG_LEVEL must be debug, info");
  });
});

test.each([
  [
    "a profile",
    { SIGHTLINE_PROFILE: "x" },
    'SIGHTLINE_PROFILE must be standard, synwire, governed, nexo or bridge, not "x".',
  ],
  [
    "a set of tools",
    { SIGHTLINE_TOOLS: "all" },
    'SIGHTLINE_TOOLS must be core, full, single, readonly or script, not "all".',
  ],
  ["a time", { SIGHTLINE_WAIT_MS: "1.5" }, 'SIGHTLINE_WAIT_MS takes a number of milliseconds, not "1.5".'],
  ["a seed's format", { AGENT_LSP_OUTPUT_FORMAT: "xml" }, 'AGENT_LSP_OUTPUT_FORMAT must be text or json, not "xml".'],
])("%s that cannot be is refused by the name it has", (_, env, what) => {
  expect(() => resolve(env)).toThrow(what);
});

test.each([
  "SIGHTLINE_CONFIG",
  "SIGHTLINE_MERGE_CONFIG",
  "SIGHTLINE_AGENTS",
  "SIGHTLINE_STATE_DIR",
  "SIGHTLINE_AUDIT_LOG",
])("%s names a file of ours by an absolute path, and an option may be relative [S03]", (name) => {
  for (const value of ["lsp.json", "./lsp.json", "../lsp.json", "~/lsp.json", "file:///lsp.json"]) {
    expect(() => resolve({ [name]: value })).toThrow(`${name} is ${JSON.stringify(value)}, which is not an absolute`);
  }
  expect(resolve({ [name]: "/lsp.json" }).remarks).toEqual([]);
  expect(resolve({}, [["config", ["lsp.json"]]]).values.config).toBe("lsp.json");
});

test("--config and --merge-config exclude each other", () => {
  expect(() => resolve({ SIGHTLINE_CONFIG: "/a" }, [["merge-config", ["b"]]])).toThrow(
    "Both --config and --merge-config",
  );
});

test("the environment cannot give trust, and a misspelt name is noticed", () => {
  const { values, remarks } = resolve({ SIGHTLINE_TRUST: "1", SIGHTLINE_PROFIL: "nexo", SIGHTLINE_NONCE: "x" });
  expect(values.trust).toBe(false);
  expect(remarks).toEqual([
    expect.stringContaining("SIGHTLINE_TRUST is ignored: a root is trusted"),
    "SIGHTLINE_PROFIL is ignored: there is no such setting",
  ]);
});

test("no two options share a flag or a variable", () => {
  const rows = optionNames.map((name) => optionTable[name]);
  const flags = rows.flatMap(({ flag, short }) => [flag, short].filter((name) => name !== undefined));
  const variables = rows.flatMap(({ env }) => env.map(({ name }) => name));
  expect(new Set(flags).size).toBe(flags.length);
  expect(new Set(variables).size).toBe(variables.length);
});
