// The operations that steer, as a caller meets them: words, data and refusals.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../model/event.ts";
import { filePath } from "../model/file-path.ts";
import { LocalEngine } from "../engine/local-engine.ts";
import type { Outcome } from "../engine/engine.ts";
import { Emitter } from "../std/emitter.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { toyCommand } from "../testing/kits/kit.ts";
import { Roots } from "../workspace/roots.ts";
import { operations } from "./table.ts";

const fixture = `
-- a.toy --
def «^»apple
use apple
-- tree/.git --
gitdir: x
-- tree/b.toy --
def pear
`;

interface Steered extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly events: readonly BridgeEvent[];
  call(operation: string, input?: object, format?: "text" | "json"): Promise<Outcome>;
  text(operation: string, input?: object): Promise<string>;
  json(operation: string, input?: object): Promise<unknown>;
}

function open(choices: Partial<WorkspaceChoices> = {}): Steered {
  const kit = openToyWorkspace({ fixture, ...choices });
  kit.host.files.write(filePath("/other/c.toy"), "def plum\n");
  const emitter = new Emitter<BridgeEvent>(() => {});
  const roots = new Roots(kit.workspace, {
    allowed: [filePath("/other")],
    emit: (event) => emitter.emit(event),
  });
  const engine = new LocalEngine(
    roots,
    kit.clock,
    emitter,
    async () => {},
    () => () => {},
  );
  const events: BridgeEvent[] = [];
  engine.events((event) => events.push(event));
  const call: Steered["call"] = (operation, input = {}, format = "text") =>
    kit.clock.until(
      engine.invoke({ operation, input, caller: { door: "library", allowed: ["read", "control"] }, format }),
    );
  const body = async (outcome: Promise<Outcome>): Promise<unknown> => {
    const done = await outcome;
    if (!done.ok) throw new Error(`${done.refusal.code}: ${done.refusal.what}`);
    return done.body.format === "text" ? done.body.text : done.body.json;
  };
  return {
    kit,
    events,
    call,
    text: async (operation, input) => String(await body(call(operation, input))),
    json: (operation, input) => body(call(operation, input, "json")),
    [Symbol.asyncDispose]: () => kit.clock.until(engine.close()),
  };
}

test("nothing has to be started, opened or told before a question [AGL-167]", async () => {
  await using steered = open();
  const { file, span } = steered.kit.fixture.cursor;
  expect(await steered.text("find_references", { file_path: file, ...span.start })).toContain("1 reference");
  await using fresh = open();
  expect(await fresh.text("get_server_capabilities", { file_path: "a.toy" })).toContain("toy 1.0");
  await using idle = open();
  expect(await idle.text("detect_lsp_servers")).toBe("1 language in /project\n  toy  1 file  toy");
  await using kept = open();
  expect(await kept.text("open_document", { file_path: "a.toy" })).toBe("Document opened: a.toy (toy)");
});

test("servers are started and restarted, and say how they stand", async () => {
  await using steered = open();
  expect(await steered.text("start_lsp")).toBe("LSP server started successfully\n  toy  ready");
  expect(await steered.text("start_lsp", { root_dir: "/project", language_id: "toy" })).toMatch(/^LSP server started/);
  expect(steered.kit.host.processes.spawned).toHaveLength(1);
  expect(await steered.text("restart_lsp_server")).toBe("LSP server restarted successfully\n  toy  ready");
  expect(steered.kit.host.processes.alive).toBe(1);
  expect(await steered.json("restart_lsp_server", { root_dir: "." })).toEqual({
    message: "LSP server restarted successfully",
    servers: [{ server: "toy", root: "/project", state: "ready" }],
  });
});

test("a server that is not ready within the time is said to load; one that fails is a refusal when it is alone", async () => {
  const readiness = { kind: "log", contains: "done", capMs: 60_000 } as const;
  await using slow = open({ entry: { readiness } });
  expect(await slow.text("start_lsp", { ready_timeout_seconds: 2 })).toMatch(/^ {2}toy {2}loading: /m);
  await using broken = open();
  broken.kit.host.processes.program("/bin/toy", (end) => end.exit(1));
  expect(await broken.call("start_lsp")).toMatchObject({ ok: false, refusal: { code: "session_dead" } });
});

