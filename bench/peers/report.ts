// The tables of a comparison, every cell of them, and the list of what was lost.
//
// Invariant: a pure function of the samples, so that the page can be made again from them.

import { fixed } from "../shared/record.ts";
import { markdownTable } from "../../tools/markdown-table.ts";
import { lossesOf } from "./losses.ts";
import type { ArmRow, Asked, SubjectRow } from "./samples.ts";
import { PeerSamples } from "./samples.ts";

type Cell = (subject: SubjectRow, arm: ArmRow) => string | undefined;

/** Paragraphs and tables in Markdown. */
export function report(jsonl: string): string[] {
  const samples = new PeerSamples(jsonl);
  const { machine, end } = samples;
  const run =
    machine === undefined
      ? ""
      : `${machine.machine}; load ${machine.load} at the beginning, ${end?.load ?? "-"} at the end.`;
  const how =
    machine === undefined
      ? ""
      : `${machine.samples} fresh processes and ${machine.symbols} symbols per product and repository, seed ${machine.seed}; took ${end?.seconds ?? "-"} s.${machine.quick ? " **A quick run: do not trust its times.**" : ""}`;
  return [
    `${run} ${how}`,
    ...participants(samples),
    ...repositories(samples),
    ...completeness(samples),
    ...firstAnswers(samples),
    ...warm(samples),
    ...tokens(samples),
    ...memory(samples),
    ...behaviour(samples),
    "### What Sightline loses",
    "Computed: every cell above in which another product does better, with its recall beside it. One that is better with less recall than ours is listed, and marked as no comparison.",
    ...lossList(samples),
  ].flatMap((text) => ["", text]);
}

// — below: private, in the order they are used —

const notHere = "not available here";

function participants({ arms }: PeerSamples): string[] {
  const rows = arms.map(({ title, version, isThere, why }) => [title, version, isThere ? "yes" : notHere, why ?? ""]);
  return ["### Who takes part", markdownTable(["product", "version", "measured", "why not"], rows)];
}

function repositories({ subjects, faults }: PeerSamples): string[] {
  const rows = subjects.map(({ title, server, files, symbols, facts, oracle }) => [
    title,
    server,
    `${files}`,
    `${symbols}`,
    `${facts}`,
    oracle,
  ]);
  return [
    "### What is asked about",
    markdownTable(["repository", "server", "files", "symbols", "references", "truth from"], rows),
    ...faults.map(({ subject, why }) => `**Not measured to its end:** ${subject}: ${why}.`),
  ];
}

/** Products as rows, repositories as columns. */
function grid(samples: PeerSamples, cell: Cell, isWanted: (arm: ArmRow) => boolean = () => true): string {
  const { arms, subjects } = samples;
  const rows = arms
    .filter(isWanted)
    .map((arm) => [arm.title, ...subjects.map((subject) => (arm.isThere ? (cell(subject, arm) ?? "-") : notHere))]);
  return markdownTable(["product", ...subjects.map(({ title }) => title)], rows);
}

function completeness(samples: PeerSamples): string[] {
  const table = grid(samples, ({ subject }, { arm }) => {
    const asked = samples.asked(subject, arm, "references");
    if (asked === undefined) return undefined;
    const failed = failuresIn(asked);
    return `${fixed(asked.recall, 3)} / ${fixed(asked.precision, 3)}${failed}`;
  });
  return ["### References: recall / precision, by lines", table];
}

function failuresIn({ failures, hangs, count }: Asked): string {
  const hung = hangs > 0 ? `, ${hangs} of them hung` : "";
  return failures > 0 ? ` (${failures} of ${count} failed${hung})` : "";
}

function firstAnswers(samples: PeerSamples): string[] {
  const isAsked = ({ arm }: ArmRow): boolean => arm !== "grep";
  const first: Cell = ({ subject }, { arm }) => {
    const cold = samples.cold(subject, arm);
    return cold === undefined
      ? undefined
      : `${fixed(cold.firstMs, 0)} ms, recall ${fixed(cold.firstRecall, 2)}: ${cold.words}`;
  };
  const complete: Cell = ({ subject }, { arm }) => {
    const cold = samples.cold(subject, arm);
    if (cold === undefined) return undefined;
    if (cold.completed === 0) return `never (recall ${fixed(cold.lastRecall, 2)})`;
    const some = cold.completed < cold.count ? ` (${cold.completed} of ${cold.count})` : "";
    return `${fixed(cold.completeMs, 0)} ms${some}`;
  };
  return [
    "### The first answer of a fresh process: time, recall, and what it says of itself",
    grid(samples, first, isAsked),
    "### The first complete answer of a fresh process",
    grid(samples, complete, isAsked),
  ];
}

