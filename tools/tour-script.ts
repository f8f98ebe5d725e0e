// The part of the tour in which one call asks many questions.

import type { Client } from "@modelcontextprotocol/client";

interface Tour {
  readonly heading: (title: string) => void;
  readonly connect: (root: string, options?: readonly string[]) => Promise<Client>;
  readonly show: (agent: Client, title: string, name: string, input: Record<string, unknown>) => Promise<void>;
}

const code = `const unused = [];
const functions = (await sl.symbols("src/std/*.ts", { kinds: ["Function"] })).filter((one) => one.exported);
for (const one of functions) if ((await sl.references(one)).length === 0) unused.push(one.file + "#" + one.path);
return { functions: functions.length, unused };`;

export async function showScript(root: string, { heading, connect, show }: Tour): Promise<void> {
  heading("One call, many questions, in this repository (--tools script)");
  const agent = await connect(root, ["--tools", "script"]);
  try {
    await show(agent, "Which exported functions of a folder does nothing use?", "script", { code });
  } finally {
    await agent.close();
  }
}
