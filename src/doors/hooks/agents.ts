// The agents as data: how each names its events and its editing tools, and in which shape it takes a reply.
//
// Where their words are the same, an agent has the shape of Claude Code, whose hooks most of them follow.

import type { JsonRecord } from "../../std/json.ts";
import type { HookKind, HookReply } from "./event.ts";

export interface AgentRow {
  /** By what only it sends; absent for the one that is taken where no other is recognised. */
  readonly isSender?: (event: JsonRecord) => boolean;
  readonly events: Readonly<Record<string, HookKind>>;
  /** The tools that write files; what others do to files, the watcher sees. */
  readonly writes: ReadonlySet<string>;
  /** Events at which the model can be told something; at others nothing is spent on finding it out. */
  readonly tells: readonly HookKind[];
  readonly reply: (reply: HookReply, event: { readonly name: string }) => object;
}

const claudeEvents: AgentRow["events"] = {
  SessionStart: "session_start",
  UserPromptSubmit: "prompt",
  PreToolUse: "before_tool",
  PostToolUse: "after_tool",
  PostToolUseFailure: "after_tool",
  PostToolBatch: "after_tool",
  Stop: "stop",
  SubagentStop: "stop",
  SessionEnd: "session_end",
};

const geminiEvents: AgentRow["events"] = {
  SessionStart: "session_start",
  BeforeAgent: "prompt",
  BeforeTool: "before_tool",
  AfterTool: "after_tool",
  AfterAgent: "stop",
  SessionEnd: "session_end",
};

const everywhere: AgentRow["tells"] = ["session_start", "prompt", "after_tool"];

function claudeReply({ kind, text }: HookReply, { name: hookEventName }: { readonly name: string }): object {
  if (kind === "block") return { decision: "block", reason: text };
  if (kind === "context") return { hookSpecificOutput: { hookEventName, additionalContext: text } };
  return { hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason: text } };
}

function sends(...keys: readonly string[]): (event: JsonRecord) => boolean {
  return (event) => keys.some((key) => event[key] !== undefined);
}

function isEventOf(events: AgentRow["events"], name: unknown): boolean {
  return typeof name === "string" && Object.hasOwn(events, name);
}

/** The first that recognises an event has sent it. */
const rows = {
  cursor: {
    isSender: sends("cursor_version", "conversation_id"),
    events: {
      sessionStart: "session_start",
      preToolUse: "before_tool",
      postToolUse: "after_tool",
      postToolUseFailure: "other",
      stop: "stop",
      sessionEnd: "session_end",
    },
    writes: new Set(["Write", "Edit", "MultiEdit", "NotebookEdit", "StrReplace", "ApplyPatch"]),
    tells: ["session_start", "after_tool"],
    reply: ({ kind, text }) => {
      if (kind === "context") return { additional_context: text };
      return kind === "block" ? { followup_message: text } : { permission: "deny", agent_message: text };
    },
  },
  vscode: {
    isSender: sends("hookEventName"),
    events: claudeEvents,
    writes: new Set([
      ...["create_file", "replace_string_in_file", "multi_replace_string_in_file", "insert_edit_into_file"],
      ...["apply_patch", "edit_notebook_file", "editFiles", "Write", "Edit", "MultiEdit"],
    ]),
    // What it does with the reply to a prompt is for the user alone.
    tells: ["session_start", "after_tool"],
    reply: (reply, event) =>
      reply.kind === "block"
        ? { hookSpecificOutput: { hookEventName: event.name, decision: "block", reason: reply.text } }
        : claudeReply(reply, event),
  },
  opencode: {
    isSender: sends("sessionID"),
    events: {
      "session.created": "session_start",
      "tool.execute.before": "before_tool",
      "tool.execute.after": "after_tool",
      "session.deleted": "session_end",
    },
    writes: new Set(["write", "edit", "multiedit", "patch", "apply_patch"]),
    tells: ["session_start", "after_tool"],
    reply: ({ kind, text }) => ({ [kind]: text }),
  },
  codex: {
    isSender: sends("turn_id"),
    events: claudeEvents,
    writes: new Set(["apply_patch", "Write", "Edit"]),
    tells: everywhere,
    reply: claudeReply,
  },
  gemini: {
    isSender: (event) => isEventOf(geminiEvents, event["hook_event_name"]) && event["timestamp"] !== undefined,
    events: geminiEvents,
    writes: new Set(["write_file", "replace"]),
    tells: everywhere,
    reply: ({ kind, text }, { name: hookEventName }) =>
      kind === "context"
        ? { hookSpecificOutput: { hookEventName, additionalContext: text } }
        : { decision: "deny", reason: text },
  },
  "claude-code": {
    events: claudeEvents,
    writes: new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]),
    tells: everywhere,
    reply: claudeReply,
  },
} satisfies Readonly<Record<string, AgentRow>>;

export type AgentName = keyof typeof rows;
export const agents: Readonly<Record<AgentName, AgentRow>> = rows;
export const agentNames = Object.keys(rows) as readonly AgentName[];