test("what is no address is refused, and nothing is started", async () => {
  await using steered = open();
  const refused = await steered.call("start_lsp", { connect: "4711" });
  expect(refused).toMatchObject({ ok: false, refusal: { code: "bad_input" } });
  expect(steered.kit.host.processes.spawned).toHaveLength(0);
});

test("what changes nothing is passed over, and the answer says so", async () => {
  await using steered = open();
  const answered = await steered.call("start_lsp", { scope: "src" });
  expect(answered).toMatchObject({
    ok: true,
    notice: expect.stringMatching(/^Ignored: scope \(a server that sees a part/),
  });
});

test("folders are listed, added and removed [AGL-108]", async () => {
  await using steered = open();
  expect(await steered.text("list_workspace_folders")).toBe("1 workspace folder: /project");
  expect(await steered.text("add_workspace_folder", { path: "/other" })).toBe(
    "Added /other. 2 workspace folders\n  /project  (relative paths start here)\n  /other",
  );
  expect(await steered.json("list_workspace_folders")).toEqual({
    workspace_folders: [
      { uri: "file:///project", name: "/project" },
      { uri: "file:///other", name: "/other" },
    ],
  });
  const input = { file_path: "/other/c.toy", line: 1, column: 5, include_declaration: true };
  expect(await steered.text("find_references", input)).toContain("/other/c.toy");
  expect(await steered.text("find_symbol", { query: "plum" })).toContain("/other/c.toy");
  expect(await steered.text("add_workspace_folder", { path: "/other" })).toMatch(/^\/other is already served, by/);
  expect(await steered.json("remove_workspace_folder", { path: "/other" })).toEqual({
    removed: "/other",
    workspace_folders: [{ uri: "file:///project", name: "/project" }],
  });
  expect(await steered.text("remove_workspace_folder", { path: "/other" })).toMatch(
    /^\/other is not a workspace folder/,
  );
  expect(await steered.call("add_workspace_folder", { path: "/" })).toMatchObject({
    refusal: { code: "policy_denied" },
  });
});

test("an answer about a checkout inside names its files from the main root", async () => {
  await using steered = open();
  const input = { file_path: "tree/b.toy", line: 1, column: 5, include_declaration: true };
  expect(await steered.text("find_references", input)).toBe(
    "1 reference to tree/b.toy:1:5  def pear\ntree/b.toy\n  1:5  def pear",
  );
});

test("a document is opened with the text of the disk and no other", async () => {
  await using steered = open();
  const text = steered.kit.fixture.files.get("a.toy");
  expect(await steered.call("open_document", { file_path: "a.toy", text })).toMatchObject({ ok: true });
  expect(await steered.call("open_document", { file_path: "a.toy", text: `${text}x` })).toMatchObject({
    ok: false,
    refusal: { code: "bad_input", what: "text differs from the file." },
  });
  expect(await steered.text("close_document", { file_path: "a.toy" })).toBe("Document closed: a.toy");
  expect(await steered.text("close_document", { file_path: "a.toy" })).toBe("Document closed: a.toy (it was not open)");
});

test("changed files are listed by path or by URI", async () => {
  await using steered = open();
  await steered.text("open_document", { file_path: "a.toy" });
  const changes = [
    { uri: "file:///project/a.toy", type: 2 },
    { uri: "gone.toy", type: 3 },
  ];
  expect(await steered.text("did_change_watched_files", { changes })).toBe("File change notifications sent (2 files)");
  expect(steered.kit.toy.server.paramsOf("workspace/didChangeWatchedFiles")).toMatchObject([
    { changes: [{ uri: "file:///project/a.toy" }, { uri: "file:///project/gone.toy" }] },
  ]);
  expect(await steered.text("did_change_watched_files", { changes: [] })).toContain("(0 files)");
  const outside = { changes: [{ uri: "file:///etc/passwd", type: 2 }] };
  expect(await steered.call("did_change_watched_files", outside)).toMatchObject({ refusal: { code: "outside_root" } });
  const odd = { changes: [{ uri: "https://example.org/a.toy", type: 2 }] };
  expect(await steered.call("did_change_watched_files", odd)).toMatchObject({ refusal: { code: "bad_input" } });
});

test("a new log level reaches the log", async () => {
  await using steered = open();
  expect(await steered.text("set_log_level", { level: "debug" })).toBe('Log level set to "debug"');
  expect(steered.events).toContainEqual({ type: "log.level", level: "debug" });
  expect(await steered.call("set_log_level", { level: "loud" })).toMatchObject({ refusal: { code: "bad_input" } });
});

test.each([
  [{}, []],
  [{ prepareRename: "none", tokens: ["range"] }, []],
  [{ lacks: ["textDocument/rename"], tokens: [] }, ["get_semantic_tokens", "prepare_rename"]],
  [{ lacks: ["textDocument/completion", "textDocument/inlayHint"] }, ["get_completions", "get_inlay_hints"]],
  [{ lacks: ["textDocument/prepareCallHierarchy"] }, []],
  [{ lacks: ["textDocument/prepareCallHierarchy", "textDocument/references"] }, ["callers", "find_callers"]],
] as const)("what does in place of something else counts: %j leaves out %j [AGL-112]", async (dials, left) => {
  await using steered = open({ dials });
  const described = await steered.json("get_server_capabilities", { file_path: "a.toy" });
  const fine = [
    ...["callers", "find_callers"],
    ...["get_completions", "get_inlay_hints", "get_semantic_tokens", "get_signature_help", "prepare_rename"],
  ];
  const [server] = described as readonly { readonly unsupported_tools: readonly string[] }[];
  expect(fine.filter((name) => server?.unsupported_tools.includes(name))).toEqual(left);
});

test("capabilities say which operations a server leaves out [AGL-112]", async () => {
  await using steered = open({ dials: { lacks: ["textDocument/references"] } });
  const none = await steered.call("get_server_capabilities");
  expect(none).toMatchObject({ ok: true, isEmpty: true, hint: expect.stringContaining("start_lsp") });
  const described = await steered.json("get_server_capabilities", { file_path: "a.toy" });
  expect(described).toMatchObject([
    { server: "toy", root: "/project", server_version: expect.any(String), capabilities: { hoverProvider: true } },
  ]);
  const [first] = described as { supported_tools: string[]; unsupported_tools: string[] }[];
  expect(first?.unsupported_tools).toContain("find_references");
  expect(first?.supported_tools).toContain("go_to_definition");
  const named = [...(first?.supported_tools ?? []), ...(first?.unsupported_tools ?? [])].sort();
  expect(named).toEqual(operations.map(({ name }) => name).sort());
  expect(await steered.text("get_server_capabilities")).toMatch(/^ {2}cannot .*find_references/m);
});

test("a survey counts the files of a directory and names who is installed, who is not, and how to install it [AGL-113]", async () => {
  const absent = { launch: { kind: "command", command: "absent", args: ["--stdio"] } } as const;
  await using here = open();
  expect(await here.json("detect_lsp_servers", { workspace_dir: "." })).toEqual({
    workspace_dir: "/project",
    workspace_languages: ["toy"],
    file_counts: { toy: 1 },
    installed_servers: [{ language: "toy", server: "toy", path: "/bin/toy", config_entry: "toy:/bin/toy,--stdio" }],
    suggested_config: ["toy:/bin/toy,--stdio"],
    not_installed: [],
    install: {},
    samples: { toy: ["/project/a.toy"] },
  });
  await using missing = open({ entry: absent });
  expect(await missing.text("detect_lsp_servers")).toBe(
    "1 language in /project\n  toy  1 file  no server; install toy: npm install -g toy",
  );
  expect(await missing.json("detect_lsp_servers")).toMatchObject({
    installed_servers: [],
    not_installed: ["toy (toy)"],
    install: { toy: "npm install -g toy" },
  });
  expect(missing.kit.eventsOf("server.missing")).toEqual([]);
  expect(here.kit.host.processes.spawned).toHaveLength(0);
  expect(await here.call("detect_lsp_servers", { workspace_dir: "/etc" })).toMatchObject({
    refusal: { code: "outside_root" },
  });
});

test("a server that is installed later is found after a restart is asked for, also where none ran before [NEX-05]", async () => {
  await using steered = open();
  const { kit } = steered;
  const symbols = (): Promise<Outcome> => steered.call("list_symbols", { file_path: "a.toy" });
  const missing = { ok: false, refusal: { code: "server_not_found" } };
  kit.host.files.remove(toyCommand);
  expect(await symbols()).toMatchObject(missing);
  kit.host.files.write(toyCommand, "a program");
  // What was found, or not, is kept until a reload is asked for.
  expect(await symbols()).toMatchObject(missing);
  await steered.call("restart_lsp_server");
  expect(await symbols()).toMatchObject({ ok: true, standing: { state: "complete" } });
});
