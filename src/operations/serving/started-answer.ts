// What became of servers that were to be started, as an answer.

import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import type { StartedServer } from "../../workspace/control.ts";

export interface StartedJson {
  readonly message: string;
  readonly servers: readonly {
    readonly server: string;
    readonly root: FilePath;
    readonly state: "ready" | "loading" | "failed";
    /** The address of a server that someone else runs: it has no process here. */
    readonly connected_to?: string;
    readonly detail?: string;
  }[];
}

/** What was done. */
export type Done = "started" | "restarted" | "connected";

/** When none came up there is no answer but why. */
export function startedAnswer(servers: readonly StartedServer[]): Answer<readonly StartedServer[]> {
  const failures = servers.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  if (first !== undefined && failures.length === servers.length) throw new Refusal(first);
  const reasons = failures.map(({ what }): Reason => ({ code: "scoped", detail: what }));
  return { value: servers, standing: standingOf(reasons) };
}

export function startedText(done: Done, servers: readonly StartedServer[], budget: Budget): string {
  if (servers.length === 0) return nothing;
  const rows = servers.map((one) => {
    const { state, detail } = stateOf(one);
    return `  ${one.server}  ${state}${detail === undefined ? "" : `: ${inertLine(detail, 300)}`}`;
  });
  const head = headOf(done, servers);
  return fitting([() => ({ text: [head, ...rows].join("\n") }), () => ({ text: head, leavesOut: "servers" })], budget);
}

export function startedJson(done: Done, servers: readonly StartedServer[]): StartedJson {
  return {
    message: servers.length === 0 ? nothing : headOf(done, servers),
    servers: servers.map((one) => {
      const { state, detail } = stateOf(one);
      const connected = one.connectedTo === undefined ? {} : { connected_to: one.connectedTo };
      return { server: one.server, root: one.root, state, ...connected, ...(detail === undefined ? {} : { detail }) };
    }),
  };
}

// — below: private, in the order they are used —

const nothing = "Nothing to start: the root has no code in a language with a known server.";

function stateOf({ failure, waitsFor }: StartedServer): {
  readonly state: "ready" | "loading" | "failed";
  readonly detail?: string;
} {
  if (failure !== undefined) return { state: "failed", detail: [failure.what, failure.next ?? ""].join(" ").trim() };
  return waitsFor === undefined ? { state: "ready" } : { state: "loading", detail: waitsFor };
}

function headOf(done: Done, servers: readonly StartedServer[]): string {
  const [first] = servers;
  if (done === "connected" && first?.connectedTo !== undefined)
    return `Connected to existing language server at ${first.connectedTo}`;
  const failed = servers.filter(({ failure }) => failure !== undefined).length;
  const subject = servers.length === 1 ? "LSP server" : `${servers.length - failed} LSP servers`;
  return failed === 0 ? `${subject} ${done} successfully` : `${subject} ${done}, ${failed} not`;
}
