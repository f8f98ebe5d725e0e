// What is foretold of a change against what the compiler says of the changed copy.
//
// Invariant: every change counts; one that is refused is counted as refused, and every mistake is listed with its change.

import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Host } from "../../src/host/host.ts";
import type { Checkout } from "../../test/real/real-package.ts";
import type { Recorder } from "../shared/record.ts";
import type { Asked, Asking } from "./asking.ts";
import { openAsking } from "./asking.ts";
import type { Judged, Verdict } from "./matrix.ts";
import { recallOf } from "./matrix.ts";
import type { Mutation } from "./mutation.ts";
import { chooseMutations, mutated, placeAt, specialMutation } from "./mutation.ts";
import type { EditedPackage } from "./packages.ts";
import { readSources } from "./packages.ts";
import { movedLines, newErrors } from "./truth.ts";
import { reportVerdicts } from "./verdicts-report.ts";

export interface VerdictOptions {
  readonly count: number;
  readonly seed: number;
  /** How many breaking changes are followed to their last error. */
  readonly exhaustive: number;
  readonly scratch: string;
  /** Only changes whose kind matches this pattern. */
  readonly kinds?: string | undefined;
}

/** As `preview_edit` answers. */
export interface Previewed {
  readonly errors_introduced: readonly { readonly file: string; readonly line: number; readonly severity?: string }[];
  readonly safe: boolean | "unknown";
  readonly checked_files: number;
  readonly unchecked_files: readonly unknown[];
  readonly doubts: readonly string[];
  readonly timeout: boolean;
}

/** A change with what the compiler says of it. */
export interface Known {
  readonly mutation: Mutation;
  /** The text of the file before. */
  readonly text: string;
  /** The files with new errors; the empty name stands for what belongs to no file. */
  readonly broken: ReadonlySet<string>;
  readonly firstError: string;
}

export interface Seen extends Judged, Known {
  readonly ms: number;
  readonly why: string;
}

export async function measureVerdicts(
  host: Host,
  edited: EditedPackage,
  checkout: Checkout,
  options: VerdictOptions,
  record: Recorder,
): Promise<void> {
  const known = await knownChanges(edited, checkout, options);
  const asking = await openAsking(host, edited, checkout.root);
  try {
    const first = await firstVerdict(asking, checkout.root, known);
    const seen: Seen[] = [];
    for (const one of known) {
      const answer = await preview(asking, checkout.root, one, false);
      const judged = seenOf(one, answer);
      seen.push(judged);
      keep(edited, judged, answer, record);
    }
    const recall = await measureRecall(asking, checkout.root, seen, options.exhaustive);
    reportVerdicts(edited, seen, recall, first, record);
  } finally {
    await asking.close();
  }
}

export function preview(
  asking: Asking,
  root: string,
  { mutation: { file, start, end, text: to, creates }, text }: Known,
  exhaustive: boolean,
): Promise<Asked<Previewed>> {
  if (creates === true) return asking.ask("preview_edit", { file_path: join(root, file), new_text: to, exhaustive });
  const [from, until] = [placeAt(text, start), placeAt(text, end)];
  return asking.ask<Previewed>("preview_edit", {
    file_path: join(root, file),
    ...{ start_line: from.line, start_column: from.column, end_line: until.line, end_column: until.column },
    ...{ new_text: to, exhaustive },
  });
}

// — below: private, in the order they are used —

async function knownChanges(
  edited: EditedPackage,
  { root, sources }: Checkout,
  { count, seed, scratch, kinds = "" }: VerdictOptions,
): Promise<Known[]> {
  const read = readSources(edited, root, sources);
  const texts = new Map(read.map(({ file, text }) => [file, text]));
  const rules = edited.dialect.rules.filter(({ kind }) => new RegExp(kinds).test(kind));
  const specials = (edited.dialect.specials ?? [])
    .filter(({ kind }) => new RegExp(kinds).test(kind))
    .flatMap((special) => {
      const path = join(root, special.file);
      const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
      texts.set(special.file, text ?? "");
      return specialMutation(special, text) ?? [];
    });
  const chosen = chooseMutations({ ...edited.dialect, rules }, read, count, seed, specials);
  const states = chosen.map((one) => new Map([[one.file, mutated(texts.get(one.file) ?? "", one)]]));
  const [before = [], ...after] = await edited.compiler.compile(root, scratch, [new Map(), ...states]);
  return chosen.map((mutation, index) => {
    const { file, start, end, text: to } = mutation;
    const text = texts.get(file) ?? "";
    const errors = newErrors(before, after[index] ?? [], movedLines(file, text, start, end, to));
    const [error] = errors;
    return {
      ...{ mutation, text, broken: new Set(errors.map((one) => one.file)) },
      firstError: error === undefined ? "" : `${error.file}:${error.line} ${error.code} ${error.message}`,
    };
  });
}

/** The first question loads the project; it is asked for that, and told apart. */
async function firstVerdict(asking: Asking, root: string, known: readonly Known[]): Promise<number> {
  const [one] = known.filter(({ broken }) => broken.size === 0);
  return one === undefined ? Number.NaN : (await preview(asking, root, one, false)).ms;
}

function seenOf(known: Known, { json, refusal, ms }: Asked<Previewed>): Seen {
  const verdict: Verdict =
    json === undefined ? "refused" : json.safe === "unknown" ? "unknown" : json.safe ? "safe" : "unsafe";
  const why = json === undefined ? refusal.what : whyOf(json);
  return { ...known, breaks: known.broken.size > 0, verdict, ms, why };
}

function whyOf({ errors_introduced, doubts, unchecked_files, timeout }: Previewed): string {
  const [first] = errors_introduced;
  if (first !== undefined) return `says ${JSON.stringify(first)}`;
  return [...doubts, ...(timeout ? ["the time was up"] : []), `${unchecked_files.length} files unchecked`].join("; ");
}

function keep({ language }: EditedPackage, seen: Seen, answer: Asked<Previewed>, record: Recorder): void {
  record.sample({
    ...{ part: "verdict", language, id: seen.mutation.id, kind: seen.mutation.kind, breaks: seen.breaks },
    ...{
      verdict: seen.verdict,
      ms: seen.ms,
      broken: seen.broken.size,
      checked: answer.json?.checked_files ?? 0,
      why: seen.why,
    },
  });
}

export interface Recall {
  readonly asked: number;
  readonly files: number;
  readonly ms: readonly number[];
  /** Files that were named and in which the compiler sees nothing new. */
  readonly beyond: number;
}

async function measureRecall(asking: Asking, root: string, seen: readonly Seen[], count: number): Promise<Recall> {
  const breaking = seen.filter(({ broken, verdict }) => broken.size > 0 && !broken.has("") && verdict === "unsafe");
  const some = breaking
    .sort((a, b) => b.broken.size - a.broken.size)
    .filter((_, at) => at % stride(breaking, count) === 0);
  const shares: number[] = [];
  const ms: number[] = [];
  let beyond = 0;
  for (const one of some) {
    const answer = await preview(asking, root, one, true);
    const named = new Set((answer.json?.errors_introduced ?? []).map(({ file }) => relative(root, file)));
    shares.push(recallOf(one.broken, named));
    ms.push(answer.ms);
    beyond += [...named].filter((file) => !one.broken.has(file)).length;
  }
  const files = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { asked: some.length, files, ms, beyond };
}

/** Evenly, from the widest to the narrowest. */
function stride(all: readonly unknown[], count: number): number {
  return Math.max(1, Math.ceil(all.length / Math.max(1, count)));
}
