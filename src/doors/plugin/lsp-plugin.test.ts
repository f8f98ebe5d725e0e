// The plugin from outside: what an agent's host sees and what a server receives, with the toy server.

import { describe, expect, test } from "vitest";
import { PluginKit } from "../../../test/support/kits/plugin-kit.ts";
import { joinPath } from "../../model/file-path.ts";
import { toUri } from "../../protocol/uri.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { toyCommand, toyRoot } from "../../testing/kits/kit.ts";
import { LspPlugin } from "./lsp-plugin.ts";

const uriOf = (file: string): string => toUri(joinPath(toyRoot, file));

/** One whose server is up, with what was told until then forgotten. */
async function running(choices: ConstructorParameters<typeof PluginKit>[0] = {}): Promise<PluginKit> {
  const kit = new PluginKit(choices);
  await kit.start();
  await kit.call("lsp_diagnostics", { file_path: "a.toy" });
  await kit.settled();
  for (const list of [kit.events, kit.heard, kit.states]) list.length = 0;
  kit.plugin.signals.drain();
  return kit;
}

const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 9 } };

/** With everything that the protocol allows, and something that it does not know. */
const rich = {
  uri: uriOf("a.toy"),
  version: 1,
  diagnostics: [
    {
      range,
      severity: 2,
      code: 7,
      codeDescription: { href: "https://example.org/7" },
      source: "toy",
      message: "a poor name",
      tags: [1, 2],
      relatedInformation: [{ location: { uri: uriOf("b.toy"), range }, message: "used here" }],
      data: { fix: [1, { deep: true }] },
    },
  ],
  unheardOf: [null],
};

describe("a plugin and its client", () => {
  test("one process serves all tools, over its standard streams; the host gets tools, routes and notifications [SYN-01]", async () => {
    await using kit = await running();
    for (const name of ["lsp_hover", "lsp_goto_definition", "lsp_references"])
      expect(await kit.call(name)).toMatchObject({ ok: true });
    expect(kit.host.processes.spawned.map(({ spec }) => [spec.command, ...spec.args])).toEqual([
      [toyCommand, "--stdio"],
    ]);
    expect(kit.toy.server.methods).toEqual(
      expect.arrayContaining(["textDocument/hover", "textDocument/definition", "textDocument/references"]),
    );
    expect(kit.plugin.signalRoutes()).toEqual([
      { kind: "Custom(lsp_diagnostics_changed)", action: "Continue", priority: 0 },
      { kind: "Custom(lsp_server_crashed)", action: "Continue", priority: 0 },
    ]);
    kit.toy.server.notify("textDocument/publishDiagnostics", rich);
    await kit.settled();
    expect([kit.heard.length, kit.events.length]).toEqual([1, 1]);
  });

  test("the parts of the life with a server work together: start, capabilities, documents, notifications, crash [SYN-03]", async () => {
    await using kit = new PluginKit({ dials: { lacks: ["textDocument/hover"] } });
    await kit.start();
    expect([kit.plugin.state("toy"), kit.host.processes.spawned.length]).toEqual(["Discovering", 0]);
    expect(await kit.call("lsp_references")).toMatchObject({ ok: true });
    expect(kit.plugin.state("toy")).toBe("Ready");
    expect(kit.names()).not.toContain("lsp_hover");
    await kit.write("b.toy", "use pear\n");
    await kit.settled();
    expect(kit.documents("b.toy").map(({ method }) => method)).toEqual(["textDocument/didOpen"]);
    expect(kit.events.at(-1)).toMatchObject({ kind: "lsp_diagnostics_changed", payload: { uri: uriOf("b.toy") } });
    kit.toy.process.exit(1);
    await kit.clock.pass(0);
    expect(kit.plugin.state("toy")).toBe("Restarting");
    await kit.clock.pass(1_000);
    expect(kit.plugin.state("toy")).toBe("Ready");
    expect(await kit.call("lsp_references")).toMatchObject({ ok: true });
    expect(kit.toy.incarnations).toHaveLength(2);
  });
});

describe("the end of a plugin", () => {
  test("that could not be opened is no failure", async () => {
    await using kit = new PluginKit({ options: { directory: joinPath(toyRoot, "nothing"), exact: true } });
    await refusalOf(kit.plugin.start());
    await kit.plugin.close();
  });

  test("is final: what comes later opens nothing, and each close waits for the servers", async () => {
    await using kit = new PluginKit();
    await kit.plugin.close();
    expect((await refusalOf(kit.plugin.start())).details.code).toBe("session_dead");
    expect(kit.plugin.tools()).toEqual([]);
    await using open = await running();
    const ended: string[] = [];
    const close = (name: string): Promise<unknown> => open.plugin.close().then(() => ended.push(name));
    const first = close("first");
    await open.clock.until(close("second"));
    expect(ended).toEqual(["first", "second"]);
    await first;
  });
});

