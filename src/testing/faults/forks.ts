// Starts a grandchild that leaves the process group and outlives its parent, and names it by hover.

import { spawn } from "node:child_process";
import { serve } from "./fault-base.ts";

const grandchild = "setInterval(() => {}, 1000)";
const script = `const c = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { detached: true, stdio: "ignore" }); c.unref(); process.stdout.write(String(c.pid));`;
const pid = new Promise<string>((resolve) => {
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.on("data", (text: Buffer) => resolve(text.toString()));
});

serve({ "textDocument/hover": async () => ({ contents: await pid }) });
