// What a server offers to do at a place or about each problem of a file, filled in so that it can be judged.
//
// Invariant: nothing that is offered is carried out here, and no command is sent that an action names.
// Invariant: problems go back to the server as it sent them; by what it keeps in there it finds its fixes.

import type { Diagnostic } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { OfferedAction, Offers } from "../../model/offered-action.ts";
import type { Span } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal, orIfRefused, refuse } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { WireAction } from "../../protocol/code-actions.ts";
import { isOfKind, parseActions, parseResolved } from "../../protocol/code-actions.ts";
import type { RawDiagnostic, WireDiagnostic } from "../../protocol/diagnostics.ts";
import { toLspPosition } from "../../protocol/position.ts";
import type { WireRange } from "../../protocol/wire-shapes.ts";
import { bug } from "../../std/bug.ts";
import { pooled } from "../../std/pooled.ts";
import type { AskOptions, Reply } from "../ask-host.ts";
import type { OwnDiagnosis } from "../problems/diagnose.ts";
import { diagnose } from "../problems/diagnose.ts";
import { answerWithStanding } from "../questions/queries.ts";
import type { Session } from "../session.ts";
import { isRecord } from "../../std/json.ts";
import { proposedSteps } from "./code-actions-edit.ts";

export interface OfferQuestion {
  readonly file: FilePath;
  /** Where; at every problem of the file without it. */
  readonly span?: Span | undefined;
  /** Only of these kinds and what is below them; without it all at a place, and quick fixes about problems. */
  readonly kinds?: readonly string[] | undefined;
}

/** Asked once more where the file changed between its problems and their fixes. */
export async function codeActions(
  session: Session,
  question: OfferQuestion,
  options: AskOptions,
): Promise<Answer<Offers>> {
  const first = await attempt(session, question, options);
  const isMixed = first.standing.reasons.some(({ detail }) => detail === mixed.detail);
  return isMixed && !options.deadline.passed ? attempt(session, question, options) : first;
}

// — below: private, in the order they are used —

const quickfix = "quickfix";

/** So many requests are under way at the same time. */
const atOnce = 8;

/** More problems are not asked about in one call, nor more actions filled in: each is a request of its own. */
const maxProblems = 100;
const maxResolved = 100;

const mixed: Reason = { code: "changes_unseen", detail: "the file changed while fixes were asked for" };

async function attempt(session: Session, question: OfferQuestion, options: AskOptions): Promise<Answer<Offers>> {
  const { file } = question;
  const diagnosis = await diagnose(session, file, options);
  const problems = problemsAt(diagnosis.value, question.span);
  const asked = questions(question, problems.slice(0, maxProblems));
  const replies = await pooled(asked, atOnce, async (one) => {
    const reply = await put(session, file, one, options);
    const wanted = parseActions(reply.result).filter(({ kind }) => isWanted(kind, one.only));
    return { reply, actions: wanted.map((action) => ({ action, of: one })) };
  });
  const found = replies.flatMap(({ reply, actions }) => actions.map((one) => ({ ...one, reply })));
  const open = new Map(found.flatMap(({ action, reply }) => unfilled(action, reply)));
  const reasons = [
    ...knownOf(diagnosis, question.span !== undefined),
    ...replies.flatMap(({ reply }) => standingOfReply(session, reply, diagnosis.value)),
    ...capped(problems.length, maxProblems, "problems", "asked about"),
    ...capped(open.size, maxResolved, "suggestions", "resolved"),
  ];
  const filled = new Map(
    await pooled([...open].slice(0, maxResolved), atOnce, async ([key, raw]) => {
      return [key, await filledIn(session, file, raw, options)] as const;
    }),
  );
  const actions = await pooled(found, atOnce, async ({ action, of, reply }) => {
    const [left] = unfilled(action, reply);
    return offered(session, reply, whole(action, left && filled.get(left[0])), { problems, of });
  });
  const evidence = replies[0] === undefined ? diagnosis.standing.evidence : evidenceOf(session, replies[0].reply);
  const diagnostics = problems.map(({ diagnostic }) => diagnostic);
  const organized = await organizedImports(session, file, question.kinds, options);
  return {
    value: { diagnostics, actions: distinct([...actions, ...organized]) },
    standing: standingOf(reasons, evidence),
  };
}

/** A problem as it is told, and as its server knows it. */
interface Problem {
  readonly diagnostic: Diagnostic;
  readonly wire: WireDiagnostic;
}

