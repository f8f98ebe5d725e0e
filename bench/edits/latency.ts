// What a verdict takes against the server itself, which is told the same text and asked about the same files, as fast as it can be.
//
// Two servers of one kind run on one root. Ours is asked first, without the clock: what it then asks of its server is what the other
// one is asked. The two take turns. What was there before the change is known to both and asked of neither.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serverById } from "../../src/catalog/table.ts";
import type { Host } from "../../src/host/host.ts";
import { filePath } from "../../src/model/file-path.ts";
import { childEnvironment } from "../../src/session/process/child-env.ts";
import { programsServing } from "../../src/testing/kits/programs-kit.ts";
import { Discoverer } from "../../src/session/process/discovery.ts";
import { catalogOf } from "../../test/real/installed.ts";
import type { Checkout } from "../../test/real/real-package.ts";
import type { RawCommand } from "../shared/raw-client.ts";
import { RawClient } from "../shared/raw-client.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict as met } from "../shared/record.ts";
import { median, medianInterval } from "../shared/stats.ts";
import type { Asking, Sent } from "./asking.ts";
import { openAsking } from "./asking.ts";
import type { Mutation } from "./mutation.ts";
import { chooseMutations, mutated } from "./mutation.ts";
import type { EditedPackage } from "./packages.ts";
import { readSources } from "./packages.ts";
import { preview } from "./verdicts.ts";

export interface LatencyOptions {
  readonly count: number;
  readonly rounds: number;
  readonly seed: number;
}

interface Change {
  readonly mutation: Mutation;
  readonly text: string;
}

interface Paired {
  readonly verdict: string;
  readonly files: number;
  readonly raw: number;
  readonly ours: number;
  readonly sameFacts: boolean;
}

const goal = 1.15;
const pull = "textDocument/diagnostic";

export async function measureLatency(
  host: Host,
  edited: EditedPackage,
  checkout: Checkout,
  { count, rounds, seed }: LatencyOptions,
  record: Recorder,
): Promise<void> {
  const changes = chosenChanges(edited, checkout, count, seed);
  const asking = await openAsking(host, edited, checkout.root);
  let raw: RawServer | undefined;
  try {
    const paired: Paired[] = [];
    for (const change of changes) {
      raw ??= await openRaw(host, edited, asking, checkout.root, change);
      paired.push(...(await takeTurns(asking, raw, checkout.root, change, rounds)));
    }
    report(edited, paired, rounds, record);
  } finally {
    await Promise.all([asking.close(), raw?.client.stop()]);
  }
}

// — below: private, in the order they are used —

function chosenChanges(
  edited: EditedPackage,
  { root, sources }: Checkout,
  count: number,
  seed: number,
): readonly Change[] {
  const read = readSources(edited, root, sources);
  const texts = new Map(read.map(({ file, text }) => [file, text]));
  const of = (pattern: RegExp): readonly Mutation[] => {
    const rules = edited.dialect.rules.filter(({ kind }) => pattern.test(kind));
    return chooseMutations({ ...edited.dialect, rules }, read, Math.ceil(count / 2), seed);
  };
  const chosen = [...of(/neutral/), ...of(/type of a|required|more parameter/)];
  return chosen.map((mutation) => ({ mutation, text: texts.get(mutation.file) ?? "" }));
}

interface RawServer {
  readonly client: RawClient;
  readonly languageId: string;
  /** The version that the server has of each document. */
  readonly versions: Map<string, number>;
}

/** The same program, with the same words in the handshake. */
async function openRaw(
  host: Host,
  { real }: EditedPackage,
  asking: Asking,
  root: string,
  change: Change,
): Promise<RawServer> {
  // The change may need no server, and then there is no handshake to repeat.
  await asking.ask("get_diagnostics", { file_path: join(root, change.mutation.file) });
  await preview(asking, root, { ...change, broken: new Set(), firstError: "" }, false);
  const hello = asking.sent.find(({ method }) => method === "initialize")?.params ?? {};
  const client = new RawClient(await commandFor(host, real.server, root), root);
  await client.initialize(root, hello["capabilities"] as object, hello["initializationOptions"]);
  return { client, languageId: real.languageId, versions: new Map() };
}

async function commandFor(host: Host, server: string, root: string): Promise<RawCommand> {
  const entry = serverById(catalogOf(server), server);
  if (entry === undefined) throw new Error(`the catalogue has no ${server}`);
  const discovery = await new Discoverer(host, programsServing(host, filePath(root)), () => {}).find(
    entry,
    filePath(root),
  );
  if (!("found" in discovery) || discovery.found.address !== undefined) throw new Error(`${server} is not there`);
  const { command, args } = discovery.found;
  const env = entry.launch.kind === "command" ? entry.launch.env : {};
  return { command, args, env: { ...childEnvironment(host.env), ...env } };
}

