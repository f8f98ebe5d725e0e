// Finds out whether the work of a pattern grows faster than the text.

import { grown, hostileTexts, type HostileText } from "./hostile-texts.ts";
import { StepCounter, TooManySteps } from "./steps.ts";

export interface PatternSource {
  readonly source: string;
  readonly flags: string;
}

/** A text is read at this length and at four times of it. What looks superlinear is read longer: a limit may lie in between. */
const length = 128;
const longer = 2_048;
/** So few steps for each sign leave no room for a square. */
const fewSteps = 8;
/** Four times the text takes 4 times the work where it is linear and 16 times where it is quadratic; n log n stays below. */
const superlinear = 8;
/** 64 times where it is cubic. */
const cubic = 28;

/** A text for which four times of it takes clearly more than four times the work. */
export function superlinearText(pattern: PatternSource): HostileText | undefined {
  const counter = new StepCounter(pattern);
  return hostileTexts(pattern).find((text) => isSuperlinear(counter, text));
}

/** A text for which four times of it takes clearly more than sixteen times the work. */
export function cubicText(pattern: PatternSource): HostileText | undefined {
  const counter = new StepCounter(pattern);
  return hostileTexts(pattern).find((text) => growsFaster(counter, text, length / 8, cubic) === true);
}

// — below: private, in the order they are used —

function isSuperlinear(counter: StepCounter, text: HostileText): boolean {
  const seen = growsFaster(counter, text, length) ?? growsFaster(counter, text, length / 4) ?? true;
  return seen && (growsFaster(counter, text, longer) ?? true);
}

/** Undefined where the matching nests deeper than the stack allows. */
function growsFaster(counter: StepCounter, text: HostileText, from: number, most = superlinear): boolean | undefined {
  const short = grown(text, from);
  try {
    const base = stepsWithin(counter, short, most === superlinear ? 600 * short.length : short.length ** 3);
    if (base === undefined) return true;
    if (base <= fewSteps * short.length) return false;
    return stepsWithin(counter, grown(text, from * 4), most * base) === undefined;
  } catch (error) {
    if (error instanceof RangeError) return;
    throw error;
  }
}

/** Undefined for more steps than that. */
function stepsWithin(counter: StepCounter, text: string, most: number): number | undefined {
  try {
    return counter.count(text, most).steps;
  } catch (error) {
    if (error instanceof TooManySteps) return;
    throw error;
  }
}
