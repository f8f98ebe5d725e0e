// Evidence as a person reads it.

import type {
  BatchRecord,
  ChainedRecord,
  ChangeBegunRecord,
  ChangeRecord,
  RecordedProblems,
} from "../../model/evidence.ts";
import { at } from "../../std/json.ts";
import { counted } from "../../std/words.ts";
import { shown } from "../text/shown.ts";
import type { ShownCall, ShownEntry, ShownNotifications, Verified } from "./evidence-desk.ts";
import type { Replayed } from "./replay.ts";

export function recordedText(entries: readonly ShownEntry[]): string {
  if (entries.length === 0) return "Nothing is recorded that matches.";
  return entries
    .flatMap((entry) => ("call" in entry ? callLines(entry) : notificationLines(entry)))
    .map(shown)
    .join("\n");
}

export function verifiedText({ chains, removed, findings, isSealChecked, place }: Verified): string {
  if (chains.length === 0 && findings.length === 0)
    return shown(`There is no evidence in ${place}, so nothing is verified.`);
  const lines = chains.flatMap((chain) => [
    `${chain.findings.length === 0 ? "intact " : "DAMAGED"}  ${chain.chain}  ${counted(chain.records, "record")} in ${counted(chain.files, "file")}, ${counted(chain.packets, "packet")}`,
    `         ${chain.began ?? "?"} to ${chain.ended ?? "?"}`,
    ...(chain.last === undefined ? [] : [`         last record ${chain.last.seq} ${chain.last.hash}`]),
    ...(chain.beyondHead === 0
      ? []
      : [`         ${counted(chain.beyondHead, "record")} after the head, with the right seal`]),
    ...chain.findings.map(({ at, what }) => `         ${at === undefined ? "" : `${at}: `}${what}`),
  ]);
  const wrong = findings.length + chains.reduce((sum, chain) => sum + chain.findings.length, 0);
  return [
    ...lines,
    ...findings,
    ...(removed === undefined
      ? []
      : [`Removed by the settings for retention: all up to record ${removed.seq} of ${removed.chain}.`]),
    ...(isSealChecked ? [] : ["The user's key is not here, so seals were not judged."]),
    wrong === 0
      ? `${counted(chains.length, "chain")}, nothing is missing or changed.`
      : `${counted(wrong, "finding")}.`,
  ]
    .map(shown)
    .join("\n");
}

export function replayedText(replayed: readonly Replayed[]): string {
  const count = (kind: string): number => replayed.filter(({ verdict }) => verdict.kind === kind).length;
  const lines = replayed.flatMap(replayedLines);
  const sum = `${counted(replayed.length, "question")}: ${count("same")} same, ${count("differs")} differ, ${count("changed")} on changed files, ${count("unasked")} not asked.`;
  return [...lines, sum].map(shown).join("\n");
}

// — below: private, in the order they are used —

function replayedLines({ shown: { at: ended, call }, verdict }: Replayed): string[] {
  const head = `${ended}  ${call.operation}  ${call.targets.join(", ")}`;
  switch (verdict.kind) {
    case "same":
      return [`same     ${head}`];
    case "differs":
      return [
        `DIFFERS  ${head}`,
        `         was ${verdict.was}; is ${verdict.is}`,
        ...verdict.lines.map((line) => `         ${line}`),
      ];
    case "changed":
      return [
        `changed  ${head}`,
        `         not asked: ${counted(verdict.files.length, "file")} changed since, such as ${verdict.files[0] ?? ""}`,
      ];
    case "unasked":
      return [`unasked  ${head}`, `         ${verdict.why}`];
  }
}

function callLines({ at: ended, call, batches, begun, changes, notes }: ShownCall): string[] {
  const who = call.caller === undefined ? call.door : `${call.door} (${call.caller})`;
  const why = call.reasons.length === 0 ? "" : ` (${call.reasons.join(", ")})`;
  const { decision } = call;
  const judged =
    decision === undefined
      ? []
      : [`    ${decision.allowed ? "allowed" : "denied"}: ${decision.rule}, policy ${decision.version}`];
  return [
    `${ended}  ${who}  ${call.operation}  ${call.targets.join(", ")}`,
    `    ${call.outcome}${why}${call.succeeded ? "" : ", not a success"}, ${call.bytes} bytes, ${call.ms} ms`,
    ...judged,
    ...batches.map(batchLine),
    ...begun.flatMap(begunLines),
    ...changes.map(changeLine),
    ...notes.flatMap((note) => noteLines(note)).map((line) => `    ${line}`),
  ];
}

/** What an operation recorded of its own answer, by the figures that it names; of an older record some may be missing. */
function noteLines(note: ChainedRecord): string[] {
  if (note.type === "validation") return [verdictLine(note)];
  if (note.type === "diagnostic_regression") return listOf(at(note, ["introduced"])).map(newErrorLine);
  if (note.type === "context") return contextLines(note);
  return [note.type];
}

