// Diagnostics of documents, pulled where the server offers it, awaited where it only pushes.
//
// Invariant: a time-out is reported as one, and silence is never reported as "no problems".

import type { Diagnostic } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { at, isRecord } from "../../std/json.ts";
import type { Verdict } from "../../std/verdict.ts";
import { normaliseReport } from "../../protocol/diagnostics.ts";
import type { WireDiagnostic } from "../../protocol/diagnostics.ts";
import { fromUtf16Range } from "../../protocol/position.ts";
import { fromTsserver, tsserverCommand, tsserverDiagnostics } from "../../protocol/tsserver.ts";
import { bug } from "../../std/bug.ts";
import type { AskOptions, Reply } from "../ask-host.ts";
import { RangeReaders, fromLspDiagnostics, rangeReader } from "../questions/convert.ts";
import type { OpenDocument } from "../documents/open-document.ts";
import { diagnosticsPerDocument, timesTakenIn, workspacePullMs } from "../limits.ts";
import { answerWithStanding } from "../questions/queries.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";
import { display, filePath, parseFilePath } from "../../model/file-path.ts";
import { toUri } from "../../protocol/uri.ts";
import { withoutTexts } from "./publish.ts";
import { withheldReason, withoutMessage } from "./withheld.ts";

export interface Diagnosis {
  readonly file: FilePath;
  /** `none`: the server said nothing about this document, which is not the same as saying that it is clean. */
  readonly source: "pull" | "push" | "none";
  readonly version: number;
  /** As they may be shown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where messages are withheld: as the server said them, to be compared and never to be shown. */
  readonly withheld?: { readonly why: string; readonly said: readonly Diagnostic[] };
  /** What takes nothing from what was found: a linter that was not asked. */
  readonly remarks?: readonly string[];
}

/** What one server said: each problem also as it came from there, in the same order. */
export interface OwnDiagnosis extends Diagnosis {
  readonly wire: readonly WireDiagnostic[];
}

/** Asked once more where the server died or loaded everything again meanwhile. */
export async function diagnose(session: Session, file: FilePath, options: AskOptions): Promise<Answer<OwnDiagnosis>> {
  const first = await attempt(session, file, options);
  const isLost = first.standing.reasons.some(({ code }) => code === "server_died");
  const isOld = session.running?.checks.isCurrent === false && first.standing.state === "complete";
  const last = (isLost || isOld) && !options.deadline.passed ? await attempt(session, file, options) : first;
  const shown = await shownDiagnosis(session, file, last);
  tellPulled(session, shown.value);
  return shown;
}

/** Who hears what servers publish hears what was asked for in the same form. */
function tellPulled(session: Session, { file, source, version, wire, withheld }: OwnDiagnosis): void {
  const { heard } = session.options;
  if (source !== "pull" || session.isSupposing || heard === undefined) return;
  const published = { uri: toUri(file), version, diagnostics: [...wire] };
  const raw = wire.map((one) => one.raw ?? one);
  const method = "textDocument/diagnostic";
  heard(method, withheld === undefined ? { ...published, diagnostics: raw } : withoutTexts(published, withheld));
}

/** Messages that may quote a file outside the root are left out; where problems are, and which, is told. */
export async function shownDiagnosis<T extends Diagnosis>(
  session: Session,
  file: FilePath,
  { value, standing }: Answer<T>,
): Promise<Answer<T>> {
  if (value.diagnostics.length === 0) return { value, standing };
  const withheld = await session.options.showing?.withheld(file, session.isSupposing);
  if (withheld === undefined) return { value, standing };
  const { why } = withheld;
  const diagnostics = value.diagnostics.map((one) => withoutMessage(one, why));
  return {
    value: { ...value, diagnostics, withheld: { why, said: value.diagnostics } },
    standing: standingOf([...standing.reasons, withheldReason(withheld)], standing.evidence),
  };
}

/**
 * The same from a server that publishes by itself, whatever it has said before: that may be about files which have
 * changed since, and nothing tells when it has looked again.
 */
