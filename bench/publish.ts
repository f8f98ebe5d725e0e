// Takes the newest whole run of each bench over into `bench/published`, which the page of benchmarks is made of.
//
//   node tools/run.mjs bench/publish.ts && node tools/run.mjs tools/gen.ts --write

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const results = join(process.cwd(), "bench", "results");
const published = join(process.cwd(), "bench", "published");

/** What a run must hold to be a whole one; a partial run is only for the person who asked for it. */
const families: Readonly<Record<string, readonly string[]>> = {
  session: ["framing", "overhead", "cold", "memory", "watcher"],
  ops: ["ops", "first", "tokens", "growth"],
  daemon: ["overhead", "command", "memory", "agents", "warm", "first"].map((part) => `daemon-${part}`),
  hooks: ["hooks-nothing", "hooks-edit"],
  script: ["machine", "script"],
  impact: [],
  edits: ["verdict", "latency", "rename", "commit"],
  truth: ["truth", "machine"],
  context: ["context", "machine"],
  evidence: ["question", "change", "verify"],
  peers: ["subject", "cold", "ask", "memory", "behaviour", "end"],
};

mkdirSync(published, { recursive: true });
for (const [family, parts] of Object.entries(families)) {
  const run = newest(family, parts);
  if (run === undefined) console.log(`${family}: no whole run in bench/results; what was published stays`);
  else take(family, run);
}

function newest(family: string, parts: readonly string[]): string | undefined {
  const runs = existsSync(results) ? readdirSync(results).filter((name) => isRun(family, name)) : [];
  const whole = runs.sort().filter((name) => {
    const text = readFileSync(join(results, name), "utf8");
    return parts.every((part) => text.includes(`"part":"${part}"`));
  });
  // A quick run is better than none, and says of itself what it is.
  const careful = whole.filter((name) => !readFileSync(join(results, name), "utf8").includes('"quick":true'));
  return careful.at(-1) ?? whole.at(-1);
}

function isRun(family: string, name: string): boolean {
  return name.startsWith(`${family}-`) && name.endsWith(".jsonl");
}

/** The comparison with peers is published sample by sample; of the others, whose samples are many, the tables. */
function take(family: string, run: string): void {
  const to = join(published, family === "peers" ? "peers.jsonl" : `${family}.md`);
  if (family === "peers") writeFileSync(to, rounded(readFileSync(join(results, run), "utf8")));
  else copyFileSync(join(results, run.replace(/\.jsonl$/, ".md")), to);
  console.log(`${family}: ${run}`);
}

/** A hundredth of a millisecond is finer than anything said of it. */
function rounded(jsonl: string): string {
  return jsonl.replaceAll(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100));
}
