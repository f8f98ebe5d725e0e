// Takes in what a server publishes about documents: first recorded, then announced.

import type { PositionEncoding } from "../../model/line-index.ts";
import { severities } from "../../model/code-facts.ts";
import type { Published } from "../../protocol/diagnostics.ts";
import { parsePublished } from "../../protocol/diagnostics.ts";
import { fromLspRange, fromUtf16Range } from "../../protocol/position.ts";
import { fromUri } from "../../protocol/uri.ts";
import type { SessionOptions } from "../ask-host.ts";
import type { RangeReader } from "../questions/convert.ts";
import { fromLspDiagnostics } from "../questions/convert.ts";
import type { DiagnosticsStore } from "./diagnostics-store.ts";
import type { Documents } from "../documents/documents.ts";
import type { SessionLane } from "../lane.ts";
import type { Withheld } from "./withheld.ts";
import { withheldMessage, withoutMessage } from "./withheld.ts";

export interface PublishContext {
  readonly options: Pick<SessionOptions, "server" | "emit" | "showing" | "heard">;
  /** What is announced, one after another. */
  announcing: Promise<void>;
  readonly documents: Documents;
  readonly diagnostics: DiagnosticsStore;
  readonly lane: Pick<SessionLane, "hearersOf">;
}

/** What is older than something known, about no file, or about texts that are no longer supposed is dropped. */
export function takePublished(context: PublishContext, params: unknown, encoding: PositionEncoding): void {
  const published = parsePublished(params);
  const file = published === undefined ? undefined : fromUri(published.uri);
  if (published === undefined || typeof file !== "string") return;
  const { version, diagnostics } = published;
  const document = context.documents.get(file);
  if (!context.diagnostics.concerns(document, version, diagnostics.length === 0)) return;
  const hearers = context.lane.hearersOf(file, version);
  if (hearers === "none" || !context.diagnostics.publish(file, version, diagnostics) || hearers !== "all") return;
  const { server, emit, showing, heard } = context.options;
  const tell = (withheld: Withheld | undefined): void =>
    heard?.(
      "textDocument/publishDiagnostics",
      withheld === undefined ? Object(params) : withoutTexts(published, withheld),
    );
  const index = document?.index;
  // Without the text only utf-16 can be converted; a closed document of another encoding is told only as it came.
  const read: RangeReader | undefined =
    encoding === "utf-16" ? fromUtf16Range : index && ((range) => fromLspRange(index, range, encoding));
  const found = read && fromLspDiagnostics(diagnostics, read);
  const announce = (withheld: Withheld | undefined): void => {
    tell(withheld);
    if (found === undefined) return;
    emit({
      type: "diagnostics",
      server: server.entry.id,
      file,
      ...(version === undefined ? {} : { version }),
      diagnostics: withheld === undefined ? found : found.map((one) => withoutMessage(one, withheld.why)),
    });
  };
  if (showing === undefined) return announce(undefined);
  const failed = (error: unknown): void => emit({ type: "defect", where: "announcing", message: String(error) });
  context.announcing = context.announcing.then(() => showing.withheld(file, false)).then(announce, failed);
}

/** Where problems are, and which, without anything that may quote a text. */
export function withoutTexts({ uri, version, diagnostics }: Published, { why }: Pick<Withheld, "why">): object {
  const told = diagnostics.map(({ range, severity, code, source }) => ({
    range,
    severity: severities.indexOf(severity) + 1,
    ...(code === undefined ? {} : { code }),
    ...(source === undefined ? {} : { source }),
    message: withheldMessage(why),
  }));
  return { uri, ...(version === undefined ? {} : { version }), diagnostics: told };
}
