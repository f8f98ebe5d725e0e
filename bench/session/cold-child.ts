// A fresh process that takes one first answer, or the memory of some sessions, and prints what it saw as JSON.
//
// Arguments: what to measure, and a file with the project and the server as JSON.

import { readFileSync } from "node:fs";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { firstOwnAnswer, firstRawAnswer } from "./first-answer.ts";
import { sessionMemory } from "./memory.ts";
import type { ChildOrder, ChildTask } from "./order.ts";
import { coldQuestion } from "./order.ts";
import { catalogOf } from "./subject.ts";

const [task, path] = process.argv.slice(2);
const { subject, projects } = JSON.parse(readFileSync(path ?? "", "utf8")) as ChildOrder;
const catalog = catalogOf(subject.name);
const [project] = projects;
if (project === undefined) throw new Error("the order holds no project");

/** From the start of the process until all code is loaded. */
const loadMs = performance.now();

const tasks: Readonly<Record<ChildTask, () => Promise<object>>> = {
  raw: () => firstRawAnswer({ ...subject, catalog }, project, coldQuestion(project)),
  ours: () => firstOwnAnswer(() => openNodeHost(process.env), { catalog }, project.root, coldQuestion(project)),
  memory: () => sessionMemory(process.env, { catalog }, projects),
};
const run = Object.entries(tasks).find(([name]) => name === task)?.[1];
if (run === undefined) throw new Error(`there is no task ${task}`);
process.stdout.write(JSON.stringify({ loadMs, ...(await run()) }));
