// The plugin by which opencode tells our hook of its events, as a text.

import type { AgentLaunch } from "./launch.ts";

/** The command is started without a shell; whatever becomes of it, opencode goes on. */
export function opencodeHookPlugin({ words }: AgentLaunch): string {
  const [command, ...args] = [...words, "hook", "--agent", "opencode"].map((word) => JSON.stringify(word));
  return `import { spawn } from "node:child_process";

function hook(event) {
  return new Promise((resolve) => {
    const child = spawn(${command}, [${args.join(", ")}], { stdio: ["pipe", "pipe", "ignore"], timeout: 60_000 });
    let out = "";
    child.stdout.on("data", (bytes) => (out += bytes));
    child.stdin.on("error", () => {});
    child.on("error", () => resolve(""));
    child.on("close", () => resolve(out));
    child.stdin.end(JSON.stringify(event));
  })
    .then((out) => JSON.parse(out) ?? {})
    .catch(ofFailedHook);
}

/** What is told when the hook could not be started, or printed something else than JSON. */
const ofFailedHook = () => ({});

export const Sightline = async ({ directory }) => ({
  event: async ({ event }) => {
    if (event.type === "session.created") await hook({ event: event.type, sessionID: event.properties.info.id, directory });
  },
  "tool.execute.after": async ({ tool, sessionID, args }, output) => {
    const { context } = await hook({ event: "tool.execute.after", sessionID, directory, tool, args });
    if (context !== undefined) output.output += \`\\n\${context}\`;
  },
});
`;
}

/** What was written by any version of us, and by people who only changed the command. */
export function isOpencodePlugin(text: string): boolean {
  const bare = (plugin: string): string =>
    plugin
      .split("\n")
      .filter((line) => !line.includes("const child = spawn("))
      .join("\n")
      .trim();
  return bare(text) === bare(opencodeHookPlugin({ words: ["sightline"], isShared: true }));
}
