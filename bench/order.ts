// What a measuring process is told, and how it is run.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Project, Question } from "./project.ts";
import type { Subject } from "./subject.ts";

export type ChildTask = "raw" | "ours" | "memory";

export interface ChildOrder {
  /** A catalogue is rebuilt by name on the other side. */
  readonly subject: Omit<Subject, "catalog">;
  readonly projects: readonly Project[];
}

const script = fileURLToPath(new URL("cold-child.js", import.meta.url));

/** The question of a first answer: the one that needs the whole project. */
export function coldQuestion(project: Project): Question {
  const found = project.questions.find(({ kind, facts }) => kind === "references" && facts === 50);
  if (found === undefined) throw new Error("the project has no such question");
  return found;
}

/** The file in which the order lies, for any number of children. */
export function writeOrder(folder: string, name: string, subject: Subject, projects: readonly Project[]): string {
  const path = join(folder, `order-${name}.json`);
  const { name: server, title, command, capabilities } = subject;
  const order: ChildOrder = { subject: { name: server, title, command, capabilities }, projects };
  writeFileSync(path, JSON.stringify(order));
  return path;
}

export async function runChild<T>(
  task: ChildTask,
  order: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<T> {
  const child = spawn(process.execPath, ["--expose-gc", script, task, order], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`measuring ${task} ended with ${code}`);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as T;
}
