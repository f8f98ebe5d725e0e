// Takes in what a server publishes about documents: first recorded, then announced.

import type { Emit } from "../model/event.ts";
import type { PositionEncoding } from "../model/line-index.ts";
import { parsePublished } from "../protocol/diagnostics.ts";
import { fromLspRange, fromUtf16Range } from "../protocol/position.ts";
import { fromUri } from "../protocol/uri.ts";
import type { RangeReader } from "./convert.ts";
import { fromLspDiagnostics } from "./convert.ts";
import type { DiagnosticsStore } from "./diagnostics-store.ts";
import type { Documents } from "./documents.ts";
import type { SessionLane } from "./lane.ts";
import type { FoundServer } from "./launch.ts";

export interface PublishContext {
  readonly options: { readonly server: FoundServer; readonly emit: Emit };
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
  if (hearers === "nobody" || !context.diagnostics.publish(file, version, diagnostics) || hearers !== "all") return;
  const index = document?.index;
  // Without the text only utf-16 can be converted; a closed document of another encoding is not announced.
  if (encoding !== "utf-16" && index === undefined) return;
  const read: RangeReader =
    encoding === "utf-16" || index === undefined ? fromUtf16Range : (range) => fromLspRange(index, range, encoding);
  const { server, emit } = context.options;
  emit({
    type: "diagnostics",
    server: server.entry.id,
    file,
    ...(version === undefined ? {} : { version }),
    diagnostics: fromLspDiagnostics(diagnostics, read),
  });
}
