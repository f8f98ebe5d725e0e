// Ignores shutdown, exit, the end of its input, a closed reader of its output, and SIGTERM, and has a child that does the same.

import { spawn } from "node:child_process";
import { log, serve } from "./fault-base.ts";

process.on("SIGTERM", () => {});
process.stdout.on("error", () => {});
const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
const child = spawn(process.execPath, ["-e", stubborn], { stdio: "ignore" });

serve({
  shutdown: () => undefined,
  exit: () => undefined,
  "textDocument/hover": () => ({ contents: String(child.pid) }),
});
process.stdin.removeAllListeners("end");
process.stdin.on("end", () => log("ignored"));
setInterval(() => {}, 1_000);
