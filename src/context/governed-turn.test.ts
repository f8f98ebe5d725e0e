// A turn of a host under the governed profile: what the model is told, who asked for it, and what the chain says of it.

import { describe, expect, test } from "vitest";
import type { Choices, Governed } from "../../test/support/kits/governed-kit.ts";
import { everything, governed, host, inputOf, registered } from "../../test/support/kits/governed-kit.ts";
import { stampOf } from "../host/files.ts";
import { nodeCodec } from "../host/node/node-codec.ts";
import { replacedBytes } from "../host/read-limits.ts";
import type { ChainedRecord } from "../model/evidence.ts";
import { filePath } from "../model/file-path.ts";
import { operations } from "../operations/table.ts";
import type { Caller } from "../policy/effects.ts";
import { Connection } from "../rpc/connection.ts";
import type { ByteSink } from "../rpc/frame-writer.ts";
import { frameLimits } from "../rpc/limits.ts";
import { chainsIn, evidencePlace } from "../store/evidence/place.ts";
import { verifyEvidence } from "../store/evidence/reading.ts";
import type { ToyDials } from "../testing/toy/toy-dials.ts";
import { ToyServer } from "../testing/toy/toy-server.ts";
import type { InjectedContext } from "./context-assembler.ts";
import { ContextAssembler } from "./context-assembler.ts";
import type { TurnClosing } from "./correction.ts";
import { CorrectionLoop } from "./correction.ts";
import type { CorrectionPacket } from "./correction-packet.ts";
import { TurnWatch } from "./turn-watch.ts";

const files = {
  "cart.toy": "def total is money\n  use price\n",
  "money.toy": "def price is money\n  use cents\ndef cents\ndef money\n",
  "view.toy": "use price\n",
  "old.toy": "use gone\n",
};

/** A model speaks through an agent; it has whatever an operator could grant it. */
const model: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write", "exec"], agent: "model" };

function opened(dials: Partial<ToyDials> = {}, more: Choices = {}): Promise<Governed> {
  return governed({ operator: registered, dials: { ...everything, ...dials }, files, ...more });
}

async function injected(here: Governed, changed: readonly string[] = []): Promise<InjectedContext> {
  const assembler = new ContextAssembler({
    engine: here.engine,
    caller: host,
    now: () => new Date(here.clock.wall()).toISOString(),
    stampOf: (file) => stampOf(here.host.files, filePath(file)),
  });
  const request = { focus: { file: "cart.toy", from: 2, to: 2 }, changed_files: changed, budget: 1_000 };
  return here.clock.until((async () => assembler.inject(await assembler.assembleContext(request)))());
}

type Batch = Extract<ChainedRecord, { type: "lsp_query_batch" }>;

/** Every batch with the call that it belongs to. */
async function batches(here: Governed): Promise<{ operation: string; door: string; batch: Batch }[]> {
  const records = await here.records();
  const calls = new Map(records.flatMap((one) => (one.type === "call" ? [[one.call, one] as const] : [])));
  return records.flatMap((batch) => {
    if (batch.type !== "lsp_query_batch") return [];
    const { operation = "", door = "" } = calls.get(batch.call) ?? {};
    return [{ operation, door, batch }];
  });
}

