// A whole agent in one file: its model follows a script, its tools write files, and a real language server tells it what it broke.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { customSignal, LspPlugin } from "sightline/plugin";

const project = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }\n',
  "src/cart.ts":
    "export function total(prices: number[]): number {\n  return prices.reduce((sum, one) => sum + one, 0);\n}\n",
};

const say = (line) => void process.stdout.write(`${line}\n`);

const root = mkdtempSync(join(tmpdir(), "sightline-agent-"));
mkdirSync(join(root, "src"));
for (const [file, text] of Object.entries(project)) writeFileSync(join(root, file), text);

// What the model says, turn by turn. The second turn is chosen by what it is told, not by its number.
const model = {
  change: { path: "src/cart.ts", from: "sum + one, 0", to: 'sum + one, "0"' },
  correct: { path: "src/cart.ts", from: 'sum + one, "0"', to: "sum + one, 0" },
};

const plugin = LspPlugin.builder()
  .language("typescript")
  .options({ directory: root, exact: true, autoStart: true })
  .build();
plugin.hooks.on("Notification", ({ level, message }) => {
  if (level === "diagnostics" && message.includes("/src/")) say(`hook    ${message.replace(/^.*\/src/, "src")}`);
});
plugin.signals.route("agent", {
  kind: customSignal("lsp_diagnostics_changed"),
  predicate: ({ payload }) => payload.diagnostics.some(({ severity }) => severity === 1),
  action: "Custom(correct)",
});

/** The agent's own file tool, between its hooks. */
async function edit({ path, from, to }) {
  await plugin.useTool("vfs_edit", { path }, async () => {
    const file = join(root, path);
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  });
  say(`edit    ${path}: ${to}`);
}

/** Between turns: what do the servers make of it? */
async function between() {
  await plugin.settled();
  const { signals } = plugin.signals.drain();
  return signals.some(({ action }) => action === "Custom(correct)");
}

await plugin.hooks.run("SessionStart", { session_id: "1", resumed: false });
await between();
await edit(model.change);
if (await between()) {
  say("signal  lsp_diagnostics_changed");
  const diagnostics = plugin.tools().find(({ name }) => name === "lsp_diagnostics");
  const { text } = await diagnostics.call({ file_path: "src/cart.ts" });
  say(`tool    ${text.split("\n").find((line) => line.includes("error"))}`);
  await edit(model.correct);
}
say((await between()) ? "broken" : "whole");
await plugin.hooks.run("SessionEnd", { session_id: "1", reason: "done" });
rmSync(root, { recursive: true });
