// Chooses the fullest rendering that fits, and says what a shorter one leaves out. Text is never cut in the middle.

export interface Rendering {
  readonly text: string;
  /** What a reader misses against the fullest rendering; undefined for the fullest. */
  readonly leavesOut?: string;
}

/** Renderings from the fullest to the shortest; the shortest is taken when none fits. */
export function fitting(renderings: readonly (() => Rendering)[], maxCharacters: number): string {
  let last: Rendering = { text: "" };
  for (const render of renderings) {
    last = render();
    if (last.text.length <= maxCharacters) break;
  }
  return last.leavesOut === undefined ? last.text : `${last.text}\n(${last.leavesOut})`;
}