describe("what the model knows", () => {
  test("is collected for it by the host and stands in the text of its prompt; its own questions reach no server [SYC-01 SYC-03]", async () => {
    await using here = await opened();
    const own = operations.filter(({ passive }) => passive !== true);
    for (const operation of own) {
      const outcome = await here.ask(operation.name, inputOf(operation), model);
      expect(outcome, operation.name).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
    }
    expect(here.toy.received).toEqual([]);
    const { items, text } = await injected(here);
    expect(text).toContain("money.toy:1 price | def price\n");
    expect(items.length).toBeGreaterThan(2);
    const asked = await batches(here);
    expect(asked.map(({ operation, door }) => [operation, door])).toEqual([["assemble_context", "library"]]);
    // Whatever was sent is in that one batch.
    const sent = here.requests().filter((method) => method !== "initialize");
    const recorded = asked.flatMap(({ batch }) =>
      Object.entries(batch.queries).flatMap(([method, count]) => Array.from({ length: count }, () => method)),
    );
    expect(recorded.toSorted()).toEqual(sent.toSorted());
  });

  test("of the table only what assembles context, validates and tells the state is left to an agent, and only the first two ask [SYC-03]", async () => {
    await using here = await opened();
    const left = operations.filter(({ passive }) => passive === true);
    for (const operation of left) await here.ask(operation.name, inputOf(operation), model);
    const askers = new Set((await batches(here)).map(({ operation }) => operation));
    expect([...askers].toSorted()).toEqual(["assemble_context", "validate_change"]);
    expect(left.map(({ kind }) => kind)).toEqual(left.map(() => "query"));
  });

  test("is word for word what the operator's editor gets from the server for the same places [SYC-02]", async () => {
    await using here = await opened();
    const { text } = await injected(here, ["old.toy"]);
    const editor = await editorOf(here);
    const price = { textDocument: { uri: "file:///project/cart.toy" }, position: { line: 1, character: 6 } };
    const hover = (await editor.ask("textDocument/hover", price)) as { contents: { value: string } };
    const [declared] = [/^def .*$/m.exec(hover.contents.value)?.[0]];
    expect(declared).toBe("def price");
    expect(text).toContain(`price | ${declared}\n`);
    const at = (await editor.ask("textDocument/definition", price)) as {
      readonly uri: string;
      readonly range: { readonly start: { readonly line: number } };
    };
    expect(text).toContain(`${at.uri.split("/").at(-1)}:${at.range.start.line + 1} price`);
    const old = { textDocument: { uri: "file:///project/old.toy" } };
    const { items } = (await editor.ask("textDocument/diagnostic", old)) as { items: readonly { message: string }[] };
    expect(items.map(({ message }) => message)).toEqual(["unknown name gone"]);
    for (const { message } of items) expect(text).toContain(message);
    const outline = (await editor.ask("textDocument/documentSymbol", {
      textDocument: { uri: "file:///project/money.toy" },
    })) as readonly { readonly name: string }[];
    expect(outline.length).toBeGreaterThan(0);
    for (const { name } of outline) expect(text).toContain(name);
  });
});

interface Editor {
  ask(method: string, params: object): Promise<unknown>;
}

/** A client without Sightline, with a server of its own of the same kind. */
async function editorOf(here: Governed): Promise<Editor> {
  const { clock, files: disk } = here.host;
  const machine = { clock, codec: nodeCodec };
  const server: ToyServer = new ToyServer(
    {
      ...machine,
      files: disk,
      sink: sinkTo((bytes) => client.receive(bytes)),
      exit: () => {},
      defect: (error) => {
        throw error;
      },
    },
    everything,
  );
  const client: Connection = new Connection(
    {
      ...machine,
      limits: frameLimits,
      sink: sinkTo((bytes) => server.connection.receive(bytes)),
    },
    {
      request: () => null,
      notification: () => {},
      noise: () => {},
      odd: () => {},
      closed: () => {},
      defect: () => {},
    },
  );
  const ask = (method: string, params: object): Promise<unknown> =>
    clock.until(client.request(method, params, { timeoutMs: 1_000 }));
  await ask("initialize", { processId: null, rootUri: "file:///project", capabilities: {} });
  client.notify("initialized", {});
  for (const [file, text] of Object.entries(files)) {
    const uri = `file:///project/${file}`;
    client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "toy", version: 1, text } });
  }
  return { ask };
}

function sinkTo(receive: (bytes: Uint8Array) => void): ByteSink {
  const write = (bytes: Uint8Array): boolean => {
    receive(bytes);
    return true;
  };
  return { write, onDrain: () => {} };
}

