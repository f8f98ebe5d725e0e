// A chain of evidence: what is written where and when, and that every single mutation of it is found.

import { describe, expect, test } from "vitest";
import { MemoryHost } from "../../host/memory/memory.ts";
import { replacedBytes } from "../../host/read-limits.ts";
import { WriteFault } from "../../host/writing.ts";
import type { CallRecord } from "../../model/evidence.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, filePath, joinPath } from "../../model/file-path.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { UserKey } from "../user-key.ts";
import type { ChainSettings } from "./chain.ts";
import { EvidenceChain } from "./chain.ts";
import { chainLine } from "./lines.ts";
import { evidencePlace } from "./place.ts";
import type { EvidenceReport } from "./reading.ts";
import { recordedPacket, recordsOf, verifyEvidence } from "./reading.ts";

const root = filePath("/project");
const settings: ChainSettings = { raw: "off", rotateBytes: 1_000_000, keepBytes: 0, keepDays: 0 };

function call(operation: string): CallRecord {
  return {
    type: "call",
    call: operation,
    operation,
    door: "mcp",
    targets: ["a.toy:1:5", "naïve.toy"],
    outcome: "complete",
    reasons: [],
    succeeded: true,
    bytes: 12,
    ms: 1.5,
  };
}

class Bench {
  readonly host = new MemoryHost({ clock: new StepClock() });

  chain(over: Partial<ChainSettings> = {}): EvidenceChain {
    this.host.clock.advance(1_000);
    return new EvidenceChain(this.host, root, { ...settings, ...over });
  }

  async place(): Promise<FilePath> {
    return evidencePlace(this.host, root);
  }

  /** The key of the user. */
  async key(): Promise<string> {
    const use = { what: "", loss: "" };
    return (await new UserKey(this.host, async () => this.host.stateDirectory, use).known()) ?? "";
  }

  async verified(): Promise<EvidenceReport> {
    return verifyEvidence(this.host.files, await this.place(), await this.key());
  }

  async findings(): Promise<readonly string[]> {
    const { chains, findings } = await this.verified();
    return [
      ...findings,
      ...chains.flatMap((chain) => chain.findings.map(({ at = "", what }) => `${at} ${what}`.trim())),
    ];
  }

  /** The files of all chains, without the key. */
  async files(): Promise<FilePath[]> {
    return this.host.files.below(await this.place());
  }

  async bytes(file: FilePath): Promise<Uint8Array> {
    return (await this.host.files.read(file, replacedBytes)) ?? new Uint8Array();
  }

  /** What is found after the act; then the file is as it was. */
  async mutated(file: FilePath, act: (bytes: Uint8Array) => Uint8Array | undefined): Promise<readonly string[]> {
    const former = await this.bytes(file);
    const now = act(Uint8Array.from(former));
    if (now === undefined) this.host.files.remove(file);
    else this.host.files.write(file, now);
    const findings = await this.findings();
    this.host.files.write(file, former);
    return findings;
  }
}

async function written(over: Partial<ChainSettings> = {}, count = 4): Promise<Bench> {
  const bench = new Bench();
  const chain = bench.chain(over);
  for (let at = 0; at < count; at++) {
    const record = call(`call_${at}`);
    await chain.record([over.raw === "full" ? { record, packet: `{"packet":${at}}` } : record]);
  }
  await chain.close();
  return bench;
}

