// The governed profile: which servers start, what they are ever sent, who may ask, and how the work goes on without them.

import { describe, expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import { operations } from "../operations/table.ts";
import { toyAddress, toyCommand } from "../testing/kits/kit.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import { Toy } from "../testing/toy/toy.ts";
import type { Choices, Governed } from "../../test/support/kits/governed-kit.ts";
import {
  everything,
  governed,
  inputOf,
  place,
  registered,
  registration,
} from "../../test/support/kits/governed-kit.ts";
import type { Outcome } from "./engine.ts";

const context = [
  "textDocument/hover",
  "textDocument/definition",
  "textDocument/typeDefinition",
  "textDocument/documentSymbol",
  "workspace/symbol",
  "textDocument/references",
  "textDocument/signatureHelp",
  "textDocument/inlayHint",
];
const validation = ["textDocument/diagnostic", "workspace/diagnostic"];

describe("what servers are sent", () => {
  test("of all operations no request leaves but those for context and validation; nothing is written, run or connected to [SYC-19 SYC-20 SYC-21 SYC-22 SYC-56]", async () => {
    await using here = await governed({ dials: everything, operator: { servers: [registration] } });
    const outcomes = new Map<string, Outcome>();
    for (const operation of operations)
      outcomes.set(operation.name, await here.ask(operation.name, inputOf(operation)));
    await here.ask("get_diagnostics", {});
    const wrong = [...outcomes].filter(([, one]) => !one.ok && one.refusal.code === "bad_input");
    expect(wrong).toEqual([]);
    const denied = operations.filter(({ kind }) => kind !== "query").map(({ name }) => outcomes.get(name));
    for (const one of denied) expect(one).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
    // Exactly these, each of them used.
    expect([...new Set(here.requests())].sort()).toEqual(["initialize", ...context, ...validation].sort());
    expect(here.host.processes.spawned.map(({ spec }) => spec.command)).toEqual([toyCommand]);
    const text = here.host.files.decode(
      (await here.host.files.read(filePath("/project/a.toy"), 1_000)) ?? new Uint8Array(),
    );
    expect(text.text).toBe("def apple\nuse apple\n");
    expect(here.events.filter(({ type }) => type === "session.connecting" || type === "defect")).toEqual([]);
  });

  test("diagnostics that a server pushes count without any request [SYC-20]", async () => {
    await using here = await governed({ operator: { servers: [registration] } });
    const outcome = await here.ask("get_diagnostics", { file_path: "b.toy" });
    expect(outcome).toMatchObject({ ok: true, isEmpty: false, standing: { state: "complete" } });
    expect(here.requests()).toEqual(["initialize"]);
  });

  test.each([["textDocument/hover"], ["textDocument/definition"], ["workspace/symbol"], ["textDocument/diagnostic"]])(
    "%s is not sent to a server that has not declared it, whatever is asked [SYC-54]",
    async (method) => {
      const lacking = method === "textDocument/diagnostic" ? { diagnostics: "push" as const } : { lacks: [method] };
      await using here = await governed({
        dials: { ...everything, ...lacking },
        operator: { servers: [registration] },
      });
      for (const operation of operations) await here.ask(operation.name, inputOf(operation));
      expect(here.requests()).not.toContain(method);
    },
  );
});

describe("who decides, and by which rule", () => {
  test("every query is judged as a read by its canonical file, and none waits for an approval [SYC-04 SYC-23]", async () => {
    const rules = [{ id: "sealed", decide: "deny", effects: ["read"], files: ["secrets/**"], reason: "keys" }];
    await using here = await governed({
      operator: { ...registered, settings: { policy: { version: "7", rules } } },
    });
    here.host.files.link(filePath("/project/door.toy"), filePath("/project/secrets/key.toy"));
    expect(await here.ask("inspect_symbol", place)).toMatchObject({ ok: true, isEmpty: false });
    for (const file_path of ["secrets/key.toy", "./x/../secrets/key.toy", "/project/secrets/key.toy", "door.toy"]) {
      expect(await here.ask("inspect_symbol", { ...place, file_path })).toMatchObject({
        ok: false,
        refusal: { code: "policy_denied", data: { rule: "sealed", policyVersion: expect.stringMatching(/^2\+7#/) } },
      });
    }
    const decided = here.events.flatMap((event) => (event.type === "operation" ? [[event.rule, event.outcome]] : []));
    expect(decided).toEqual([["effect.granted", "complete"], ...[1, 2, 3, 4].map(() => ["sealed", "policy_denied"])]);
    expect(here.requests()).not.toContain("textDocument/completion");
  });

  test("a denied file is denied by every name: a link to it, its name through a link, below each checkout, in any case [SYC-24]", async () => {
    const rules = [
      { id: "linked", decide: "deny", files: ["shown/**"] },
      { id: "part", decide: "deny", files: ["modules/part/keys/**"] },
      { id: "below", decide: "deny", roots: ["/project/vault"], files: ["inner/**"] },
      { id: "requests", decide: "deny", methods: ["textDocument/hover"], files: ["hushed/**"] },
    ];
    const files = {
      "data/k.toy": "def key\n",
      "modules/part/.git/HEAD": "ref: refs/heads/main\n",
      "modules/part/keys/k.toy": "def key\n",
      "vault/inner/k.toy": "def key\n",
      "vault/outer/inner/k.toy": "def key\n",
      "quiet/k.toy": "def key\n",
    };
    await using here = await governed({ files, operator: { ...registered, settings: { policy: { rules } } } });
    here.host.files.link(filePath("/project/shown"), filePath("/project/data"));
    here.host.files.link(filePath("/project/hushed"), filePath("/project/quiet"));
    const decided = async (file_path: string): Promise<unknown> => {
      const outcome = await here.ask("inspect_symbol", { ...place, file_path });
      return outcome.ok ? "allowed" : outcome.refusal.data?.["rule"];
    };
    expect(await decided("data/k.toy")).toBe("linked");
    expect(await decided("shown/k.toy")).toBe("linked");
    expect(await decided("modules/part/keys/k.toy")).toBe("part");
    expect(await decided("vault/inner/k.toy")).toBe("below");
    expect(await decided("vault/outer/inner/k.toy")).toBe("allowed");
    const sent = here.requests().length;
    await decided("quiet/k.toy");
    expect(here.requests().slice(sent)).not.toContain("textDocument/hover");
    expect(await decided("a.toy")).toBe("allowed");
    expect(here.requests()).toContain("textDocument/hover");
  });

  test("an answer names the places of a file that is denied, and shows no line of it [SYC-24]", async () => {
    const files = { "c.toy": "use key\n", "plain/d.toy": "use key\n" };
    const rules = [{ id: "sealed", decide: "deny", files: ["secrets/**", "plain/**"], operations: ["go_*", "find_*"] }];
    const target = { file_path: "c.toy", line: 1, column: 5 };
    const told = async (policy: object, operation: string): Promise<string> => {
      await using here = await governed({ files, operator: { ...registered, settings: { policy } } });
      const outcome = await here.ask(operation, target);
      return outcome.ok && outcome.body.format === "text" ? outcome.body.text : JSON.stringify(outcome);
    };
    for (const [operation, line] of [
      ["go_to_definition", "def key"],
      ["find_references", "use key"],
    ] as const) {
      const place = operation === "go_to_definition" ? /secrets\/key\.toy:1/ : /plain\/d\.toy/;
      const open = await told({}, operation);
      expect(open).toMatch(place);
      const closed = await told({ rules }, operation);
      expect(closed).toMatch(place);
      const count = (text: string): number => text.split(line).length - 1;
      expect([operation, count(open) - count(closed)]).toEqual([operation, 1]);
    }
  });

  const steering: readonly (readonly [operation: string, input: object])[] = [
    ["start_lsp", { root_dir: "/vault" }],
    ["start_lsp", { root_dir: "/vault", connect: `${toyAddress.host}:${toyAddress.port}` }],
    ["start_lsp", { root_dir: "/vault", connect: "none" }],
    ["start_lsp", { root_dir: "/door" }],
    ["restart_lsp_server", { root_dir: "/vault" }],
    ["restart_lsp_server", {}],
    ["add_workspace_folder", { path: "/vault" }],
    ["add_workspace_folder", { path: "/vault/deep" }],
    ["remove_workspace_folder", { path: "/vault" }],
    ["open_document", { file_path: "/vault/v.toy", language_id: "toy" }],
    ["close_document", { file_path: "/vault/v.toy" }],
    ["did_change_watched_files", { changes: [{ uri: "file:///vault/v.toy", type: 2 }] }],
    ["get_server_capabilities", { file_path: "/vault/v.toy" }],
    ["detect_lsp_servers", { workspace_dir: "/vault" }],
    ["inspect_symbol", { ...place, file_path: "/vault/v.toy" }],
  ];

  test.each(["/vault", "/door"])(
    "a denied root is neither opened, started, connected to, restarted nor closed, by whichever name the rule has it: %s [SYC-24]",
    async (root) => {
      const rules = [{ id: "vault", decide: "deny", roots: [root], reason: "customer data" }];
      const settings = { policy: { rules } };
      const prepare = (host: Governed["host"]): void => {
        host.files.write(filePath("/vault/v.toy"), "def key\n");
        host.files.write(filePath("/vault/deep/v.toy"), "def key\n");
        host.files.link(filePath("/door"), filePath("/vault"));
      };
      const options = { profile: "standard", directories: ["/vault"], allowedRoots: ["/vault", "/door"] } as const;
      await using here = await governed({ operator: { settings }, options, prepare });
      for (const [operation, input] of steering) {
        const outcome = await here.ask(operation, input);
        expect([operation, input, outcome.ok ? outcome : outcome.refusal.data?.["rule"]]).toEqual([
          operation,
          input,
          "vault",
        ]);
      }
      expect(here.host.processes.spawned).toEqual([]);
      const folders = await here.ask("list_workspace_folders", { format: "json" });
      expect(JSON.stringify(folders)).toContain("/vault");
      // The other root is steered as before.
      expect(await here.ask("restart_lsp_server", { root_dir: "/project" })).toMatchObject({ ok: true });
    },
  );

  test.each<[what: string, rules: readonly object[], policy: object, expected: string]>([
    ["a mode", [{ id: "off", decide: "deny", modes: ["non_interactive"] }], { mode: "non_interactive" }, "off"],
    ["the same in another mode", [{ id: "off", decide: "deny", modes: ["non_interactive"] }], {}, "effect.granted"],
    ["a sensitive workspace", [{ id: "vault", decide: "deny", roots: ["/project"] }], {}, "vault"],
    ["another workspace", [{ id: "vault", decide: "deny", roots: ["/vault"] }], {}, "effect.granted"],
  ])("%s decides otherwise [SYC-24]", async (_, rules, policy, expected) => {
    await using here = await governed({ operator: { ...registered, settings: { policy: { ...policy, rules } } } });
    await here.ask("inspect_symbol", place);
    expect(here.events.flatMap((event) => (event.type === "operation" ? [event.rule] : []))).toEqual([expected]);
    expect(here.requests().length > 0).toBe(expected === "effect.granted");
  });

  test("a single capability is denied to calls and to our own upkeep, and the rest is answered [SYC-24]", async () => {
    const rules = [{ id: "no-hover", decide: "deny", methods: ["textDocument/hover"] }];
    await using here = await governed({
      dials: everything,
      operator: { ...registered, settings: { policy: { rules } } },
    });
    const outcomes = new Map<string, Outcome>();
    for (const operation of operations)
      outcomes.set(operation.name, await here.ask(operation.name, inputOf(operation)));
    expect(here.requests()).not.toContain("textDocument/hover");
    expect(outcomes.get("find_references")).toMatchObject({ ok: true, isEmpty: false });
  });
});

describe("which servers start", () => {
  test("one that is found but not registered is announced, and neither run nor started [SYC-10 SYC-11]", async () => {
    await using here = await governed();
    const found = await here.ask("detect_lsp_servers", { format: "json" });
    expect(found).toMatchObject({
      body: { json: { unregistered_servers: [{ language: "toy", server: "toy", path: toyCommand }] } },
    });
    expect(await here.ask("inspect_symbol", place)).toMatchObject({
      ok: false,
      refusal: { code: "no_server_for_file", why: expect.stringContaining(toyCommand) as string },
    });
    expect(here.events.filter(({ type }) => type === "server.unregistered")).toEqual([
      { type: "server.unregistered", server: "toy", path: toyCommand },
    ]);
    expect(here.host.processes.spawned).toEqual([]);
  });

  test("every start of a registered one is announced with its command [SYC-11]", async () => {
    await using here = await governed({ operator: registered });
    await here.ask("inspect_symbol", place);
    const starts = here.events.flatMap((event) => (event.type === "session.starting" ? [event.command] : []));
    expect(starts).toEqual([[toyCommand, "--stdio"]]);
  });

  test.each([".syndicate/lsp.json", ".sightline/lsp.json"])(
    "a trusted root registers its own in %s, which counts for nothing without trust or without a person [SYC-09 SYC-12]",
    async (file) => {
      const workspace = { file, says: { servers: [{ ...registration, scope: ["."] }] } };
      const asked = async (choices: Choices): Promise<boolean> => {
        await using here = await governed({ workspace, ...choices });
        const { ok } = await here.ask("inspect_symbol", place);
        expect(here.host.processes.spawned).toHaveLength(ok ? 1 : 0);
        const isIgnored = here.events.some((event) => event.type === "config.ignored" && event.file.endsWith(file));
        expect(isIgnored).toBe(!ok);
        return ok;
      };
      const nonInteractive = { settings: { policy: { mode: "non_interactive" } } } as const;
      expect(await asked({})).toBe(true);
      expect(await asked({ options: { trusted: false } })).toBe(false);
      expect(await asked({ options: nonInteractive })).toBe(false);
    },
  );

  test("without a person nothing that is found is used in any profile, only what the operator registers [SYC-12]", async () => {
    const nonInteractive = { profile: "standard", settings: { policy: { mode: "non_interactive" } } } as const;
    const asked = async (choices: Choices): Promise<boolean> => {
      await using here = await governed({ ...choices, options: { ...nonInteractive, ...choices.options } });
      return (await here.ask("inspect_symbol", place)).ok;
    };
    expect(await asked({})).toBe(false);
    expect(await asked({ operator: registered })).toBe(true);
    expect(await asked({ operator: registered, options: { configMode: "merge" } })).toBe(true);
  });

  test.each([
    ["the operator's, whatever else there is", true, true, "--operator"],
    ["the workspace's, where the operator names none", false, true, "--workspace"],
    ["the one that is found, where none is named", false, false, "--stdio"],
  ])("of servers for one language the first is started: %s [SYC-08]", async (_, hasOperator, hasWorkspace, started) => {
    const named = (word: string): object => ({ servers: [{ ...registration, scope: ["/project"], args: [word] }] });
    await using here = await governed({
      ...(hasOperator ? { operator: named("--operator") } : {}),
      ...(hasWorkspace ? { workspace: { file: ".sightline/lsp.json", says: named("--workspace") } } : {}),
      options: { profile: "standard" },
    });
    await here.ask("inspect_symbol", place);
    const starts = here.events.flatMap((event) => (event.type === "session.starting" ? [event.command] : []));
    expect(starts).toEqual([[toyCommand, started]]);
  });

  const { language, binary, args, scope, initializationOptions } = registration;
  const launch = { kind: "tcp", ...toyAddress };
  const extensions = [".toy"];
  test.each<[lacks: string, object]>([
    ["language", { binary, args, scope, initializationOptions, extensions }],
    ["binary or launch", { id: "toy", language, args, scope, initializationOptions }],
    ["args", { language, binary, scope, initializationOptions }],
    ["scope", { language, binary, args, initializationOptions }],
    ["initializationOptions", { language, binary, args, scope }],
    ["scope, initializationOptions", { extensions, command: ["toy", "--stdio"], language_id: "toy" }],
    ["scope", { id: "far", language, launch, initializationOptions }],
  ])("a registration without %s is rejected by its name [SYC-14]", async (lacks, server) => {
    const name = "id" in server ? String(server.id) : "toy";
    const opening = governed({ operator: { servers: [registration, server] } });
    expect(await refusalOf(opening)).toMatchObject({
      code: "bad_input",
      details: { why: `servers[1] (${name}) is not a complete registration: it lacks ${lacks}.` },
    });
  });

  test.each<[string, object]>([
    ["a program", registration],
    ["a command", { extensions, command: ["toy", "--stdio"], language_id: "toy", scope, initializationOptions }],
    ["an endpoint", { id: "far", language, extensions, launch, scope, initializationOptions }],
  ])("%s that is registered completely serves its scope alone, with its options [SYC-14]", async (_, server) => {
    await using here = await governed({ operator: { servers: [server] } });
    expect(await here.ask("inspect_symbol", place)).toMatchObject({ ok: true });
    expect(here.toy.received[0]).toMatchObject({ method: "initialize", params: { initializationOptions } });
    await using elsewhere = await governed({ operator: { servers: [{ ...server, scope: ["/other", "/proj"] }] } });
    expect(await elsewhere.ask("inspect_symbol", place)).toMatchObject({ ok: false });
    expect(elsewhere.requests()).toEqual([]);
  });
});

describe("the life of a server", () => {
  test("the handshake names root and capabilities, and what is declared is kept; the end is shutdown, then exit [SYC-16 SYC-18]", async () => {
    const here = await governed({ operator: registered, dials: { lacks: ["textDocument/inlayHint"] } });
    await here.ask("inspect_symbol", place);
    const [first, second] = here.toy.received;
    expect(here.host.processes.spawned).toHaveLength(1);
    expect(first).toMatchObject({
      method: "initialize",
      params: { rootUri: "file:///project", capabilities: { textDocument: { hover: expect.anything() as unknown } } },
    });
    expect(second).toMatchObject({ method: "initialized" });
    const { sessions } = await here.engine.status();
    expect(sessions).toMatchObject([{ server: "toy", state: "ready" }]);
    expect(sessions[0]?.supports).toContain("textDocument/hover");
    expect(sessions[0]?.supports).not.toContain("textDocument/inlayHint");
    await here.clock.until(here.engine.close());
    expect(here.toy.received.slice(-2).map(({ method }) => method)).toEqual(["shutdown", "exit"]);
  });

  test("one that does not start is unavailable, its language alone is without answers, and nothing halts [SYC-17 SYC-47 SYC-57]", async () => {
    const other = {
      language: "other",
      binary: "other",
      args: [],
      extensions: [".other"],
      scope: ["**"],
      initializationOptions: {},
    };
    await using here = await governed({
      operator: { servers: [registration, other] },
      dials: { crashAt: "initialize" },
    });
    const fine = new Toy(here.host, { extension: ".other" });
    const command = filePath(toyCommand.replace(/toy$/, "other"));
    here.host.processes.program(command, fine.program);
    here.host.files.write(command, "another");
    here.host.files.write(filePath("/project/c.other"), "def plum\n");
    const outcomes = [];
    for (let times = 0; times < 3; times++) outcomes.push(await here.ask("inspect_symbol", place));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false });
    // Nothing is tried again for the rest of the session.
    expect(here.toy.incarnations.length).toBeLessThanOrEqual(2);
    expect(await here.ask("inspect_symbol", { ...place, file_path: "c.other" })).toMatchObject({
      ok: true,
      isEmpty: false,
    });
    for (const operation of operations) expect(await here.ask(operation.name, inputOf(operation))).toHaveProperty("ok");
    expect(here.events.filter(({ type }) => type === "defect")).toEqual([]);
  });

  test("after a crash there is one restart; where that fails too, it is unavailable until the end [SYC-49]", async () => {
    await using here = await governed({ operator: registered, dials: { crashAt: "textDocument/signatureHelp" } });
    expect(await here.ask("inspect_symbol", place)).toMatchObject({ ok: true });
    await here.ask("get_signature_help", place);
    for (let times = 0; times < 3; times++) await here.ask("inspect_symbol", place);
    expect(here.toy.incarnations).toHaveLength(2);
    expect(await here.ask("inspect_symbol", place)).toMatchObject({ ok: false });
    expect(here.events.filter(({ type }) => type === "session.gave_up")).toHaveLength(1);
  });

  test("one crash alone is survived [SYC-49]", async () => {
    const dials = (incarnation: number): object => (incarnation === 1 ? { crashAt: "textDocument/signatureHelp" } : {});
    await using here = await governed({ operator: registered, dials });
    await here.ask("get_signature_help", place);
    expect(await here.ask("inspect_symbol", place)).toMatchObject({ ok: true, isEmpty: false });
    expect(here.toy.incarnations).toHaveLength(2);
  });

  test("a capability that goes takes its own questions along and no others [SYC-06]", async () => {
    await using here = await governed({ operator: registered, dials: { registers: ["textDocument/hover"] } });
    expect(await here.ask("inspect_symbol", place)).toMatchObject({ ok: true });
    await here.clock.until(here.toy.server.unregister("textDocument/hover"));
    expect(await here.ask("go_to_definition", place)).toMatchObject({ ok: true, isEmpty: false });
    const before = here.requests().length;
    await here.ask("inspect_symbol", place);
    expect(here.requests().slice(before)).not.toContain("textDocument/hover");
    expect(here.toy.incarnations).toHaveLength(1);
  });
});
