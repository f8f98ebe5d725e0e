// The agents as data: how each names its events and its editing tools, and in which shape it takes a reply.
//
// Where their words are the same, an agent has the shape of Claude Code, whose hooks most of them follow.

import type { AgentName, HookEvent, HookKind, HookReply } from "./event.ts";

export interface AgentRow {
  readonly events: Readonly<Record<string, HookKind>>;
  /** The tools that write files; what others do to files, the watcher sees. */
  readonly writes: ReadonlySet<string>;
  /** Events at which the model can be told something; at others nothing is spent on finding it out. */
  readonly tells: readonly HookKind[];
  readonly reply: (reply: HookReply, event: Pick<HookEvent, "name">) => object;
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

const everywhere: AgentRow["tells"] = ["session_start", "prompt", "after_tool"];

function claudeReply({ kind, text }: HookReply, { name: hookEventName }: Pick<HookEvent, "name">): object {
  if (kind === "block") return { decision: "block", reason: text };
  if (kind === "context") return { hookSpecificOutput: { hookEventName, additionalContext: text } };
  return { hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason: text } };
}

export const agents: Readonly<Record<AgentName, AgentRow>> = {
  "claude-code": {
    events: claudeEvents,
    writes: new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]),
    tells: everywhere,
    reply: claudeReply,
  },
  codex: {
    events: claudeEvents,
    writes: new Set(["apply_patch", "Write", "Edit"]),
    tells: everywhere,
    reply: claudeReply,
  },
  gemini: {
    events: {
      SessionStart: "session_start",
      BeforeAgent: "prompt",
      BeforeTool: "before_tool",
      AfterTool: "after_tool",
      AfterAgent: "stop",
      SessionEnd: "session_end",
    },
    writes: new Set(["write_file", "replace"]),
    tells: everywhere,
    reply: ({ kind, text }, { name: hookEventName }) =>
      kind === "context"
        ? { hookSpecificOutput: { hookEventName, additionalContext: text } }
        : { decision: "deny", reason: text },
  },
  cursor: {
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
};
