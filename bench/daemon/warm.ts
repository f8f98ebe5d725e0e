// Warm calls on a real Go repository beside other products: time, processor time, requests to the server, calls of the file system.
//
// Invariant: every product answers the same questions on a copy of its own, in turn, forwards and backwards; every answer is judged.

import { chmodSync, existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Absent } from "../peers/arms.ts";
import { pause } from "../peers/mcp-peer.ts";
import type { AskedSymbol, Kind, Reply } from "../peers/question.ts";
import { judge } from "../peers/question.ts";
import { Shims } from "../peers/servers.ts";
import type { Subject } from "../peers/subjects.ts";
import { isRightText } from "../peers/warm.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median, quantile } from "../shared/stats.ts";
import { cpuMs, fileCallsIn, findStrace } from "./costs.ts";
import type { Choice, Product } from "./products.ts";
import { limitMs } from "./products.ts";

const kinds = ["hover", "definition", "references"] as const satisfies readonly Kind[];
type WarmKind = (typeof kinds)[number];

interface Cell {
  readonly ms: number[];
  cpu: number;
  calls: number;
  right: number;
  requests: number;
  counted: number;
  fileCalls: number | undefined;
}

type Cells = ReadonlyMap<string, Readonly<Record<WarmKind, Cell>>>;

export interface WarmRun {
  readonly scratch: string;
  readonly choices: readonly Choice[];
  readonly absent: readonly Absent[];
  readonly rounds: number;
}

export async function measureWarmCalls(subject: Subject, run: WarmRun, record: Recorder): Promise<void> {
  const cells: Cells = new Map(
    run.choices.map(({ id }) => [id, { hover: noCell(), definition: noCell(), references: noCell() }]),
  );
  await timed(subject, run, cells, record);
  await counted(subject, run, cells);
  report(subject, run, cells, record);
}

// — below: private, in the order they are used —

function noCell(): Cell {
  return { ms: [], cpu: 0, calls: 0, right: 0, requests: 0, counted: 0, fileCalls: undefined };
}

async function timed(
  subject: Subject,
  { scratch, choices, rounds }: WarmRun,
  cells: Cells,
  record: Recorder,
): Promise<void> {
  const shims = new Shims(join(scratch, "timed"));
  await seated(
    subject,
    choices,
    () => shims,
    async (seats) => {
      // The first block runs code that is not compiled yet.
      for (let round = -1; round < rounds; round++) {
        for (const kind of kinds) {
          for (const seat of round % 2 === 0 ? seats : [...seats].reverse()) {
            const cell = round < 0 ? noCell() : (cells.get(seat.id)?.[kind] ?? noCell());
            await block(subject, seat, kind, cell);
            if (round >= 0) keep(seat.id, kind, round, cell.ms.slice(-subject.symbols.length));
          }
        }
      }
    },
  );

  function keep(arm: string, kind: WarmKind, round: number, taken: readonly number[]): void {
    for (const ms of taken) record.sample({ part: "daemon-warm", arm, kind, round, ms });
  }
}

async function block(subject: Subject, seat: Product, kind: WarmKind, cell: Cell): Promise<void> {
  const before = cpuMs(seat.pids());
  const replies: (readonly [AskedSymbol, Reply])[] = [];
  for (const symbol of subject.symbols) {
    const reply = await seat.runner.ask(kind, symbol, limitMs);
    if (reply !== undefined) replies.push([symbol, reply]);
  }
  cell.cpu += cpuMs(seat.pids()) - before;
  for (const [symbol, { ms, outcome, text }] of replies) {
    cell.ms.push(ms);
    cell.calls += 1;
    cell.right += outcome === "answer" && isRightAnswer(kind, seat, text, symbol) ? 1 : 0;
  }
}

