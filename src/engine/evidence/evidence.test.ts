// What calls leave behind: a record for each, one for each batch of requests, those of changes, and the audit log.

import { describe, expect, test } from "vitest";
import { settingsFor } from "../../config/profiles.ts";
import type { SettingsInput } from "../../config/settings.ts";
import { replacedBytes } from "../../host/read-limits.ts";
import type { ChainedRecord } from "../../model/evidence.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { methods } from "../../protocol/methods.ts";
import { Canceller } from "../../std/cancel.ts";
import { Emitter } from "../../std/emitter.ts";
import { EvidenceChain } from "../../store/evidence/chain.ts";
import { chainsIn, evidencePlace } from "../../store/evidence/place.ts";
import { recordedPacket, recordsOf, verifyEvidence } from "../../store/evidence/reading.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Caller } from "../../policy/effects.ts";
import type { Invocation, Outcome } from "../engine.ts";
import { LocalEngine } from "../local-engine.ts";
import { groundsOf } from "../open.ts";
import { auditLogOf, evidenceOf } from "./root-evidence.ts";

const fixture = `
-- a.toy --
def «^»apple
use apple
-- b.toy --
use apple
`;
const writer: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"], id: "mcp 1" };
const audit = filePath("/logs/deep/audit.jsonl");

interface Choices extends Partial<WorkspaceChoices> {
  readonly evidence?: SettingsInput["evidence"];
  readonly auditLog?: FilePath;
  readonly isOff?: boolean;
}

class Recorded implements AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly engine: LocalEngine;

  constructor({ evidence, auditLog, isOff = false, ...choices }: Choices = {}) {
    this.kit = openToyWorkspace({ fixture, ...choices });
    const { host, workspace } = this.kit;
    const { root } = workspace;
    const settings = settingsFor("standard", evidence === undefined ? {} : { evidence }).evidence;
    const roots = new Roots(workspace);
    const chain = isOff ? undefined : new EvidenceChain(host, root, settings);
    const agent = undefined;
    const of = { host, root, settings, chain, auditLog, agent, grounds: () => groundsOf(roots) };
    const events = new Emitter<BridgeEvent>(() => {});
    const rest = [undefined, undefined, undefined, undefined, undefined] as const;
    this.engine = new LocalEngine(
      roots,
      host.clock,
      events,
      () => {},
      () => () => {},
      ...rest,
      evidenceOf(of),
    );
  }

  ask(operation: string, input: object = {}, over: Partial<Invocation> = {}): Promise<Outcome> {
    return this.kit.clock.until(this.engine.invoke({ operation, input, caller: writer, ...over }));
  }

  get cursor(): object {
    const { file, span } = this.kit.fixture.cursor;
    return { file_path: file, ...span.start };
  }

  async place(): Promise<FilePath> {
    return evidencePlace(this.kit.host, this.kit.workspace.root);
  }

  async chain(): Promise<string> {
    return (await chainsIn(this.kit.host.files, await this.place())).at(-1) ?? "";
  }

  async records(): Promise<readonly ChainedRecord[]> {
    return recordsOf(this.kit.host.files, await this.place(), await this.chain());
  }

  /** Everything that was written outside the root. */
  async everything(): Promise<string> {
    const { files } = this.kit.host;
    const all = ["/state/evidence", "/logs"].flatMap((directory) => files.below(filePath(directory)));
    const texts = await Promise.all(
      all.map(async (file) => files.decode((await files.read(file, replacedBytes)) ?? new Uint8Array()).text),
    );
    return texts.join("\n");
  }

  async audited(): Promise<readonly Record<string, unknown>[]> {
    const bytes = await this.kit.host.files.read(audit, replacedBytes);
    const { text } = this.kit.host.files.decode(bytes ?? new Uint8Array());
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kit.clock.until(this.engine.close());
    await this.kit[Symbol.asyncDispose]();
  }
}

