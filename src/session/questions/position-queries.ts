// The questions about one place or one stretch of a file, as plain values with their standing.

import type { InlayHint, RenameCheck, SemanticToken, SignatureHelp } from "../../model/fine-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { FilePlace, Span } from "../../model/place.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import { Refusal, orIfRefused } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { errorCodes } from "../../protocol/error-codes.ts";
import { normaliseInlayHints } from "../../protocol/inlay.ts";
import { isRange } from "../../protocol/locations.ts";
import { toLspPosition } from "../../protocol/position.ts";
import { normaliseSignatureHelp } from "../../protocol/signature.ts";
import { decodeTokens, legendOf } from "../../protocol/tokens.ts";
import type { InRange } from "../../protocol/wire-shapes.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { bug } from "../../std/bug.ts";
import { at as jsonAt } from "../../std/json.ts";
import type { AskOptions, Reply } from "../ask-host.ts";
import type { OpenDocument } from "../documents/open-document.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";
import { oneLine } from "../../std/words.ts";
import type { Expansion } from "../../model/code-facts.ts";
import { fromUri } from "../../protocol/uri.ts";
import { rangeReader } from "./convert.ts";
import { answerWithStanding, positionParams } from "./queries.ts";

/** A stretch of a file; the whole of it without a span. */
export interface Within {
  readonly file: FilePath;
  readonly span?: Span | undefined;
}

export async function signatureHelp(
  session: Session,
  at: FilePlace,
  options: AskOptions,
): Promise<Answer<SignatureHelp>> {
  const reply = await session.ask("textDocument/signatureHelp", at.file, positionParams(at), options);
  const { help, unreadable } = normaliseSignatureHelp(reply.result);
  return judged(session, reply, help, unreadable);
}

export async function inlayHints(session: Session, within: Within, options: AskOptions): Promise<Answer<InlayHint[]>> {
  const reply = await session.ask("textDocument/inlayHint", within.file, rangeParams(within), options);
  const { hints, unreadable } = normaliseInlayHints(reply.result);
  const read = await rangeReader(session, reply.running, within.file);
  const found = hints
    .map(({ position, ...hint }) => ({ ...hint, place: read({ start: position, end: position }).start }))
    .filter(({ place }) => within.span === undefined || contains(within.span, place))
    .sort((a, b) => comparePlaces(a.place, b.place));
  return judged(session, reply, found, unreadable);
}

/** A part is asked for where the server can tell one; what it tells beyond it is left out in any case. */
export async function semanticTokens(
  session: Session,
  within: Within,
  options: AskOptions,
): Promise<Answer<SemanticToken[]>> {
  const reply = await askTokens(session, within, options);
  const { capabilities, encoding } = reply.running;
  const declared = [
    ...capabilities.options("textDocument/semanticTokens/full"),
    ...capabilities.options("textDocument/semanticTokens/range"),
  ];
  const { tokens, unreadable } = decodeTokens(
    reply.result,
    legendOf(declared),
    documentOf(reply.document).index,
    encoding,
  );
  const { span } = within;
  const found = span === undefined ? tokens : tokens.filter((token) => touches(span, token));
  return judged(session, reply, [...found], unreadable);
}

/** Whether a server would rename what stands at a place; nothing is renamed. */
export async function renameCheck(session: Session, at: FilePlace, options: AskOptions): Promise<Answer<RenameCheck>> {
  return orIfRefused(
    (error) => refusedRename(session, error),
    async () => {
      const reply = await session.ask("textDocument/prepareRename", at.file, positionParams(at), options);
      return judged(session, reply, await renameOf(session, reply, at.file), 0);
    },
  );
}

/** Like `answer`, for results whose elements are not places: their reader counts what cannot be read. */
export function judged<T>(
  session: Session,
  reply: Reply,
  value: T,
  unreadable: number,
  more: readonly Reason[] = [],
): Answer<T> {
  const detail = `${unreadable} of the results could not be parsed`;
  const lost: Reason[] = unreadable === 0 ? [] : [{ code: "unreadable_items", detail }];
  return answerWithStanding(session, { ...reply, result: null }, value, [...more, ...lost]);
}

export function documentOf(document: OpenDocument | undefined): OpenDocument {
  return document ?? bug("a question about a document needs one");
}

// — below: private, in the order they are used —

/** The end of the whole is the end of its text: one server refuses a range that goes beyond it. */
function rangeParams({ span }: Within) {
  return (document: OpenDocument | undefined, { encoding }: Running): InRange => {
    const { uri, index } = documentOf(document);
    const start = span?.start ?? { line: 1, column: 1 };
    const end = span?.end ?? index.placeOf(index.text.length);
    return {
      textDocument: { uri },
      range: { start: toLspPosition(index, start, encoding), end: toLspPosition(index, end, encoding) },
    };
  };
}

async function askTokens(session: Session, within: Within, options: AskOptions): Promise<Reply> {
  const part = () => session.ask("textDocument/semanticTokens/range", within.file, rangeParams(within), options);
  const whole = () =>
    session.ask(
      "textDocument/semanticTokens/full",
      within.file,
      (document) => ({ textDocument: { uri: documentOf(document).uri } }),
      options,
    );
  const [first, second] = within.span === undefined ? [whole, part] : [part, whole];
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "capability_missing") throw error;
    return second();
  }
}

function touches(span: Span, { place, text }: SemanticToken): boolean {
  const end = { line: place.line, column: place.column + text.length };
  return comparePlaces(place, span.end) < 0 && comparePlaces(span.start, end) < 0;
}

/** A range, a range with a placeholder, or the word to leave that to the client; null where nothing can be renamed. */
async function renameOf(session: Session, { result, running }: Reply, file: FilePath): Promise<RenameCheck> {
  if (result === null || jsonAt(result, ["defaultBehavior"]) === false) return { kind: "cannot" };
  const range = [result, jsonAt(result, ["range"])].find(isRange);
  if (range === undefined) return { kind: "can" };
  const read = await rangeReader(session, running, file);
  const placeholder = jsonAt(result, ["placeholder"]);
  return { kind: "can", span: read(range), ...(typeof placeholder === "string" ? { placeholder } : {}) };
}

/** Servers say "not here" by an error; and one that cannot be asked beforehand may rename all the same. */
function refusedRename(session: Session, refusal: Refusal): Answer<RenameCheck> {
  const { entry } = session.options.server;
  const evidence = [{ server: session.id }];
  const canRename = session.running?.capabilities.supports("textDocument/rename") === true;
  if (refusal.code === "capability_missing" && canRename) {
    const detail = `${entry.title} cannot check in advance whether a name can be changed`;
    return { value: { kind: "unchecked" }, standing: standingOf([{ code: "unchecked", detail }], evidence) };
  }
  const { cause } = refusal;
  if (refusal.code !== "request_failed" || !(cause instanceof RpcError)) throw refusal;
  // Quirk(typescript-language-server 5.3.0): every error of its compiler arrives as an internal one, in these words.
  const [, said = cause.message] = /^Request \S+ failed with message: (.*)$/s.exec(cause.message) ?? [];
  const isFault = cause.code === errorCodes.internalError && said === cause.message;
  const reasons: Reason[] = isFault
    ? [{ code: "server_unwell", detail: `${entry.title} answered with an internal error` }]
    : [];
  return { value: { kind: "cannot", why: oneLine(said) }, standing: standingOf(reasons, evidence) };
}

// Questions that only one server knows, beside the protocol; sent only to a server that the catalogue says answers them.

/** A macro written out; undefined where none stands. */
export async function expandMacro(
  session: Session,
  at: FilePlace,
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