function warm(samples: PeerSamples): string[] {
  return (["references", "definition", "hover"] as const).flatMap((kind) => [
    `### Warm ${kind}: p50 [95 %], p99 in ms, and the share of right ${kind === "references" ? "facts" : "answers"}`,
    grid(
      samples,
      ({ subject }, { arm }) => {
        const asked = samples.asked(subject, arm, kind);
        if (asked === undefined) return undefined;
        const { p50, low, high, p99, recall } = asked;
        const failed = kind === "references" ? "" : failuresIn(asked);
        return `${fixed(p50, 1)} [${fixed(low, 1)}, ${fixed(high, 1)}], ${fixed(p99, 0)}; ${fixed(recall, 2)}${failed}`;
      },
      ({ arm }) => kind === "references" || arm !== "grep",
    ),
  ]);
}

function tokens(samples: PeerSamples): string[] {
  const lists = samples.arms.flatMap(({ arm, title, isThere }) => {
    const list = samples.list(arm);
    if (list === undefined) return isThere ? [] : [[title, notHere, notHere]];
    return [[title, `${list.tools}`, `${list.tokens}`]];
  });
  const perFact: Cell = ({ subject }, { arm }) => {
    const asked = samples.asked(subject, arm, "references");
    return asked && `${fixed(asked.tokensPerFact, 1)} (recall ${fixed(asked.recall, 2)})`;
  };
  const other: Cell = ({ subject }, { arm }) => {
    const cells = (["definition", "hover", "symbols", "search"] as const).map((kind) => {
      const asked = samples.asked(subject, arm, kind);
      return asked === undefined
        ? "-"
        : `${fixed(asked.tokens, 0)}${asked.recall < 1 ? ` (right ${fixed(asked.recall, 2)})` : ""}`;
    });
    return cells.every((cell) => cell === "-") ? undefined : cells.join(" · ");
  };
  return [
    "### Tokens (o200k) of the list of tools",
    markdownTable(["product", "tools", "tokens"], lists),
    "### Tokens per correct reference, question and answer",
    grid(samples, perFact),
    "### Tokens of other questions, medians: definition · hover · outline of a file · search by name",
    grid(samples, other, ({ arm }) => arm !== "grep"),
  ];
}

function memory(samples: PeerSamples): string[] {
  const table = grid(
    samples,
    ({ subject }, { arm }) => {
      const row = samples.memory(subject, arm);
      return row && `${fixed(row.mb, 0)} MB in ${row.processes}`;
    },
    ({ arm }) => arm !== "grep",
  );
  return ["### Memory of the whole process tree when warm (PSS), and processes", table];
}

const behaviours = [
  ["added", "A use is added behind its back"],
  ["removed", "A use is taken away behind its back"],
  ["error", "The error that this makes, by its diagnostics"],
  ["killed", "Its language server is killed; the next answer"],
  ["closed", "The client closes its input"],
] as const;

function behaviour(samples: PeerSamples): string[] {
  return behaviours.flatMap(([what, title]) => [
    `### ${title}`,
    grid(
      samples,
      ({ subject }, { arm }) => {
        const row = samples.behaviour(subject, arm, what);
        return row && `${row.word}${row.ms > 0 ? `, ${fixed(row.ms, 0)} ms` : ""}`;
      },
      ({ arm }) => arm !== "grep" && arm !== "raw",
    ),
  ]);
}

function lossList(samples: PeerSamples): string[] {
  const losses = lossesOf(samples);
  if (losses.length === 0) return ["Nothing."];
  const rows = losses.map(({ where, ours, theirs, isFair }) => [
    where,
    ours,
    theirs,
    isFair ? "**lost**" : "no comparison",
  ]);
  return [markdownTable(["where", "Sightline", "better", "verdict"], rows)];
}
