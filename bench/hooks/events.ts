// One event of an agent, as a process: how long the agent waits, and what it is told.

import { spawn } from "node:child_process";

export interface Told {
  readonly ms: number;
  readonly out: string;
}

export function ended(
  args: readonly string[],
  { cwd, env, input }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input: string },
): Promise<Told> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve({ ms: performance.now() - began, out });
      else reject(new Error(`${args.join(" ")} ended with ${code}: ${out}`));
    });
  });
}

export function eventOf(root: string, name: string, more: object = {}): string {
  return JSON.stringify({ session_id: "bench", cwd: root, hook_event_name: name, ...more });
}
