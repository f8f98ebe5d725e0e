// Finds out whether the work of a pattern grows faster than the text.

import { grown, hostileTexts, type HostileText } from "./hostile-texts.ts";
import { StepCounter, TooManySteps } from "./steps.ts";

/** A text is read at this length and at four times of it. What looks superlinear is read longer: a limit may lie in between. */
const length = 400;
const confirmed = 2_400;
/** So few steps for each sign leave no room for a square. */
const fewSteps = 12;
/** Four times the text takes 4 times the work where it is linear and 16 times where it is quadratic; n log n stays below. */
const superlinear = 8;

/** A text for which four times of it takes clearly more than four times the work. */
export function superlinearText(pattern: { readonly source: string; readonly flags: string }): HostileText | undefined {
  const counter = new StepCounter(pattern);
  return hostileTexts(pattern).find((text) => growsFaster(counter, text, length) && growsFaster(counter, text, confirmed));
}

function growsFaster(counter: StepCounter, text: HostileText, length: number): boolean {
  const short = grown(text, length);
  const long = grown(text, short.length * 4);
  const base = stepsWithin(counter, short, 40 * fewSteps * length);
  if (base === undefined) return true;
  if (base <= fewSteps * short.length) return false;
  return stepsWithin(counter, long, superlinear * base) === undefined;
}

/** Undefined for more steps than that, or where the matching nests deeper than the stack allows. */
function stepsWithin(counter: StepCounter, text: string, most: number): number | undefined {
  try {
    return counter.count(text, most).steps;
  } catch (error) {
    if (error instanceof TooManySteps || error instanceof RangeError) return;
    throw error;
  }
}
