// The diagnostics of files as one answer, however many questions that takes and however long it would be.
//
// Invariant: what was not asked about or does not fit is a reason of the standing; nothing is left out in silence.

import type { FilePath } from "../../model/file-path.ts";
import type { Reason, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { standingText } from "../../render/standing-text.ts";
import type { JsonRecord } from "../../std/json.ts";
import { isRecord } from "../../std/json.ts";
import { pooled } from "../../std/pooled.ts";
import type { Outcome } from "../engine.ts";
import { filesPerLook } from "../limits.ts";
import { counted } from "../../std/words.ts";

type Answered = Outcome & { readonly ok: true };

/** Asks about as many at a time as one question may name. */
export async function askInParts(
  files: readonly FilePath[],
  ask: (part: readonly FilePath[]) => Promise<Outcome>,
): Promise<Outcome> {
  if (files.length === 0) return nothingOpen;
  const parts = Array.from({ length: Math.ceil(files.length / filesPerLook) }, (_, index) =>
    files.slice(index * filesPerLook, (index + 1) * filesPerLook),
  );
  const outcomes = await pooled(parts, atOnce, ask);
  const [first] = outcomes;
  const answered = outcomes.filter((outcome) => outcome.ok);
  const [some] = answered;
  if (first === undefined || some === undefined || outcomes.length === 1) return first ?? nothingOpen;
  const refused = outcomes.flatMap((outcome, index): Reason[] =>
    outcome.ok
      ? []
      : [{ code: "target_refused", detail: `${counted(parts[index]?.length ?? 0, "file")}: ${outcome.refusal.what}` }],
  );
  const standing = joinStandings([...answered.map((one) => one.standing), standingOf(refused)]);
  return retold(
    some,
    merged(answered.map(jsonOf)),
    standing,
    answered.every(({ isEmpty }) => isEmpty),
  );
}

/** The same with fewer problems where it would be too long: whole files first, then what fits of the next. */
export function fittingProblems(outcome: Outcome, maxCharacters: number): Outcome {
  if (!outcome.ok) return outcome;
  const json = jsonOf(outcome);
  if (JSON.stringify(json).length <= maxCharacters) return outcome;
  const beside = Object.entries(json).filter(([, value]) => !Array.isArray(value));
  const lists = Object.entries(json).flatMap(([key, value]) => (Array.isArray(value) ? [[key, value] as const] : []));
  let left = maxCharacters - JSON.stringify(Object.fromEntries(beside)).length;
  let cut = 0;
  const kept = lists.flatMap(([key, all]): [string, unknown[]][] => {
    left -= JSON.stringify(key).length + "[]:,".length;
    const problems: unknown[] = [];
    for (const problem of all) {
      left -= JSON.stringify(problem).length + 1;
      if (left < 0) break;
      problems.push(problem);
    }
    if (problems.length === all.length && left >= 0) return [[key, problems]];
    cut++;
    return problems.length === 0 ? [] : [[key, problems]];
  });
  const detail = `${cut} of ${lists.length} lists were shortened or left out: more than ${maxCharacters} characters`;
  const standing = joinStandings([outcome.standing, standingOf([{ code: "capped", detail }])]);
  return retold(outcome, Object.fromEntries([...kept, ...beside]), standing, outcome.isEmpty);
}

// — below: private, in the order they are used —

const atOnce = 4;

const unopened = standingOf([
  { code: "nothing_received", detail: "no file is open in a language server; name one to check it" },
]);

const nothingOpen: Answered = {
  ok: true,
  body: { format: "json", json: {}, leftOut: undefined },
  standing: unopened,
  standingLine: standingText(unopened),
  isEmpty: true,
  succeeded: true,
  hint: undefined,
  ms: 0,
};

function jsonOf({ body }: Answered): JsonRecord {
  return body.format === "json" && isRecord(body.json) ? body.json : {};
}

/** Concatenates lists that several parts have, such as files not checked; drops tokens, which name one part only. */
function merged(parts: readonly JsonRecord[]): JsonRecord {
  const all = new Map<string, unknown>();
  for (const [key, value] of parts.flatMap((part) => Object.entries(part))) {
    if (key === "token") continue;
    const former = all.get(key);
    all.set(key, Array.isArray(former) && Array.isArray(value) ? [...former, ...value] : value);
  }
  return Object.fromEntries(all);
}

function retold(outcome: Answered, json: JsonRecord, standing: Standing, isEmpty: boolean): Answered {
  const standingLine = standing.state !== "complete" || isEmpty ? standingText(standing) : undefined;
  return { ...outcome, body: { format: "json", json, leftOut: undefined }, standing, standingLine, isEmpty };
}
