// A part of the tour: an agent edits a file, and its hook tells what that broke elsewhere.

import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface HookTour {
  readonly bin: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

export async function showHook({ bin, env, say }: HookTour): Promise<void> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "sightline-tour-")));
  const send = (name: string, more: object = {}): Promise<string> =>
    hook(bin, env, cwd, { hook_event_name: name, ...more });
  try {
    await writeFile(join(cwd, "tsconfig.json"), '{ "compilerOptions": { "strict": true } }\n');
    const [cart, old] = [join(cwd, "cart.ts"), "items: number[]"];
    const text = `export function total(${old}): number {\n  return items.length;\n}\n`;
    await writeFile(cart, text);
    await writeFile(
      join(cwd, "view.ts"),
      'import { total } from "./cart";\nexport const shown: number = total([3]);\n',
    );
    say("When its session begins, an agent is told:");
    for (const line of toldIn(await send("SessionStart"))) say(`  | ${line}`);
    const changed = `${old}, tax: number`;
    await writeFile(cart, text.replace(old, changed));
    const began = performance.now();
    const tool_input = { file_path: cart, old_string: old, new_string: changed };
    const told = await send("PostToolUse", { tool_name: "Edit", tool_input });
    say(
      `It gives a function in cart.ts a further parameter; ${Math.round(performance.now() - began)} ms later its hook tells it:`,
    );
    for (const line of toldIn(told)) say(`  | ${line}`);
    say("docs/hooks.md shows what to write into the configuration of each agent.");
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

// — below: private, in the order they are used —

function toldIn(out: string): readonly string[] {
  if (out === "") return ["(nothing)"];
  const answer = JSON.parse(out) as { readonly hookSpecificOutput: { readonly additionalContext: string } };
  return answer.hookSpecificOutput.additionalContext.split("\n");
}

function hook(bin: string, env: NodeJS.ProcessEnv, cwd: string, event: object): Promise<string> {
  const child = spawn(process.execPath, [bin, "hook"], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  child.stdin.end(JSON.stringify({ session_id: "tour", cwd, ...event }));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(out));
  });
}
