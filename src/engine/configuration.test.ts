// Configuration in layers: what each adds, which of them wins, and how a wrong one is refused.

import { describe, expect, test } from "vitest";
import { languageOf } from "../catalog/match.ts";
import type { Catalog } from "../catalog/table.ts";
import { catalog, serverById, serversFor } from "../catalog/table.ts";
import { bindingOf } from "../config/agents.ts";
import { settingOf, settingRows } from "../config/listed-settings.ts";
import { MemoryHost } from "../host/memory/memory.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import type { Configuration, Sources } from "./configuration.ts";
import { configuration, operatorConfiguration } from "./configuration.ts";

const file = "/etc/sightline.json";
const host = new MemoryHost({ clock: new FakeClock() });

function configured(text: string, more: Partial<Sources> = {}): Configuration {
  const operator = { file: { path: file, bytes: new TextEncoder().encode(text) }, mode: "merge" } as const;
  return configuration(host, catalog, { profile: "standard", operator, ...more });
}

/** The program that would be asked about a file. */
function programFor(made: Catalog, path: string): unknown {
  const launch = serversFor(made, languageOf(made, path)?.id ?? "")[0]?.launch;
  return launch?.kind === "command" ? [launch.command, ...launch.args] : launch?.kind;
}

test("servers are added or changed by data, with environment, options and settings [SYN-45 AGL-186 AGL-187]", () => {
  const { catalog: made } = configured(
    JSON.stringify({
      servers: [
        { language: "haskell", binary: "my-hls", args: ["--lsp"], env: { A: "1" } },
        { extensions: ["foo"], command: ["foo-ls", "--stdio"], language_id: "foo" },
      ],
    }),
  );
  expect(serversFor(made, "haskell")[0]?.launch).toMatchObject({ command: "my-hls", args: ["--lsp"], env: { A: "1" } });
  expect(languageOf(made, "x.foo")?.id).toBe("foo");
  expect(serverById(made, "gopls")).toEqual(serverById(catalog, "gopls"));
});

test("settings are laid over the profile, and each knows where it comes from", () => {
  const { settings, layers } = configured(
    JSON.stringify({ settings: { restart: { max: 9 }, documents: { maxBytes: 5 } } }),
    { profile: "nexo" },
  );
  expect(settings).toMatchObject({ restart: { max: 9, trigger: "on-call" }, documents: { maxBytes: 5, maxOpen: 500 } });
  const origins = settingRows().map((row) => [row.name, settingOf(row, layers).origin]);
  expect(Object.fromEntries(origins)).toMatchObject({
    "restart.max": `file ${file}`,
    "restart.trigger": "profile nexo",
    "documents.maxOpen": "default",
  });
});

test.each([
  ["text that is no JSON", '{\n  "servers": [,]\n}', "Line 2, column 15: expected a value"],
  ["bytes that are no text", "\xff", "Line 1, column 1"],
  ["a list", "[]", "It is not an object"],
  ["servers that are no list", '{"servers": {}}', "servers must be a list"],
  ["languages that are no list", '{"languages": 5}', "languages must be a list"],
  ["nothing for a list", '{"servers": null}', "servers must be a list"],
  ["an unknown key", '{"server": []}', "server is not one of"],
  ["a wrong setting", '{"settings": {"restart": {"max": -1}}}', "settings.restart.max"],
  ["an unknown setting", '{"settings": {"restart": {"maximum": 1}}}', "maximum"],
  ["a server without a command", '{"servers": [{"extensions": ["foo"]}]}', "servers[0]"],
])("%s is refused by name [AGL-186]", (_, text, why) => {
  expect(() => configured(text)).toThrow(
    expect.objectContaining({
      code: "bad_input",
      details: expect.objectContaining({ why: expect.stringContaining(why) }),
    }),
  );
});

test("a file that is not there is refused", async () => {
  await expect(operatorConfiguration(host, file)).rejects.toMatchObject({ code: "bad_input" });
});