describe("a question", () => {
  test("is recorded with who asked, what was decided, its targets and how it stands, after the requests it caused", async () => {
    await using here = new Recorded();
    await here.ask("find_references", here.cursor);
    expect(await here.records()).toMatchObject([
      { seq: 0, type: "chain", root: here.kit.workspace.root },
      { seq: 1, type: "lsp_query_batch" },
      {
        seq: 2,
        type: "call",
        operation: "find_references",
        door: "mcp",
        caller: "mcp 1",
        effect: "read",
        decision: { allowed: true, rule: "effect.granted", version: expect.any(String) },
        targets: ["a.toy:1:5"],
        outcome: "complete",
        succeeded: true,
      },
    ]);
    const [, , call] = await here.records();
    expect(call).toMatchObject({ bytes: expect.any(Number), ms: expect.any(Number) });
  });

  test("each batch of requests is one event with server and version, kinds, targets, outcomes and bytes [SYC-25 SYC-26]", async () => {
    await using here = new Recorded({
      dials: { neverAnswers: ["textDocument/hover"] },
      settings: { request: { timeoutMs: 50 } },
    });
    await here.ask("find_references", here.cursor);
    await here.ask("find_symbol", { query: "apple" });
    await here.ask("inspect_symbol", here.cursor);
    const batches = (await here.records()).filter(({ type }) => type === "lsp_query_batch");
    // One for each call: whatever was asked of the server, and nothing else, is in one of them.
    expect(batches).toHaveLength(3);
    const counted = batches.flatMap((batch) => ("queries" in batch ? Object.entries(batch.queries as object) : []));
    const recorded = counted.flatMap(([method, count]) => Array.from({ length: Number(count) }, () => method));
    const isQuery = (method: string): boolean => method in methods;
    const sent = here.kit.toy.received.map(({ method }) => method).filter(isQuery);
    expect(recorded.toSorted()).toEqual(sent.filter((method) => method !== "initialize").toSorted());
    expect(batches).toMatchObject([
      {
        server: "toy",
        version: expect.any(String),
        queries: { "textDocument/references": 1 },
        targets: expect.arrayContaining(["a.toy"]),
        outcomes: { responded: expect.any(Number) },
        bytes: expect.any(Number),
      },
      {
        server: "toy",
        queries: { "workspace/symbol": 1 },
        targets: expect.arrayContaining(["#apple"]),
        outcomes: { responded: 1 },
      },
      { server: "toy", outcomes: { timed_out: 1 } },
    ]);
    for (const batch of batches) expect("bytes" in batch && batch.bytes).toBeGreaterThan(0);
  });

  test("a refusal and a cancelled call are recorded too", async () => {
    await using here = new Recorded({ dials: { neverAnswers: ["textDocument/references"] } });
    await here.ask("frobnicate");
    await here.ask("find_references", here.cursor, { caller: { door: "mcp", allowed: [] } });
    const canceller = new Canceller();
    const asking = here.engine.invoke({
      operation: "find_references",
      input: here.cursor,
      caller: writer,
      signal: canceller,
    });
    const over = Promise.allSettled([here.kit.clock.until(asking)]);
    canceller.cancel();
    expect(await over).toMatchObject([{ status: "rejected" }]);
    const calls = (await here.records()).filter(({ type }) => type === "call");
    expect(calls).toMatchObject([
      { outcome: "unknown_operation", succeeded: false },
      { outcome: "policy_denied", decision: { allowed: false } },
      { outcome: "cancelled" },
    ]);
  });

  test("is refused where it cannot be recorded, with how to go on; nothing is asked of a server", async () => {
    await using here = new Recorded();
    here.kit.host.logFiles.failure = "EROFS";
    const outcome = await here.ask("find_references", here.cursor);
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "not_recorded" } });
    expect(JSON.stringify(outcome)).toContain("--evidence off");
    expect(here.kit.host.processes.spawned).toHaveLength(0);
  });

  test("whose record fails after it was asked is not answered", async () => {
    await using here = new Recorded();
    await here.ask("find_references", here.cursor);
    here.kit.host.logFiles.failure = "ENOSPC";
    expect(await here.ask("find_references", here.cursor)).toMatchObject({
      ok: false,
      refusal: { code: "not_recorded" },
    });
  });

  test("with evidence off nothing is written", async () => {
    await using here = new Recorded({ isOff: true });
    expect(await here.ask("find_references", here.cursor)).toMatchObject({ ok: true });
    expect(here.kit.host.logFiles.written).toEqual([]);
  });
});