/** What changes a file does, and what becomes of the turn. */
async function turn(
  here: Governed,
  change: Readonly<Record<string, string>>,
  corrections: readonly Readonly<Record<string, string>>[] = [],
): Promise<TurnClosing & { readonly packets: readonly CorrectionPacket[] }> {
  const packets: CorrectionPacket[] = [];
  const watch = new TurnWatch({
    read: async (file) => {
      const bytes = await here.host.files.read(filePath(file), replacedBytes);
      return bytes && here.host.files.decode(bytes).text;
    },
  });
  const write = async (texts: Readonly<Record<string, string>>): Promise<void> => {
    await watch.beforeWrite(Object.keys(texts).map((file) => `/project/${file}`));
    for (const [file, text] of Object.entries(texts)) here.write(file, text);
  };
  const closed = async (): Promise<TurnClosing> => {
    await write(change);
    const loop = new CorrectionLoop({
      engine: here.engine,
      caller: host,
      watch,
      tellOperator: () => {},
      ask: async (packet) => {
        packets.push(packet);
        const texts = corrections[packets.length - 1];
        if (texts === undefined) return { kind: "gave_up", why: "no idea" };
        await write(texts);
        return { kind: "changed", intent: { kind: "type_fix", words: "again" } };
      },
    });
    return loop.close({ kind: "rename", words: "price is called cost" });
  };
  return { ...(await here.clock.until(closed())), packets };
}

async function noted(here: Governed, type: ChainedRecord["type"]): Promise<readonly ChainedRecord[]> {
  return (await here.records()).filter((one) => one.type === type);
}

/** Two files of the root are wrong already. */
const kept = { before: 2, now: 2, introduced: 0, resolved: 0 };
const none = { before: 0, now: 0, introduced: 0, resolved: 0 };

