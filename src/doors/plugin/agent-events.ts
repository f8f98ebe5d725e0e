// What a server says or what becomes of it, as an agent's host is told: what a hook sees, and an event with all of it.

import type { BridgeEvent, ServerSaying } from "../../model/event.ts";
import { at, isRecord } from "../../std/json.ts";
import { counted, oneLine } from "../../std/words.ts";
import { shown } from "../../engine/text/shown.ts";
import type { NotificationContext } from "./hooks.ts";

export const taskKinds = [
  "lsp_diagnostics_changed",
  "lsp_message_shown",
  "lsp_message_logged",
  "lsp_server_crashed",
  "lsp_server_ready",
  "lsp_server_dormant",
] as const;
export type TaskKind = (typeof taskKinds)[number];

export interface TaskNotification {
  readonly type: "task_notification";
  /** The name of the plugin. */
  readonly task_id: string;
  readonly kind: TaskKind;
  /** JSON: everything that the notification holds. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One happening, for both ways. */
export interface Happening {
  readonly context: NotificationContext;
  readonly kind: TaskKind;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function happeningOf({ server, method, params }: ServerSaying): Happening {
  // What crosses to a host is its own: it may keep it, and change it.
  const payload = structuredClone(params) as Readonly<Record<string, unknown>>;
  if (method === "textDocument/publishDiagnostics" || method === "textDocument/diagnostic") {
    return {
      context: {
        level: "diagnostics",
        message: shown(`${String(payload["uri"])}: ${summary(payload["diagnostics"])}`),
      },
      kind: "lsp_diagnostics_changed",
      payload,
    };
  }
  const message = shown(`${server}: ${oneLine(String(payload["message"]))}`);
  const kind = method === "window/showMessage" ? "lsp_message_shown" : "lsp_message_logged";
  return { context: { level: levelOf(payload["type"]), message }, kind, payload };
}

/** The file's URI, how many problems of each severity there are, and the first of them. */
export function publishedText(payload: Happening["payload"]): string {
  return shown(`${String(payload["uri"])}: ${summary(payload["diagnostics"])}`);
}

export function crashOf(event: Extract<BridgeEvent, { type: "session.crashed" }>): Happening {
  const { type: _, server, exit, ...rest } = event;
  const how = exit.signal === null ? `with exit code ${exit.code}` : `by ${exit.signal}`;
  return {
    context: { level: "error", message: `${server} ended unexpectedly ${how}; it is restarted.` },
    kind: "lsp_server_crashed",
    payload: { server, exit: { ...exit }, ...rest },
  };
}

export function readyOf(server: string, supports: readonly string[]): Happening {
  return {
    context: { level: "info", message: `${server} is ready.` },
    kind: "lsp_server_ready",
    payload: { server, supports: [...supports] },
  };
}

/** `why` is a sentence without its full stop. */
export function dormantOf(server: string, why: string, install?: string): Happening {
  const hint = install === undefined ? "" : ` Install it: ${install}`;
  return {
    context: { level: "warning", message: `${server} is not used any more, and its tools are gone: ${why}.${hint}` },
    kind: "lsp_server_dormant",
    payload: { server, why, ...(install === undefined ? {} : { install }) },
  };
}

// — below: private, in the order they are used —

const severityNames = ["error", "warning", "note", "hint"] as const;

/** `2 errors, 1 warning; 3:5 no such name`: how many of each, and the first. */
function summary(diagnostics: unknown): string {
  const all = (Array.isArray(diagnostics) ? diagnostics : []).filter(isRecord);
  if (all.length === 0) return "no problems";
  const severity = (one: (typeof all)[number]): number => (typeof one["severity"] === "number" ? one["severity"] : 1);
  const counts = severityNames.flatMap((name, index) => {
    const many = all.filter((one) => severity(one) === index + 1).length;
    return many === 0 ? [] : [counted(many, name)];
  });
  const [first] = all.toSorted((a, b) => severity(a) - severity(b));
  const start = at(first, ["range", "start"]);
  const place = [at(start, ["line"]), at(start, ["character"])].map((one) => (typeof one === "number" ? one + 1 : 1));
  return `${counts.join(", ")}; ${place.join(":")} ${oneLine(textOf(first?.["message"])).slice(0, longestMessage)}`;
}

const longestMessage = 200;

/** The protocol allows markup as a message. */
function textOf(message: unknown): string {
  const text = typeof message === "string" ? message : at(message, ["value"]);
  return typeof text === "string" ? text : "";
}

const messageLevels = ["error", "warning", "info", "log", "debug"];

function levelOf(type: unknown): string {
  return (typeof type === "number" ? messageLevels[type - 1] : undefined) ?? "log";
}