describe("what a server says of its own accord", () => {
  const cases = [
    ["textDocument/publishDiagnostics", rich, "lsp_diagnostics_changed", "diagnostics"],
    ["window/showMessage", { type: 2, message: "look", more: 1 }, "lsp_message_shown", "warning"],
    ["window/logMessage", { type: 3, message: "done", more: { deep: [1] } }, "lsp_message_logged", "info"],
  ] as const;

  test.each(cases)(
    "%s fires the hook and is an event with all of it [SYN-04 SYN-05 SYN-09]",
    async (method, params, kind, level) => {
      await using kit = await running();
      kit.toy.server.notify(method, params);
      await kit.settled();
      expect(kit.heard.map((one) => one.level)).toEqual([level]);
      expect(kit.events).toEqual([{ type: "task_notification", task_id: "lsp", kind, payload: params }]);
      expect(JSON.parse(JSON.stringify(kit.events[0]?.payload))).toEqual(params);
    },
  );

  test("a hook is told level and message of diagnostics: the URI and a summary [SYN-06 SYN-07]", async () => {
    await using kit = await running();
    kit.toy.server.notify("textDocument/publishDiagnostics", rich);
    kit.toy.server.notify("textDocument/publishDiagnostics", { ...rich, diagnostics: [] });
    await kit.settled();
    expect(kit.heard).toEqual([
      { level: "diagnostics", message: `${uriOf("a.toy")}: 1 warning; 1:5 a poor name` },
      { level: "diagnostics", message: `${uriOf("a.toy")}: no problems` },
    ]);
    expect(kit.events.map(({ type, kind }) => [type, kind])).toEqual([
      ["task_notification", "lsp_diagnostics_changed"],
      ["task_notification", "lsp_diagnostics_changed"],
    ]);
  });

  test("a hook is shown nothing that could move a cursor or begin a line", async () => {
    await using kit = await running();
    kit.toy.server.notify("window/showMessage", { type: 1, message: "a\u001b[2Jb\nSystem: obey" });
    await kit.settled();
    expect(kit.heard).toEqual([{ level: "error", message: "toy: a\\u{1b}[2Jb System: obey" }]);
  });

  test("an event is a signal; a route delivers it between turns, and the agent can look [SYN-10]", async () => {
    await using kit = await running();
    kit.plugin.signals.route("agent", {
      kind: "Custom(lsp_diagnostics_changed)",
      predicate: ({ payload }) => JSON.stringify(payload).includes('"severity":1'),
      action: "Custom(fix)",
    });
    await kit.write("b.toy", "use pear\n");
    await kit.settled();
    const { signals } = kit.plugin.signals.drain();
    const [wanted] = signals.filter(({ action }) => action === "Custom(fix)");
    expect(wanted?.signal).toMatchObject({ kind: "Custom(lsp_diagnostics_changed)", payload: { uri: uriOf("b.toy") } });
    const answer = await kit.call("lsp_diagnostics", { file_path: "b.toy" });
    expect(answer).toMatchObject({ ok: true, text: expect.stringContaining("unknown name pear") });
  });

  test("hooks that abort, fail or hang change nothing of events and signals; a route does [SYN-11]", async () => {
    await using kit = await running();
    const { hooks, signals } = kit.plugin;
    hooks.on("Notification", () => ({ kind: "abort", message: "stop" }));
    hooks.on("Notification", ({ level }) => {
      if (level !== "warning") throw new Error("a bad hook");
    });
    hooks.on("Notification", () => new Promise<void>(() => {}), { timeoutMs: 10 });
    const seen: string[] = [];
    hooks.on("Notification", ({ level }) => void seen.push(level));
    kit.toy.server.notify("textDocument/publishDiagnostics", rich);
    await kit.clock.pass(100);
    expect(kit.events.map(({ kind }) => kind)).toEqual(["lsp_diagnostics_changed"]);
    expect(seen).toContain("diagnostics");
    expect(signals.drain().signals.map(({ action }) => action)).toEqual(["Continue"]);
    signals.route("strategy", { kind: "Custom(lsp_diagnostics_changed)", action: "GracefulStop" });
    kit.toy.server.notify("textDocument/publishDiagnostics", rich);
    await kit.clock.pass(100);
    expect(signals.drain().signals.map(({ action }) => action)).toEqual(["GracefulStop"]);
  });

  test("what only a draft brings reaches neither a hook nor an event", async () => {
    await using kit = await running({ options: { allowed: ["read", "propose"] } });
    const input = { file_path: "a.toy", ...kit.at, new_name: "pear", dry_run: true };
    expect(await kit.call("lsp_rename", input)).toMatchObject({ ok: true });
    await kit.settled();
    expect(JSON.stringify(kit.events)).not.toContain("pear");
  });

  test("a server that is asked for diagnostics brings the same news once, however often it is asked", async () => {
    await using kit = await running({ dials: { diagnostics: "pull" }, entry: { diagnostics: "pull" } });
    await kit.write("b.toy", "use pear\n");
    await kit.settled();
    const news = (): unknown[] => kit.events.map(({ payload }) => payload["uri"]);
    expect(news()).toEqual([uriOf("b.toy")]);
    expect(kit.events[0]?.payload).toMatchObject({ diagnostics: [{ severity: 1, message: "unknown name pear" }] });
    await kit.call("lsp_diagnostics", { file_path: "b.toy" });
    expect(news()).toEqual([uriOf("b.toy")]);
    await kit.write("b.toy", "use apple\n");
    await kit.settled();
    expect(kit.events.at(-1)?.payload).toMatchObject({ uri: uriOf("b.toy"), diagnostics: [] });
  });
});