function problemsAt({ diagnostics, wire }: OwnDiagnosis, span: Span | undefined): Problem[] {
  const all = diagnostics.map((diagnostic, index) => ({
    diagnostic,
    wire: wire[index] ?? bug("each problem came over the wire"),
  }));
  if (span === undefined) return all;
  return all.filter(({ diagnostic: { span: own } }) => {
    return comparePlaces(own.start, span.end) <= 0 && comparePlaces(span.start, own.end) <= 0;
  });
}

interface Question {
  /** Of the caller, or of a problem as the server gave it. */
  readonly at: { readonly span: Span } | { readonly range: WireRange };
  readonly about: readonly Problem[];
  readonly only: readonly string[] | undefined;
}

/**
 * About each problem on its own, because some servers look for fixes only where a range begins; and about the place
 * as a whole, for what is no fix, and for what mends several problems together.
 */
function questions({ span, kinds }: OfferQuestion, problems: readonly Problem[]): Question[] {
  const fixes = kinds?.filter((kind) => isOfKind(kind, quickfix) || isOfKind(quickfix, kind)) ?? [quickfix];
  const only = span === undefined ? (kinds ?? [quickfix]) : fixes;
  const each = problems.map((problem): Question => ({ at: { range: problem.wire.range }, about: [problem], only }));
  if (span === undefined) return each;
  return [...(fixes.length === 0 ? [] : each), { at: { span }, about: problems, only: kinds }];
}

function put(session: Session, file: FilePath, { at, about, only }: Question, options: AskOptions): Promise<Reply> {
  return session.ask(
    "textDocument/codeAction",
    file,
    (document, { encoding }) => {
      const open = document ?? bug("a question about a document needs one");
      const place = (of: Span["start"]) => toLspPosition(open.index, of, encoding);
      return {
        textDocument: { uri: open.uri },
        range: "range" in at ? at.range : { start: place(at.span.start), end: place(at.span.end) },
        context: {
          diagnostics: about.flatMap(({ wire }): RawDiagnostic[] => (wire.raw === undefined ? [] : [wire.raw])),
          ...(only === undefined ? {} : { only: [...only] }),
          triggerKind: 1,
        },
      };
    },
    options,
  );
}

/** Whether it is what was asked for. Some servers do not heed it; one that does not say its kind is believed. */
function isWanted(kind: string | undefined, only: readonly string[] | undefined): boolean {
  return kind === undefined || only === undefined || only.some((wanted) => isOfKind(kind, wanted));
}

/** At a place there is more to offer than fixes, so unknown problems make an answer smaller, not void. */
function knownOf({ standing, value }: Answer<OwnDiagnosis>, isAtPlace: boolean): Reason[] {
  return standing.reasons.map((reason) =>
    isAtPlace && value.source === "none" && reason.code === "nothing_received"
      ? { code: "scoped", detail: `the diagnostics here are unknown, so fixes may be missing: ${reason.detail}` }
      : reason,
  );
}

function standingOfReply(session: Session, reply: Reply, diagnosis: OwnDiagnosis): readonly Reason[] {
  const isMixed = diagnosis.source !== "none" && reply.document?.version !== diagnosis.version;
  // What an action looks like is judged here, so the reply itself is not.
  return answerWithStanding(session, { ...reply, result: null }, undefined, isMixed ? [mixed] : []).standing.reasons;
}

function evidenceOf(session: Session, reply: Reply) {
  return answerWithStanding(session, { ...reply, result: null }, undefined).standing.evidence;
}

function capped(count: number, limit: number, what: string, done: string): Reason[] {
  if (count <= limit) return [];
  return [{ code: "capped", detail: `only the first ${limit} of ${count} ${what} were ${done}` }];
}

type Raw = NonNullable<WireAction["raw"]>;

/** What goes back to the server, where it left the action to be filled in later; the same offered twice has one key. */
function unfilled({ raw, edit, disabled }: WireAction, { running }: Reply): readonly (readonly [string, Raw])[] {
  if (raw === undefined || edit !== undefined || disabled !== undefined) return [];
  return running.capabilities.supports("codeAction/resolve") ? [[JSON.stringify(raw), raw]] : [];
}

type Filled = Pick<WireAction, "edit" | "command"> | { readonly fault: string };

/** One that fails costs itself only. */
async function filledIn(session: Session, file: FilePath, raw: Raw, options: AskOptions): Promise<Filled> {
  return orIfRefused(
    (error) => ({ fault: error.details.what }),
    async () => {
      const reply = await session.ask("codeAction/resolve", file, () => raw, options);
      return parseResolved(reply.result) ?? { fault: "The server did not say what it would change." };
    },
  );
}

