// The kinds of error that a plugin tells apart, from the refusals of the engine.

import type { PluginState } from "../../engine/registered-servers.ts";
import type { RefusalDetails } from "../../model/refusal.ts";

/** A change of a document that is not open opens it, so there is no kind for that. */
export type PluginFailure =
  | { readonly kind: "NotRunning" }
  | { readonly kind: "NotReady"; readonly state: PluginState; readonly retryAfterMs?: number }
  | { readonly kind: "RequestFailed"; readonly method: string; readonly message: string }
  | { readonly kind: "NotificationFailed"; readonly method: string; readonly message: string }
  | { readonly kind: "BinaryNotFound"; readonly binary: string }
  | { readonly kind: "InitializationFailed"; readonly message: string }
  | { readonly kind: "Transport"; readonly message: string }
  | { readonly kind: "Serialization"; readonly message: string }
  | { readonly kind: "UnsupportedCapability"; readonly capability: string };

/** `operation` is what was asked; `binaryOf` names the program of a server. */
export function failureOf(
  refusal: RefusalDetails,
  operation: string,
  binaryOf: (server: string) => string,
): PluginFailure {
  const { code, data = {}, retryAfterMs } = refusal;
  const message = messageOf(refusal);
  switch (code) {
    case "server_not_found":
      return { kind: "BinaryNotFound", binary: binaryOf(wordOf(data["server"]) ?? "") };
    case "session_dead":
    case "not_initialized":
      return { kind: "NotRunning" };
    case "server_restarting":
      return { kind: "NotReady", state: "Restarting", ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    case "server_start_failed":
      return { kind: "InitializationFailed", message };
    case "server_crashed":
    case "server_hung":
    case "server_unreachable":
      return { kind: "Transport", message };
    case "malformed_reply":
      return { kind: "Serialization", message };
    case "capability_missing":
      return { kind: "UnsupportedCapability", capability: wordOf(data["method"]) ?? operation };
    default:
      if (code === "timed_out" && isStarting(data["state"])) return { kind: "NotReady", state: "Starting" };
      return { kind: "RequestFailed", method: operation, message };
  }
}

// — below: private, in the order they are used —

function wordOf(fact: unknown): string | undefined {
  return typeof fact === "string" ? fact : undefined;
}

function messageOf({ what, why }: RefusalDetails): string {
  return why === undefined ? what : `${what} ${why}`;
}

function isStarting(state: unknown): boolean {
  return state === "starting" || state === "initializing";
}
