// The server's output about all of its files at once, where it offers that.

import type { FilePath } from "../../model/file-path.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { normaliseReport } from "../../protocol/diagnostics.ts";
import { at } from "../../std/json.ts";
import type { AskOptions } from "../ask-host.ts";
import { fromLspDiagnostics, RangeReaders } from "../questions/convert.ts";
import type { Diagnosis } from "./diagnose.ts";
import { shownDiagnosis } from "./diagnose.ts";
import { workspacePullMs } from "../limits.ts";
import { answerWithStanding } from "../questions/queries.ts";
import type { Session } from "../session.ts";

/** Files that it does not report on are not in the answer; refused where it cannot be asked. `near` is opened first. */
export async function diagnoseWorkspace(
  session: Session,
  near: FilePath,
  options: AskOptions,
): Promise<Answer<readonly Diagnosis[]>> {
  // Spec: a server may keep this request open until something changes, so it is not waited for like another.
  const timeoutMs = Math.min(workspacePullMs, options.deadline.remaining() / 3);
  const reply = await session.ask("workspace/diagnostic", near, () => ({ previousResultIds: [] }), {
    ...options,
    timeoutMs,
  });
  const readers = new RangeReaders(session, reply.running);
  const found: Diagnosis[] = [];
  const reasons: Reason[] = [];
  const items = at(reply.result, ["items"]);
  const listed: readonly unknown[] = Array.isArray(items) ? items : [];
  for (const item of listed) {
    const report = normaliseReport(item);
    const uri = at(item, ["uri"]);
    const holder = typeof uri === "string" ? await readers.of(uri) : undefined;
    if (report?.kind !== "full" || typeof holder?.file !== "string") continue;
    const open = session.documents.get(holder.file);
    // What it says of another text than ours is asked again, file by file.
    if (open !== undefined && at(item, ["version"]) !== open.version) continue;
    const diagnostics = fromLspDiagnostics(report.items, holder.read);
    const diagnosis: Diagnosis = { file: holder.file, source: "pull", version: open?.version ?? 0, diagnostics };
    const { value, standing } = await shownDiagnosis(session, holder.file, {
      value: diagnosis,
      standing: standingOf([]),
    });
    found.push(value);
    reasons.push(...standing.reasons);
  }
  // About no document in particular.
  return answerWithStanding(session, { ...reply, document: undefined }, found, reasons);
}