describe("a chain", () => {
  test("each record follows the one before it, and a restart begins another chain that names the first", async () => {
    const bench = await written();
    await bench.chain().record([call("later")]);
    const { chains, findings } = await bench.verified();
    expect(findings).toEqual([]);
    expect(chains).toMatchObject([
      { root, records: 5, files: 1, findings: [] },
      { root, records: 2, files: 1, findings: [], others: [chains[0]?.last] },
    ]);
  });

  test("records of one call are written together, and calls at the same time one after another", async () => {
    const bench = new Bench();
    const chain = bench.chain();
    await Promise.all([chain.record([call("a"), call("b")]), chain.record([call("c")]), chain.record([call("d")])]);
    const [id = ""] = (await bench.verified()).chains.map((one) => one.chain);
    const records = await recordsOf(bench.host.files, await bench.place(), id);
    expect(records.map((one) => ("operation" in one ? one.operation : one.type))).toEqual([
      "chain",
      "a",
      "b",
      "c",
      "d",
    ]);
    expect(await bench.findings()).toEqual([]);
  });

  test("a change is durable when it is recorded, a question is with the kernel", async () => {
    const bench = new Bench();
    const chain = bench.chain();
    await chain.record([call("question")]);
    expect(bench.host.logFiles.synced).toEqual([]);
    await chain.record([call("change")], "disk");
    const [file] = bench.host.logFiles.synced;
    expect(file?.bytes).toBe((await bench.bytes(file?.path ?? root)).length);
  });

  test("with a change its packets are durable, those of the questions before it, and every file that was closed", async () => {
    const bench = new Bench();
    const chain = bench.chain({ raw: "full", rotateBytes: 1_500 });
    const { synced } = bench.host.logFiles;
    const isWhole = async (): Promise<boolean> => {
      const sizes = new Map(synced.map(({ path, bytes }) => [path, bytes]));
      const files = (await bench.files()).filter((file) => /\.(?:jsonl|packets)$/.test(file));
      const all = files.map(async (file) => (await bench.bytes(file)).length === sizes.get(file));
      return (await Promise.all(all)).every(Boolean);
    };
    await chain.record([{ record: call("question"), packet: "{}" }]);
    expect(synced).toEqual([]);
    await chain.record([call("change")], "disk");
    expect([synced.length, await isWhole()]).toEqual([2, true]);
    await chain.record([call("without a packet")], "disk");
    expect([synced.length, await isWhole()]).toEqual([3, true]);
    for (let at = 0; at < 3; at++) await chain.record([{ record: call("question"), packet: `{"is":${at}}` }]);
    await chain.record([{ record: call("change"), packet: "{}" }], "disk");
    expect((await bench.verified()).chains).toMatchObject([{ files: 3, findings: [] }]);
    expect(await isWhole()).toBe(true);
  });

  test("a change waits for packets that another change is making durable, and is not recorded where that fails", async () => {
    const bench = new Bench();
    const chain = bench.chain({ raw: "full" });
    const create = bench.host.logFiles.create.bind(bench.host.logFiles);
    let refuse = (): void => {};
    const disk = new Promise<never>((_, refused) => {
      refuse = () => refused(new WriteFault("EIO", "packets", undefined));
    });
    bench.host.logFiles.create = async (path) => {
      const file = await create(path);
      if (path.endsWith(".packets")) file.sync = () => disk;
      return file;
    };
    const first = refusalOf(chain.record([{ record: call("first"), packet: "{}" }], "disk"));
    await chain.record([call("between")]);
    const second = refusalOf(chain.record([{ record: call("second"), packet: "{}" }], "disk"));
    await chain.record([call("behind")]);
    refuse();
    expect([(await first).code, (await second).code]).toEqual(["not_recorded", "not_recorded"]);
  });

  test("packets lie where their records say, an equal one once, also where several come with one call", async () => {
    const bench = new Bench();
    const chain = bench.chain({ raw: "full", rotateBytes: 3_000 });
    const packets = ["naïve", "b", "naïve", "c"];
    for (let round = 0; round < 3; round++)
      await chain.record(packets.map((packet) => ({ record: call("packed"), packet: `{"is":"${packet}"}` })));
    const [id = ""] = (await bench.verified()).chains.map((one) => one.chain);
    const records = await recordsOf(bench.host.files, await bench.place(), id);
    const kept = records.flatMap((one) => (one.type === "call" && one.packet !== undefined ? [one.packet] : []));
    const texts = kept.map(async (packet) => recordedPacket(bench.host.files, await bench.place(), id, packet));
    expect(await Promise.all(texts)).toEqual([...packets, ...packets, ...packets].map((one) => `{"is":"${one}"}`));
    const places = new Set(kept.map(({ file, at }) => `${file} ${at}`));
    expect(places.size).toBe(3 * new Set(kept.map(({ file }) => file)).size);
    expect(new Set(kept.map(({ file }) => file)).size).toBeGreaterThan(1);
    expect(await bench.findings()).toEqual([]);
  });

  test("a rotated chain verifies across its files", async () => {
    const bench = await written({ rotateBytes: 500 }, 10);
    expect((await bench.verified()).chains).toMatchObject([{ records: 11, files: 6, findings: [] }]);
  });

  test("what cannot be written is refused, says how to go on, and the chain goes on when there is room again", async () => {
    const bench = new Bench();
    const chain = bench.chain();
    await chain.record([call("before")]);
    bench.host.logFiles.failure = "ENOSPC";
    expect(await refusalOf(chain.record([call("lost")]))).toMatchObject({
      code: "not_recorded",
      details: { why: expect.stringContaining("ENOSPC"), next: expect.stringContaining("evidence.enabled") },
    });
    bench.host.logFiles.failure = undefined;
    await chain.record([call("after")]);
    expect(await bench.findings()).toEqual([]);
  });

  test("a chain that cannot be begun is tried again by the next call", async () => {
    const bench = new Bench();
    bench.host.logFiles.failure = "EROFS";
    const chain = bench.chain();
    expect(await refusalOf(chain.mustBeOpen())).toMatchObject({ code: "not_recorded" });
    bench.host.logFiles.failure = undefined;
    await chain.record([call("after")]);
    expect((await bench.verified()).chains.at(-1)).toMatchObject({ records: 2, findings: [] });
  });

  test("a chain that could not be begun, or is closed, holds no file open", async () => {
    const bench = new Bench();
    const { logFiles } = bench.host;
    const refused = bench.chain();
    [logFiles.failure, logFiles.failingName] = ["EIO", "0001.jsonl"];
    expect(await refusalOf(refused.record([call("early")]))).toMatchObject({ code: "not_recorded" });
    expect(logFiles.held).toEqual([]);
    logFiles.failure = undefined;
    await refused.record([call("begun")]);
    expect(logFiles.held).toHaveLength(2);
    await refused.close();
    expect(logFiles.held).toEqual([]);
  });

  test("a chain that is closed begins no other one: what comes later is refused", async () => {
    const bench = await written();
    const chain = bench.chain();
    await chain.record([call("before")]);
    await chain.close();
    for (const late of [chain.record([call("late")]), chain.mustBeOpen()]) {
      expect(await refusalOf(late)).toMatchObject({
        code: "not_recorded",
        details: { why: expect.stringContaining("ending") },
      });
    }
    expect((await bench.verified()).chains).toHaveLength(2);
    expect(bench.host.logFiles.held).toEqual([]);
  });

  test("records that were lost after a change was made are counted in the next record", async () => {
    const bench = new Bench();
    const chain = bench.chain();
    chain.lose(2, "ENOSPC");
    await chain.record([call("after")]);
    const [id = ""] = (await bench.verified()).chains.map((one) => one.chain);
    expect(await recordsOf(bench.host.files, await bench.place(), id)).toMatchObject([
      { type: "chain" },
      { type: "gap", lost: 2, why: "ENOSPC" },
      { type: "call" },
    ]);
  });
});

