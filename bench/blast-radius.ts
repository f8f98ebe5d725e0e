// Measures the blast radius of a whole real package against the raw server that is asked the same, as fast as it can be.
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.

import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Engine } from "../src/engine/engine.ts";
import { openEngine } from "../src/engine/open.ts";
import { openNodeHost } from "../src/host/node/node-host.ts";
import type { ImpactJson } from "../src/operations/impact/answer.ts";
import type { Checkout } from "../test/real/real-package.ts";
import { checkOut, rxjs } from "../test/real/real-package.ts";
import { RawClient } from "./shared/raw-client.ts";
import { fixed, Recorder, verdict } from "./shared/record.ts";
import { median } from "./shared/stats.ts";
import type { Subject } from "./session/subject.ts";
import { findSubject } from "./session/subject.ts";

const goal = 0.8;
const rounds = Number(process.argv[2] ?? 5);

interface Sent {
  readonly method?: string;
  readonly params?: { readonly textDocument?: { readonly uri: string }; readonly position?: unknown };
}

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `impact-${stamp}`);
const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(scratch, "state") });
const checkout = checkOut(rxjs);
const sent: Sent[] = [];
try {
  const subject = await findSubject("typescript", host, scratch);
  if (subject === undefined) throw new Error("the embedded TypeScript server is not there");
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  const engine = await openEngine({
    ...{ directory: checkout.root, exact: true, trusted: true, catalog: subject.catalog, host },
    trace: (_server, direction, message) => {
      if (direction === "sent") sent.push(message as Sent);
    },
  });
  try {
    await measure(engine, subject, checkout);
  } finally {
    await engine.close();
  }
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  checkout.remove();
  rmSync(scratch, { recursive: true, force: true });
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}

async function measure(engine: Engine, subject: Subject, { root, sources }: Checkout): Promise<void> {
  const cold = await timed(() => impact(engine, sources));
  const before = cold.value;
  sent.length = 0;
  const summary = await text(engine, sources);
  const asked = sent.filter(({ method }) => method === "textDocument/references");
  const opened = sent.filter(({ method }) => method === "textDocument/didOpen").length;
  const raw = await openRaw(subject, root, sources, asked);
  const times: { raw: number[]; ours: number[] } = { raw: [], ours: [] };
  try {
    await askAll(raw, asked);
    for (let round = 0; round < rounds; round++) {
      const arms = [
        ["raw", () => askAll(raw, asked)],
        ["ours", () => impact(engine, sources)],
      ] as const;
      for (const [arm, run] of round % 2 === 0 ? arms : [...arms].reverse()) {
        const { ms } = await timed<unknown>(run);
        times[arm].push(ms);
        record.sample({ part: "whole", arm, round, ms, requests: asked.length });
      }
    }
  } finally {
    await raw.stop();
  }
  const [l, t] = [median(times.raw), median(times.ours)];
  record.table(
    `Blast radius of all of rxjs: ${sources.length} files, warm, medians of ${rounds}`,
    ["symbols", "requests", "raw s", "ours s", "efficiency", `goal ${goal}`, "cold s", "summary tokens", "reopened"],
    [
      [
        String(before.changed_symbols.length),
        String(asked.length),
        fixed(l / 1_000, 2),
        fixed(t / 1_000, 2),
        fixed(l / t, 2),
        verdict(l / t >= goal),
        fixed(cold.ms / 1_000, 2),
        String(countTokens(summary)),
        String(opened),
      ],
    ],
  );
  record.sample({
    part: "summary",
    tokens: countTokens(summary),
    coldMs: cold.ms,
    symbols: before.changed_symbols.length,
  });
  await measureChange(engine, root, sources, before);
}

/** What one changed file costs: everything is asked again, however few answers are other ones. */
async function measureChange(
  engine: Engine,
  root: string,
  sources: readonly string[],
  before: ImpactJson,
): Promise<void> {
  const changed = sources.find((path) => path.endsWith("internal/operators/map.ts")) ?? sources[0] ?? "";
  const source = 'import { noop as once } from "../util/noop";\nexport const added = (): void => once();\n';
  appendFileSync(join(root, changed), source);
  sent.length = 0;
  const { value, ms } = await timed(() => impact(engine, sources));
  const recomputed = sent.filter(({ method }) => method === "textDocument/references").length;
  const known = new Map(
    before.affected_symbols.map((one) => [`${one.file} ${one.name} ${one.line}`, JSON.stringify(one)]),
  );
  const other = value.affected_symbols.filter(
    (one) => known.get(`${one.file} ${one.name} ${one.line}`) !== JSON.stringify(one),
  );
  record.table(
    `After one file changed (${changed})`,
    ["asked again", "answers that changed", "asked in vain", "s"],
    [
      [
        String(recomputed),
        String(other.length),
        `${fixed((100 * (recomputed - other.length)) / recomputed, 1)} %`,
        fixed(ms / 1_000, 2),
      ],
    ],
  );
  record.say(
    "\nNothing is kept between two calls yet, so all of it is asked again: the loss that a store of answers would save.",
  );
  record.sample({ part: "change", recomputed, changed: other.length, ms });
}

async function impact(engine: Engine, files: readonly string[]): Promise<ImpactJson> {
  const body = await invoke(engine, files, "json");
  if (body.format !== "json") throw new Error("not the data that was asked for");
  return body.json as ImpactJson;
}

async function text(engine: Engine, files: readonly string[]): Promise<string> {
  const body = await invoke(engine, files, "text");
  return body.format === "text" ? body.text : "";
}

async function invoke(engine: Engine, files: readonly string[], format: "text" | "json") {
  const outcome = await engine.invoke({
    operation: "blast_radius",
    input: { changed_files: files },
    caller: { door: "library", allowed: ["read"] },
    ...{ format, timeoutMs: 600_000, waitMs: 600_000, maxCharacters: Number.MAX_SAFE_INTEGER },
  });
  if (!outcome.ok) throw new Error(outcome.refusal.what);
  // A file that only hands names on is said to be one; nothing else may be wrong.
  const wrong = outcome.standing.reasons.filter(({ code }) => code !== "scoped");
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
  return outcome.body;
}

/** The documents that are asked about are open, as they are on the other side. */
async function openRaw(
  subject: Subject,
  root: string,
  sources: readonly string[],
  asked: readonly Sent[],
): Promise<RawClient> {
  const raw = new RawClient(subject.command, root);
  await raw.initialize(root, subject.capabilities);
  const wanted = new Set(asked.map(({ params }) => params?.textDocument?.uri));
  for (const path of sources) {
    const uri = pathToFileURL(join(root, path)).href;
    if (wanted.has(uri)) raw.open(uri, "typescript", readFileSync(join(root, path), "utf8"));
  }
  return raw;
}

/** All at once: the server is never without a question. */
function askAll(raw: RawClient, asked: readonly Sent[]): Promise<unknown> {
  return Promise.all(asked.map(({ params }) => raw.request("textDocument/references", params)));
}

async function timed<T>(run: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await run();
  return { value, ms: performance.now() - start };
}
