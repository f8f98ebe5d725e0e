// Questions that only one server knows, beside the protocol; sent only to a server that the catalogue says answers them.

import type { Expansion } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Answer } from "../../model/standing.ts";
import { fromUri } from "../../protocol/uri.ts";
import { bug } from "../../std/bug.ts";
import { at as jsonAt } from "../../std/json.ts";
import type { AskOptions } from "../ask-host.ts";
import type { At } from "./queries.ts";
import { answerWithStanding, positionParams } from "./queries.ts";
import type { Session } from "../session.ts";

/** A macro written out; undefined where none stands. */
export async function expandMacro(
  session: Session,
  at: At,
  options: AskOptions,
): Promise<Answer<Expansion | undefined>> {
  const reply = await session.ask("rust-analyzer/expandMacro", at.file, positionParams(at), options);
  const [name, text] = [jsonAt(reply.result, ["name"]), jsonAt(reply.result, ["expansion"])];
  const expansion = typeof name === "string" && typeof text === "string" ? { name, text } : undefined;
  return answerWithStanding(session, reply, expansion);
}

/** The header of a source file, or the source file of a header; undefined where there is none. */
export async function sourceOrHeader(
  session: Session,
  file: FilePath,
  options: AskOptions,
): Promise<Answer<FilePath | undefined>> {
  const reply = await session.ask(
    "textDocument/switchSourceHeader",
    file,
    (document) => ({ uri: (document ?? bug("a question about a document needs one")).uri }),
    options,
  );
  // Quirk(clangd): it answers an empty text, or null, where it knows of none.
  const other = typeof reply.result === "string" && reply.result !== "" ? fromUri(reply.result) : undefined;
  return answerWithStanding(session, reply, typeof other === "string" ? other : undefined);
}
