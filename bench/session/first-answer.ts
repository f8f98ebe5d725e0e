// One first answer, from nothing to the complete list, with the moments on the way.
//
// Times are milliseconds since the question was asked; what lies between two moments is what one step cost.

import { pathToFileURL } from "node:url";
import type { Host } from "../../src/host/host.ts";
import type { Watching } from "../../src/host/watch.ts";
import { askRaw, askSnapshot, openWorkspace } from "./arms.ts";
import type { Project, Question } from "./project.ts";
import { RawClient } from "../shared/raw-client.ts";
import type { Subject } from "./subject.ts";

export type Moments = Record<string, number>;

/** The moments of our own road, in the order in which they come. */
export const steps = [
  ["host opened", "host"],
  ["probe began", "to the probe"],
  ["probe ended", "version probe"],
  ["watch called", "to the watch"],
  ["spawn began", "to the spawn"],
  ["spawned", "spawn"],
  ["initialize sent", "to the handshake"],
  ["initialized", "handshake"],
  ["opened", "sync"],
  ["asked", "readiness"],
  ["answered", "request"],
  ["done", "convert"],
] as const satisfies readonly (readonly [string, string])[];

export interface FirstAnswer {
  readonly totalMs: number;
  readonly moments: Moments;
}

export async function firstRawAnswer(subject: Subject, project: Project, question: Question): Promise<FirstAnswer> {
  const moments: Moments = {};
  const mark = marker(moments);
  const client = new RawClient(subject.command, project.root);
  mark("spawned");
  await client.initialize(project.root, subject.capabilities);
  mark("initialized");
  const text = project.opened.find(({ file }) => file === question.file)?.text ?? "";
  client.open(pathToFileURL(question.file).href, project.languageId, text);
  mark("asked");
  const facts = await askRaw(client)(question);
  mark("done");
  await client.stop();
  return checked({ totalMs: moments["done"] ?? Number.NaN, moments }, facts, question);
}

/** Ends the workspace before it returns; that is not part of the time. */
export async function firstOwnAnswer(
  open: () => Promise<Host>,
  subject: Pick<Subject, "catalog">,
  root: string,
  question: Question,
): Promise<FirstAnswer> {
  const moments: Moments = {};
  const mark = marker(moments);
  const host = observed(await open(), mark);
  mark("host opened");
  const workspace = openWorkspace(
    host,
    subject,
    root,
    () => {},
    (_, direction, message) => traced(direction, message, mark),
  );
  try {
    const facts = await askSnapshot(host, workspace)(question);
    mark("done");
    return checked({ totalMs: moments["done"] ?? Number.NaN, moments }, facts, question);
  } finally {
    await workspace.close();
  }
}

// — below: private, in the order they are used —

type Mark = (name: string) => void;

function marker(moments: Moments): Mark {
  const began = performance.now();
  return (name) => {
    moments[name] ??= performance.now() - began;
  };
}

/** The real machine, with a mark at each of its doors that a first answer passes. */
function observed(host: Host, mark: Mark): Host {
  const { processes, watching } = host;
  return {
    ...host,
    processes: {
      canConfine: () => processes.canConfine(),
      interpreterOf: (command) => processes.interpreterOf(command),
      run: async (spec, limitMs) => {
        mark("probe began");
        const result = await processes.run(spec, limitMs);
        mark("probe ended");
        return result;
      },
      spawn: async (spec) => {
        mark("spawn began");
        const child = await processes.spawn(spec);
        mark("spawned");
        return child;
      },
      killAll: () => processes.killAll(),
    },
    watching: observedWatching(watching, mark),
  };
}

function observedWatching(watching: Watching, mark: Mark): Watching {
  return {
    watch: (options) => {
      mark("watch called");
      const watch = watching.watch(options);
      void watch.ready.then(() => mark("watch ready"));
      return watch;
    },
  };
}

function traced(direction: "sent" | "received", message: object, mark: Mark): void {
  const method = "method" in message ? message.method : undefined;
  if (direction === "sent") {
    if (method === "initialize") mark("initialize sent");
    if (method === "initialized") mark("initialized");
    if (method === "textDocument/didOpen") mark("opened");
    if (method === "textDocument/references") mark("asked");
  } else if (method === undefined && "id" in message && message.id === 2) {
    // The second request of a fresh connection is the question itself.
    mark("answered");
  }
}

function checked(answer: FirstAnswer, facts: number, question: Question): FirstAnswer {
  if (facts !== question.facts) throw new Error(`a first answer gave ${facts} of ${question.facts} facts`);
  return answer;
}
