// A text as the readers of declarations take it.

import type { LineIndex } from "../../model/line-index.ts";
import type { Family } from "../family.ts";

/** A text, and the same with comments and strings blanked out; offsets are the same in both. */
export interface Source {
  readonly text: string;
  readonly code: string;
  readonly index: LineIndex;
  readonly family: Family;
}
