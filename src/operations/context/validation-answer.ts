// The verdict on a change, as text and as data.

import type { FilePath } from "../../model/file-path.ts";
import type {
  ChangeClass,
  Consequences,
  FormerSource,
  FoundProblem,
  ProblemCount,
  ProblemCounts,
  ProblemOfFile,
  ValidationJson,
} from "../../model/consequences.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import type { ListedProblems } from "../../render/problem-list.ts";
import { problemCounts, problemsByFile } from "../../render/problem-list.ts";
import { counted, firstNames } from "../../std/words.ts";

/** A change of one file, and where its former text is from. */
export interface ValidatedFile {
  readonly file: FilePath;
  readonly shown: string;
  readonly source: FormerSource;
}

export interface Validated {
  readonly class: ChangeClass;
  readonly counts: ProblemCounts;
  readonly files: readonly ValidatedFile[];
  readonly consequences: Consequences;
  readonly uncertain: Consequences["introduced"];
  readonly shown: (file: FilePath) => string;
}

export function validationText(validated: Validated, budget: Budget): string {
  const head = headOf(validated);
  const { introduced, resolved, unchecked } = validated.consequences;
  const { uncertain, shown } = validated;
  const listed = (title: string, mark: string, problems: readonly FoundProblem[]): string[] =>
    problems.length === 0 ? [] : [title, problemsByFile(byFile(problems, shown), mark)];
  const beside = [...sourceLines(validated.files), ...uncheckedLines(unchecked, shown)];
  const brief = introduced.length === 0 ? [] : [problemCounts(byFile(introduced, shown))];
  return fitting(
    [
      () => ({
        text: [
          head,
          ...listed("New:", "  + ", introduced),
          ...listed("Gone:", "  - ", resolved),
          ...listed("May be new:", "  ? ", uncertain),
          ...beside,
        ].join("\n"),
      }),
      () => ({
        text: [head, ...listed("New:", "  + ", introduced), ...beside].join("\n"),
        leavesOut: "problems that are gone or uncertain left out: too many",
      }),
      () => ({ text: [head, ...brief].join("\n"), leavesOut: "problems left out: too many" }),
      () => ({ text: head }),
      () => ({ text: validated.class }),
    ],
    budget,
  );
}

export function validationJson(validated: Validated): ValidationJson {
  const { consequences, files, counts, uncertain } = validated;
  const { introduced, resolved, checked, unchecked, doubts, remarks = [], timedOut } = consequences;
  return {
    class: validated.class,
    ...counts,
    files: files.map(({ file, source }) => ({ file, before: source })),
    introduced: introduced.map(problemOfFile),
    resolved: resolved.map(problemOfFile),
    uncertain: uncertain.map(problemOfFile),
    checked_files: checked.length,
    unchecked_files: unchecked.map(({ file, why }) => ({ file, reason: why })),
    doubts,
    remarks,
    timeout: timedOut,
  };
}

// — below: private, in the order they are used —

function headOf({ class: verdict, counts, files, consequences }: Validated): string {
  if (files.length === 0) return "clean: nothing has changed.";
  const { errors, warnings } = counts;
  const looked = `${counted(files.length, "changed file")}, ${consequences.checked.length} checked`;
  if (verdict === "lsp_unavailable" && consequences.checked.length === 0)
    return `${verdict}: nothing was checked (${looked}).`;
  const told = [countText("error", errors), ...(isAny(warnings) ? [countText("warning", warnings)] : [])];
  return `${verdict}: ${told.join("; ")} (${looked}).`;
}

/** `2 new errors, 1 gone (3 before, 4 now)`. */
function countText(noun: "error" | "warning", count: ProblemCount): string {
  if (!isAny(count)) return `no ${noun}s`;
  const { before, now, introduced, resolved } = count;
  const gone = resolved === 0 ? "" : `, ${resolved} gone`;
  return `${counted(introduced, `new ${noun}`)}${gone} (${before} before, ${now} now)`;
}

function isAny({ before, now }: ProblemCount): boolean {
  return before + now > 0;
}

function byFile(problems: readonly FoundProblem[], shown: (file: FilePath) => string): ListedProblems[] {
  const files = new Map<FilePath, FoundProblem["diagnostic"][]>();
  for (const { file, diagnostic } of problems) {
    const known = files.get(file);
    if (known === undefined) files.set(file, [diagnostic]);
    else known.push(diagnostic);
  }
  return [...files].map(([file, found]) => ({ file: shown(file), problems: found }));
}

/** A caller that named no former text must see what its change was compared with. */
function sourceLines(files: readonly ValidatedFile[]): string[] {
  const old = files.filter(({ source }) => source === "HEAD").map(({ shown }) => shown);
  if (old.length === 0) return [];
  return [`Compared with HEAD, not with the text before the change: ${firstNames(old, 5)}`];
}

function uncheckedLines(unchecked: Consequences["unchecked"], shown: (file: FilePath) => string): string[] {
  const some = unchecked.slice(0, listedUnchecked).map(({ file, why }) => `  ${shown(file)}: ${inertLine(why, 200)}`);
  const more = unchecked.length - some.length;
  return some.length === 0
    ? []
    : ["Not checked:", ...some, ...(more > 0 ? [`  and ${counted(more, "more file")}`] : [])];
}

const listedUnchecked = 5;

function problemOfFile({ file, diagnostic: { span, severity, code, source, message } }: FoundProblem): ProblemOfFile {
  return {
    file,
    ...span.start,
    severity,
    ...(code === undefined ? {} : { code: String(code) }),
    ...(source === undefined ? {} : { source }),
    message,
  };
}