describe("which layer wins", () => {
  const server = (binary: string): string => JSON.stringify({ servers: [{ language: "go", binary }] });
  const workspace = { path: "/r/.sightline/lsp.json", bytes: new TextEncoder().encode(server("workspace-gopls")) };
  const operator = (mode: "merge" | "replace"): Sources["operator"] => ({
    file: { path: file, bytes: new TextEncoder().encode(server("operator-gopls")) },
    mode,
  });
  const programs = (sources: Partial<Sources>): unknown[] => {
    const { catalog: made } = configuration(host, catalog, { profile: "standard", ...sources });
    return [...serversFor(made, "go").map(({ id }) => id), programFor(made, "a.sh") !== undefined];
  };

  test("the operator's file comes before the workspace's, that before the built-in", () => {
    const order = ["operator-gopls", "workspace-gopls", "gopls", true];
    expect(programs({ workspace, operator: operator("merge") })).toEqual(order);
    expect(programs({ workspace })).toEqual(["workspace-gopls", "gopls", true]);
    expect(programs({})).toEqual(["gopls", true]);
  });

  test("--config replaces the servers that are known, --merge-config keeps them [AGL-173]", () => {
    expect(programs({ operator: operator("replace") })).toEqual(["operator-gopls", false]);
    expect(programs({ operator: operator("merge") })).toEqual(["operator-gopls", "gopls", true]);
  });

  test("servers named at the start are the only ones [AGL-172]", () => {
    const servers: Sources["servers"] = {
      kind: "several",
      servers: [
        { language: "go", command: "gopls", args: [] },
        { language: "typescript", command: "typescript-language-server", args: ["--stdio"] },
      ],
    };
    const { catalog: made } = configuration(host, catalog, { profile: "standard", workspace, servers });
    expect(["a.go", "a.ts", "a.py"].map((path) => programFor(made, path))).toEqual([
      ["gopls"],
      ["typescript-language-server", "--stdio"],
      undefined,
    ]);
  });
});

test("a setting that is written by its dotted name is refused with the form that it has in a file", () => {
  expect(() => configured('{"settings": {"commands.allow": {"gopls": ["gopls.tidy"]}}}')).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        why: 'settings has no key commands.allow: write {"settings":{"commands":{"allow":…}}}.',
      }),
    }),
  );
});

test("which commands may run a repository cannot say, and the operator can [S03 S15]", () => {
  const bytes = new TextEncoder().encode('{"settings": {"commands": {"allow": {"gopls": ["gopls.tidy"]}}}}');
  const own = { path: "/r/.sightline/lsp.json", bytes };
  expect(() => configuration(host, catalog, { profile: "standard", workspace: own })).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ why: expect.stringContaining("settings.commands can only be set by") }),
    }),
  );
  const operator: Sources["operator"] = { file: { path: file, bytes }, mode: "merge" };
  const { settings } = configuration(host, catalog, { profile: "standard", operator });
  expect(settings.commands.allow).toEqual({ gopls: ["gopls.tidy"] });
});

describe("the languages of an agent and of its operator", () => {
  const enabled = (ofOperator: readonly string[] | undefined, ofAgent: readonly string[]): readonly string[] => {
    const lsp = { enabled: true, languages: ofAgent };
    const agent = bindingOf("/etc/agents.yaml", { agents: [{ id: "cody", lsp }] }, "cody");
    const languages = ofOperator === undefined ? {} : { enabled: ofOperator };
    const { settings, layers } = configured(JSON.stringify({ settings: { languages } }), { agent });
    const row = settingRows().find(({ name }) => name === "languages.enabled");
    // What `sightline config` shows is what holds.
    expect(row && settingOf(row, layers).value).toEqual(settings.languages.enabled);
    return settings.languages.enabled;
  };

  test("an agent that names none has those of its operator, and the other way round [NEX-14]", () => {
    expect(enabled(["rust"], [])).toEqual(["rust"]);
    expect(enabled(undefined, ["go"])).toEqual(["go"]);
    expect(enabled([], ["go"])).toEqual(["go"]);
    expect(enabled(undefined, [])).toEqual([]);
  });

  test("where both name some, an agent has those that both name; where they have none in common, none at all", () => {
    expect(enabled(["rust", "go"], ["go", "python"])).toEqual(["go"]);
    const none = enabled(["rust"], ["go"]);
    expect(none).not.toEqual([]);
    for (const { id } of catalog.languages) expect(none).not.toContain(id);
  });
});

