// The plugin: what an agent embeds to be given tools, to hear what servers say, and to have its writes followed.

export type { TaskKind, TaskNotification } from "./doors/plugin/agent-events.ts";
export type { LspPluginBuilder } from "./doors/plugin/builder.ts";
export type { PluginFailure } from "./doors/plugin/failures.ts";
export type { FileTools } from "./doors/plugin/file-arguments.ts";
export type {
  Hook,
  HookContexts,
  HookMatcher,
  HookPoint,
  HookRegistry,
  HookResult,
  NotificationContext,
  ToolArguments,
} from "./doors/plugin/hooks.ts";
export { LspPlugin } from "./doors/plugin/lsp-plugin.ts";
export type { LspPluginOptions } from "./doors/plugin/options.ts";
export type { PluginTool, PluginToolResult } from "./doors/plugin/plugin-tools.ts";
export type { StateChange } from "./doors/plugin/server-lives.ts";
export type {
  Drained,
  RoutedSignal,
  Signal,
  SignalAction,
  SignalKind,
  SignalRoute,
  SignalTier,
} from "./doors/plugin/signals.ts";
export { customSignal, Signals } from "./doors/plugin/signals.ts";
export type { TurnOptions, Turns } from "./doors/plugin/turns.ts";
export type { LanguageRecord, PluginState } from "./engine/registered-servers.ts";
export { Refusal } from "./model/refusal.ts";
