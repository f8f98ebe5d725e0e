// What servers say of their own accord: recorded before any caller hears of it, counted, and open to later inspection.

import { describe, expect, test } from "vitest";
import type { Choices, Governed } from "../../../test/support/kits/governed-kit.ts";
import { governed, registered } from "../../../test/support/kits/governed-kit.ts";
import { replacedBytes } from "../../host/read-limits.ts";
import type { ChainedRecord, NotificationRecord } from "../../model/evidence.ts";
import type { BridgeEvent, ServerSaying } from "../../model/event.ts";
import { baseName, filePath } from "../../model/file-path.ts";
import { makeCatalog } from "../../catalog/table.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { toyLanguage } from "../../../test/support/kits/workspace-kit.ts";
import type { Engine, Outcome } from "../engine.ts";
import { openEngine } from "../open.ts";
import { WorkspacePool } from "../workspace-pool.ts";
import { recordedPacket } from "../../store/evidence/reading.ts";
import { chainsIn, evidencePlace } from "../../store/evidence/place.ts";
import { toUri } from "../../protocol/uri.ts";
import { EvidenceDesk } from "./evidence-desk.ts";
import { recordedText } from "./evidence-text.ts";

const uri = toUri(filePath("/project/a.toy"));
const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 9 } };
const problem = { range, severity: 1, code: "odd", message: "a secret word" };

const catalog = makeCatalog({ languages: [toyLanguage], servers: [toyEntry], decided: [] });
const caller = { door: "library", allowed: ["read"] } as const;

/** An engine whose server is up, and says nothing unless the test has it say so. */
async function listening(choices: Choices = {}): Promise<Governed> {
  const here = await governed({ operator: registered, dials: { publishesOn: "demand" }, ...choices });
  await here.ask("list_symbols", { file_path: "a.toy" });
  return here;
}

function publish(here: Governed, diagnostics: readonly object[] = [problem], version = 1): void {
  here.toy.server.notify("textDocument/publishDiagnostics", { uri, version, diagnostics });
}

function heardIn(records: readonly ChainedRecord[]): NotificationRecord[] {
  return records.flatMap((record) => (record.type === "lsp_notification_batch" ? [record] : []));
}

/** Everything that the chain holds at this very moment. */
async function writtenNow({ host: { files } }: Governed): Promise<string> {
  const lines = files.below(filePath("/state/evidence")).filter((file) => file.endsWith(".jsonl"));
  const texts = lines.map(
    async (file) => files.decode((await files.read(file, replacedBytes)) ?? new Uint8Array()).text,
  );
  return (await Promise.all(texts)).join("");
}

