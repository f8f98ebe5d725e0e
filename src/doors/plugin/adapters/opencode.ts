// A plugin module of opencode (`@opencode-ai/plugin`): tools, and what became of each write at the end of the tool's output.

import type { FileTools } from "../file-arguments.ts";
import type { ToolArguments } from "../hooks.ts";
import { LspPlugin } from "../lsp-plugin.ts";
import { News } from "../news.ts";
import type { LspPluginOptions } from "../options.ts";
import type { PluginTool } from "../plugin-tools.ts";

interface OpencodeTool {
  description: string;
  args: PluginTool["schema"]["shape"];
  execute(args: object, context: { readonly abort?: AbortSignal }): Promise<string>;
}

interface OpencodeHooks {
  tool: Record<string, OpencodeTool>;
  "tool.execute.before"(input: { readonly tool: string }, output: { readonly args: ToolArguments }): Promise<void>;
  "tool.execute.after"(
    input: { readonly tool: string; readonly args: ToolArguments },
    output: { output: string },
  ): Promise<void>;
  dispose(): Promise<void>;
}

const opencodeFileTools: readonly FileTools[] = [
  { tool: "write", file: "filePath" },
  { tool: "edit", file: "filePath" },
  {
    tool: "apply_patch",
    file: ({ patchText }) => [...String(patchText).matchAll(patched)].map(([, file]) => file ?? ""),
  },
];

const patched = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

/** How long a tool waits for what servers make of its write. */
const newsMs = 2_000;

/** `export const Sightline = opencodePlugin({ languages: ["typescript"] })` in `.opencode/plugin/sightline.ts`. */
export function opencodePlugin(
  options: LspPluginOptions = {},
): (input: { readonly directory: string }) => Promise<OpencodeHooks> {
  return async ({ directory }) => {
    const fileTools = [...(options.fileTools ?? []), ...opencodeFileTools];
    const plugin = new LspPlugin({ directory, ...options, fileTools });
    const news = new News(plugin);
    await plugin.start();
    return {
      tool: Object.fromEntries(plugin.tools().map((tool) => [tool.name, opencodeTool(tool)])),
      "tool.execute.before": async ({ tool }, { args }) => {
        const judged = await plugin.hooks.run("PreToolUse", { tool_name: tool, arguments: args });
        // What is thrown here is how opencode is told that the tool must not run.
        if (judged.kind === "abort") throw new Error(judged.message);
      },
      "tool.execute.after": async ({ tool, args }, answer) => {
        await plugin.hooks.run("PostToolUse", { tool_name: tool, arguments: args, output: answer.output });
        const told = await news.take(newsMs);
        if (told !== "") answer.output += `\n\n${told}`;
      },
      dispose: () => plugin.close(),
    };
  };
}

function opencodeTool({ description, schema, call }: PluginTool): OpencodeTool {
  return {
    description,
    args: schema.shape,
    execute: async (args, { abort }) => (await call(args, abort)).text,
  };
}
