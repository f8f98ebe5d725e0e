// A hook event of any agent, and the reply to one, in one form.

import type { FileEdit } from "./file-edit.ts";

export type HookKind =
  | "session_start"
  | "prompt"
  | "before_tool"
  | "after_tool"
  | "stop"
  | "session_end"
  /** One that nothing is done at. */
  | "other";

export interface HookEvent {
  readonly agent: AgentName;
  readonly kind: HookKind;
  /** As the agent calls it. */
  readonly name: string;
  /** Of the agent; empty where it tells none. */
  readonly session: string;
  readonly cwd: string | undefined;
  /** What tools are to write, or have written. */
  readonly edits: readonly FileEdit[];
  /** The agent continues already because a hook told it to. */
  readonly isRepeat: boolean;
}

export const agentNames = ["claude-code", "codex", "gemini", "cursor", "vscode", "opencode"] as const;
export type AgentName = (typeof agentNames)[number];

/** `context`: for the model; `deny`: the tool does not run; `block`: the agent goes on instead of stopping. */
export type HookReply =
  | { readonly kind: "context"; readonly text: string }
  | { readonly kind: "deny"; readonly text: string }
  | { readonly kind: "block"; readonly text: string };