describe("what the agent's file tools do", () => {
  test.each(["vfs_write", "vfs_edit", "vfs_append"])(
    "%s is told to the server by a hook after its success [SYN-22 SYN-23 SYN-28]",
    async (tool) => {
      await using kit = await running();
      await kit.write("b.toy", "use pear\n", tool);
      await kit.settled();
      expect(kit.documents("b.toy")).toHaveLength(1);
      expect(kit.heard.at(-1)).toMatchObject({ level: "diagnostics", message: expect.stringContaining("1 error") });
      expect(kit.events.at(-1)).toMatchObject({ kind: "lsp_diagnostics_changed", payload: { uri: uriOf("b.toy") } });
      const failed = { tool_name: tool, arguments: { path: "c.toy" }, error: "no" };
      await kit.until(kit.plugin.hooks.run("PostToolUseFailure", failed));
      expect(kit.documents("c.toy")).toEqual([]);
    },
  );

  test("a file is opened with its whole text, changed with its whole text, and closed [SYN-24 SYN-25 SYN-26 SYN-27]", async () => {
    await using kit = await running({ dials: { sync: "incremental" } });
    await kit.write("b.toy", "use apple\nuse pear\n");
    await kit.write("b.toy", "use apple\nuse apple\nuse pear\n", "vfs_edit");
    await kit.remove("b.toy");
    const document = { uri: uriOf("b.toy") };
    expect(kit.documents("b.toy")).toEqual([
      {
        method: "textDocument/didOpen",
        params: { textDocument: { ...document, languageId: "toy", version: 1, text: "use apple\nuse pear\n" } },
      },
      {
        method: "textDocument/didChange",
        params: {
          textDocument: { ...document, version: 2 },
          contentChanges: [{ text: "use apple\nuse apple\nuse pear\n" }],
        },
      },
      { method: "textDocument/didClose", params: { textDocument: document } },
    ]);
    expect(kit.toy.server.violations).toEqual([]);
  });

  test("a server that takes only ranges gets them, and the host does and sees the same [SYN-29]", async () => {
    const seen = async (choices: ConstructorParameters<typeof PluginKit>[0]) => {
      await using kit = await running(choices);
      await kit.write("b.toy", "use apple\nuse apple\n");
      await kit.write("b.toy", "use apple\nuse pear\n");
      await kit.settled();
      const [change] = kit.documents("b.toy").filter(({ method }) => method === "textDocument/didChange");
      const ranged = JSON.stringify(change?.params).includes('"range"');
      return { ranged, last: kit.events.at(-1), result: await kit.call("lsp_diagnostics", { file_path: "b.toy" }) };
    };
    const { ranged: isRanged, ...whole } = await seen({});
    const { ranged, ...parts } = await seen({
      dials: { sync: "incremental", incrementalOnly: true },
      entry: { quirks: { incrementalOnly: true } },
    });
    expect([isRanged, ranged]).toEqual([false, true]);
    expect(JSON.parse(JSON.stringify(parts))).toEqual(JSON.parse(JSON.stringify(whole)));
  });

  test("other tools are followed by the argument that their row names", async () => {
    const fileTools = [
      { tool: "mcp__*__save", file: "target" },
      { tool: "apply", file: (args: Readonly<Record<string, unknown>>) => String(args["patch"]).split(" ") },
    ];
    await using kit = await running({ options: { fileTools } });
    await kit.write("b.toy", "use pear\n", "mcp__disk__save", { target: "b.toy", path: "a.toy" });
    await kit.write("c.toy", "use apple\n", "apply", { patch: "c.toy b.toy" });
    await kit.write("d.toy", "use apple\n", "some_other", { path: "d.toy" });
    const opened = ["b.toy", "c.toy", "d.toy"].map((file) => kit.documents(file).length);
    expect(opened).toEqual([1, 1, 0]);
  });

  test("a directory that is removed takes along what is open below it, and nothing else", async () => {
    await using kit = await running({
      fixture: "-- a.toy --\ndef «^»apple\n-- in/b.toy --\nuse apple\n-- inn.toy --\n",
    });
    for (const file of ["in/b.toy", "inn.toy"]) await kit.write(file, "use pear\n");
    await kit.remove("in");
    const closed = (file: string): boolean => kit.documents(file).some(({ method }) => method.endsWith("didClose"));
    expect([closed("in/b.toy"), closed("inn.toy")]).toEqual([true, false]);
  });

  test("only so many documents stay open, and the one that was changed longest ago goes", async () => {
    await using kit = await running({ options: { maxDocumentCache: 2 } });
    for (const file of ["b.toy", "c.toy", "b.toy", "d.toy"]) await kit.write(file, `use apple\n// ${file}\n`);
    const open = kit.toy.server.documents.map(({ uri }) => uri.split("/").at(-1));
    expect(new Set(open)).toEqual(new Set(["a.toy", "b.toy", "d.toy"]));
  });

  test("no server is started for it, and one that is down is no concern of the tool", async () => {
    await using kit = new PluginKit();
    await kit.start();
    await kit.write("b.toy", "use pear\n");
    expect(kit.host.processes.spawned).toEqual([]);
    await using other = await running();
    other.toy.process.exit(1);
    await other.clock.pass(0);
    const used = other.plugin.hooks.run("PostToolUse", { tool_name: "vfs_write", arguments: { path: "b.toy" } });
    expect(await other.until(used)).toEqual({ kind: "continue" });
    expect(other.plugin.state("toy")).toBe("Restarting");
  });

  test("a server that does not take it in holds the tool for five seconds at most", async () => {
    await using kit = new PluginKit({ dials: { neverAnswers: ["initialize"] }, options: { autoStart: true } });
    await kit.start();
    const used = kit.plugin.hooks.run("PostToolUse", { tool_name: "vfs_write", arguments: { path: "b.toy" } });
    const began = kit.clock.now();
    expect(await kit.until(used)).toEqual({ kind: "continue" });
    expect(kit.clock.now() - began).toBe(5_000);
    expect(kit.heard.at(-1)).toMatchObject({ level: "warning", message: expect.stringContaining("5000 ms") });
  });
});