const rename = { symbol_path: "apple", file_path: "a.toy", new_name: "pear" };

describe("a change", () => {
  test("is recorded before its first file is touched and durably before its answer, with hashes and diagnostics", async () => {
    await using here = new Recorded();
    const { host } = here.kit;
    const before = host.files.hash(new TextEncoder().encode("def apple\nuse apple\n"));
    expect(await here.ask("rename_symbol", rename)).toMatchObject({ ok: true });
    const after = host.files.hash(new TextEncoder().encode("def pear\nuse pear\n"));
    const records = (await here.records()).filter(({ type }) => type.startsWith("change"));
    expect(records).toMatchObject([
      {
        type: "change_begun",
        operation: "rename_symbol",
        files: [{ file: "a.toy", before, after }, { file: "b.toy" }],
      },
      {
        type: "change",
        files: ["a.toy", "b.toy"],
        diagnostics: {
          before: { errors: 0, warnings: 0 },
          after: { errors: 0, warnings: 0 },
          introduced: { errors: 0 },
          safe: true,
        },
      },
    ]);
    const file = joinPath(await here.place(), await here.chain(), "0001.jsonl");
    const { length = 0 } = (await host.files.read(file, replacedBytes)) ?? {};
    expect(host.logFiles.synced.slice(-2)).toContainEqual({ path: file, bytes: length });
  });

  test("whose evidence cannot be written is refused before it is made", async () => {
    await using here = new Recorded();
    await here.ask("find_references", here.cursor);
    here.kit.host.logFiles.failure = "ENOSPC";
    expect(await here.ask("rename_symbol", rename)).toMatchObject({ ok: false, refusal: { code: "not_recorded" } });
    expect(await here.kit.text("a.toy")).toBe("def apple\nuse apple\n");
  });

  test("that was made is answered even if its last records are lost; the answer says so and the next record counts them", async () => {
    await using here = new Recorded({ evidence: { raw: "off" } });
    await here.ask("find_references", here.cursor);
    const { host } = here.kit;
    const begun = host.logFiles.written.length;
    // The disk is full as soon as it is recorded that the change begins.
    Object.defineProperty(host.logFiles, "failure", {
      get: () => (host.logFiles.written.length >= begun + 2 && !isFreed ? "ENOSPC" : undefined),
    });
    let isFreed = false;
    const outcome = await here.ask("rename_symbol", rename);
    expect(outcome).toMatchObject({ ok: true, notice: expect.stringContaining("its evidence is incomplete") });
    expect(await here.kit.text("a.toy")).toBe("def pear\nuse pear\n");
    isFreed = true;
    await here.ask("find_references", { file_path: "a.toy", symbol_path: "pear" });
    expect((await here.records()).find(({ type }) => type === "gap")).toMatchObject({
      why: expect.stringContaining("ENOSPC"),
    });
  });
});