/** `validated: new_errors; 2 new errors, 1 gone (3 before, 4 now); 1 new warning (0 before, 1 now); 1 changed file, 5 checked`. */
function verdictLine(note: object): string {
  const [changed, checked, unchecked] = ["changed_files", "checked_files", "unchecked_files"].map((key) =>
    numberAt(note, [key]),
  );
  const open = unchecked === 0 ? "" : `, ${unchecked ?? "?"} not checked`;
  const counts = (["error", "warning"] as const).map((noun) => problemsText(note, noun));
  const files = `${counted(changed ?? 0, "changed file")}, ${checked ?? "?"} checked${open}`;
  return [`validated: ${textAt(note, ["class"])}`, ...counts, files].join("; ");
}

function problemsText(note: object, noun: "error" | "warning"): string {
  const [come, gone, before, now] = ["introduced", "resolved", "before", "now"].map(
    (key) => numberAt(note, [`${noun}s`, key]) ?? "?",
  );
  return `${typeof come === "number" ? counted(come, `new ${noun}`) : come}, ${gone} gone (${before} before, ${now} now)`;
}

/** A message is not recorded: it may quote the file. */
function newErrorLine(error: unknown): string {
  const [line, column] = ["line", "column"].map((key) => numberAt(error, [key]) ?? "?");
  const name = [textAt(error, ["source"], ""), textAt(error, ["code"], "")].filter((part) => part !== "").join(" ");
  return `new error at ${textAt(error, ["file"])}:${line}:${column}${name === "" ? "" : ` (${name})`}`;
}

function contextLines(note: object): string[] {
  const items = listOf(at(note, ["records"]));
  const tokens = items.reduce<number>((sum, item) => sum + (numberAt(item, ["tokens"]) ?? 0), 0);
  const kinds = [...countedBy(items, (item) => textAt(item, ["kind"]))].map(([kind, count]) => `${count} ${kind}`);
  const absent = listOf(at(note, ["absent"])).map(
    (one) => `not answered: ${textAt(one, ["query"])} of ${textAt(one, ["about"])}, ${textAt(one, ["outcome"])}`,
  );
  const told = kinds.length === 0 ? "" : `: ${kinds.join(", ")}`;
  return [`context of ${counted(items.length, "item")}, ${tokens} tokens${told}`, ...absent];
}

function countedBy(items: readonly unknown[], keyOf: (item: unknown) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberAt(value: unknown, path: readonly string[]): number | undefined {
  const found = at(value, path);
  return typeof found === "number" ? found : undefined;
}

function textAt(value: unknown, path: readonly string[], without = "?"): string {
  const found = at(value, path);
  return typeof found === "string" ? found : without;
}

/** What a server said, with what it found wrong in which files; its words are in packets alone. */
function notificationLines({ at: recorded, heard }: ShownNotifications): string[] {
  const { server, version = "", notifications, files, moreFiles = 0 } = heard;
  const said = Object.entries(notifications).map(([method, count]) => `${method} ×${count}`);
  const found = files.map(({ file, version: of, errors, warnings, others, hash }) => {
    const about = of === undefined ? "" : ` at version ${of}`;
    const problems = `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(others, "other")}`;
    return `    ${file}${about}: ${problems}; ${hash.slice(0, 12)}`;
  });
  const more = moreFiles === 0 ? [] : [`    and ${counted(moreFiles, "more publication")}`];
  return [`${recorded}  ${server} ${version} said: ${said.join(", ")}`, ...found, ...more];
}

function batchLine({ server, version, queries, outcomes, bytes, late }: BatchRecord): string {
  const asked = Object.entries(queries).map(([method, count]) => `${method} ×${count}`);
  const ended = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome.replace("_", " ")}`);
  return `    ${server} ${version ?? ""}: ${asked.join(", ")}; ${ended.join(", ")}; ${bytes} bytes${late === true ? "; after the call" : ""}`;
}

function begunLines({ files }: ChangeBegunRecord): string[] {
  return files.map(
    ({ file, before, after }) =>
      `    ${file}: ${before?.slice(0, 12) ?? "no file"} → ${after?.slice(0, 12) ?? "no file"}`,
  );
}

function changeLine({ id, diagnostics }: ChangeRecord): string {
  if (diagnostics === undefined) return `    changed by ${id}; not checked`;
  const text = (counts: RecordedProblems | undefined): string =>
    counts === undefined ? "?" : `${counted(counts.errors, "error")}, ${counted(counts.warnings, "warning")}`;
  const { before, after, filesChecked, safe } = diagnostics;
  return `    changed by ${id}; ${text(before)} → ${text(after)} in ${counted(filesChecked, "file")}; safe: ${safe}`;
}