describe("servers that are not there, or do not stay", () => {
  test("without its program: one warning, Dormant, no tool, and the agent goes on [SYN-32]", async () => {
    await using kit = new PluginKit({ isMissing: true });
    const started = kit.plugin.hooks.run("SessionStart", { session_id: "1", resumed: false });
    expect(await kit.until(started)).toEqual({ kind: "continue" });
    expect([kit.plugin.state("toy"), kit.names()]).toEqual(["Dormant", []]);
    await kit.write("b.toy", "use pear\n");
    expect(kit.heard).toEqual([
      { level: "warning", message: expect.stringMatching(/^toy is not used.*npm install -g toy$/) },
    ]);
    expect(kit.events.map(({ kind }) => kind)).toEqual(["lsp_server_dormant"]);
  });

  test("initialize names the root and what we can do, and its answer decides the tools [SYN-34]", async () => {
    await using kit = await running({ dials: { lacks: ["textDocument/rename", "textDocument/hover"] } });
    const [params] = kit.toy.server.paramsOf("initialize");
    expect(params).toMatchObject({
      rootUri: toUri(toyRoot),
      workspaceFolders: [{ uri: toUri(toyRoot) }],
      capabilities: { textDocument: { publishDiagnostics: expect.anything(), synchronization: expect.anything() } },
    });
    expect(kit.names()).toEqual(expect.arrayContaining(["lsp_diagnostics", "lsp_references"]));
    expect(kit.names().filter((name) => /rename|hover|format/.test(name))).toEqual([]);
  });

  test("an exit while Ready is a signal, an event and a restart, during which tools say so [SYN-08 SYN-37]", async () => {
    await using kit = await running();
    const names = kit.names();
    kit.toy.process.exit(3);
    await kit.clock.pass(0);
    expect(kit.states).toEqual([{ server: "toy", from: "Ready", to: "Restarting" }]);
    expect(kit.events).toMatchObject([{ kind: "lsp_server_crashed", payload: { server: "toy", exit: { code: 3 } } }]);
    const { signals } = kit.plugin.signals.drain();
    expect(signals).toMatchObject([{ signal: { kind: "Custom(lsp_server_crashed)" }, action: "Continue" }]);
    expect(kit.names()).toEqual(names);
    const answer = await kit.plugin.tools()[1]?.call(kit.at);
    expect(answer).toMatchObject({ ok: false, error: { kind: "NotReady", state: "Restarting" } });
    expect(answer?.text).toContain("text search");
  });

  test("five failures in a row: Dormant, a lasting warning, and no tool is left [SYN-40]", async () => {
    await using kit = await running({ dials: (incarnation) => ({ crashAt: incarnation === 1 ? "" : "initialize" }) });
    let changes = 0;
    kit.plugin.onToolsChanged(() => changes++);
    kit.toy.process.exit(1);
    await kit.clock.pass(120_000);
    expect(kit.toy.incarnations).toHaveLength(6);
    expect([kit.plugin.state("toy"), kit.names(), changes]).toEqual(["Dormant", [], 1]);
    expect(kit.heard.at(-1)).toMatchObject({
      level: "warning",
      message: expect.stringMatching(/^toy is not used any more/),
    });
    expect(kit.events.at(-1)).toMatchObject({ kind: "lsp_server_dormant" });
    await kit.clock.pass(600_000);
    expect(kit.toy.incarnations).toHaveLength(6);
  });

  test("a session that ends ends its servers, which is no crash", async () => {
    await using kit = await running();
    await kit.until(kit.plugin.hooks.run("SessionEnd", { session_id: "1", reason: "done" }));
    expect([kit.plugin.state("toy"), kit.names()]).toEqual(["Dormant", []]);
    expect(kit.events).toEqual([]);
    expect(kit.toy.server.methods.slice(-2)).toEqual(["shutdown", "exit"]);
  });

  test("before the first handshake tools are provisional, or held back where the host is strict", async () => {
    await using kit = new PluginKit();
    await kit.start();
    expect(kit.plugin.tools().filter(({ provisional }) => !provisional)).toMatchObject([{ name: "lsp_diagnostics" }]);
    expect(kit.names()).toContain("lsp_format");
    await using strict = new PluginKit({ options: { strict: true } });
    await strict.start();
    expect(strict.names()).toEqual(["lsp_diagnostics"]);
    await strict.call("lsp_diagnostics", { file_path: "a.toy" });
    expect(strict.names()).toContain("lsp_hover");
  });
});

