// Tools for LangChain.js, made by its own `tool` (`@langchain/core/tools`).

import type { LspPlugin } from "../lsp-plugin.ts";
import type { PluginTool } from "../plugin-tools.ts";

/** What the plugin asks of `tool`. */
type MakeTool<Tool> = (
  run: (args: object, config?: { readonly signal?: AbortSignal | undefined }) => Promise<string>,
  fields: { readonly name: string; readonly description: string; readonly schema: PluginTool["schema"] },
) => Tool;

/** As they are now: to be asked for before each turn, since servers come, go and differ. */
export function langchainTools<Tool>(plugin: LspPlugin, tool: MakeTool<Tool>): Tool[] {
  return plugin
    .tools()
    .map(({ name, description, schema, call }) =>
      tool(async (args, config) => (await call(args, config?.signal)).text, { name, description, schema }),
    );
}
