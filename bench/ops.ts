// Measures the operations through the MCP door against the raw server: overhead, first answers, tokens, growth.
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openNodeHost } from "../src/host/node/node-host.ts";
import { measureFirstAnswers } from "./ops/first.ts";
import { measureGrowth } from "./ops/growth.ts";
import { measureOpsOverhead } from "./ops/overhead.ts";
import { measureTokens } from "./ops/tokens.ts";
import { makeProject } from "./session/project.ts";
import { Recorder } from "./shared/record.ts";
import { findSubject } from "./session/subject.ts";

const parts = ["overhead", "first", "tokens", "growth"] as const;
const chosen = process.argv.slice(2);
const wanted = (part: (typeof parts)[number]): boolean => chosen.length === 0 || chosen.includes(part);

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `ops-${stamp}`);
const env = { ...process.env, SIGHTLINE_STATE_DIR: join(scratch, "state"), SIGHTLINE_DAEMON: "off" };
const project = makeProject("typescript", 400);
try {
  const loads = (): string =>
    loadavg()
      .map((load) => load.toFixed(1))
      .join(" ");
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  const subject = await findSubject("typescript", await openNodeHost(env), scratch);
  if (subject === undefined) throw new Error("the embedded TypeScript server is not there");
  if (wanted("overhead")) await measureOpsOverhead(subject, project, env, { rounds: 200, warmUp: 30 }, record);
  if (wanted("first")) await measureFirstAnswers(subject, project, env, 10, record);
  if (wanted("tokens")) await measureTokens(subject, process.cwd(), env, record);
  if (wanted("growth")) await measureGrowth(subject, [100, 300, 1_000, 3_000, 10_000], env, 40, record);
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  for (const root of [scratch, project.root]) rmSync(root, { recursive: true, force: true });
}
