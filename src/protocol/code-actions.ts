// One shape for what a server offers to do: actions of every kind, and bare commands, of which nothing more is known.

import { isRecord } from "../std/json.ts";
import type { WireDiagnostic } from "./diagnostics.ts";
import { normaliseDiagnostics } from "./diagnostics.ts";
import { normaliseCodeActions } from "./lists.ts";

export interface WireCommand {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

export interface WireAction {
  readonly title: string;
  /** `quickfix`, `refactor.extract` and so on; undefined where the server does not say. */
  readonly kind: string | undefined;
  /** The diagnostics that it would fix, as far as the server says. */
  readonly diagnostics: readonly WireDiagnostic[];
  readonly isPreferred: boolean;
  /** Why it cannot be used here. */
  readonly disabled: string | undefined;
  /** Not judged yet; see `session/edits/workspace-edit.ts`. */
  readonly edit: unknown;
  readonly command: WireCommand | undefined;
  /** What goes back to the server to be filled in; undefined for a bare command, which has nothing to fill in. */
  readonly raw: { title: string } | undefined;
}

/** In the order of the server. */
export function parseActions(result: unknown): WireAction[] {
  const isBare = (Array.isArray(result) ? result : [])
    .filter(isRecord)
    .map(({ command }) => typeof command === "string");
  return normaliseCodeActions(result).map((action, index) => parseAction({ ...action }, isBare[index] === true));
}

/** What an action has become; undefined where the reply is none. */
export function parseResolved(result: unknown): WireAction | undefined {
  return isRecord(result) && typeof result["title"] === "string" ? parseAction(result, false) : undefined;
}

/** Spec: LSP 3.18 CodeActionKind: kinds are a tree, `refactor` stands for everything below it. */
export function isOfKind(kind: string, wanted: string): boolean {
  return wanted === "" || kind === wanted || kind.startsWith(`${wanted}.`);
}

// — below: private, in the order they are used —

function parseAction(action: Readonly<Record<string, unknown>>, isBare: boolean): WireAction {
  const { title, kind, disabled, command, edit } = action;
  const reason = isRecord(disabled) ? disabled["reason"] : undefined;
  return {
    title: String(title),
    kind: typeof kind === "string" && kind !== "" ? kind : undefined,
    diagnostics: normaliseDiagnostics(action["diagnostics"]),
    isPreferred: action["isPreferred"] === true,
    disabled: isRecord(disabled) ? (typeof reason === "string" ? reason : "it does not say why") : undefined,
    edit: edit ?? undefined,
    command: parseCommand(command),
    raw: isBare ? undefined : (action as { title: string }),
  };
}

function parseCommand(command: unknown): WireCommand | undefined {
  if (!isRecord(command) || typeof command["command"] !== "string") return undefined;
  const { title, command: name, arguments: args } = command;
  return { title: typeof title === "string" ? title : name, command: name, arguments: Array.isArray(args) ? args : [] };
}
