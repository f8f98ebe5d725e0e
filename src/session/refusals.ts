// From what went wrong with a server to a refusal that says what, why and what next.

import type { Recipe, ServerEntry } from "../catalog/entry.ts";
import type { Host } from "../host/host.ts";
import { SpawnFault } from "../host/processes.ts";
import { TcpFault } from "../host/tcp.ts";
import type { ExitReport } from "../model/event.ts";
import type { Address } from "../model/address.ts";
import { addressText } from "../model/address.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { errorCodes } from "../protocol/error-codes.ts";
import { ConnectionClosed, MalformedReply, RequestTimedOut, RpcError, WriteRefused } from "../rpc/rpc-error.ts";
import type { Life } from "./process/lifecycle.ts";
import { describeExit } from "./process/lifecycle.ts";
import { oneLine } from "../std/words.ts";

const fallBack = "Until then, use a text search.";

type Platform = Host["platform"];

/**
 * Our own way first, then what fits this machine before what fits all; a hint for another system would only mislead.
 */
export function installHint({ id, install, recipe }: ServerEntry, platform: Platform): string | undefined {
  const own = { linux: install.linux, darwin: install.macos, win32: install.windows, other: undefined }[platform];
  const hint = own ?? install.any;
  if (recipe === undefined || !isInstallable(recipe, platform)) return hint;
  const ours = `sightline servers install ${id}`;
  return hint === undefined ? ours : `${ours} (or ${hint})`;
}

/** The programs of a virtual environment name its place on Windows, so that it cannot be moved there when it is whole. */
export function isInstallable({ kind }: Recipe, platform: Platform): boolean {
  return !(kind === "pypi" && platform === "win32");
}

export function serverNotFound(entry: ServerEntry, why: string, platform: Platform, isThere = false): Refusal {
  const hint = installHint(entry, platform);
  return new Refusal({
    code: "server_not_found",
    what: `${entry.title} ${isThere ? "does not run" : "is not available"} on this machine.`,
    why,
    next: hint === undefined ? fallBack : `${isThere ? "Repair it, or reinstall it" : "Install it"}: ${hint}`,
    data: { server: entry.id },
  });
}

/** Why a server that is not up cannot be asked. */
export function notUp(entry: ServerEntry, life: Life, now: number): Refusal {
  const { state } = life;
  const data = { server: entry.id, state: state.name, restarts: life.lifetime };
  switch (state.name) {
    case "absent":
    case "stopping":
    case "stopped":
      return new Refusal({
        code: "not_initialized",
        what: "LSP client not initialized; call start_lsp first",
        why: `${entry.title} is ${state.name}.`,
        next: "Start the server, then ask again.",
        data,
      });
    case "starting":
    case "initializing":
      return new Refusal({
        code: "timed_out",
        what: `${entry.title} is still starting.`,
        why: "It did not finish its handshake before the deadline of this call.",
        next: "Ask again, or allow more time.",
        data,
      });
    case "ready":
      // Between two incarnations: the old one is being ended.
      return new Refusal({
        code: "server_restarting",
        what: returning(entry),
        next: "Ask again in a moment.",
        retryAfterMs: 1_000,
        data,
      });
    case "failed":
      return failed(entry, life, now);
  }
}

function failed(entry: ServerEntry, life: Life, now: number): Refusal {
  const { state } = life;
  if (state.name !== "failed") throw new TypeError("only a failed session has failed");
  const exit =
    state.exit === undefined ? {} : { exitCode: state.exit.code, signal: state.exit.signal, stderr: state.exit.stderr };
  const data = { server: entry.id, restarts: life.lifetime, ...exit };
  if (state.retryAt === null) {
    return new Refusal({
      code: "session_dead",
      what: isPassive(entry)
        ? `${entry.title} failed, and is not connected to again.`
        : `${entry.title} failed and will not be restarted.`,
      why: `${sentence(state.why)}${stderrLine(state.exit)}`,
      next: isPassive(entry)
        ? `Have its owner fix the cause, then use restart_lsp_server. ${fallBack}`
        : `Fix the cause, then restart Sightline. ${fallBack}`,
      data,
    });
  }
  const retryAfterMs = Math.max(0, Math.round(state.retryAt - now));
  return new Refusal({
    code: "server_restarting",
    what: returning(entry),
    why: `${sentence(state.why)}${stderrLine(state.exit)}`,
    next: `Ask again in ${Math.ceil(retryAfterMs / 1000)} s. ${fallBack}`,
    retryAfterMs,
    data,
  });
}

