// The tables of labels against the truth, by language and by shape, with every wrong label named.

import type { Recorder } from "../shared/record.ts";
import { fixed, verdict as met } from "../shared/record.ts";
import { median, quantile } from "../shared/stats.ts";
import type { Judged, Matrix } from "./judge.ts";
import { matrixOf } from "./judge.ts";
import type { TruthLanguage } from "./shape.ts";

/** What one asked product said of one shape. */
export interface Cell {
  readonly language: TruthLanguage;
  readonly shape: string;
  readonly has: string;
  /** `now`, `before`, `server` … */
  readonly label: string;
  readonly judged: readonly Judged[];
}

/** The arm that is the server alone: it has no labels, and sets the goal of recall. */
export const rawLabel = "server";

/** Those of this product, whose wrong labels are named one by one. */
const ownLabels: ReadonlySet<string> = new Set(["before", "now"]);
const goalOfRight = 0.95;
const wrongShown = 40;

export function reportTruth(cells: readonly Cell[], record: Recorder): void {
  const languages = [...new Set(cells.map(({ language }) => language))];
  const labels = [...new Set(cells.map(({ label }) => label))];
  const rows = languages.flatMap((language) =>
    labels.flatMap((label) => {
      const of = cells.filter((cell) => cell.language === language && cell.label === label);
      return of.length === 0 ? [] : [{ language, label, judged: of.flatMap(({ judged }) => judged) }];
    }),
  );
  labelTable(rows, record);
  goalTable(rows, record);
  costTable(rows, record);
  shapeTable(cells, record);
  for (const cell of cells) if (ownLabels.has(cell.label)) listWrong(cell, record);
}

// — below: private, in the order they are used —

interface Row {
  readonly language: string;
  readonly label: string;
  readonly judged: readonly Judged[];
}

function labelTable(rows: readonly Row[], record: Recorder): void {
  const head = [
    "language",
    "asked",
    "answers",
    "refused",
    "complete",
    "**complete, uses missing**",
    "partial, uses missing",
  ];
  record.table(
    "Labels of find_references against the truth",
    [...head, "partial, undecidable", "partial, none missing", "whole answers called complete"],
    rows
      .filter(({ label }) => label !== rawLabel)
      .map(({ language, label, judged }) => [language, label, ...labelCells(matrixOf(judged))]),
  );
}

function labelCells(matrix: Matrix): string[] {
  const { answers, refused, complete, falseComplete, rightPartial, doubtful, needlessPartial, completeOfRight } =
    matrix;
  return [
    ...[answers, refused, complete, falseComplete, rightPartial, doubtful, needlessPartial].map(String),
    `${percent(completeOfRight)} %`,
  ];
}

function goalTable(rows: readonly Row[], record: Recorder): void {
  const limitOf = (language: string): Matrix | undefined => {
    const raw = rows.find((row) => row.language === language && row.label === rawLabel);
    return raw === undefined ? undefined : matrixOf(raw.judged);
  };
  const head = [
    "language",
    "asked",
    "false complete 0",
    "95 % of whole called so",
    "recall",
    "server, every file open",
    "recall goal",
  ];
  record.table(
    "Goals, and the list of possible places",
    [...head, "named or listed", "possible listed", "precision", "recall of missing", "beyond the truth"],
    rows
      .filter(({ label }) => label !== rawLabel)
      .map(({ language, label, judged }) => {
        const matrix = matrixOf(judged);
        const limit = limitOf(language);
        const { listed, precision, recall } = matrix.possible;
        return [
          ...[language, label, met(matrix.falseComplete === 0), met(matrix.completeOfRight >= goalOfRight)],
          ...[fixed(matrix.recall, 3), limit === undefined ? "-" : fixed(limit.recall, 3)],
          limit === undefined ? "-" : met(matrix.recall >= limit.recall - 0.0005),
          ...[fixed(matrix.accounted, 3), String(listed), fixed(precision, 2), fixed(recall, 2), String(matrix.beyond)],
        ];
      }),
  );
}

function costTable(rows: readonly Row[], record: Recorder): void {
  record.table(
    "Cost of an answer: tokens of its text, milliseconds",
    ["language", "asked", "tokens p50", "p90", "ms p50", "p90", "most"],
    rows.map(({ language, label, judged }) => {
      const answered = judged.map(({ answer }) => answer).filter(({ state }) => state !== "refused");
      const [tokens, ms] = [answered.map((one) => one.tokens), answered.map((one) => one.ms)];
      const counted = !ownLabels.has(label) ? ["-", "-"] : [fixed(median(tokens), 0), fixed(quantile(tokens, 0.9), 0)];
      return [
        language,
        label,
        ...counted,
        fixed(median(ms), 0),
        fixed(quantile(ms, 0.9), 0),
        fixed(Math.max(...ms), 0),
      ];
    }),
  );
}

function shapeTable(cells: readonly Cell[], record: Recorder): void {
  record.table(
    "By checkout",
    ["checkout", "asked", "answers", "complete", "false complete", "needless partial", "recall", "named or listed"],
    cells.map(({ shape, label, judged }) => {
      const matrix = matrixOf(judged);
      const { answers, complete, falseComplete, needlessPartial, recall, accounted } = matrix;
      const labelled = label === rawLabel ? ["-", "-", "-"] : [complete, falseComplete, needlessPartial].map(String);
      return [shape, label, String(answers), ...labelled, fixed(recall, 3), fixed(accounted, 3)];
    }),
  );
  record.say("");
  for (const [shape, has] of new Map(cells.map((cell) => [cell.shape, cell.has]))) record.say(`- ${shape}: ${has}`);
}

function listWrong({ shape, label, judged }: Cell, record: Recorder): void {
  const isFalse = ({ answer, missing }: Judged): boolean => answer.state === "complete" && missing.length > 0;
  list(`${shape}, ${label}: called complete, and uses are missing`, judged.filter(isFalse), record);
}

export function list(title: string, wrong: readonly Judged[], record: Pick<Recorder, "say">): void {
  if (wrong.length === 0) return;
  record.say(`\n${title}: ${wrong.length}\n`);
  for (const { symbol, missing, answer } of wrong.slice(0, wrongShown)) {
    const [first] = symbol.declared;
    const proofs = new Map(symbol.uses.map(({ fact, proof }) => [fact, proof]));
    const some = missing.slice(0, 4).map((fact) => `${fact}${proofs.get(fact) === "name" ? " (by name)" : ""}`);
    const more = missing.length > some.length ? ` and ${missing.length - some.length} more` : "";
    const found = symbol.uses.length - missing.length;
    record.say(
      `- ${symbol.kind} \`${symbol.name}\` (${first?.file}:${first?.line}), ${found} of ${symbol.uses.length} named: missing ${some.join(", ")}${more}${answer.why.length > 0 ? ` [${answer.why.join(" ")}]` : ""}`,
    );
  }
  if (wrong.length > wrongShown) record.say(`- and ${wrong.length - wrongShown} more`);
}

function percent(share: number): string {
  return fixed(100 * share, 1);
}
