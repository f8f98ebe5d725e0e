// Measures what a daemon costs and saves: calls, first answers, commands, memory, many agents.
//
//   node tools/run.mjs bench/daemon.ts [--quick] [overhead] [warm] [first] [command] [memory] [agents]
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.
// Invariant: nothing is left running.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openNodeHost } from "../src/host/node/node-host.ts";
import { measureAgents } from "./daemon/agents.ts";
import { measureCommand } from "./daemon/command.ts";
import { measureFirst } from "./daemon/first.ts";
import { killDaemons } from "./daemon/house.ts";
import { measureDaemonMemory } from "./daemon/memory.ts";
import { measureDaemonOverhead } from "./daemon/overhead.ts";
import { choicesIn } from "./daemon/products.ts";
import { measureWarmCalls } from "./daemon/warm.ts";
import { kill, treeOf } from "./peers/processes.ts";
import { Shims } from "./peers/servers.ts";
import { makeSubject } from "./peers/subjects.ts";
import { makeProject } from "./session/project.ts";
import { findSubject } from "./session/subject.ts";
import { Recorder } from "./shared/record.ts";

const parts = ["overhead", "warm", "first", "command", "memory", "agents"] as const;
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const named = parts.filter((part) => words.includes(part));
const wanted = (part: (typeof parts)[number]): boolean => named.length === 0 || named.includes(part);

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `daemon-${stamp}`);
const env = { ...process.env };
const project = makeProject("typescript", 400);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => breakOff());
try {
  record.sample({ part: "machine", load: loads(), quick: isQuick });
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  await measureTypeScript();
  await measureGo();
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  for (const root of [scratch, project.root]) rmSync(root, { recursive: true, force: true });
}
// A product that was killed may leave a pipe open.
process.exit(0);

async function measureTypeScript(): Promise<void> {
  const subject = await findSubject("typescript", await openNodeHost(env), scratch);
  if (subject === undefined) return record.say("The embedded TypeScript server is not there, and was not measured.");
  const rounds = isQuick ? 40 : 200;
  const run = { scratch, env };
  if (wanted("overhead"))
    await measureDaemonOverhead(
      subject,
      project,
      { ...run, rounds, warmUp: isQuick ? 20 : 40, between: isQuick ? 60 : 430 },
      record,
    );
  if (wanted("command")) await measureCommand(project, { ...run, rounds: isQuick ? 10 : 40 }, record);
  if (wanted("memory")) await measureDaemonMemory(project, run, record);
  if (wanted("agents")) await measureAgents(project, { ...run, rounds: isQuick ? 1 : 2 }, record);
}

async function measureGo(): Promise<void> {
  if (!wanted("warm") && !wanted("first")) return;
  const shims = new Shims(join(scratch, "subject"));
  const subject = await makeSubject("chi", 20, shims);
  if (subject === undefined) return record.say("chi was not fetched and was not measured.");
  try {
    const { choices, absent } = choicesIn(shims, scratch);
    if (wanted("warm")) await measureWarmCalls(subject, { scratch, choices, absent, rounds: isQuick ? 2 : 6 }, record);
    if (wanted("first")) await measureFirst(subject, scratch, isQuick ? 3 : 7, record);
  } finally {
    subject.remove();
  }
}

function breakOff(): never {
  killDaemons();
  kill(treeOf(process.pid).filter(({ pid }) => pid !== process.pid));
  for (const root of [scratch, project.root]) rmSync(root, { recursive: true, force: true });
  process.exit(130);
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}