export async function diagnoseAnew(
  session: Session,
  file: FilePath,
  options: AskOptions,
): Promise<Answer<OwnDiagnosis>> {
  const { diagnostics } = session.options.server.entry;
  if (diagnostics === "push" || diagnostics === "push-versioned") await session.documents.closeUnused(file);
  return diagnose(session, file, options);
}

async function attempt(session: Session, file: FilePath, options: AskOptions): Promise<Answer<OwnDiagnosis>> {
  const running = await session.usable(options);
  // First opened, for some servers load nothing without; then ready, for some declare only then that they can be asked.
  await session.documents.synced(file);
  await running.readiness.wait(Math.min(options.waitMs, options.deadline.remaining()), options.signal);
  const pulls =
    running.capabilities.supports("textDocument/diagnostic") &&
    !session.options.server.entry.quirks.neverSend?.includes("textDocument/diagnostic");
  if (session.options.server.entry.diagnostics === "tsserver") return askOrAwait(session, running, file, options);
  return (pulls ? pull : awaitPush)(session, running, file, options);
}

async function pull(
  session: Session,
  running: Running,
  file: FilePath,
  options: AskOptions,
): Promise<Answer<OwnDiagnosis>> {
  const reasons = await check(session, running, options);
  const { last, items, why } = await askInProject(session, running, file, options);
  reasons.push(...why);
  if (last.items === undefined) reasons.push({ code: "nothing_received", detail: "a diagnostic report is malformed" });
  // What the check found is here by now: it was sent before the answer to what was asked after it.
  if (running.checks.exists && !session.lane.isSupposing) items.push(...(session.diagnostics.of(file)?.items ?? []));
  const read = await rangeReader(session, last.reply.running, file);
  const version = last.reply.document?.version ?? 0;
  const diagnostics = fromLspDiagnostics(items, read);
  const value: OwnDiagnosis = { file, source: "pull", version, diagnostics, wire: items };
  return answerWithStanding(session, last.reply, value, reasons);
}

/** Asks once more, one file after the other, while the server has left the file out of its project. */
async function askInProject(session: Session, running: Running, file: FilePath, options: AskOptions) {
  const ask = async () => {
    const asked = await askAll(session, running, file, options);
    return { ...asked, why: await judgedAlone(session, asked.last.reply, file) };
  };
  const first = await ask();
  if (first.why.length === 0 || !canTakeIn(session)) return first;
  return session.listings.run("listing", async () => {
    let again = first;
    const isOver = (): boolean => options.deadline.passed || options.signal?.aborted === true;
    for (let times = 0; again.why.length > 0 && times < timesTakenIn && !isOver(); times++) {
      await takeIn(session, again.last.reply.running, file);
      again = await ask();
    }
    return again;
  });
}

type Asked = Awaited<ReturnType<typeof askOne>>;

/** All sources of a server: what they say together, and the last of them, or the one that cannot be parsed. */
async function askAll(
  session: Session,
  running: Running,
  file: FilePath,
  options: AskOptions,
): Promise<{ last: Asked; items: WireDiagnostic[] }> {
  const asked: Asked[] = [];
  for (const identifier of identifiers(running)) asked.push(await askOne(session, file, identifier, options));
  const last = asked.find(({ items }) => items === undefined) ?? asked.at(-1);
  return {
    last: last ?? bug("a server that pulls has at least one source"),
    items: asked.flatMap((one) => one.items ?? []),
  };
}

/** How long problems are waited for: what is set, unless the caller wants to wait for less. */
function waitLimit({ options: { settings } }: Session, { deadline, patienceMs }: AskOptions): number {
  const { waitMs } = settings.diagnostics;
  return Math.min(waitMs, patienceMs ?? waitMs, deadline.remaining());
}

