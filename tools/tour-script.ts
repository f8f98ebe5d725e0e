// The part of the tour in which one call asks many questions.

import type { Client } from "@modelcontextprotocol/client";

interface Tour {
  readonly heading: (title: string) => void;
  readonly connect: (root: string, options?: readonly string[]) => Promise<Client>;
  readonly show: (agent: Client, title: string, name: string, input: Record<string, unknown>) => Promise<void>;
}

const code = `const exported = (await sl.symbols("src/*.ts")).filter((one) => one.exported);
const uses = await Promise.all(exported.map((one) => sl.references(one)));
return exported.map(({ path }, at) => ({ path, uses: uses[at].length }));`;

export async function showScript(root: string, { heading, connect, show }: Tour): Promise<void> {
  heading("One call, many questions, in the same copy (--tools script)");
  const agent = await connect(root, ["--tools", "script"]);
  try {
    await show(agent, "How often is each export of these files used?", "script", { code });
  } finally {
    await agent.close();
  }
}
