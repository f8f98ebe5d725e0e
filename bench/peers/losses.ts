// Where another product does better than Sightline, and whether the two can be compared at all.

import { fixed } from "../shared/record.ts";
import type { ArmRow, PeerSamples, SubjectRow } from "./samples.ts";

export interface Loss {
  readonly where: string;
  readonly ours: string;
  readonly theirs: string;
  /** Whether the other one has at least our recall. */
  readonly isFair: boolean;
}

/** A number that is better when it is smaller, and how many of the facts it was got with. */
interface Score {
  readonly value: number;
  readonly recall: number;
  readonly text: string;
}

type Measure = readonly [name: string, of: (subject: string, arm: string) => Score | undefined];

export function lossesOf(samples: PeerSamples): Loss[] {
  const { subjects, arms } = samples;
  const others = arms.filter(({ arm, isThere }) => isThere && !/^(?:raw|grep|sightline.*)$/.test(arm));
  const perSubject = subjects.flatMap((subject) =>
    measures(samples).flatMap((measure) => others.flatMap((other) => lossAgainst(subject, measure, other))),
  );
  return [...listLosses(samples, others), ...perSubject];
}

// — below: private, in the order they are used —

/** What differs by less than this is a draw. */
const draw = 0.02;

function measures(samples: PeerSamples): Measure[] {
  const asked = (kind: string): Measure[] => [
    [
      `warm ${kind}, p50`,
      (subject, arm) => {
        const one = samples.asked(subject, arm, kind);
        return one && { value: one.p50, recall: one.recall, text: `${fixed(one.p50, 1)} ms` };
      },
    ],
  ];
  return [
    [
      "recall of references",
      (subject, arm) => {
        const one = samples.asked(subject, arm, "references");
        return one && { value: 1 - one.recall, recall: one.recall, text: fixed(one.recall, 3) };
      },
    ],
    [
      "precision of references",
      (subject, arm) => {
        const one = samples.asked(subject, arm, "references");
        return one && { value: 1 - one.precision, recall: one.recall, text: fixed(one.precision, 3) };
      },
    ],
    [
      "first complete answer",
      (subject, arm) => {
        const one = samples.cold(subject, arm);
        if (one === undefined) return undefined;
        const value = one.completed === 0 ? Number.POSITIVE_INFINITY : one.completeMs;
        return { value, recall: one.completed === 0 ? 0 : 1, text: `${fixed(value, 0)} ms` };
      },
    ],
    [
      "first answer",
      (subject, arm) => {
        const one = samples.cold(subject, arm);
        return one && { value: one.firstMs, recall: one.firstRecall, text: `${fixed(one.firstMs, 0)} ms` };
      },
    ],
    ...["references", "definition", "hover"].flatMap(asked),
    [
      "tokens per reference",
      (subject, arm) => {
        const one = samples.asked(subject, arm, "references");
        return one && { value: one.tokensPerFact, recall: one.recall, text: fixed(one.tokensPerFact, 1) };
      },
    ],
    [
      "memory",
      (subject, arm) => {
        const one = samples.memory(subject, arm);
        const recall = samples.asked(subject, arm, "references")?.recall ?? 0;
        return one && { value: one.mb, recall, text: `${fixed(one.mb, 0)} MB` };
      },
    ],
  ];
}

function lossAgainst(subject: SubjectRow, [name, of]: Measure, other: ArmRow): Loss[] {
  const ours = of(subject.subject, "sightline");
  const theirs = of(subject.subject, other.arm);
  if (ours === undefined || theirs === undefined || !(theirs.value < ours.value * (1 - draw) - 1e-9)) return [];
  return [
    {
      where: `${subject.title}: ${name}`,
      ours: `${ours.text} (recall ${fixed(ours.recall, 2)})`,
      theirs: `${other.title}: ${theirs.text} (recall ${fixed(theirs.recall, 2)})`,
      isFair: theirs.recall >= ours.recall - 1e-9,
    },
  ];
}

function listLosses(samples: PeerSamples, others: readonly ArmRow[]): Loss[] {
  const ours = samples.list("sightline");
  return others.flatMap(({ arm, title }) => {
    const theirs = samples.list(arm);
    if (ours === undefined || theirs === undefined || theirs.tokens >= ours.tokens) return [];
    return [
      {
        where: "tokens of the list of tools",
        ours: `${ours.tokens} for ${ours.tools} tools`,
        theirs: `${title}: ${theirs.tokens} for ${theirs.tools} tools`,
        isFair: true,
      },
    ];
  });
}