export function crashed(entry: ServerEntry, exit: ExitReport | undefined, method: string): Refusal {
  if (exit?.cause === "requested") {
    return new Refusal({
      code: "not_initialized",
      what: `${entry.title} was stopped while answering ${method}.`,
      next: "Start the server, then ask again.",
      data: { server: entry.id, method },
    });
  }
  if (exit?.cause === "disconnected") {
    return new Refusal({
      code: "server_unreachable",
      what: `The connection to ${entry.title} was lost while it answered ${method}.`,
      why: "Someone else runs this server; it ended, or closed the connection.",
      next: "Ask again; it is connected to again.",
      data: { server: entry.id, method },
    });
  }
  return new Refusal({
    code: "server_crashed",
    what: `${entry.title} crashed while answering ${method}.`,
    why: exit === undefined ? "Its output ended." : `${sentence(describeExit(exit))}${stderrLine(exit)}`,
    next: "Ask again; the server is restarted.",
    data: {
      server: entry.id,
      method,
      ...(exit === undefined ? {} : { exitCode: exit.code, signal: exit.signal, stderr: exit.stderr }),
    },
  });
}

export function quarantined(entry: ServerEntry, file: FilePath, crashes: number): Refusal {
  return new Refusal({
    code: "document_quarantined",
    what: `${baseName(file)} is no longer sent to ${entry.title}.`,
    why: isPassive(entry)
      ? `The connection was lost ${crashes} times while the server worked on it.`
      : `The server crashed ${crashes} times while working on it.`,
    next: "Other files are still served. To try this file again, change it or restart Sightline.",
    data: { server: entry.id },
  });
}

/** `said` is what the server answered, if it was asked at all. */
export function capabilityMissing(entry: ServerEntry, method: string, said?: string): Refusal {
  return new Refusal({
    code: "capability_missing",
    what: `server does not support ${method}`,
    why: said === undefined ? `${entry.title} does not declare it.` : `${entry.title} said: ${said.slice(0, 500)}`,
    next: `Use another operation${said === undefined ? "; nothing was sent" : ""}.`,
    data: { server: entry.id, method },
  });
}

export function startFailure(
  entry: ServerEntry,
  command: string,
  error: unknown,
  stderr: string,
  platform: Platform,
  isBarred: boolean,
): Refusal {
  const code = error instanceof SpawnFault ? error.code : undefined;
  return new Refusal(
    {
      code:
        code === "EAGAIN" || code === "EMFILE" || code === "ENFILE" || code === "ENOMEM"
          ? "resource_exhausted"
          : "server_start_failed",
      what: `${entry.title} could not be started.`,
      why: `${startCause(command, error, code)}${stderr === "" ? "" : ` It wrote: ${stderr.trim().slice(-500)}`}`,
      next: isBarred ? confinementAdvice : startAdvice(entry, code, platform),
      data: { server: entry.id, command, ...(code === undefined ? {} : { cause: code }), stderr },
    },
    error,
  );
}

/** A server that someone else runs could not be connected to, or did not come through the handshake. */
export function unreachable(
  entry: ServerEntry,
  address: Address,
  error: unknown,
  exit: ExitReport | undefined,
): Refusal {
  const at = addressText(address);
  const code = error instanceof TcpFault ? error.code : undefined;
  return new Refusal(
    {
      code: "server_unreachable",
      what: `${entry.title} could not be reached at ${at}.`,
      why: error instanceof TcpFault ? dialCause(at, error.code) : handshakeCause(at, error, exit),
      next: "Have it started there, or name another address. Until then, use a text search.",
      data: { server: entry.id, address: at, ...(code === undefined ? {} : { cause: code }) },
    },
    error,
  );
}