describe("a notification", () => {
  test("is a record of the chain before the answer that may rest on it, and can be inspected later [BRG-30]", async () => {
    await using here = await listening();
    publish(here);
    expect(await here.ask("get_diagnostics", { file_path: "a.toy" })).toMatchObject({ ok: true });
    const records = await here.records();
    const at = records.findIndex(({ type }) => type === "lsp_notification_batch");
    expect(records[at]).toMatchObject({
      server: "toy",
      version: expect.any(String) as string,
      notifications: { "textDocument/publishDiagnostics": 1 },
      files: [
        { file: "a.toy", version: 1, errors: 1, warnings: 0, others: 0, hash: expect.stringMatching(/^\w{64}$/) },
      ],
    });
    expect(records.slice(at + 1).filter(({ type }) => type === "call")).toHaveLength(1);
    const shown = await new EvidenceDesk(here.host).entries({ directory: "/project", exact: true }, { file: "a.toy" });
    expect(recordedText(shown)).toMatch(
      / {2}toy \S+ said: textDocument\/publishDiagnostics ×1\n {4}a\.toy at version 1: 1 error, 0 warnings, 0 others; \w{12}\n/,
    );
    const calls = await new EvidenceDesk(here.host).entries(
      { directory: "/project", exact: true },
      { tool: "list_symbols" },
    );
    expect(recordedText(calls)).not.toContain("said:");
    expect((await new EvidenceDesk(here.host).verify({ directory: "/project", exact: true })).chains).toMatchObject([
      { findings: [] },
    ]);
  });

  test("is a record before any listener hears of it, as an event or whole [BRG-30]", async () => {
    const told: [what: string, written: Promise<string>][] = [];
    let here: Governed | undefined;
    const tell = (what: string): void => void (here !== undefined && told.push([what, writtenNow(here)]));
    const heard = ({ method }: ServerSaying): void => tell(method);
    here = await listening({ options: { heard } });
    await using _ = here;
    here.engine.events(({ type }) => tell(type));
    publish(here);
    here.toy.server.notify("window/showMessage", { type: 1, message: "a secret word" });
    await here.clock.until(here.ask("list_symbols", { file_path: "a.toy" }));
    const words = ["diagnostics", "textDocument/publishDiagnostics", "server.message", "window/showMessage"];
    expect(told.map(([what]) => what)).toEqual(expect.arrayContaining(words));
    for (const [what, written] of told.filter(([one]) => words.includes(one))) {
      const method = what.includes("/") ? what : "textDocument/publishDiagnostics";
      expect([what, await written]).toEqual([what, expect.stringContaining(`"${method}":1`)]);
    }
  });

  test("that cannot be recorded is told to no listener; later it is recorded, and listeners learn that something changed", async () => {
    await using here = await listening();
    const events: BridgeEvent["type"][] = [];
    here.engine.events(({ type }) => events.push(type));
    here.host.logFiles.failure = "ENOSPC";
    publish(here);
    publish(here, [], 2);
    expect(await here.ask("get_diagnostics", { file_path: "a.toy" })).toMatchObject({
      ok: false,
      refusal: { code: "not_recorded" },
    });
    expect(events).not.toContain("diagnostics");
    expect(heardIn(await here.records())).toEqual([]);
    here.host.logFiles.failure = undefined;
    publish(here, [problem], 3);
    expect(await here.ask("get_diagnostics", { file_path: "a.toy" })).toMatchObject({ ok: true });
    expect(events.filter((type) => type.startsWith("diagnostics"))).toEqual(["diagnostics", "diagnostics.refresh"]);
    expect(heardIn(await here.records())).toMatchObject([
      { notifications: { "textDocument/publishDiagnostics": 3 }, files: [{ file: "a.toy", version: 3, times: 3 }] },
    ]);
  });

  test("of a flood counts in one record, without its words", async () => {
    await using here = await listening();
    for (let times = 0; times < 2_000; times++) {
      here.toy.server.notify("window/logMessage", { type: 3, message: "a secret word" });
      publish(here, [problem], times);
    }
    await here.ask("list_symbols", { file_path: "a.toy" });
    const records = heardIn(await here.records());
    const counted = records.map(({ notifications }) => notifications["window/logMessage"] ?? 0);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(2_000);
    expect(records.length).toBeLessThan(200);
    expect(JSON.stringify(records)).not.toContain("secret");
  });

  test("of which no listener is told is written with the call: one write of packets, one of records, one of the head", async () => {
    await using here = await listening({ options: { settings: { evidence: { raw: "redacted" } } } });
    const { written } = here.host.logFiles;
    const before = written.length;
    here.toy.server.notify("telemetry/event", { size: 1 });
    await here.ask("list_symbols", { file_path: "a.toy" });
    expect(written.slice(before).map(baseName)).toEqual(["0001.packets", "0001.jsonl", "head"]);
    const types = (await here.records()).slice(-3).map(({ type }) => type);
    expect(types).toEqual(["lsp_notification_batch", "lsp_query_batch", "call"]);
  });

  test("is recorded once for all engines that share a server, and told to each of them", async () => {
    await using here = await listening();
    const { clock, host } = here;
    const pool = new WorkspacePool(host, { keepMs: 0 });
    const options = { directory: "/project", exact: true, trusted: true, catalog } as const;
    const engines = [await clock.until(openEngine(options, pool)), await clock.until(openEngine(options, pool))];
    const told: string[] = [];
    for (const [at, engine] of engines.entries()) {
      engine.events(({ type }) => void (type === "diagnostics" && told.push(`${type} ${at}`)));
    }
    const ask = (engine: Engine): Promise<Outcome> =>
      clock.until(engine.invoke({ operation: "list_symbols", input: { file_path: "a.toy" }, caller }));
    for (const engine of engines) await ask(engine);
    const before = heardIn(await here.records()).length;
    publish(here);
    for (const engine of engines) await ask(engine);
    expect(heardIn(await here.records())).toHaveLength(before + 1);
    expect(told.toSorted()).toEqual(["diagnostics 0", "diagnostics 1"]);
    for (const engine of engines) await clock.until(engine.close());
    await clock.until(pool.close());
  });

  test("does not keep an engine from closing where nothing can be recorded", async () => {
    const here = await listening();
    publish(here);
    here.host.logFiles.failure = "ENOSPC";
    await here[Symbol.asyncDispose]();
    expect(here.host.processes.alive).toBe(0);
  });
});

test.each<[raw: "off" | "redacted" | "full", holds: string, lacks: string]>([
  ["off", "", "secret"],
  ["redacted", '"code":"odd"', "secret"],
  ["full", '"message":"a secret word"', "«"],
])(
  "the words of notifications are in packets alone, as far as the operator wants them: %s",
  async (raw, holds, lacks) => {
    await using here = await listening({ options: { settings: { evidence: { raw } } } });
    publish(here);
    await here.ask("list_symbols", { file_path: "a.toy" });
    const [record] = heardIn(await here.records());
    expect(JSON.stringify(record)).not.toContain("secret");
    const place = await evidencePlace(here.host, filePath("/project"));
    const [chain = ""] = await chainsIn(here.host.files, place);
    const packet = record?.packet && (await recordedPacket(here.host.files, place, chain, record.packet));
    expect(packet ?? "").toContain(holds);
    expect(packet ?? "").not.toContain(lacks);
  },
);

test.each([
  ["redacted", false],
  ["full", true],
] as const)(
  "of what a server logs the number is recorded, and its words only where everything is kept: %s",
  async (raw, holds) => {
    await using here = await listening({ options: { settings: { evidence: { raw } } } });
    for (let times = 0; times < 3; times++)
      here.toy.server.notify("window/logMessage", { type: 3, message: "a secret word" });
    await here.ask("list_symbols", { file_path: "a.toy" });
    const [record] = heardIn(await here.records());
    expect(record?.notifications).toEqual({ "window/logMessage": 3 });
    expect(record?.packet !== undefined).toBe(holds);
  },
);

test("with evidence off every word is told at once, and nothing is written", async () => {
  await using here = await listening({ options: { evidence: "off" } });
  const events: BridgeEvent["type"][] = [];
  here.engine.events(({ type }) => events.push(type));
  publish(here);
  await here.ask("list_symbols", { file_path: "a.toy" });
  expect(events).toContain("diagnostics");
  expect(here.host.logFiles.written).toEqual([]);
});
