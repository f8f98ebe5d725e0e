// Evidence as a person reads it.

import type { BatchRecord, ChangeBegunRecord, ChangeRecord, RecordedProblems } from "../../model/evidence.ts";
import { counted } from "../../std/words.ts";
import { shown } from "../text/shown.ts";
import type { ShownCall, Verified } from "./evidence-desk.ts";
import type { Replayed } from "./replay.ts";

export function recordedCallsText(calls: readonly ShownCall[]): string {
  if (calls.length === 0) return "Nothing is recorded that matches.";
  return calls.flatMap(callLines).map(shown).join("\n");
}

export function verifiedText({ chains, removed, findings, isSealChecked, place }: Verified): string {
  if (chains.length === 0 && findings.length === 0) return shown(`There is no evidence in ${place}.`);
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

function replayedLines({ shown: { at, call }, verdict }: Replayed): string[] {
  const head = `${at}  ${call.operation}  ${call.targets.join(", ")}`;
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

function callLines({ at, call, batches, begun, changes, notes }: ShownCall): string[] {
  const who = call.caller === undefined ? call.door : `${call.door} (${call.caller})`;
  const why = call.reasons.length === 0 ? "" : ` (${call.reasons.join(", ")})`;
  const { decision } = call;
  const judged =
    decision === undefined
      ? []
      : [`    ${decision.allowed ? "allowed" : "denied"}: ${decision.rule}, policy ${decision.version}`];
  return [
    `${at}  ${who}  ${call.operation}  ${call.targets.join(", ")}`,
    `    ${call.outcome}${why}${call.succeeded ? "" : ", not a success"}, ${call.bytes} bytes, ${call.ms} ms`,
    ...judged,
    ...batches.map(batchLine),
    ...begun.flatMap(begunLines),
    ...changes.map(changeLine),
    ...notes.map((note) => `    ${note.type}`),
  ];
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