/** In processes of their own: a relay and a tracer both slow down what they look at. */
async function counted(subject: Subject, { scratch, choices }: WarmRun, cells: Cells): Promise<void> {
  const strace = findStrace(process.env);
  const logOf = (id: string): string => join(scratch, `relay-${id}.log`);
  const relayed = (id: string): Shims => {
    const shims = new Shims(join(scratch, `relayed-${id}`));
    putRelay(shims, logOf(id));
    return shims;
  };
  await seated(subject, choices, relayed, async (seats) => {
    for (const kind of kinds) {
      for (const seat of seats) {
        const cell = cells.get(seat.id)?.[kind];
        if (cell === undefined) continue;
        const ask = async (): Promise<void> => {
          for (const symbol of subject.symbols) await seat.runner.ask(kind, symbol, limitMs);
        };
        await ask();
        const before = requestsIn(logOf(seat.id));
        await ask();
        cell.requests = requestsIn(logOf(seat.id)) - before;
        cell.counted = subject.symbols.length;
        const pids = seat.pids();
        if (strace === undefined || seat.id === "raw" || pids.length === 0) continue;
        const calls = await fileCallsIn(strace, pids, join(scratch, `strace-${seat.id}-${kind}.log`), ask);
        cell.fileCalls = calls.length;
      }
    }
  });
}

async function seated(
  subject: Subject,
  choices: readonly Choice[],
  shimsFor: (id: string) => Shims,
  work: (seats: readonly Product[]) => Promise<void>,
): Promise<void> {
  const seats: Product[] = [];
  const copies = choices.map(() => subject.copy());
  try {
    for (const [index, choice] of choices.entries()) {
      const copy = copies[index];
      if (copy === undefined) continue;
      const seat = await choice.open(subject, copy, shimsFor(choice.id));
      seats.push(seat);
      await warmUp(subject, seat);
    }
    await work(seats);
  } finally {
    for (const seat of seats) await seat.close();
    for (const copy of copies) copy.remove();
  }
}

async function warmUp(subject: Subject, { runner }: Product): Promise<void> {
  const [first] = subject.symbols;
  if (first === undefined) return;
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const reply = await runner.ask("references", first, limitMs);
    if (reply?.outcome === "answer" && judge(runner.facts(reply.text, first), first).isComplete) return;
    await pause(300);
  }
}

/** The relay takes the server's name, and starts the program that the name led to. */
function putRelay(shims: Shims, log: string): void {
  const server = shims.path("go");
  const real = realpathSync(server);
  const relay = fileURLToPath(new URL("relay.js", import.meta.url));
  rmSync(server);
  writeFileSync(server, `#!/bin/sh\nexec "${process.execPath}" "${relay}" "${log}" "${real}" "$@"\n`);
  chmodSync(server, 0o755);
}

function requestsIn(log: string): number {
  return existsSync(log) ? [...readFileSync(log, "utf8").matchAll(/^ask /gm)].length : 0;
}

function isRightAnswer(kind: WarmKind, { runner }: Product, text: string, symbol: AskedSymbol): boolean {
  return kind === "references"
    ? judge(runner.facts(text, symbol), symbol).isComplete
    : isRightText(kind, runner, text, symbol);
}

function report(subject: Subject, { choices, absent, rounds }: WarmRun, cells: Cells, record: Recorder): void {
  for (const kind of kinds) {
    const best = Math.min(
      ...choices
        .filter(({ id }) => !id.startsWith("sightline") && id !== "raw")
        .map(({ id }) => median(cells.get(id)?.[kind].ms ?? []))
        .filter((ms) => !Number.isNaN(ms)),
    );
    const rows = choices.map(({ id, title }) => {
      const cell = cells.get(id)?.[kind] ?? noCell();
      const p50 = median(cell.ms);
      if (cell.calls === 0) return [title, "no such tool"];
      return [
        title,
        fixed(p50, 2),
        fixed(quantile(cell.ms, 0.99), 1),
        id === "raw" ? "" : fixed(cell.cpu / cell.calls, 2),
        fixed(cell.requests / cell.counted, 1),
        id === "raw" ? "" : cell.fileCalls === undefined ? "not counted" : fixed(cell.fileCalls / cell.counted, 1),
        `${cell.right} of ${cell.calls}`,
        id.startsWith("sightline") ? verdict(p50 <= best) : "",
      ];
    });
    record.table(
      `Warm ${kind} on ${subject.title}, ${subject.symbols.length} symbols, ${rounds} rounds of blocks in turn; goal: ahead of every other product`,
      [
        "product",
        "p50 ms",
        "p99",
        "processor ms per call",
        "requests per call",
        "file calls per call",
        "right",
        "goal",
      ],
      [...rows, ...absent.map(({ title }) => [title, "not available here"])],
    );
  }
  if (findStrace(process.env) === undefined)
    record.say("\nCalls of the file system were not counted: there is no strace here.");
}