describe("retention", () => {
  test("the oldest files go first, the chain tells of it, and what is left verifies", async () => {
    const bench = await written({ rotateBytes: 500, keepBytes: 2_500 }, 10);
    const { chains, removed } = await bench.verified();
    expect(chains).toMatchObject([{ findings: [] }]);
    expect(chains[0]?.files).toBeLessThan(6);
    expect(removed?.seq).toBeGreaterThan(2);
    const [id = ""] = chains.map((one) => one.chain);
    const records = await recordsOf(bench.host.files, await bench.place(), id);
    expect(records.filter(({ type }) => type === "retention").at(-1)).toMatchObject({ through: removed });
  });

  test("a chain that has ended goes as a whole when it is too old, and is not missed", async () => {
    const bench = await written({}, 2);
    bench.host.clock.advance(1_000);
    await bench.chain().record([call("second")]);
    bench.host.clock.advance(40 * 24 * 60 * 60 * 1_000);
    bench.host.writing.ended = true;
    await bench.chain({ keepDays: 30 }).record([call("third")]);
    const { chains } = await bench.verified();
    expect(chains).toMatchObject([{ records: 3, findings: [] }]);
  });

  test("nothing of a chain is removed that a living process writes", async () => {
    const bench = await written({}, 2);
    bench.host.clock.advance(40 * 24 * 60 * 60 * 1_000);
    await bench.chain({ keepDays: 30 }).record([call("later")]);
    expect((await bench.verified()).chains).toMatchObject([{ records: 3 }, { records: 2 }]);
  });
});

