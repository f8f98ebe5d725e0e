// How a server would lay out a file or a stretch of it: its edits, and the text that they make. Nothing is changed here.

import type { FilePath } from "../../model/file-path.ts";
import type { Indentation } from "../../model/indentation.ts";
import type { LineIndex, PositionEncoding } from "../../model/line-index.ts";
import type { Span } from "../../model/place.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { isRange } from "../../protocol/locations.ts";
import { toLspPosition } from "../../protocol/position.ts";
import { isRecord } from "../../std/json.ts";
import type { AskOptions, Reply } from "../ask-host.ts";
import { documentOf } from "../questions/position-queries.ts";
import { answerWithStanding } from "../questions/queries.ts";
import type { Session } from "../session.ts";

export interface FormattingRequest extends Indentation {
  readonly file: FilePath;
  /** The whole file without it. */
  readonly span?: Span | undefined;
}

export interface Formatted {
  /** What the edits were made from, and its hash. */
  readonly before: string;
  readonly hash: string;
  readonly text: string;
  /** As the server gave them, in the order of the text. */
  readonly edits: readonly { readonly span: Span; readonly newText: string }[];
}

/** Refused where the server cannot, where its edits contradict each other, and for a file that cannot be written back. */
export async function formatting(
  session: Session,
  request: FormattingRequest,
  options: AskOptions,
): Promise<Answer<Formatted>> {
  const reply = await ask(session, request, options);
  const { index, hash, lossy } = documentOf(reply.document);
  if (lossy) {
    refuse({
      code: "binary_file",
      what: "The file is not valid UTF-8.",
      why: "Writing it back would lose the bytes that could not be decoded.",
      next: "Format it with another tool.",
    });
  }
  const edits = editsIn(reply.result, index, reply.running.encoding);
  const value = {
    before: index.text,
    hash,
    text: applyEdits(index.text, edits),
    edits: [...edits]
      .sort((a, b) => a.start - b.start || a.end - b.end)
      .map(({ start, end, newText }) => ({ span: { start: index.placeOf(start), end: index.placeOf(end) }, newText })),
  };
  return answerWithStanding(session, { ...reply, result: null }, value);
}

// — below: private, in the order they are used —

function ask(session: Session, request: FormattingRequest, options: AskOptions): Promise<Reply> {
  const { file, span, tabSize, insertSpaces } = request;
  const format = { tabSize, insertSpaces };
  if (span === undefined) {
    const params = (document: Reply["document"]) => ({
      textDocument: { uri: documentOf(document).uri },
      options: format,
    });
    return session.ask("textDocument/formatting", file, params, options);
  }
  return session.ask(
    "textDocument/rangeFormatting",
    file,
    (document, { encoding }) => {
      const { uri, index } = documentOf(document);
      const range = {
        start: toLspPosition(index, span.start, encoding),
        end: toLspPosition(index, span.end, encoding),
      };
      return { textDocument: { uri }, range, options: format };
    },
    options,
  );
}

/** Null is nothing to change; a part that cannot be parsed makes all of it useless. */
function editsIn(result: unknown, index: LineIndex, encoding: PositionEncoding): OffsetEdit[] {
  if (result === null || result === undefined) return [];
  if (!Array.isArray(result)) return malformed();
  return result.map((edit: unknown) => {
    if (!isRecord(edit) || !isRange(edit["range"]) || typeof edit["newText"] !== "string") return malformed();
    const { start, end } = edit["range"];
    return {
      start: index.offsetOfUnits(start, encoding),
      end: index.offsetOfUnits(end, encoding),
      newText: edit["newText"],
    };
  });
}

function malformed(): never {
  return refuse({
    code: "malformed_reply",
    what: "The server's edits are malformed.",
    why: "One of them has no range or no text.",
    next: "Ask again; nothing was changed.",
  });
}