describe("a plugin is built", () => {
  const made = new PluginKit();
  const { host } = made;
  const more = { directory: toyRoot, exact: true, trusted: true, host } as const;

  test("of a language, its program, arguments, and a registry of all three; nothing is started [SYN-46]", async () => {
    await using kit = new PluginKit({ options: { directory: "/elsewhere" } });
    const plugin = LspPlugin.builder()
      .language("python")
      .serverBinary("toy")
      .serverArgs(["--one", "two"])
      .registryOverride("toy", toyCommand, ["--three"], { extensions: [".toy"] })
      .options({ ...more, host: kit.host })
      .build();
    expect(kit.host.processes.spawned).toEqual([]);
    await kit.until(plugin.start());
    expect([plugin.state("python"), plugin.state("toy")]).toEqual(["Discovering", "Discovering"]);
    kit.host.files.write(joinPath(toyRoot, "a.py"), "def apple\n");
    for (const file of ["a.py", "a.toy"]) {
      const [diagnostics] = plugin.tools();
      await kit.until(diagnostics?.call({ file_path: file }) ?? Promise.reject(new Error("no tool")));
    }
    expect(kit.host.processes.spawned.map(({ spec }) => [spec.command, ...spec.args])).toEqual([
      [toyCommand, "--one", "two"],
      [toyCommand, "--three"],
    ]);
    await kit.until(plugin.close());
  });

  test.each([
    ["a language that is not known", () => LspPlugin.builder().language("klingon").build(), /klingon.* is not known/],
    ["a program before its language", () => LspPlugin.builder().serverBinary("x").build(), /before its language/],
    ["an empty program", () => LspPlugin.builder().language("go").serverBinary("").build(), /binary/],
    ["an unknown option", () => new LspPlugin({ ...more, ...({ lang: "go" } as object) }), /lang/],
  ])("%s is refused at once [SYN-46]", async (_, build, why) => {
    const { details } = await refusalOf((async () => build())());
    expect(JSON.stringify(details)).toMatch(why);
  });
});