describe("packets", () => {
  test("hold parameters, answer, server, workspace, capabilities and content hash, and verify [BRG-37 BRG-38 BRG-39 BRG-40]", async () => {
    await using here = new Recorded({ evidence: { raw: "full" } });
    await here.ask("find_references", here.cursor);
    const call = (await here.records()).find(({ type }) => type === "call");
    const packet = call !== undefined && "packet" in call ? call.packet : undefined;
    if (packet === undefined || typeof packet !== "object") throw new Error("no packet");
    const text = await recordedPacket(here.kit.host.files, await here.place(), await here.chain(), packet as never);
    expect(JSON.parse(text ?? "")).toMatchObject({
      raw: "full",
      operation: "find_references",
      input: here.cursor,
      servers: [
        {
          server: "toy",
          version: expect.any(String),
          capabilities: expect.arrayContaining(["textDocument/references"]),
        },
      ],
      workspace: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), files: { "a.toy": expect.any(String) } },
      answer: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), text: expect.stringContaining("use apple") },
      requests: expect.arrayContaining([
        expect.objectContaining({
          method: "textDocument/references",
          outcome: "responded",
          params: expect.objectContaining({ position: { line: 0, character: 4 } }),
          result: expect.arrayContaining([expect.objectContaining({ range: expect.anything() })]),
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        }),
      ]),
    });
  });

  test("whether diagnostics decreased is a number of the chain, which stays on disk [BRG-41]", async () => {
    await using here = new Recorded({ evidence: { raw: "full" }, fixture: "-- a.toy --\ndef «^»apple\nuse plum\n" });
    const edit = { file_path: "a.toy", old_text: "use plum", new_text: "use apple" };
    await here.ask("find_references", here.cursor);
    expect(await here.ask("safe_apply_edit", edit)).toMatchObject({ ok: true });
    const change = (await here.records()).find(({ type }) => type === "change");
    expect(change).toMatchObject({
      diagnostics: { before: { errors: 1 }, after: { errors: 0 }, resolved: { errors: 1 } },
    });
    const { chains } = await verifyEvidence(here.kit.host.files, await here.place(), undefined);
    expect(chains).toMatchObject([{ findings: [] }]);
    expect(chains[0]?.packets).toBeGreaterThan(0);
  });
});

