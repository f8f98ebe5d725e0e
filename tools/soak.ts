// Runs the property and fault tests again and again with new seeds: `npm run soak -- --minutes 30`, or until Ctrl-C.
// `--only daemon-storm` runs the files alone whose path has that text in it.
//
// Tests that repeat less in a test run, to keep it short, repeat in full here (`test/support/soak.ts`).
// Every failure is printed with the command that repeats it, and the seed of a failed property is kept in
// `test/seeds.json`, so that from then on every test run tries it.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { keepSeed } from "./seeds.ts";
import { readTree } from "./tree.ts";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface Failure {
  readonly file: string;
  /** Group titles and own title; none when the whole file failed. */
  readonly titles: readonly string[];
  readonly message: string;
}

const root = process.cwd();
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const fuzzer = fileURLToPath(new URL("fuzz.js", import.meta.url));
const fuzzSeconds = 10;
const shownLines = 12;

const { values } = parseArgs({
  options: { minutes: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
});
const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
if (Number.isNaN(minutes)) throw new TypeError(`--minutes is no number: ${values.minutes}`);

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
if (Number.isFinite(minutes)) setTimeout(() => stop.abort(), minutes * 60_000).unref();

const files = soakedFiles();
const folder = mkdtempSync(join(tmpdir(), "sightline-soak-"));
let rounds = 0;
let failures = 0;
console.log(
  `${files.length} files of property and fault tests, ${minutes === Number.POSITIVE_INFINITY ? "until Ctrl-C" : `for ${minutes} min`}`,
);
try {
  while (!stop.signal.aborted) {
    await testRound(values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed));
    if (values.seed !== undefined) break;
    if (values.only === undefined) await fuzzRound();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${rounds} rounds, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;

// — below: one round and its parts, in the order they are used —

/** Tests that draw their inputs, tests of what goes wrong, whose timing is never the same twice, and those that repeat in full only here. */
function soakedFiles(): string[] {
  return readTree(root)
    .filter(({ path }) => path.endsWith(".test.ts"))
    .filter(({ path, text }) => {
      if (/["'][^"']*support\/soak\.ts["']|InDepth\b/.test(text)) return true;
      if (path.startsWith("test/real/")) return false;
      return path.startsWith("test/faults/") || /["'](?:fast-check|[^"']*support\/properties\/[^"']*)["']/.test(text);
    })
    .map(({ path }) => path)
    .filter((path) => path.includes(values.only ?? ""));
}

async function testRound(seed: number): Promise<void> {
  const output = join(folder, `${seed}.json`);
  const args = [vitest, "run", ...files, "--reporter=json", `--outputFile=${output}`];
  const { text } = await run(args, { SIGHTLINE_SEED: String(seed), SIGHTLINE_SOAK: "1" });
  if (stop.signal.aborted) return;
  rounds++;
  if (!existsSync(output)) {
    failures++;
    console.log(`\nseed ${seed}: the tests did not finish\n${lastLines(text)}`);
    return;
  }
  const report = JSON.parse(readFileSync(output, "utf8")) as Report;
  rmSync(output);
  const found = failuresIn(report);
  for (const failure of found) tell(failure, seed);
  failures += found.length;
  console.log(`round ${rounds}, seed ${seed}: ${found.length === 0 ? "all passed" : `${found.length} failed`}`);
}

function failuresIn({ testResults }: Report): Failure[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name).split(sep).join("/");
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return message === "" ? [] : [{ file, titles: [], message }];
    return failed.map(({ ancestorTitles, title, failureMessages }) => {
      return { file, titles: [...ancestorTitles, title], message: failureMessages.join("\n") };
    });
  });
}

function tell({ file, titles, message }: Failure, seed: number): void {
  const name = titles.join(" ").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const only = titles.length === 0 ? "" : ` -t '${name.replaceAll("'", ".")}'`;
  const words = message.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
  console.log(`\n${file}: ${titles.join(" > ")}\n${words.slice(0, shownLines).join("\n")}`);
  console.log(`again: SIGHTLINE_SOAK=1 SIGHTLINE_SEED=${seed} npx vitest run ${file}${only}`);
  // Without these words the failure does not hang on what was drawn, and the seed would prove nothing.
  if (!/Property (?:failed|interrupted)/.test(message)) console.log("no property failed, so no seed is kept");
  else if (keepSeed(root, { file, test: titles.join(" > "), seed })) console.log("kept in test/seeds.json");
}

async function fuzzRound(): Promise<void> {
  if (stop.signal.aborted) return;
  const { code, text } = await run([fuzzer, "--seconds", String(fuzzSeconds)], {});
  if (stop.signal.aborted || code === 0) return;
  failures++;
  console.log(
    `\nthe fuzzer, which repeats a seed by \`node tools/run.mjs tools/fuzz.ts --seed N\`:\n${text.trimEnd()}`,
  );
}

/** Ends with the child, which is ended when the time is up. */
function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const end = (): void => void child.kill("SIGTERM");
  stop.signal.addEventListener("abort", end, { once: true });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      stop.signal.removeEventListener("abort", end);
      resolve({ code, text: Buffer.concat(chunks).toString("utf8") });
    });
  });
}

function lastLines(text: string): string {
  return text.trimEnd().split("\n").slice(-shownLines).join("\n");
}