describe("one server named at the start", () => {
  const single = (language: string, command: string): Catalog =>
    configuration(host, catalog, {
      profile: "standard",
      servers: { kind: "single", server: { language, command, args: ["--x"] } },
    }).catalog;

  test("gets every file and keeps what is known about its program [AGL-171 AGL-175]", () => {
    const made = single("go", "/opt/go/bin/gopls");
    for (const path of ["a.go", "a.py", "unheard.of"]) {
      expect(programFor(made, path)).toEqual(["/opt/go/bin/gopls", "--x"]);
    }
    expect(serversFor(made, "go")[0]?.references).toBe(serverById(catalog, "gopls")?.references);
  });

  test("may be for an unknown language", () => {
    const made = single("zork", "zork-ls");
    expect([languageOf(made, "a.zrk")?.id, programFor(made, "a.zrk")]).toEqual(["zork", ["zork-ls", "--x"]]);
  });

  test("may be one that is known as a linter", () => {
    expect(programFor(single("python", "ruff"), "a.py")).toEqual(["ruff", "--x"]);
  });
});

test("several servers have to be for languages that are known", () => {
  const servers: Sources["servers"] = { kind: "several", servers: [{ language: "zork", command: "x", args: [] }] };
  expect(() => configuration(host, catalog, { profile: "standard", servers })).toThrow('No language "zork" is known.');
});

test("a path relative to the current directory is no program", () => {
  const servers: Sources["servers"] = { kind: "single", server: { language: "go", command: "./gopls", args: [] } };
  expect(() => configuration(host, catalog, { profile: "standard", servers })).toThrow("cannot be used");
});

describe("the servers that a profile promises come first", () => {
  const first = (made: Catalog, language: string) => {
    const server = serversFor(made, language)[0];
    const launch = server?.launch;
    return [launch?.kind === "command" ? launch.command : undefined, server?.install?.["any"]];
  };
  const typescript = ["typescript-language-server", "npm i -g typescript-language-server"];

  test.each<[string, string[]]>([
    ["rust", ["rust-analyzer", "rustup component add rust-analyzer"]],
    ["python", ["pylsp", "pip install python-lsp-server"]],
    ["typescript", typescript],
    ["javascript", typescript],
    ["go", ["gopls", "go install golang.org/x/tools/gopls@latest"]],
  ])("%s under nexo and synwire, with how it is installed [NEX-02]", (language, expected) => {
    for (const profile of ["nexo", "synwire"] as const) {
      expect(first(configuration(host, catalog, { profile }).catalog, language)).toEqual(expected);
    }
    // No other server of the language is lost, and no other profile has this order.
    const { catalog: made } = configuration(host, catalog, { profile: "nexo" });
    const ids = (from: Catalog): string[] => serversFor(from, language).map(({ id }) => id);
    expect(ids(made).sort()).toEqual(ids(catalog).sort());
    expect(ids(configuration(host, catalog, { profile: "standard" }).catalog)).toEqual(ids(catalog));
  });

  test("what an operator registers comes before them, and a repository cannot prefer", () => {
    const servers = JSON.stringify({ servers: [{ language: "python", binary: "my-pyls" }] });
    expect(programFor(configured(servers, { profile: "nexo" }).catalog, "a.py")).toEqual(["my-pyls"]);
    const prefer = new TextEncoder().encode(JSON.stringify({ settings: { languages: { prefer: ["pylsp"] } } }));
    const workspace = { path: "/project/.sightline/lsp.json", bytes: prefer };
    expect(() => configuration(host, catalog, { profile: "standard", workspace })).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ why: expect.stringContaining("languages.prefer") }),
      }),
    );
  });
});
