// Measures whether labels are true: symbols of real checkouts, their uses known independently, and what is said of them.
//
//   node tools/run.mjs bench/truth.ts [--only LANGUAGE,…] [--shape ID,…] [--symbols N] [--seed N] [--quick] [--resume] [--report]
//     [--subject DIR --label NAME]   the built product of another checkout
//     [--fresh-truth]                with --resume: find the truth again, and keep the answers where the same is asked
//     [--no-server]                  without the server with every file open
//     [--peers N]                    other products as well, about the first N symbols of each checkout
//     [--verdicts]                   verdicts and renames as well, by `bench/edits.ts`
//
// Every cell is kept in bench/results/truth and the tables are made of all of them, so that languages can be run one by one.
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.

import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Shims } from "./peers/servers.ts";
import { Recorder } from "./shared/record.ts";
import type { Answered } from "./truth/answer.ts";
import type { Order } from "./truth/ask-child.ts";
import { judge } from "./truth/judge.ts";
import { askPeer, peersFor } from "./truth/peers.ts";
import { symbolsOf } from "./truth/oracle.ts";
import { askRaw } from "./truth/raw.ts";
import type { Cell } from "./truth/report.ts";
import { rawLabel, reportTruth } from "./truth/report.ts";
import type { BuiltShape, Shape } from "./truth/shape.ts";
import { Packages } from "./truth/shape.ts";
import { goShapes, javascriptShapes, pythonShapes } from "./truth/shapes-others.ts";
import { reportVerdicts } from "./truth/verdicts.ts";
import { typescriptShapes } from "./truth/shapes-typescript.ts";
import { cppShapes } from "./truth/shapes-cpp.ts";
import type { TrueSymbol } from "./truth/symbols.ts";
import { chooseSymbols } from "./truth/symbols.ts";

const words = process.argv.slice(2);
const has = (flag: string): boolean => words.includes(flag);
const after = (flag: string): string | undefined => (has(flag) ? words[words.indexOf(flag) + 1] : undefined);
const isQuick = has("--quick");
const count = Number(after("--symbols") ?? (isQuick ? 12 : 100));
const seed = Number(after("--seed") ?? 20_261_116);
const only = after("--only")?.split(",");
const onlyShapes = after("--shape")?.split(",");
const subject = resolve(after("--subject") ?? process.cwd());
const label = after("--label") ?? "now";
/** A product that hangs does not keep the others waiting. */
const cellLimitMs = Number(after("--limit") ?? 1_200) * 1_000;

const results = join(process.cwd(), "bench", "results", "truth");
const all: readonly Shape[] = [...typescriptShapes, ...javascriptShapes, ...pythonShapes, ...goShapes, ...cppShapes];
const wanted = all.filter(
  ({ id, language }) =>
    (only === undefined || only.includes(language)) && (onlyShapes === undefined || onlyShapes.includes(id)),
);

interface Truth {
  readonly seed: number;
  readonly count: number;
  readonly symbols: readonly TrueSymbol[];
}

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
try {
  if (!has("--report")) for (const shape of wanted) await measure(shape);
  if (has("--verdicts")) await measureVerdicts();
  await report();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(shape: Shape): Promise<void> {
  const packages = new Packages();
  const missing = packages.missing(shape);
  if (missing.length > 0) return tell(`${shape.id}: not measured, ${missing.join(", ")} not fetched`);
  const built = packages.build(shape);
  try {
    const began = performance.now();
    const symbols =
      (has("--resume") && !has("--fresh-truth") ? knownTruth(shape) : undefined) ??
      (await findTruth(shape, built, packages));
    const uses = symbols.reduce((sum, one) => sum + one.uses.length, 0);
    tell(`${shape.id}: ${symbols.length} symbols, ${uses} uses, truth in ${since(began)} s`);
    keepTruth(shape, { seed, count, symbols });
    if (!has("--no-server")) await askServer(shape, built, symbols);
    await askProduct(shape, built, symbols);
    if (has("--peers")) await askPeers(shape, built, symbols);
  } finally {
    built.remove();
  }
}

async function findTruth(shape: Shape, built: BuiltShape, packages: Packages): Promise<readonly TrueSymbol[]> {
  return chooseSymbols(await symbolsOf(shape, built, packages), shape.askIn, count, seed);
}

/** What an interrupted run found out, if it asked for the same. */
function knownTruth(shape: Shape): readonly TrueSymbol[] | undefined {
  const file = truthFile(shape.id);
  const truth = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Truth) : undefined;
  return truth?.seed === seed && truth.count === count ? truth.symbols : undefined;
}

/** Answers to other questions than these are dropped. */
function keepTruth(shape: Shape, truth: Truth): void {
  const file = truthFile(shape.id);
  const text = JSON.stringify(truth);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Truth) : undefined;
  const asked = ({ symbols }: Truth): string =>
    JSON.stringify(symbols.map(({ name, declared: [first] }) => [name, first]));
  if (before !== undefined && asked(before) === asked(truth)) return writeFileSync(file, text);
  for (const one of [rawLabel, label, ...labelsOf(shape.id)]) rmSync(answersFile(one, shape.id), { force: true });
  mkdirSync(join(results, "truth"), { recursive: true });
  writeFileSync(file, text);
}

async function askServer(shape: Shape, built: BuiltShape, symbols: readonly TrueSymbol[]): Promise<void> {
  const file = answersFile(rawLabel, shape.id);
  if (existsSync(file) && readAnswers(file).length === symbols.length) return;
  const began = performance.now();
  const answers = await askRaw(shape.language, built, symbols);
  mkdirSync(join(results, rawLabel), { recursive: true });
  writeFileSync(file, answers.map((one) => `${JSON.stringify(one)}\n`).join(""));
  tell(`${shape.id}: the server with every file open, ${since(began)} s`);
}