describe("what a change did is in the chain, by its class", () => {
  test.each<[string, Readonly<Record<string, string>>, object]>([
    ["clean", { "view.toy": "use cents\n" }, { errors: kept, warnings: none }],
    [
      "warnings_only",
      { "view.toy": "use price\nuse vague\n" },
      { errors: kept, warnings: { before: 0, now: 1, introduced: 1, resolved: 0 } },
    ],
    ["baseline_error", { "old.toy": "\nuse gone\n" }, { errors: kept }],
  ])(
    "%s is recorded, shown where it says something, and the turn goes on [SYC-39 SYC-40 SYC-42]",
    async (verdict, change, counts) => {
      await using here = await opened({ mildName: "vague" });
      const { outcome, forModel, packets, notice } = await turn(here, change);
      expect({ outcome, packets, notice }).toEqual({ outcome: "validated", packets: [], notice: undefined });
      const [file = ""] = Object.keys(change);
      expect(await noted(here, "validation")).toMatchObject([{ class: verdict, files: [file], ...counts }]);
      expect(await noted(here, "diagnostic_regression")).toEqual([]);
      expect(here.events.filter(({ type }) => type === "diagnostic_regression")).toEqual([]);
      expect(forModel?.startsWith(`${verdict}: 0 new errors`)).toBe(true);
      expect(forModel?.includes("view.toy:2:5 warning")).toBe(verdict === "warnings_only");
      // What was there before is not news, so it is not listed as something that the change did.
      expect(forModel).not.toContain("unknown name gone");
    },
  );

  test("new_errors: recorded with each error, announced, and fed back until they are gone [SYC-05 SYC-41]", async () => {
    await using here = await opened();
    const broken = { "money.toy": "def cost is money\n  use cents\ndef cents\ndef money\n" };
    const { outcome, packets } = await turn(here, broken, [
      { "view.toy": "use cost\n", "cart.toy": "def total is money\n  use cost\n" },
    ]);
    expect(outcome).toBe("corrected");
    const errors = { before: 2, now: 4, introduced: 2, resolved: 0 };
    const places = [
      { file: "cart.toy", line: 2, column: 7 },
      { file: "view.toy", line: 1, column: 5 },
    ];
    expect(packets.map((packet) => packet.errors.length)).toEqual([2]);
    for (const name of ["cart.toy:2:7", "view.toy:1:5"]) expect(packets[0]?.text).toContain(name);
    const [regression] = await noted(here, "diagnostic_regression");
    const introduced = expect.arrayContaining(places.map((at) => expect.objectContaining(at) as unknown)) as unknown;
    expect(regression).toMatchObject({ files: ["money.toy"], errors, introduced });
    const events = here.events.filter(({ type }) => type === "diagnostic_regression");
    expect(events).toMatchObject([{ errors, files: ["/project/money.toy"] }]);
    expect(await noted(here, "validation")).toMatchObject([{ class: "new_errors", errors }, { class: "clean" }]);
  });

  test.each<[string, Choices]>([
    ["is not registered", { operator: {} }],
    ["does not start", { dials: { crashAt: "initialize" } }],
    ["never answers", { dials: { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"] } }],
  ])("lsp_unavailable, where the server %s: the absence is recorded, and the turn closes [SYC-43]", async (_, more) => {
    await using here = await opened({}, more);
    const { outcome, forModel, packets } = await turn(here, { "view.toy": "use nothing\n" });
    expect({ outcome, packets }).toEqual({ outcome: "unverified", packets: [] });
    expect(forModel).toMatch(/^lsp_unavailable: /);
    expect(await noted(here, "validation")).toMatchObject([
      { class: "lsp_unavailable", files: ["view.toy"], errors: none, checked_files: 0 },
    ]);
    expect(await noted(here, "diagnostic_regression")).toEqual([]);
    expect(await noted(here, "call")).toMatchObject([{ operation: "validate_change", outcome: "unavailable" }]);
  });

  test("and the whole chain of a turn verifies", async () => {
    await using here = await opened();
    await injected(here);
    await turn(here, { "money.toy": "def cost\n" }, [{ "money.toy": files["money.toy"] }]);
    const chainPlace = await evidencePlace(here.host, filePath("/project"));
    expect(await chainsIn(here.host.files, chainPlace)).toHaveLength(1);
    const { chains, findings } = await verifyEvidence(here.host.files, chainPlace, undefined);
    expect([findings, chains.map((one) => one.findings)]).toEqual([[], [[]]]);
    // Under this profile no text of a file, no message and no raw answer is kept.
    const told = JSON.stringify(await here.records());
    expect(told).not.toContain("unknown name");
    expect(chains[0]?.packets).toBe(0);
  });
});

test("questions that run out of time leave nothing but absences; several in a row have the server's health looked at [SYC-48]", async () => {
  const silent = ["textDocument/hover", "textDocument/definition", "textDocument/typeDefinition"];
  await using here = await opened(
    { neverAnswers: [...silent, "textDocument/documentSymbol", "textDocument/references", "textDocument/inlayHint"] },
    { options: { settings: { request: { timeoutsBeforeProbe: 3, timeoutMs: 100 } } } },
  );
  const probes = (): number => here.toy.received.filter(({ method }) => method === "$/sightline/alive").length;
  const { items, absent, text } = await injected(here);
  expect({ items, text }).toEqual({ items: [], text: "" });
  expect(new Set(absent.map(({ outcome }) => outcome))).toEqual(new Set(["timed_out"]));
  await injected(here);
  await injected(here);
  expect(probes()).toBeGreaterThan(0);
  // It answered the probe: it is alive, and not started anew.
  expect(here.toy.incarnations).toHaveLength(1);
  // What is answered in between begins the count anew.
  await using lively = await opened(
    { neverAnswers: ["textDocument/hover"] },
    { options: { settings: { request: { timeoutsBeforeProbe: 3, timeoutMs: 100 } } } },
  );
  for (let times = 0; times < 4; times++) await injected(lively);
  expect(lively.toy.received.map(({ method }) => method)).not.toContain("$/sightline/alive");
});