/** Has the server look again with its compiler, where that is another source than what it pulls from. */
async function check(session: Session, running: Running, options: AskOptions): Promise<Reason[]> {
  if (session.lane.isSupposing && running.checks.exists) {
    const { title } = session.options.server.entry;
    return [{ code: "unchecked", detail: `the compiler that ${title} runs reads only the disk, so it was not run` }];
  }
  const limit = waitLimit(session, options);
  const notify = (method: string, params: object): void => void running.channel.connection.notify(method, params);
  const verdict = await running.checks.run(notify, limit, options.signal);
  if (verdict.kind === "met") return [];
  return [{ code: verdict.kind === "unmet" ? "timed_out" : "server_died", detail: verdict.why }];
}

async function askOne(session: Session, file: FilePath, identifier: string | undefined, options: AskOptions) {
  const source = identifier ?? "";
  const reply = await session.ask(
    "textDocument/diagnostic",
    file,
    (document) => {
      const previousResultId = session.pulled.previousResultId(file, source);
      return {
        textDocument: { uri: (document ?? bug("a pull needs a document")).uri },
        ...(identifier === undefined ? {} : { identifier }),
        ...(previousResultId === undefined ? {} : { previousResultId }),
      };
    },
    options,
  );
  const report = normaliseReport(reply.result);
  const items = report && session.pulled.take(file, source, reply.document?.version ?? 0, report);
  return { reply, items };
}

/** A server may have registered several sources, each with its own identifier. */
function identifiers(running: Running): readonly (string | undefined)[] {
  const found = running.capabilities.options("textDocument/diagnostic").map((options) => {
    const identifier = isRecord(options) ? options["identifier"] : undefined;
    return typeof identifier === "string" ? identifier : undefined;
  });
  return found.length === 0 ? [undefined] : [...new Set(found)];
}

async function askTsserver(session: Session, file: FilePath, options: AskOptions): Promise<Answer<OwnDiagnosis>> {
  const wire: WireDiagnostic[] = [];
  const reasons: Reason[] = [];
  let reply: Reply | undefined;
  for (const request of tsserverDiagnostics) {
    const params = { command: tsserverCommand, arguments: [request, { file }] };
    reply = await session.ask("workspace/executeCommand", file, () => params, { ...options, idempotent: true });
    const items = fromTsserver(reply.result);
    if (items === undefined) reasons.push({ code: "nothing_received", detail: `${request} was not answered` });
    wire.push(...(items ?? []));
  }
  const last = reply ?? bug("tsserver is asked at least once");
  const version = last.document?.version ?? 0;
  const diagnostics = fromLspDiagnostics(wire, fromUtf16Range);
  return answerWithStanding(session, last, { file, source: "pull", version, diagnostics, wire }, reasons);
}

/** What the server publishes by itself counts where policy does not allow the command by which it is asked. */
async function askOrAwait(
  session: Session,
  running: Running,
  file: FilePath,
  options: AskOptions,
): Promise<Answer<OwnDiagnosis>> {
  try {
    return await askTsserver(session, file, options);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "policy_denied") throw error;
    const { value, standing } = await awaitPush(session, running, file, options);
    const { title } = session.options.server.entry;
    const detail = `policy does not allow the command by which ${title} is asked, so this is what it published by itself`;
    return { value, standing: standingOf([...standing.reasons, { code: "unchecked", detail }], standing.evidence) };
  }
}

async function awaitPush(
  session: Session,
  running: Running,
  file: FilePath,
  options: AskOptions,
): Promise<Answer<OwnDiagnosis>> {
  const { server } = session.options;
  const document = await session.documents.synced(file);
  const wanted = { path: file, version: document.version, since: document.sentAt };
  const limit = waitLimit(session, options);
  const neverPushes = server.entry.diagnostics === "none";
  const verdict: Verdict = neverPushes
    ? { kind: "unmet", why: `${server.entry.title} does not provide diagnostics` }
    : await session.diagnostics.settled([wanted], limit, options.signal);
  return pushed(session, running, document, verdict);
}

