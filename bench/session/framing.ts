// How fast bytes become messages: our reader against the one of vscode-jsonrpc, on the same chunks.
//
// Both are pure work of one thread, so they are compared by the processor time they take: other programs on the
// machine then disturb the figures less. The samples hold the elapsed time too.

import { EventEmitter } from "node:events";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StreamMessageReader } from "vscode-jsonrpc/node";
import { nodeClock } from "../../src/host/node/node-clock.ts";
import { nodeCodec } from "../../src/host/node/node-codec.ts";
import { FrameReader } from "../../src/rpc/frame-reader.ts";
import { frameLimits } from "../../src/rpc/limits.ts";
import { runChild } from "./order.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median } from "../shared/stats.ts";

interface Load {
  readonly name: string;
  readonly bodyBytes: number;
  readonly messages: number;
  readonly chunkBytes: number;
  /** Chunks between two turns of the event loop, the same for both readers. */
  readonly perTurn: number;
  /** What the locations name; text beyond ASCII takes other ways through both decoders. */
  readonly word: string;
}

const chunk = 64 * 1024;
const ascii = "src/some/where/file.ts";
const loads: readonly Load[] = [
  { name: "1 KB bodies", bodyBytes: 1_000, messages: 3_000, chunkBytes: chunk, perTurn: 16, word: ascii },
  { name: "100 KB bodies", bodyBytes: 100_000, messages: 50, chunkBytes: chunk, perTurn: 16, word: ascii },
  { name: "10 MB bodies", bodyBytes: 10_000_000, messages: 1, chunkBytes: chunk, perTurn: 16, word: ascii },
  {
    name: "100 KB bodies, Cyrillic",
    bodyBytes: 100_000,
    messages: 50,
    chunkBytes: chunk,
    perTurn: 16,
    word: "исходник/файл.ts",
  },
  { name: "1 KB bodies, byte by byte", bodyBytes: 1_000, messages: 100, chunkBytes: 1, perTurn: 4_000, word: ascii },
];

/** Processes differ from one another by more than rounds do, so there are several. */
const processes = 5;
const rounds = 6;
const warmUp = 2;

const arms = ["ours", "vscode-jsonrpc"] as const;
type Arm = (typeof arms)[number];
type Read = (chunks: readonly Uint8Array[], load: Load) => Promise<number>;
const readers: Readonly<Record<Arm, Read>> = { ours: readOurs, "vscode-jsonrpc": readTheirs };

export interface FramingSample {
  readonly load: string;
  readonly arm: Arm;
  readonly round: number;
  readonly ms: number;
  readonly cpuMs: number;
}

export async function measureFraming(
  env: Readonly<Record<string, string | undefined>>,
  record: Recorder,
): Promise<void> {
  const taken: (readonly FramingSample[])[] = [];
  for (let index = 0; index < processes; index++) {
    const samples = await runChild<readonly FramingSample[]>("framing-child", [], env);
    taken.push(samples);
    for (const sample of samples) record.sample({ part: "framing", process: index, ...sample });
  }
  record.table(
    `Framing and parsing in MB per second of processor time, ${processes} fresh processes of ${rounds} interleaved rounds; goal: ratio >= 1.0`,
    ["load", "ours", "vscode-jsonrpc", "ratio", "lowest and highest process", "goal"],
    loads.map((load) => row(load, taken)),
  );
}

/** Runs in a process of its own. */
export async function framingSamples(): Promise<FramingSample[]> {
  const samples: FramingSample[] = [];
  for (const load of loads) {
    const chunks = chunksOf(load);
    for (let round = -warmUp; round < rounds; round++) {
      for (const arm of round % 2 === 0 ? arms : [...arms].reverse()) {
        // Garbage of the arm before is not to be collected at the cost of this one.
        globalThis.gc?.();
        const began = performance.now();
        const before = process.cpuUsage();
        const messages = await readers[arm](chunks, load);
        const cpu = process.cpuUsage(before);
        const ms = performance.now() - began;
        if (messages !== load.messages) throw new Error(`${arm} read ${messages} of ${load.messages} messages`);
        if (round >= 0) samples.push({ load: load.name, arm, round, ms, cpuMs: (cpu.user + cpu.system) / 1_000 });
      }
    }
  }
  return samples;
}

// — below: private, in the order they are used —

function row(load: Load, taken: readonly (readonly FramingSample[])[]): string[] {
  const megabytes = (load.bodyBytes * load.messages) / 1e6;
  const of = (samples: readonly FramingSample[], arm: Arm): number =>
    median(samples.filter((one) => one.load === load.name && one.arm === arm).map(({ cpuMs }) => cpuMs));
  const speed = (arm: Arm): string => fixed(megabytes / (median(taken.map((samples) => of(samples, arm))) / 1_000), 0);
  const ratios = taken.map((samples) => of(samples, "vscode-jsonrpc") / of(samples, "ours"));
  const ratio = median(ratios);
  return [
    load.name,
    speed("ours"),
    speed("vscode-jsonrpc"),
    fixed(ratio, 2),
    `${fixed(Math.min(...ratios), 2)} .. ${fixed(Math.max(...ratios), 2)}`,
    verdict(ratio >= 1),
  ];
}

/** A stream of answers that look like the ones to `references`. */
function chunksOf({ bodyBytes, messages, chunkBytes, word }: Load): Uint8Array[] {
  const frames: Buffer[] = [];
  for (let id = 0; id < messages; id++) {
    const body = Buffer.from(bodyOf(id, bodyBytes, word));
    frames.push(Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body);
  }
  const bytes = Buffer.concat(frames);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  return chunks;
}

function bodyOf(id: number, size: number, word: string): string {
  const location = {
    uri: `file:///project/${word}`,
    range: { start: { line: 10, character: 4 }, end: { line: 10, character: 12 } },
  };
  const count = Math.max(1, Math.floor(size / (Buffer.byteLength(JSON.stringify(location)) + 1)));
  return JSON.stringify({ jsonrpc: "2.0", id, result: Array.from({ length: count }, () => location) });
}

async function readOurs(chunks: readonly Uint8Array[], { perTurn }: Load): Promise<number> {
  let messages = 0;
  const fail = (what: string): never => {
    throw new Error(what);
  };
  const reader = new FrameReader(
    { limits: frameLimits, clock: nodeClock, codec: nodeCodec },
    { message: () => void messages++, unreadable: fail, noise: () => fail("noise"), broken: fail },
  );
  for (const [index, bytes] of chunks.entries()) {
    reader.feed(bytes);
    if (index % perTurn === perTurn - 1) await nextTurn();
  }
  reader.dispose();
  return messages;
}

async function readTheirs(chunks: readonly Uint8Array[], { perTurn, messages: expected }: Load): Promise<number> {
  let messages = 0;
  const stream = new EventEmitter();
  // It only listens for events; a real stream would add its own cost to one side.
  const reader = new StreamMessageReader(stream as unknown as Readable);
  reader.onError((error) => {
    throw error;
  });
  reader.listen(() => void messages++);
  for (const [index, bytes] of chunks.entries()) {
    stream.emit("data", bytes);
    if (index % perTurn === perTurn - 1) await nextTurn();
  }
  // It hands one message over in each turn of the event loop.
  for (let turns = 0; turns < 2 * expected; turns++) {
    if (messages === expected) break;
    await nextTurn();
  }
  reader.dispose();
  return messages;
}
