// What a server would change because a file moves, asked before it does; and that it has moved, told after.
//
// Spec: LSP 3.18 "WillRenameFiles Request": its edits are meant for the files as they are before the move.

import type { FilePath } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import type { Answer } from "../../model/standing.ts";
import { partsOf } from "../../protocol/confirmations.ts";
import { didRenameFiles, wantsFile } from "../../protocol/file-operations.ts";
import { fromUri, toUri } from "../../protocol/uri.ts";
import type { JsonRecord } from "../../std/json.ts";
import { isRecord, at as jsonAt } from "../../std/json.ts";
import type { AskOptions, Reply } from "../ask-host.ts";
import { proposedSteps } from "./code-actions-edit.ts";
import { judged } from "../questions/position-queries.ts";
import { exhaustiveness } from "../questions/queries.ts";
import { capabilityMissing } from "../refusals.ts";
import { confirmations } from "./rename-edit.ts";
import type { Session } from "../session.ts";

export interface FileMove {
  readonly from: FilePath;
  readonly to: FilePath;
}

/** The edits that go with the move, without the move itself; refused by a server that does not care for such files. */
export async function willRenameFile(
  session: Session,
  move: FileMove,
  options: AskOptions,
): Promise<Answer<readonly ProposedStep[]>> {
  const asked = await askWillRename(session, move, options);
  if (asked === undefined) throw capabilityMissing(session.options.server.entry, willRename);
  const { reply, parts } = asked;
  const steps = await proposedSteps(session, reply.running, { documentChanges: parts });
  const more = [...exhaustiveness(session), ...confirmations(session, reply.result)];
  return judged(session, reply, steps, 0, more);
}

/** What the server says, addressed to the file where it is now; undefined where it does not want to be asked. */
export async function askWillRename(
  session: Session,
  move: FileMove,
  options: AskOptions,
): Promise<{ readonly reply: Reply; readonly parts: readonly unknown[] } | undefined> {
  const { from, to } = move;
  const { capabilities, late } = await session.start(options.deadline, options.signal);
  const waitMs = Math.min(options.waitMs, options.deadline.remaining());
  const isOffered = await late.offers(willRename, waitMs, options.signal);
  if (!isOffered || !wantsFile(capabilities.options(willRename), from)) return undefined;
  const files = [{ oldUri: toUri(from), newUri: toUri(to) }];
  const reply = await session.ask(willRename, from, () => ({ files }), options);
  return { reply, parts: beforeTheMove(partsOf(reply.result), move) };
}

/** Tells a server that runs and wants to know. */
export function tellRenamed({ running }: Session, moves: readonly FileMove[]): void {
  if (running === undefined) return;
  const { capabilities, channel } = running;
  const options = [
    jsonAt(capabilities.declared, ["workspace", "fileOperations", "didRename"]),
    ...capabilities.registrations(didRenameFiles).map((registration) => registration.options),
  ];
  const files = moves
    .filter(({ from }) => wantsFile(options, from))
    .map(({ from, to }) => ({ oldUri: toUri(from), newUri: toUri(to) }));
  if (files.length > 0) channel.connection.notify(didRenameFiles, { files });
}

// — below: private, in the order they are used —

const willRename = "workspace/willRenameFiles";

/** Some servers address the file by where it is going to be, and some move it themselves. */
function beforeTheMove(parts: readonly unknown[], { from, to }: FileMove): unknown[] {
  const isFile = (uri: unknown, file: FilePath): boolean => typeof uri === "string" && fromUri(uri) === file;
  const isTheMove = (part: JsonRecord): boolean =>
    part["kind"] === "rename" && isFile(part["oldUri"], from) && isFile(part["newUri"], to);
  return parts
    .filter((part) => !(isRecord(part) && isTheMove(part)))
    .map((part) =>
      isRecord(part) && isFile(jsonAt(part, ["textDocument", "uri"]), to)
        ? // A version is that of an open document, and nothing is open where there is no file yet.
          { ...part, textDocument: { uri: toUri(from), version: null } }
        : part,
    );
}