async function pushed(
  session: Session,
  running: Running,
  document: OpenDocument,
  verdict: Verdict,
): Promise<Answer<OwnDiagnosis>> {
  const received = session.diagnostics.of(document.path);
  const current =
    received !== undefined &&
    (received.version === undefined ? received.at >= document.sentAt : received.version >= document.version);
  const reasons: Reason[] = [];
  if (verdict.kind === "unmeetable") reasons.push({ code: "server_died", detail: verdict.why });
  if (verdict.kind === "unmet" && current) reasons.push({ code: "timed_out", detail: verdict.why });
  if (!current && verdict.kind !== "unmeetable")
    reasons.push({
      code: "nothing_received",
      detail: verdict.kind === "unmet" ? verdict.why : "no diagnostics were received",
    });
  if (received !== undefined && received.sent > diagnosticsPerDocument) {
    reasons.push({
      code: "capped",
      detail: `${received.sent} were sent, the first ${diagnosticsPerDocument} are kept`,
    });
  }
  if (running.isMute() && received?.items.length === 0) {
    reasons.push({ code: "nothing_received", detail: "the server says that it provides no diagnostics here" });
  }
  const read = await rangeReader(session, running, document.path);
  const wire = current ? received.items : [];
  const value: OwnDiagnosis = {
    file: document.path,
    source: current ? "push" : "none",
    version: document.version,
    diagnostics: fromLspDiagnostics(wire, read),
    wire,
  };
  const reply = { result: null, document, running, readiness: running.readiness.verdict() };
  const standing = answerWithStanding(
    session,
    reply as Parameters<typeof answerWithStanding>[1],
    value,
    reasons,
  ).standing;
  return { value, standing: standingOf(standing.reasons, standing.evidence) };
}

// A script that the server leaves out of its project, although the project takes it, and how it gets back in.
//
// TypeScript 7 lists the files of a project in an order that open documents change. It leaves out a script by chance where
// the declaration of its name is open, and never where that declaration is closed.
// Invariant: an answer counts as the project's only if the server said so of the very opening that was asked about.

/** Why what the server says of the file is not what its project says; nothing when it is. */
async function judgedAlone({ documents, options }: Session, reply: Reply, file: FilePath): Promise<Reason[]> {
  const declaration = parseFilePath(file.replace(/\.([cm]?)jsx?$/, ".d.$1ts"));
  if (declaration === undefined || declaration === file) return [];
  const isReopened = documents.get(file)?.opening !== reply.document?.opening;
  const ownership = isReopened ? "unsaid" : reply.running.ownership(file);
  if (ownership === "yes" || !(await options.isTaken?.(file))) return [];
  // One that was only supposed may have cost the script its place in the project too.
  const isBeside = documents.versions.has(declaration) || (await options.host.files.stat(declaration)) !== undefined;
  if (ownership === "unsaid" && !isBeside) return [];
  const [script, beside] = [file, declaration].map((path) => display(options.root, path));
  return [
    { code: "projects_not_loaded", detail: `${script} is checked in no project, because of ${beside} beside it` },
  ];
}

/** Whether the server can be had to list its project: it then finds again what is only supposed to be gone. */
function canTakeIn({ documents }: Session): boolean {
  return !documents.supposesGone;
}

/**
 * Opens the file again, by which the server says whether its project has it; where it has said no, it lists its project anew
 * while no declaration is open that can stay closed.
 */
async function takeIn({ documents }: Session, running: Running, file: FilePath): Promise<void> {
  if (running.ownership(file) !== "no") return documents.openAnew(file, () => {});
  const declarations = documents.paths().filter((path) => /\.d\.[cm]?ts$/.test(path) && !documents.isNeeded(path));
  await Promise.all(declarations.map((path) => documents.closeUnused(path)));
  // The server takes no notice of an open file that comes. One that is not there has it list the project, and adds nothing.
  const absent = toUri(filePath(file.replace(/\.(\w+)$/, ".absent.$1")));
  await documents.openAnew(file, () =>
    running.channel.connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: absent, type: created }] }),
  );
}

// — below: private, in the order they are used —

/** The protocol's number for a file that has come. */
const created = 1;

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
