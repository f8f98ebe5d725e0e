// What it costs to be shown the tools: from starting the process to the answer of `tools/list`, beside a bare SDK server.
//
//   node tools/run.mjs bench/tool-list.ts [SPAWNS]
//
// Both are started in turn, so that whatever else the machine does slows both down alike.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { exposedOperations } from "../src/doors/mcp/tool-list.ts";
import { fixed, verdict } from "./shared/record.ts";
import { median, medianInterval } from "./shared/stats.ts";

const spawns = Math.max(15, Number(process.argv[2] ?? "25"));
/** No dearer than this, as a share of the bare server. */
const goal = 1.3;

const bin = fileURLToPath(new URL("../dist/bin.js", `file://${process.cwd()}/bench/`));
const bare = fileURLToPath(new URL("ops/tool-list-bare.js", import.meta.url));

for (const exposure of ["core", "full"] as const) {
  const count = exposedOperations(exposure).length;
  const arms = { bare: [bare, String(count)], ours: [bin, "mcp", "--tools", exposure] };
  const times = { bare: [] as number[], ours: [] as number[] };
  // The first of each warms the disk and is not counted.
  for (let round = -1; round < spawns; round++) {
    for (const arm of ["bare", "ours"] as const) {
      const ms = await firstList(arms[arm]);
      if (round >= 0) times[arm].push(ms);
    }
  }
  const ratios = times.ours.map((ms, at) => ms / (times.bare[at] ?? Number.NaN));
  const { low, high } = medianInterval(ratios);
  const ratio = median(times.ours) / median(times.bare);
  console.log(
    `${exposure}, ${count} tools, ${spawns} spawns each: bare ${fixed(median(times.bare), 0)} ms, ours ${fixed(median(times.ours), 0)} ms, ` +
      `ratio of medians ${fixed(ratio, 2)} (pairs: ${fixed(median(ratios), 2)}, 95 % ${fixed(low, 2)}..${fixed(high, 2)}), goal ${goal}: ${verdict(ratio <= goal)}`,
  );
}

/** Milliseconds from the start of the process to the last byte of its list. */
function firstList(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    let out = "";
    let ms = Number.NaN;
    child.once("error", reject);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (!out.endsWith("\n") || !out.includes('"id":2')) return;
      ms = performance.now() - began;
      child.stdin.end();
    });
    child.once("close", () => (Number.isNaN(ms) ? reject(new Error(`no list came: ${args.join(" ")}`)) : resolve(ms)));
    const initialize = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    };
    const messages = [
      { id: 1, method: "initialize", params: initialize },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""));
  });
}