describe("every single mutation is found", () => {
  const lines = (bytes: Uint8Array): string[] => new TextDecoder().decode(bytes).split(/(?<=\n)/);
  const joined = (texts: readonly string[]): Uint8Array => new TextEncoder().encode(texts.join(""));

  test("a changed byte, whichever it is", async () => {
    const bench = await written({ raw: "full" }, 2);
    for (const file of await bench.files()) {
      const { length } = await bench.bytes(file);
      for (let at = 0; at < length; at++) {
        const found = await bench.mutated(file, (bytes) => bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 8))));
        // What stands between packets is named by no record.
        const isBetween = file.endsWith(".packets") && (await bench.bytes(file))[at] === 10;
        expect(found.length > 0 || isBetween, `byte ${at} of ${baseName(file)}`).toBe(true);
      }
    }
  });

  test("a line that is lost, moved, doubled or inserted, also one with a right hash", async () => {
    const bench = await written({ rotateBytes: 1_500 }, 7);
    const chained = (await bench.files()).filter((file) => file.endsWith(".jsonl"));
    expect(chained.length).toBeGreaterThan(1);
    for (const file of chained) {
      const { length } = lines(await bench.bytes(file));
      for (let at = 0; at < length; at++) {
        const about = `line ${at + 1} of ${baseName(file)}`;
        const changed = async (act: (texts: string[]) => string[]): Promise<void> => {
          expect(await bench.mutated(file, (bytes) => joined(act(lines(bytes)))), about).not.toEqual([]);
        };
        await changed((texts) => texts.toSpliced(at, 1));
        await changed((texts) => texts.slice(0, at));
        for (let to = 0; to <= length; to++) {
          await changed((texts) => texts.toSpliced(to, 0, texts[at] ?? ""));
          if (to !== at && to < length) await changed((texts) => swapped(texts, at, to));
        }
        const former = JSON.parse(lines(await bench.bytes(file))[at] ?? "") as {
          seq: number;
          hash: string;
          at: string;
        };
        const place = { seq: former.seq + 1, prev: former.hash, at: former.at };
        const { line } = chainLine(call("forged"), place, "a key of another user");
        await changed((texts) => texts.toSpliced(at + 1, 0, line));
      }
    }
  });

  test("a lost file, whichever it is, and a lost chain", async () => {
    const bench = await written({ rotateBytes: 1_500, raw: "full" }, 7);
    await bench.chain().record([call("later")]);
    for (const file of await bench.files()) {
      expect(await bench.mutated(file, () => undefined), baseName(file)).not.toEqual([]);
    }
    const [first = ""] = (await bench.verified()).chains.map(({ chain }) => chain);
    bench.host.files.remove(joinPath(await bench.place(), first));
    expect(await bench.findings()).toEqual(["the whole chain is missing: a later one names it"]);
  });

  test("without the user's key too, except that seals are not judged", async () => {
    const bench = await written();
    const [file = root] = (await bench.files()).filter((one) => one.endsWith(".jsonl"));
    const place = await bench.place();
    const found = async (): Promise<number> =>
      (await verifyEvidence(bench.host.files, place, undefined)).chains.flatMap(({ findings }) => findings).length;
    expect(await found()).toBe(0);
    bench.host.files.write(file, joined(lines(await bench.bytes(file)).slice(0, -1)));
    expect(await found()).toBe(1);
  });

  test("a file that was removed in the name of retention", async () => {
    const bench = await written({ rotateBytes: 500, keepBytes: 2_500 }, 10);
    const [oldest = root] = (await bench.files()).filter((file) => file.endsWith(".jsonl")).sort();
    expect(await bench.mutated(oldest, () => undefined)).not.toEqual([]);
    const [mark = root] = (await bench.files()).filter((file) => file.endsWith("retention.json"));
    expect(await bench.mutated(mark, () => undefined)).not.toEqual([]);
    expect(await bench.mutated(mark, (bytes) => bytes.with(30, (bytes[30] ?? 0) ^ 1))).not.toEqual([]);
  });
});

function swapped(texts: readonly string[], a: number, b: number): string[] {
  return texts.with(a, texts[b] ?? "").with(b, texts[a] ?? "");
}
