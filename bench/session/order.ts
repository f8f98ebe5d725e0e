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

/** The question of a first answer: the one that needs the whole project. */
export function coldQuestion(project: Project): Question {
  const [widest] = project.questions.filter(({ kind }) => kind === "references").sort((a, b) => b.facts - a.facts);
  if (widest === undefined) throw new Error("the project has no such question");
  return widest;
}

/** The file in which the order lies, for any number of children. */
export function writeOrder(folder: string, name: string, subject: Subject, projects: readonly Project[]): string {
  const path = join(folder, `order-${name}.json`);
  const { name: server, title, command, capabilities } = subject;
  const order: ChildOrder = { subject: { name: server, title, command, capabilities }, projects };
  writeFileSync(path, JSON.stringify(order));
  return path;
}

export function runCold<T>(
  task: ChildTask,
  order: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<T> {
  return runChild<T>("cold-child", [task, order], env);
}

/** Runs a script that lies here in a fresh process, and reads the JSON that it prints. */
export async function runChild<T>(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<T> {
  const path = fileURLToPath(new URL(`${script}.js`, import.meta.url));
  const child = spawn(process.execPath, ["--expose-gc", path, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as T;
}
