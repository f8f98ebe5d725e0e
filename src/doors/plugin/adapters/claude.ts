// An MCP server inside of the process for the Claude Agent SDK, and the hooks by which the plugin follows its file tools.

import type { FileTools } from "../file-arguments.ts";
import type { ToolArguments } from "../hooks.ts";
import type { LspPlugin } from "../lsp-plugin.ts";
import { News } from "../news.ts";
import type { PluginTool } from "../plugin-tools.ts";

interface ToolAnswer {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  isError: boolean;
}

/** What the plugin asks of `@anthropic-ai/claude-agent-sdk`. */
interface ClaudeSdk<Tool, Server> {
  tool(
    name: string,
    description: string,
    inputSchema: PluginTool["schema"]["shape"],
    handler: (args: object, extra: unknown) => Promise<ToolAnswer>,
  ): Tool;
  createSdkMcpServer(options: { name: string; version?: string; tools?: Tool[] }): Server;
}

/** For `options.mcpServers` of a query, under the name `lsp`; with the tools as they are now. */
export function claudeServer<Tool, Server>(plugin: LspPlugin, sdk: ClaudeSdk<Tool, Server>): Server {
  const tools = plugin.tools().map(({ name, description, schema, call }) =>
    sdk.tool(name, description, schema.shape, async (args) => {
      const { ok, text } = await call(args);
      return { content: [{ type: "text", text }], isError: !ok };
    }),
  );
  return sdk.createSdkMcpServer({ name: plugin.name, tools });
}

/** For `fileTools` of the plugin: the tools by which Claude changes files. */
export const claudeFileTools: readonly FileTools[] = [
  { tool: "Write", file: "file_path" },
  { tool: "Edit", file: "file_path" },
  { tool: "MultiEdit", file: "file_path" },
  { tool: "NotebookEdit", file: "notebook_path" },
];

interface HookInput {
  readonly hook_event_name: string;
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
}

interface HookOutput {
  hookSpecificOutput?:
    | { hookEventName: "PostToolUse"; additionalContext: string }
    | { hookEventName: "PreToolUse"; permissionDecision: "deny"; permissionDecisionReason: string };
}

interface ClaudeHooks {
  PreToolUse: { hooks: ((input: HookInput) => Promise<HookOutput>)[] }[];
  PostToolUse: { hooks: ((input: HookInput) => Promise<HookOutput>)[] }[];
}

/** For `options.hooks` of a query: after each write Claude is told what became better or worse, within `ms`. */
export function claudeHooks(plugin: LspPlugin, ms = 2_000): ClaudeHooks {
  const news = new News(plugin);
  const about = ({ tool_name, tool_input }: HookInput): { tool_name: string; arguments: ToolArguments } => ({
    tool_name: String(tool_name),
    arguments: Object(tool_input) as ToolArguments,
  });
  const before = async (input: HookInput): Promise<HookOutput> => {
    const judged = await plugin.hooks.run("PreToolUse", about(input));
    if (judged.kind === "continue") return {};
    const { message: permissionDecisionReason } = judged;
    return {
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason },
    };
  };
  const after = async (input: HookInput): Promise<HookOutput> => {
    await plugin.hooks.run("PostToolUse", about(input));
    const told = await news.take(ms);
    return told === "" ? {} : { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: told } };
  };
  return { PreToolUse: [{ hooks: [before] }], PostToolUse: [{ hooks: [after] }] };
}