async function askProduct(shape: Shape, { root }: BuiltShape, symbols: readonly TrueSymbol[]): Promise<void> {
  const out = answersFile(label, shape.id);
  mkdirSync(join(results, label), { recursive: true });
  if (!has("--resume")) rmSync(out, { force: true });
  const done = new Set(existsSync(out) ? readAnswers(out).map(({ index }) => index) : []);
  const left = symbols.flatMap(({ name, declared }, index) => (done.has(index) ? [] : [{ name, declared, index }]));
  if (left.length === 0) return;
  const began = performance.now();
  const order: Order = { subject, root, out, symbols: left };
  const orderFile = join(scratch, `order-${shape.id}.json`);
  writeFileSync(orderFile, JSON.stringify(order));
  const ended = await runChild(orderFile);
  tell(`${shape.id}: ${label}, ${readAnswers(out).length} of ${symbols.length} answers, ${since(began)} s${ended}`);
}

async function askPeers(shape: Shape, built: BuiltShape, symbols: readonly TrueSymbol[]): Promise<void> {
  const most = Number(after("--peers"));
  for (const arm of peersFor(shape, join(scratch, `peers-${shape.id}`))) {
    const began = performance.now();
    const answers = await askPeer(arm, shape, built, symbols, most);
    mkdirSync(join(results, arm.title), { recursive: true });
    writeFileSync(answersFile(arm.title, shape.id), answers.map((one) => `${JSON.stringify(one)}\n`).join(""));
    tell(
      `${shape.id}: ${arm.title}, ${answers.length} of ${Math.min(most, symbols.length)} answers, ${since(began)} s`,
    );
  }
}

/** The same servers first on PATH as for all others. */
function runChild(orderFile: string): Promise<string> {
  const shims = new Shims(mkdtempSync(join(scratch, "shims-")));
  const path = [shims.directory, process.env["PATH"] ?? ""].join(delimiter);
  const state = mkdtempSync(join(scratch, "state-"));
  const env = { ...process.env, PATH: path, SIGHTLINE_STATE_DIR: state, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
  const script = fileURLToPath(new URL("truth/ask-child.js", import.meta.url));
  return runProcess([script, orderFile], env, "ignore");
}

/** Says how it ended if it did not end well. */
function runProcess(args: readonly string[], env: NodeJS.ProcessEnv, output: "ignore" | "inherit"): Promise<string> {
  const child = spawn(process.execPath, [...args], { env, stdio: ["ignore", output, "inherit"] });
  return new Promise((done, fail) => {
    const timer = setTimeout(() => child.kill("SIGTERM"), output === "ignore" ? cellLimitMs : 10 * cellLimitMs);
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      done(code === 0 ? "" : `; ended by ${signal ?? `code ${code}`}`);
    });
  });
}

/** Runs in a process of its own, on the packages that it changes. */
async function measureVerdicts(): Promise<void> {
  const script = fileURLToPath(new URL("edits.js", import.meta.url));
  const sizes = isQuick ? ["--quick"] : [];
  const ended = await runProcess([script, ...sizes, "verdicts", "renames", ...(only ?? [])], process.env, "inherit");
  tell(`verdicts and renames${ended === "" ? "" : ended}`);
}

async function report(): Promise<void> {
  const record = new Recorder(join(process.cwd(), "bench", "results"), `truth-${stamp}`);
  const loads = loadavg().map((load) => load.toFixed(1));
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} cores; load ${loads.join(" ")}.`,
  );
  const cells = wanted.flatMap(cellsOf);
  for (const { shape, language, label: asked, judged } of cells)
    for (const { symbol, answer, missing } of judged)
      record.sample({
        ...{ part: "truth", language, shape, label: asked, name: symbol.name, kind: symbol.kind, state: answer.state },
        ...{ uses: symbol.uses.length, missing: missing.length, ms: answer.ms, tokens: answer.tokens },
      });
  reportTruth(cells, record);
  reportVerdicts(join(process.cwd(), "bench", "results"), record);
  record.sample({ part: "machine", quick: isQuick || count < 100, seed });
  await record.close();
  tell(`Samples: ${relative(process.cwd(), record.file)}`);
}

function cellsOf(shape: Shape): Cell[] {
  if (!existsSync(truthFile(shape.id))) return [];
  const { symbols } = JSON.parse(readFileSync(truthFile(shape.id), "utf8")) as Truth;
  const isRead = (file: string): boolean => shape.extensions.some((ending) => file.endsWith(ending));
  return labelsOf(shape.id).map((one): Cell => {
    const answers = readAnswers(answersFile(one, shape.id));
    const judged = answers.flatMap((answer) => {
      const symbol = symbols[answer.index];
      return symbol === undefined ? [] : [judge(symbol, answer, isRead)];
    });
    return { language: shape.language, shape: shape.id, has: shape.has, label: one, judged };
  });
}

/** The server first, then what was measured before, then what is now. */
function labelsOf(shape: string): string[] {
  const order = [rawLabel, "before"];
  const place = (one: string): number => (order.includes(one) ? order.indexOf(one) : order.length);
  return directoriesIn(results)
    .filter((one) => one !== "truth" && existsSync(answersFile(one, shape)))
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

function directoriesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}

function truthFile(shape: string): string {
  return join(results, "truth", `${shape}.json`);
}

function answersFile(of: string, shape: string): string {
  return join(results, of, `${shape}.jsonl`);
}

function readAnswers(file: string): Answered[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Answered);
}

function since(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(0);
}

function tell(line: string): void {
  process.stderr.write(`truth: ${line}\n`);
}