describe("secrets", () => {
  const secret = "hunter2";
  const texts = `-- a.toy --\ndef «^»apple # ${secret}\nuse apple\n`;
  const caller: Caller = { ...writer, id: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  const asked = async (raw: "off" | "redacted" | "full"): Promise<string> => {
    await using here = new Recorded({
      evidence: { raw },
      auditLog: audit,
      fixture: texts,
      env: { PATH: "/bin", API_KEY: "environment-secret" },
    });
    await here.ask("find_references", here.cursor, { caller });
    await here.ask("inspect_symbol", here.cursor, { caller });
    await here.ask("get_symbol_source", { file_path: "a.toy", position_pattern: `app@@le # ${secret}` }, { caller });
    await here.ask("find_references", { file_path: "a.toy", position_pattern: `nothing@@ # ${secret}` }, { caller });
    await here.ask("safe_apply_edit", { file_path: "a.toy", old_text: `no ${secret}`, new_text: secret }, { caller });
    await here.ask(
      "safe_apply_edit",
      { file_path: "a.toy", old_text: `# ${secret}`, new_text: `# ${secret} too` },
      { caller },
    );
    return here.everything();
  };

  test("contents of files are only in full packets; tokens, connection secrets and the environment nowhere", async () => {
    for (const raw of ["off", "redacted"] as const) expect(await asked(raw), raw).not.toContain(secret);
    const full = await asked("full");
    expect(full).toContain(secret);
    for (const never of ["environment-secret", caller.id ?? ""]) expect(full).not.toContain(never);
  });
});

describe("the audit log", () => {
  test("has one line for each call, in the order in which they end, with the named fields [AGL-281 AGL-285 AGL-286 AGL-289]", async () => {
    await using here = new Recorded({ auditLog: audit });
    await here.ask("find_references", here.cursor);
    await here.ask("find_references", { file_path: "nowhere.toy", line: 1, column: 1 });
    await here.ask("frobnicate");
    await here.ask("simulate_edit", { session_id: "missing", file_path: "a.toy" });
    const lines = await here.audited();
    expect(lines).toMatchObject([
      { tool: "find_references", files: ["a.toy"], success: true, duration_ms: expect.any(Number) },
      { tool: "find_references", files: ["nowhere.toy"], success: false, error_message: "file not found" },
      { tool: "frobnicate", files: [], success: false, error_message: expect.any(String) },
      { tool: "simulate_edit", files: ["a.toy"], session_id: "missing", success: false },
    ]);
    for (const { timestamp } of lines) expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
    expect(lines[0]).not.toHaveProperty("error_message");
  });

  test("a change has its summary and its diagnostics before and after [AGL-288]", async () => {
    await using here = new Recorded({ auditLog: audit, fixture: "-- a.toy --\ndef «^»apple\nuse plum\n" });
    await here.ask("safe_apply_edit", { file_path: "a.toy", old_text: "use plum", new_text: "use apple" });
    expect(await here.audited()).toMatchObject([
      {
        tool: "safe_apply_edit",
        edit_summary: { mode: "applied", path: here.kit.path("a.toy"), files: [{ mode: "changed" }] },
        diagnostics_before: { errors: 1, warnings: 0, files_checked: 1 },
        diagnostics_after: { errors: 0, warnings: 0, files_checked: 1 },
        net_delta: -1,
      },
    ]);
  });

  test("parts of texts are shown where raw evidence is wanted in full, and a rename is always told", async () => {
    await using here = new Recorded({ auditLog: audit, evidence: { raw: "full" } });
    await here.ask("rename_symbol", rename);
    expect(await here.audited()).toMatchObject([
      {
        edit_summary: {
          rename: { symbol: "apple", new_name: "pear" },
          files: [{ old_text: expect.stringContaining("apple"), new_text: expect.stringContaining("pear") }, {}],
        },
      },
    ]);
  });

  test("its directories are made when it is first opened [AGL-284]", async () => {
    await using here = new Recorded({ auditLog: audit });
    expect(await here.kit.host.writing.look(filePath("/logs"))).toBeUndefined();
    await here.ask("find_references", here.cursor);
    expect((await here.kit.host.writing.look(audit))?.kind).toBe("file");
  });

  test("without a path there is none, also where evidence is on; without evidence a call leaves nothing [AGL-283]", async () => {
    await using here = new Recorded({ isOff: true });
    await here.ask("find_references", here.cursor);
    expect(await auditLogOf(here.kit.host, undefined)).toBeUndefined();
    expect(here.kit.host.logFiles.written).toEqual([]);
  });

  test("a seed's directory in the home is used where it is there already", async () => {
    await using here = new Recorded();
    here.kit.host.files.write(filePath("/home/.agent-lsp/cache"), "");
    expect(await auditLogOf(here.kit.host, undefined)).toBe("/home/.agent-lsp/audit.jsonl");
    expect(await auditLogOf(here.kit.host, "/elsewhere/audit.jsonl")).toBe("/elsewhere/audit.jsonl");
  });

  test("is refused inside the root, where every call would change the project", async () => {
    await using here = new Recorded({ auditLog: filePath("/project/audit.jsonl") });
    const outcome = await here.ask("find_references", here.cursor);
    const isInRoot = here.kit.workspace.root === "/project";
    expect(outcome).toMatchObject(isInRoot ? { ok: false, refusal: { code: "bad_input" } } : { ok: true });
  });

  test("calls that overlap stand in the order in which they end, and all are there when the engine has closed [AGL-292]", async () => {
    const here = new Recorded({ auditLog: audit });
    await Promise.all([
      here.ask("find_references", here.cursor),
      here.ask("list_symbols", { file_path: "a.toy" }),
      here.ask("frobnicate"),
    ]);
    await here[Symbol.asyncDispose]();
    const calls = (await here.records()).filter(({ type }) => type === "call");
    expect((await here.audited()).map(({ tool }) => tool)).toEqual(
      calls.map((call) => "operation" in call && call.operation),
    );
    expect(calls).toHaveLength(3);
  });
});
