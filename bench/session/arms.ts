// The ways to ask one question that are compared: the bypass, the session, and a snapshot of the workspace.

import { pathToFileURL } from "node:url";
import { settingsFor } from "../../src/config/profiles.ts";
import type { Host } from "../../src/host/host.ts";
import { nodeCodec } from "../../src/host/node/node-codec.ts";
import type { Emit } from "../../src/model/event.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { Answer } from "../../src/model/standing.ts";
import type { AskOptions } from "../../src/session/ask-host.ts";
import * as queries from "../../src/session/questions/queries.ts";
import type { Session } from "../../src/session/session.ts";
import { deadlineIn } from "../../src/std/deadline.ts";
import type { Snapshot } from "../../src/workspace/snapshot.ts";
import { Workspace } from "../../src/workspace/workspace.ts";
import type { WorkspaceOptions } from "../../src/workspace/workspace-options.ts";
import type { Project, Question } from "./project.ts";
import { RawClient } from "../shared/raw-client.ts";
import type { Subject } from "./subject.ts";

/** Asks, and returns the number of facts in the answer. */
export type Ask = (question: Question) => Promise<number>;

const patienceMs = 60_000;

/** A started server with the project's documents open. */
export async function openRaw(subject: Subject, project: Project): Promise<RawClient> {
  const client = new RawClient(subject.command, project.root);
  await client.initialize(project.root, subject.capabilities);
  for (const { file, text } of project.opened) client.open(pathToFileURL(file).href, project.languageId, text);
  return client;
}

export function askRaw(client: RawClient): Ask {
  return async ({ kind, file, place }) => {
    const textDocument = { uri: pathToFileURL(file).href };
    const position = { line: place.line - 1, character: place.column - 1 };
    switch (kind) {
      case "definition":
        return count(await client.request("textDocument/definition", { textDocument, position }));
      case "hover":
        return count(await client.request("textDocument/hover", { textDocument, position }));
      case "references":
        return count(
          await client.request("textDocument/references", {
            textDocument,
            position,
            context: { includeDeclaration: true },
          }),
        );
      case "documentSymbol":
        return count(await client.request("textDocument/documentSymbol", { textDocument }));
    }
  };
}

export function openWorkspace(
  host: Host,
  subject: Pick<Subject, "catalog">,
  root: string,
  emit: Emit = () => {},
  trace?: WorkspaceOptions["trace"],
): Workspace {
  return new Workspace({
    host,
    codec: nodeCodec,
    root: filePath(root),
    catalog: subject.catalog,
    settings: settingsFor("standard"),
    trusted: false,
    emit,
    trace,
  });
}

export function askSession(host: Host, session: Session): Ask {
  return (question) => {
    const options = { deadline: deadlineIn(host.clock, patienceMs), waitMs: patienceMs };
    return factsOf(fromSession(session, question, options));
  };
}

export function askSnapshot(host: Host, workspace: Workspace): Ask {
  return async (question) => {
    const snapshot = await workspace.snapshot();
    const patience = { deadline: deadlineIn(host.clock, patienceMs), waitMs: patienceMs };
    return factsOf(fromSnapshot(snapshot, question, patience));
  };
}

// — below: private, in the order they are used —

function count(result: unknown): number {
  if (Array.isArray(result)) return result.length;
  return result === null || result === undefined ? 0 : 1;
}

async function factsOf(answer: Promise<Answer<unknown>>): Promise<number> {
  return count((await answer).value);
}

function fromSession(session: Session, { kind, file, place }: Question, options: AskOptions): Promise<Answer<unknown>> {
  const at = { file: filePath(file), place };
  switch (kind) {
    case "definition":
      return queries.definition(session, at, options);
    case "hover":
      return queries.hover(session, at, options);
    case "references":
      return queries.references(session, at, true, options);
    case "documentSymbol":
      return queries.documentSymbols(session, at.file, options);
  }
}

function fromSnapshot(
  snapshot: Snapshot,
  { kind, file, place }: Question,
  patience: AskOptions,
): Promise<Answer<unknown>> {
  const target = { file: filePath(file), place };
  switch (kind) {
    case "definition":
      return snapshot.definition(target, patience);
    case "hover":
      return snapshot.hover(target, patience);
    case "references":
      return snapshot.references(target, true, patience);
    case "documentSymbol":
      return snapshot.documentSymbols(target.file, patience);
  }
}