async function takeTurns(
  asking: Asking,
  raw: RawServer,
  root: string,
  change: Change,
  rounds: number,
): Promise<Paired[]> {
  const known = { ...change, broken: new Set<string>(), firstError: "" };
  const ours = () => preview(asking, root, known, false);
  // Twice: after the first time it is known what was there before the change.
  await ours();
  asking.forget();
  const { json } = await ours();
  const asked = pulledFiles(asking.sent);
  await rawEvaluation(raw, root, change, asked);
  const paired: Paired[] = [];
  for (let round = 0; round < rounds; round++) {
    const told = round % 2 === 0 ? await rawEvaluation(raw, root, change, asked) : undefined;
    asking.forget();
    const { ms } = await ours();
    const { ms: rawMs, items } = told ?? (await rawEvaluation(raw, root, change, asked));
    const sameFacts = asking.pulled.length === asked.length && sum(asking.pulled) === items;
    paired.push({ verdict: verdictOf(json?.safe), files: asked.length, raw: rawMs, ours: ms, sameFacts });
  }
  return paired;
}

function pulledFiles(sent: readonly Sent[]): string[] {
  return sent.flatMap(({ method, params }) => (method === pull ? (params?.textDocument?.uri ?? []) : []));
}

interface Evaluation {
  readonly ms: number;
  /** Problems in all answers. */
  readonly items: number;
}

/** The changed text, every question at once, and the former text again; the clock stops with the last answer. */
async function rawEvaluation(
  raw: RawServer,
  root: string,
  change: Change,
  asked: readonly string[],
): Promise<Evaluation> {
  const uri = pathToFileURL(join(root, change.mutation.file)).href;
  for (const one of [uri, ...asked]) openOnce(raw, one);
  const began = performance.now();
  tell(raw, uri, mutated(change.text, change.mutation));
  const reports = await Promise.all(
    asked.map((one) => raw.client.request(pull, { textDocument: { uri: one } }) as Promise<Report | null>),
  );
  const ms = performance.now() - began;
  tell(raw, uri, change.text);
  return { ms, items: sum(reports.map((report) => report?.items?.length ?? 0)) };
}

interface Report {
  readonly items?: readonly unknown[];
}

function openOnce({ client, versions, languageId }: RawServer, uri: string): void {
  if (versions.has(uri)) return;
  versions.set(uri, 1);
  client.open(uri, languageId, readFileSync(fileURLToPath(uri), "utf8"));
}

function tell({ client, versions }: RawServer, uri: string, text: string): void {
  const version = (versions.get(uri) ?? 1) + 1;
  versions.set(uri, version);
  client.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
}

function verdictOf(safe: boolean | "unknown" | undefined): string {
  return safe === true ? "safe" : safe === false ? "unsafe" : "undecided";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function report({ title, language }: EditedPackage, paired: readonly Paired[], rounds: number, record: Recorder): void {
  for (const one of paired) record.sample({ part: "latency", language, ...one });
  const rows = ["safe", "unsafe", "undecided"].map((verdict) => {
    const all = paired.filter((one) => one.verdict === verdict);
    const ratios = all.map(({ ours, raw }) => ours / raw);
    const { low, high } = medianInterval(ratios);
    return [
      verdict,
      String(all.length / rounds),
      fixed(median(all.map(({ files }) => files)), 0),
      fixed(median(all.map(({ raw }) => raw)), 0),
      fixed(median(all.map(({ ours }) => ours)), 0),
      fixed(median(all.map(({ ours, raw }) => ours - raw)), 0),
      `${fixed(median(ratios), 2)} [${fixed(low, 2)}, ${fixed(high, 2)}]`,
      all.length === 0 ? "-" : met(median(ratios) <= goal),
      `${all.filter(({ sameFacts }) => sameFacts).length} of ${all.length}`,
    ];
  });
  record.table(
    `A verdict against the server alone, ${title}: the text told to the last answer, in ms, ${rounds} pairs for each change; a verdict of unsafe is given at the first new error, while the server alone answers all that was asked`,
    [
      "verdict",
      "changes",
      "files p50",
      "raw p50",
      "ours p50",
      "ours - raw",
      "ours / raw [95 %]",
      `goal ${goal}`,
      "same facts",
    ],
    rows,
  );
}