interface Whole {
  readonly action: WireAction;
  readonly fault?: string;
}

/** What it was offered for and whether it is preferred some servers say only the first time. */
function whole(action: WireAction, filled: Filled | undefined): Whole {
  if (filled === undefined) return { action };
  if ("fault" in filled) return { action, fault: filled.fault };
  return { action: { ...action, edit: filled.edit, command: filled.command ?? action.command } };
}

async function offered(
  session: Session,
  { running }: Reply,
  { action, fault }: Whole,
  { problems, of }: { readonly problems: readonly Problem[]; readonly of: Question },
): Promise<OfferedAction> {
  const { title, kind, isPreferred, disabled, command, edit } = action;
  const plain = { server: session.id, title, kind, isPreferred, disabled, command };
  const diagnostics = mended(action, problems, of);
  try {
    const steps = edit === undefined ? undefined : await proposedSteps(session, running, edit);
    return { ...plain, diagnostics, steps, fault };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { what, why } = error.details;
    return { ...plain, diagnostics, steps: undefined, fault: [what, why].join(" ").trim() };
  }
}

/** What the server says it mends; else what it was asked about, if that was a single problem. */
function mended({ diagnostics }: WireAction, problems: readonly Problem[], { at, about }: Question): Diagnostic[] {
  const told = problems.filter(({ wire }) =>
    diagnostics.some(({ message, range }) => message === wire.message && isSamePlace(range, wire.range)),
  );
  const own = told.length > 0 ? told : "range" in at ? about : [];
  return own.map(({ diagnostic }) => diagnostic);
}

function isSamePlace(a: WireRange, b: WireRange): boolean {
  return JSON.stringify([a.start, a.end].map(inOrder)) === JSON.stringify([b.start, b.end].map(inOrder));
}

function inOrder({ line, character }: WireRange["start"]): readonly number[] {
  return [line, character];
}

/** The same offer about several problems, or about a problem and its place, is one. */
function distinct(actions: readonly OfferedAction[]): OfferedAction[] {
  const found = new Map<string, OfferedAction>();
  for (const action of actions) {
    const { title, kind, steps, command, disabled } = action;
    const key = JSON.stringify([title, kind, steps, command, disabled]);
    const known = found.get(key);
    const diagnostics = [...new Set([...(known?.diagnostics ?? []), ...action.diagnostics])];
    const isPreferred = action.isPreferred || known?.isPreferred === true;
    found.set(key, { ...action, diagnostics, isPreferred });
  }
  return [...found.values()];
}

// The imports of a file as a server organizes them that does so by a command of its own and offers no action for it.
//
// Invariant: only the command that the catalogue names is sent, and what the server wants to have changed by it is not
// made: its answer is an offer like any other.

const organizeKind = "source.organizeImports";

/** Nothing where it was not requested, or the server makes such offers itself. */
async function organizedImports(
  session: Session,
  file: FilePath,
  kinds: readonly string[] | undefined,
  options: AskOptions,
): Promise<readonly OfferedAction[]> {
  const { organizesBy: command } = session.options.server.entry.quirks;
  if (command === undefined || kinds?.some((kind) => isOfKind(organizeKind, kind)) !== true) return [];
  const running = await session.usable(options);
  const asked = (): ReturnType<Session["ask"]> =>
    session.ask(
      "workspace/executeCommand",
      file,
      (document) => ({ command, arguments: [(document ?? bug("a question about a document needs one")).uri] }),
      options,
    );
  // One of its own for each: the end of one question is not that of another.
  const reply = await running.edits.during(() => notMade(), asked);
  const plain = { server: session.id, title: "Organize imports", kind: organizeKind, isPreferred: false };
  const offer = { ...plain, disabled: undefined, command: undefined, diagnostics: [] };
  // It answers nothing where there is nothing to do.
  if (!isRecord(reply.result)) return [{ ...offer, steps: [], fault: undefined }];
  try {
    const steps = await proposedSteps(session, reply.running, reply.result);
    return [{ ...offer, steps, fault: undefined }];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { what, why } = error.details;
    return [{ ...offer, steps: undefined, fault: [what, why].join(" ").trim() }];
  }
}

/** The same edit is its answer; it is made, if at all, as a plan. */
async function notMade(): Promise<void> {
  refuse({ code: "policy_denied", what: "The edit is shown and not made." });
}
