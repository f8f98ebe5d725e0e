// What an agent's tool writes to one file: the text that it will have, and the one that it had.
//
// Invariant: a text is told only where the edit leaves no doubt about it; otherwise it is not known.

/** One step: the whole text, or one text in the place of another. */
export type TextStep =
  | { readonly kind: "whole"; readonly text: string }
  | { readonly kind: "swap"; readonly from: string; readonly to: string; readonly all: boolean };

export interface FileEdit {
  /** As the agent names it: absolute, or relative to its directory. */
  readonly file: string;
  /** In their order; undefined where it is not known what is written. */
  readonly steps: readonly TextStep[] | undefined;
  /** The file is new, or goes. */
  readonly turn?: "created" | "deleted";
  /** The text before it, where the agent tells it itself. */
  readonly former?: string;
}

/** The text after the edit; undefined where that is not known. */
export function textAfter({ steps, turn }: FileEdit, before: string | undefined): string | undefined {
  if (steps === undefined || turn === "deleted") return undefined;
  let text = before;
  for (const step of steps) {
    text = step.kind === "whole" ? step.text : swapped(text, step.from, step.to, step.all);
    if (text === undefined) return undefined;
  }
  return text;
}

/** The text before an edit that was made, by taking it back; undefined where that is not certain. */
export function textBefore({ steps, turn, former }: FileEdit, after: string | undefined): FormerTold | undefined {
  if (former !== undefined) return { text: former };
  if (turn === "created") return { text: undefined };
  if (steps === undefined || after === undefined) return undefined;
  let text: string | undefined = after;
  for (const step of [...steps].reverse()) {
    // Where every place was changed, those that had the new text before are not known any more.
    if (step.kind === "whole" || step.all || step.to === "" || step.from === "") return undefined;
    text = swapped(text, step.to, step.from, false);
    if (text === undefined) return undefined;
  }
  return { text };
}

export interface FormerTold {
  readonly text: string | undefined;
}

// — below: private, in the order they are used —

/** Undefined where the text is not there, or at several places of which one is meant. */
function swapped(text: string | undefined, from: string, to: string, all: boolean): string | undefined {
  if (text === undefined) return undefined;
  // An agent creates a file by putting its text in the place of nothing.
  if (from === "") return text === "" ? to : undefined;
  const parts = text.split(from);
  if (parts.length === 1 || (parts.length > 2 && !all)) return undefined;
  return parts.join(to);
}