function dialCause(at: string, code: string): string {
  switch (code) {
    case "ECONNREFUSED":
      return `Nothing listens at ${at}.`;
    case "ETIMEDOUT":
      return `${at} did not accept a connection in time.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "The host is not known.";
    default:
      return `The system says ${code}.`;
  }
}

function handshakeCause(at: string, error: unknown, exit: ExitReport | undefined): string {
  if (error instanceof RequestTimedOut)
    return `What listens at ${at} accepted the connection and did not answer the handshake in time.`;
  if (exit?.cause === "protocol") return `What listens at ${at} does not speak the language server protocol.`;
  if (error instanceof ConnectionClosed) return `What listens at ${at} closed the connection during the handshake.`;
  return error instanceof Error ? sentence(error.message) : String(error);
}

/** Another server than the one that was meant listens there. */
export function anotherServer(entry: ServerEntry, address: Address, said: string | undefined): Refusal {
  const at = addressText(address);
  return new Refusal({
    code: "server_unreachable",
    what: `What listens at ${at} is not ${entry.title}.`,
    why: said === undefined ? "It does not give its name." : `It calls itself ${JSON.stringify(said.slice(0, 100))}.`,
    next: "Name the address of the server that is meant, or the language of the one that listens there.",
    data: { server: entry.id, address: at, said: said ?? null },
  });
}

/** Someone else runs it: we connect to it, and neither start nor end it. */
function isPassive({ launch }: ServerEntry): boolean {
  return launch.kind === "tcp";
}

function returning(entry: ServerEntry): string {
  return `${entry.title} is ${isPassive(entry) ? "being connected to again" : "restarting"}.`;
}

/** The system keeps it from a file that it needs to start. */
const confinementAdvice =
  "In an untrusted root, a server may use only software in the usual installation directories. Add the directory it needs to the setting untrusted.allow, or have the operator trust this root (sightline trust).";

function startCause(command: string, error: unknown, code: string | undefined): string {
  switch (code) {
    case "ENOENT":
      return `There is no ${command} (or the interpreter it names is missing).`;
    case "EACCES":
    case "EPERM":
      return `${command} is not executable.`;
    case "ENOEXEC":
      return `${command} is not a program for this machine.`;
    case "EAGAIN":
    case "EMFILE":
    case "ENFILE":
    case "ENOMEM":
      return `The system cannot start another process (${code}).`;
    default:
      return error instanceof Error ? sentence(error.message) : String(error);
  }
}

function startAdvice(entry: ServerEntry, code: string | undefined, platform: Platform): string {
  const hint = installHint(entry, platform);
  if (code === "EACCES" || code === "EPERM") return "Make it executable, or name another command with --config.";
  if (code === "EAGAIN" || code === "EMFILE" || code === "ENFILE" || code === "ENOMEM")
    return "Close some programs and ask again.";
  return hint === undefined ? "Check the command that was named with --config." : `Install it again: ${hint}`;
}

/** Errors of the wire; cancellations pass through untouched. */
export function fromWire(entry: ServerEntry, method: string, error: unknown, exit: ExitReport | undefined): unknown {
  const data = { server: entry.id, method };
  if (error instanceof ConnectionClosed) return crashed(entry, exit, method);
  if (error instanceof WriteRefused) {
    return new Refusal({
      code: "overloaded",
      what: `${entry.title} does not read its input.`,
      why: sentence(error.message),
      next: "Ask again later, or restart the server.",
      data,
    });
  }
  if (error instanceof MalformedReply) {
    return new Refusal({
      code: "malformed_reply",
      what: `${entry.title} sent an invalid answer.`,
      why: sentence(error.message),
      next: "Ask again.",
      data,
    });
  }
  if (error instanceof RequestTimedOut) {
    return new Refusal({
      code: "timed_out",
      what: `${entry.title} did not answer ${method} in time.`,
      why: lateness(Math.round(error.ms)),
      next: "Ask for less, or allow more time.",
      data: { ...data, ms: error.ms },
    });
  }
  if (error instanceof RpcError) return rpcRefusal(entry, method, error);
  return error;
}

function lateness(ms: number): string {
  return ms === 0
    ? "No time was left when it was asked."
    : `It was asked ${ms} ms ago; the request has been cancelled.`;
}

function rpcRefusal(entry: ServerEntry, method: string, error: RpcError): Refusal {
  const data = { server: entry.id, method, rpcCode: error.code };
  if (error.code === errorCodes.methodNotFound) return capabilityMissing(entry, method, error.message);
  if (error.code === errorCodes.serverNotInitialized) {
    return new Refusal({
      code: "not_initialized",
      what: "LSP client not initialized; call start_lsp first",
      why: `${entry.title} reports that it has not been initialized.`,
      next: "Restart the server.",
      data,
    });
  }
  return new Refusal(
    {
      code: "request_failed",
      what: `${entry.title} could not answer ${method}.`,
      why: `It said: ${oneLine(error.message.slice(0, 500))} (${error.code})`,
      next: remedyOf(entry, error.message) ?? "Check the position and the file, then ask again.",
      data,
    },
    error,
  );
}

/** What helps, where the catalogue knows what the server means. */
function remedyOf({ quirks }: ServerEntry, message: string): string | undefined {
  return quirks.remedies?.find(({ says }) => message.includes(says))?.next;
}

function stderrLine(exit: ExitReport | undefined): string {
  const last = exit?.stderr.trim().split("\n").at(-1) ?? "";
  return last === "" ? "" : ` Its last output: ${last.slice(0, 300)}`;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Others kept the server for themselves until the time of the call was over. */
export function laneTaken(entry: ServerEntry): Refusal {
  return new Refusal({
    code: "timed_out",
    what: `${entry.title} was busy with other calls until the time was up.`,
    why: "While one call checks what a change would do, other calls wait.",
    next: "Ask again, or allow more time.",
    data: { server: entry.id },
  });
}

/** What one caller supposes would be seen by all clients of the server. */
export function wouldBeSeen(entry: ServerEntry): Refusal {
  return new Refusal({
    code: "capability_missing",
    what: `${entry.title} cannot check unsaved changes.`,
    why: "Someone else runs it, and its other clients would see them.",
    next: 'Write the change, then check the result; or have the operator say that it has no other client ("alone": true).',
    data: { server: entry.id },
  });
}

export function cannotBeShown(entry: ServerEntry): Refusal {
  return new Refusal({
    code: "capability_missing",
    what: `${entry.title} cannot check unsaved changes.`,
    why: "It reads files from the disk only.",
    next: "Write the change, then check the result.",
    data: { server: entry.id },
  });
}
