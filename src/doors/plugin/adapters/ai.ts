// Tools for the Vercel AI SDK (`ai`): the plugin's own, and an agent's file tools whose writes the servers are to see.

import type { LspPlugin } from "../lsp-plugin.ts";
import type { PluginTool } from "../plugin-tools.ts";

interface AiTool {
  readonly description: string;
  readonly inputSchema: PluginTool["schema"];
  execute(args: object, options?: { readonly abortSignal?: AbortSignal | undefined }): Promise<string>;
}

/** As they are now: to be asked for before each turn, since servers come, go and differ. */
export function aiTools(plugin: LspPlugin): Record<string, AiTool> {
  return Object.fromEntries(
    plugin.tools().map(({ name, description, schema, call }): [string, AiTool] => [
      name,
      {
        description,
        inputSchema: schema,
        execute: async (args, options) => (await call(args, options?.abortSignal)).text,
      },
    ]),
  );
}

interface Executable {
  readonly execute?: ((args: never, options: never) => unknown) | undefined;
}

/** The same tools, with the plugin's hooks before and after each call. */
export function aiFollowed<Tools extends Readonly<Record<string, Executable>>>(plugin: LspPlugin, tools: Tools): Tools {
  const followed = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool;
    if (execute === undefined) return [name, tool];
    const own = (args: never, options: never): Promise<unknown> =>
      plugin.useTool(name, args, async () => execute.call(tool, args, options));
    return [name, { ...tool, execute: own }];
  });
  return Object.fromEntries(followed) as Tools;
}
