// Measures a session against the same servers without it: overhead, first answer, framing, memory, watching.
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openNodeHost } from "../src/host/node/node-host.ts";
import type { Host } from "../src/host/host.ts";
import { measureCold } from "./session/cold.ts";
import { measureFraming } from "./session/framing.ts";
import { measureMemory } from "./session/memory.ts";
import { writeOrder } from "./session/order.ts";
import { measureOverhead } from "./session/overhead.ts";
import type { Project } from "./session/project.ts";
import { addBystanders, makeProject } from "./session/project.ts";
import { Recorder } from "./shared/record.ts";
import type { Subject, SubjectName } from "./session/subject.ts";
import { findSubject, subjectNames } from "./session/subject.ts";
import { measureWatcher } from "./session/watcher.ts";

/** Files of the generated project; a toy that reads everything for every question gets a small one. */
const projectFiles: Readonly<Record<SubjectName, number>> = { typescript: 200, toy: 40 };
const rounds = 300;
const warmUp = 40;
const coldRounds = 10;
const bystanders = 20_000;

const parts = ["framing", "overhead", "cold", "memory", "watcher"] as const;
const chosen = process.argv.slice(2);
const wanted = (part: (typeof parts)[number]): boolean => chosen.length === 0 || chosen.includes(part);

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `session-${stamp}`);
const env = { ...process.env, SIGHTLINE_STATE_DIR: join(scratch, "state"), SIGHTLINE_DAEMON: "off" };
const projects: Project[] = [];
try {
  describeMachine();
  if (wanted("framing")) await measureFraming(env, record);
  const host = await openNodeHost(env);
  for (const name of subjectNames) await measureServer(name, host);
  if (wanted("watcher")) await measureWatcher(scratch, record);
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  for (const root of [scratch, ...projects.map((project) => project.root)])
    rmSync(root, { recursive: true, force: true });
}

async function measureServer(name: SubjectName, host: Host): Promise<void> {
  const subject = await findSubject(name, host, scratch);
  if (subject === undefined) return record.say(`\n${name} is not on this machine and was not measured.`);
  const project = generate(name);
  if (wanted("overhead")) await measureOverhead(host, subject, project, { rounds, warmUp }, record);
  if (name === "toy" || !(wanted("cold") || wanted("memory"))) return;
  const order = writeOrder(scratch, "small", subject, [project, generate(name)]);
  if (wanted("cold"))
    await measureCold(
      subject,
      { env, host, rounds: coldRounds, small: { project, order }, large: surrounded(subject) },
      record,
    );
  if (wanted("memory")) await measureMemory(subject, order, env, record);
}

function surrounded(subject: Subject): { project: Project; order: string } {
  const project = generate(subject.name);
  addBystanders(project.root, bystanders);
  return { project, order: writeOrder(scratch, "large", subject, [project]) };
}

function generate(name: SubjectName): Project {
  const project = makeProject(name, projectFiles[name]);
  projects.push(project);
  return project;
}

function describeMachine(): void {
  const [cpu] = cpus();
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpu?.model ?? "unknown"}; load ${loads()}.`,
  );
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}
