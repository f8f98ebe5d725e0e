// From the JSON that an agent sends to an event.
//
// Invariant: whatever comes, nothing is thrown: what is not understood is no event, and the agent goes on.

import type { HookStart } from "../../context/changes/hook-start.ts";
import { isRecord } from "../../std/json.ts";
import type { AgentName } from "./agents.ts";
import { agentNames, agents } from "./agents.ts";
import type { HookKind } from "./event.ts";
import type { FileEdit } from "./file-edit.ts";
import { editsOfTool } from "./tool-input.ts";

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

/** Undefined for what is no event. */
export function hookEvent(input: string, typed: HookStart["typed"]): HookEvent | undefined {
  const value = parsed(input);
  if (value === undefined) return undefined;
  const agent = agentNames.find((name) => name === typed.agent) ?? agentOf(value);
  const name = textAt(value, "hook_event_name", "hookEventName", "event") ?? typed.event;
  if (name === undefined) return undefined;
  const { events } = agents[agent];
  const kind = Object.hasOwn(events, name) ? (events[name] ?? "other") : "other";
  return {
    agent,
    kind,
    name,
    session: textAt(value, "session_id", "sessionId", "sessionID", "conversation_id") ?? "",
    cwd: textAt(value, "cwd", "directory") ?? firstText(value["workspace_roots"]),
    edits: kind === "before_tool" || kind === "after_tool" ? editsOf(agent, value) : [],
    isRepeat: value["stop_hook_active"] === true || Number(value["loop_count"] ?? 0) > 0,
  };
}

// — below: private, in the order they are used —

type Fields = Readonly<Record<string, unknown>>;

function parsed(input: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON: another program's words, or none.
    return undefined;
  }
}

/** They are told apart by `--agent` where that is not enough. */
function agentOf(value: Fields): AgentName {
  return agentNames.find((name) => agents[name].isSender?.(value) === true) ?? "claude-code";
}

function textAt(value: Fields, ...keys: readonly string[]): string | undefined {
  const found = keys.map((key) => value[key]).find((one) => typeof one === "string" && one !== "");
  return typeof found === "string" ? found : undefined;
}

function firstText(value: unknown): string | undefined {
  const [first]: unknown[] = Array.isArray(value) ? value : [];
  return typeof first === "string" ? first : undefined;
}

/** Of the tool, or of each tool of a batch. */
function editsOf(agent: AgentName, value: Fields): readonly FileEdit[] {
  const batch = [value["tool_calls"], value["tool_results"]].find((one) => Array.isArray(one));
  const calls: readonly unknown[] = Array.isArray(batch) ? batch : [value];
  return calls.flatMap((call) => {
    if (!isRecord(call)) return [];
    const tool = textAt(call, "tool_name", "tool");
    if (tool === undefined || !agents[agent].writes.has(tool)) return [];
    const response = call["tool_response"];
    const edits = editsOfTool(call["tool_input"] ?? call["args"], response);
    const isFailed =
      value["hook_event_name"] === "PostToolUseFailure" || (isRecord(response) && Boolean(response["error"]));
    // What a tool was to do and did not cannot be taken back.
    return isFailed ? edits.map(({ file }) => ({ file, steps: undefined })) : edits;
  });
}
