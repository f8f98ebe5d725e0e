// What the operations on drafts have in common: an edit of a draft's text, and what an evaluation says.

import { z } from "zod";
import type { Consequences, TextChange } from "../../model/consequences.ts";
import type { Base, FilePath } from "../../model/file-path.ts";
import { Refusal, orIfRefused, refuse } from "../../model/refusal.ts";
import type { Answer, Standing } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { isCancellation } from "../../std/cancel.ts";
import { evaluate, standingOfChange } from "../../workspace/change/consequences.ts";
import type { Draft, DraftedFile } from "../../workspace/change/drafts.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { QueryContext } from "../define.ts";
import type { ConsequencesJson } from "./edited-answer.ts";
import { consequencesBrief, consequencesJson, consequencesLines } from "./edited-answer.ts";
import { shownPath } from "../foreign-text.ts";
import type { RangeEdit } from "./range-edit.ts";
import { withEdit } from "./range-edit.ts";

export const sessionInput = { session_id: z.string().min(1) };

export const evaluationInput = {
  scope: z.enum(["file", "workspace"]).optional(),
  timeout_ms: z.int().min(1).max(600_000).optional(),
  exhaustive: z.boolean().optional().describe("All new errors, not only the first."),
};

export interface EvaluationChoice {
  readonly scope?: "file" | "workspace" | undefined;
  readonly timeout_ms?: number | undefined;
  readonly exhaustive?: boolean | undefined;
}

/** Long enough for the files that import the changed one in most projects. */
const defaultTimeoutMs = 60_000;

/** A call may take this much longer than its evaluation: servers start, texts are restored. */
const slackMs = 60_000;

export function evaluationLimitMs({ timeout_ms }: EvaluationChoice): number {
  return (timeout_ms ?? defaultTimeoutMs) + slackMs;
}

export interface Evaluated {
  readonly session: string | undefined;
  readonly base: Base;
  readonly scope: "file" | "workspace";
  readonly consequences: Consequences;
  readonly ms: number;
}

export interface EvaluatedJson extends ConsequencesJson {
  readonly session_id?: string;
  readonly scope: "file" | "workspace";
  readonly confidence: "high" | "partial" | "low";
  readonly duration_ms: number;
}

/** A file of a draft as it is now: what the draft made of it, else what lies on disk. */
export interface DraftText {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly known: DraftedFile;
}

/** One that is not there may be created: its text before is nothing. */
export async function draftText({ view }: QueryContext, draft: Draft, raw: string): Promise<DraftText> {
  const { snapshot, file, exists } = await view.place(raw);
  if (snapshot.root !== draft.root) {
    refuse({
      code: "bad_input",
      what: `${shownPath(snapshot.base, file)} is outside the root of the draft.`,
      why: `The root of the draft is ${draft.root}.`,
      next: "Create another draft for that root.",
    });
  }
  const known = draft.file(file);
  if (known !== undefined) return { snapshot, file, known };
  if (!exists) return { snapshot, file, known: { file, before: undefined, hash: undefined, after: undefined } };
  const { text, hash } = await snapshot.editable(file);
  return { snapshot, file, known: { file, before: text, hash, after: text } };
}

/** Takes one edit into the draft; without a text so far it creates the file. */
export function edited({ snapshot, file, known }: DraftText, edit: RangeEdit): DraftedFile {
  return { ...known, after: withEdit(known.after, edit, shownPath(snapshot.base, file)) };
}

/** Nothing changes; what changes and cannot be judged leaves a doubt. */
export function isAboutNothing({ checked, unchecked, doubts, remarks = [] }: Consequences): boolean {
  return checked.length + unchecked.length + doubts.length + remarks.length === 0;
}

export async function evaluated(
  context: QueryContext,
  before: Snapshot,
  changes: readonly TextChange[],
  choice: EvaluationChoice,
): Promise<Answer<Omit<Evaluated, "session">>> {
  const { view, patience } = context;
  const scope = choice.scope ?? "workspace";
  const began = patience.deadline.remaining();
  const { value: consequences, standing } = await evaluate(view, before, changes, {
    patience,
    scope,
    budgetMs: choice.timeout_ms ?? defaultTimeoutMs,
    thorough: choice.exhaustive === true,
  });
  const value = { base: before.base, scope, consequences, ms: Math.round(began - patience.deadline.remaining()) };
  return { value, standing };
}

/** The same for a draft, whose state follows: a refusal or a cancellation leaves it as it was, a defect of ours makes it dirty. */
export async function evaluatedDraft(
  context: QueryContext,
  draft: Draft,
  before: Snapshot,
  choice: EvaluationChoice,
): Promise<Answer<Omit<Evaluated, "session">>> {
  const was = draft.state;
  draft.move("evaluating");
  try {
    const { value } = await evaluated(context, before, draft.changes(), choice);
    draft.move("evaluated");
    const consequences = doubted(value.consequences, await overtaken(draft, before));
    return { value: { ...value, consequences }, standing: standingOfChange(consequences) };
  } catch (error) {
    const isOurs = !(error instanceof Refusal) && !isCancellation(error);
    draft.move(isOurs ? "dirty" : was === "created" ? "created" : "mutated");
    throw error;
  }
}

export function evaluatedText({ consequences, base }: Evaluated, budget: Budget, standing?: Standing): string {
  const told = { standing, canExhaust: true };
  const brief = (): string[] => consequencesBrief(consequences, shown, told);
  const shown = (file: FilePath): string => shownPath(base, file);
  const short = { true: "Safe.", false: "Breaks.", unknown: "Safe: unknown." }[`${consequences.safe}`];
  return fitting(
    [
      () => ({ text: consequencesLines(consequences, shown, told).join("\n") }),
      () => ({
        text: brief().join("\n"),
        leavesOut: "problems left out: too many",
      }),
      () => ({ text: brief()[0] ?? short }),
      () => ({ text: short }),
    ],
    budget,
  );
}

export function evaluatedJson({ session, scope, consequences, ms }: Evaluated): EvaluatedJson {
  return {
    ...(session === undefined ? {} : { session_id: session }),
    ...consequencesJson(consequences),
    scope,
    confidence: confidenceOf(consequences),
    duration_ms: ms,
  };
}

export function confidenceOf({ safe, timedOut }: Consequences): "high" | "partial" | "low" {
  if (timedOut) return "low";
  return safe === "unknown" ? "partial" : "high";
}

// — below: private, in the order they are used —

/** The files that have changed on disk since the draft first touched them: it could not be committed. */
async function overtaken(draft: Draft, snapshot: Snapshot): Promise<readonly string[]> {
  const looked = draft.files().map(async ({ file, hash }) => {
    const now = await hashNow(snapshot, file);
    const name = shownPath(snapshot.base, file);
    return now === hash
      ? []
      : [`${name} has changed on disk since the draft was created, so the draft cannot be committed`];
  });
  return (await Promise.all(looked)).flat();
}

async function hashNow(snapshot: Snapshot, file: FilePath): Promise<string | undefined> {
  // What cannot be read is not what it was.
  return orIfRefused(
    (error) => (error.code === "file_not_found" ? undefined : error.code),
    async () => (await snapshot.editable(file)).hash,
  );
}

function doubted(consequences: Consequences, doubts: readonly string[]): Consequences {
  if (doubts.length === 0) return consequences;
  const { safe } = consequences;
  return { ...consequences, safe: safe === true ? "unknown" : safe, doubts: [...consequences.doubts, ...doubts] };
}
