// Matches as the engine of JavaScript does, by trying one way after the other, and counts the steps.
//
// The count is the same on every machine and under every load, which a time is not.

import { parsePattern, type Pattern } from "./syntax.ts";

/** Returns the end of the match, or -1. */
type Matcher = (at: number, next: (at: number) => number) => number;

/** A matcher of one sign can be followed without a call back: most of a pattern is signs in sequence. */
interface Part {
  readonly match: Matcher;
  readonly single?: (at: number) => number;
}

export class TooManySteps extends Error {}

export interface Counted {
  readonly steps: number;
  /** Start and end of each match, as `matchAll` finds them. */
  readonly matches: readonly (readonly [number, number])[];
}

/** Counts the steps of finding every match in a text, and of trying one that sticks to a place at the first. */
export class StepCounter {
  private readonly matcher: Matcher;
  private readonly flags: string;
  private readonly isSticky: boolean;
  private readonly isUnicode: boolean;
  private readonly sets = new Map<string, (at: number) => number>();
  private text = "";
  private steps = 0;
  private most = 0;
  /** Every sign of the text is one place wide. */
  private isEven = true;
  private captures: (readonly [number, number] | undefined)[] = [];

  constructor(pattern: { readonly source: string; readonly flags: string }) {
    this.flags = pattern.flags.replaceAll(/[gyd]/g, "");
    this.isSticky = pattern.flags.includes("y");
    this.isUnicode = /[uv]/.test(pattern.flags);
    this.matcher = this.compiled(parsePattern(pattern), false);
  }

  /** Throws `TooManySteps` beyond the limit. */
  count(text: string, most: number): Counted {
    this.text = text;
    this.steps = 0;
    this.most = most;
    this.isEven = !this.isUnicode || !/[\ud800-\udfff]/.test(text);
    const matches: [number, number][] = [];
    for (let at = 0; at <= (this.isSticky ? 0 : text.length); ) {
      this.captures = [];
      this.step();
      const end = this.matcher(at, (reached) => reached);
      if (end >= 0) matches.push([at, end]);
      at = end > at ? end : at + this.width(at);
    }
    return { steps: this.steps, matches };
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > this.most) throw new TooManySteps();
  }

  private width(at: number): number {
    return this.isUnicode && (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  private compiled(pattern: Pattern, isBehind: boolean): Matcher {
    switch (pattern.kind) {
      case "set":
        return this.set(pattern.source, isBehind);
      case "sequence": {
        const parts = pattern.parts.map((part) => this.part(part, isBehind));
        return inSequence(isBehind ? parts.reverse() : parts);
      }
      case "choice":
        return inChoice(pattern.options.map((option) => this.compiled(option, isBehind)));
      case "group":
        return this.group(pattern.index, this.compiled(pattern.body, isBehind), isBehind);
      case "repeat":
        return this.repeat(pattern, isBehind);
      case "look":
        return this.look(this.compiled(pattern.body, pattern.isBehind), pattern.isNegative);
      case "assertion":
        return this.assertion(pattern.sign);
      case "reference":
        return this.reference(pattern.index, isBehind);
    }
  }

  private part(pattern: Pattern, isBehind: boolean): Part {
    const match = this.compiled(pattern, isBehind);
    return pattern.kind === "set" ? { match, single: this.counted(this.member(pattern.source, isBehind)) } : { match };
  }

  private set(source: string, isBehind: boolean): Matcher {
    const after = this.counted(this.member(source, isBehind));
    return (at, next) => {
      const reached = after(at);
      return reached < 0 ? -1 : next(reached);
    };
  }

  private counted(after: (at: number) => number): (at: number) => number {
    return (at) => {
      this.step();
      return after(at);
    };
  }

  /** The place behind (or before) one sign of the set, or -1. */
  private member(source: string, isBehind: boolean): (at: number) => number {
    const key = `${isBehind}${source}`;
    const known = this.sets.get(key);
    if (known !== undefined) return known;
    const native = new RegExp(`^(?:${source})$`, this.flags.replaceAll("m", ""));
    const isIn = (sign: number): boolean => native.test(String.fromCodePoint(sign));
    const plain = Uint8Array.from({ length: 128 }, (_, sign) => Number(isIn(sign)));
    const others = new Map<number, boolean>();
    const holds = (sign: number): boolean => {
      if (sign < 128) return plain[sign] === 1;
      const known = others.get(sign) ?? isIn(sign);
      others.set(sign, known);
      return known;
    };
    const found = (at: number): number => {
      if (isBehind) return at > 0 && holds(this.text.charCodeAt(at - 1)) ? at - 1 : -1;
      if (at >= this.text.length) return -1;
      const sign = this.isUnicode ? (this.text.codePointAt(at) ?? 0) : this.text.charCodeAt(at);
      return holds(sign) ? at + (sign > 0xffff ? 2 : 1) : -1;
    };
    this.sets.set(key, found);
    return found;
  }

  private group(index: number, body: Matcher, isBehind: boolean): Matcher {
    return (at, next) => {
      const before = this.captures[index];
      const end = body(at, (reached) => {
        const inner = this.captures[index];
        this.captures[index] = isBehind ? [reached, at] : [at, reached];
        const result = next(reached);
        if (result < 0) this.captures[index] = inner;
        return result;
      });
      if (end < 0) this.captures[index] = before;
      return end;
    };
  }

  private repeat(pattern: Pattern & { kind: "repeat" }, isBehind: boolean): Matcher {
    const { least, most, isLazy, body } = pattern;
    const single = this.single(body, isBehind);
    if (single !== undefined) return this.run(single, pattern, isBehind ? -1 : 1);
    const once = this.compiled(body, isBehind);
    const more = (at: number, done: number, next: (at: number) => number): number => {
      this.step();
      const another = (): number =>
        done >= most
          ? -1
          : once(at, (reached) => (reached === at && done >= least ? -1 : more(reached, done + 1, next)));
      if (done < least) return another();
      if (!isLazy) {
        const end = another();
        return end < 0 ? next(at) : end;
      }
      const end = next(at);
      return end < 0 ? another() : end;
    };
    return (at, next) => more(at, 0, next);
  }

  /** The place behind (or before) one sign, where the pattern takes exactly one and can take it in one way only. */
  private single(pattern: Pattern, isBehind: boolean): ((at: number) => number) | undefined {
    if (pattern.kind === "set") return this.member(pattern.source, isBehind);
    const parts = pattern.kind === "sequence" ? pattern.parts : pattern.kind === "choice" ? pattern.options : [];
    const isPlain = (part: Pattern): boolean =>
      part.kind === "set" || part.kind === "sequence" || part.kind === "choice";
    if (parts.length === 0 || parts.some((part) => !isPlain(part) && part.kind !== "look" && part.kind !== "assertion"))
      return;
    const taking = parts.filter(isPlain);
    if (pattern.kind === "sequence" ? taking.length !== 1 : taking.length !== parts.length) return;
    if (taking.some((part) => this.single(part, isBehind) === undefined)) return;
    const whole = this.compiled(pattern, isBehind);
    return (at) => whole(at, (reached) => reached);
  }

  /** A repetition of single signs, without a call for each. */
  private run(
    after: (at: number) => number,
    { least, most, isLazy }: Pattern & { kind: "repeat" },
    width: 1 | -1,
  ): Matcher {
    const advance = this.counted(after);
    const places = (at: number, limit: number): number[] => {
      const found = [at];
      for (let place = advance(at); place >= 0 && found.length <= limit; place = advance(place)) found.push(place);
      return found;
    };
    const greedy: Matcher = (at, next) => {
      let done = 0;
      // Where signs are of one width, how many there are says where they are.
      const found = this.isEven ? undefined : places(at, most);
      if (found !== undefined) done = found.length - 1;
      else for (let place = advance(at); place >= 0 && done < most; place = advance(place)) done += 1;
      for (; done >= least; done -= 1) {
        this.step();
        const end = next(found === undefined ? at + done * width : (found[done] as number));
        if (end >= 0) return end;
      }
      return -1;
    };
    const lazy: Matcher = (at, next) => {
      const found = places(at, least);
      if (found.length <= least) return -1;
      for (let place = found[least] as number, done = least; place >= 0 && done <= most; place = advance(place)) {
        const end = next(place);
        if (end >= 0) return end;
        done += 1;
      }
      return -1;
    };
    return isLazy ? lazy : greedy;
  }

  private look(body: Matcher, isNegative: boolean): Matcher {
    return (at, next) => {
      const before = [...this.captures];
      const end = body(at, (reached) => reached);
      if (isNegative) this.captures = before;
      if (end >= 0 === isNegative) return -1;
      const result = next(at);
      if (result < 0) this.captures = before;
      return result;
    };
  }

  private assertion(sign: "^" | "$" | "\\b" | "\\B"): Matcher {
    const isWord = (at: number): boolean => wordSigns.has(this.text.charCodeAt(at));
    const isManyLines = this.flags.includes("m");
    const isBreak = (at: number): boolean => isManyLines && lineEnds.has(this.text.charCodeAt(at));
    const holds = (at: number): boolean => {
      if (sign === "^") return at === 0 || isBreak(at - 1);
      if (sign === "$") return at === this.text.length || isBreak(at);
      return (isWord(at - 1) !== isWord(at)) === (sign === "\\b");
    };
    return (at, next) => {
      this.step();
      return holds(at) ? next(at) : -1;
    };
  }

  private reference(index: number, isBehind: boolean): Matcher {
    return (at, next) => {
      const [from, to] = this.captures[index] ?? [0, 0];
      const text = this.text.slice(from, to);
      for (let passed = 0; passed <= text.length; passed += 1) this.step();
      const start = isBehind ? at - text.length : at;
      if (!this.text.startsWith(text, start) || start < 0) return -1;
      return next(isBehind ? start : at + text.length);
    };
  }
}

const lineEnds = new Set([..."\n\r\u2028\u2029"].map((sign) => sign.charCodeAt(0)));
const wordSigns = new Set(
  Array.from({ length: 128 }, (_, sign) => sign).filter((sign) => /\w/.test(String.fromCharCode(sign))),
);

function inSequence(parts: readonly Part[]): Matcher {
  const from = (index: number): Matcher => {
    const own = parts[index];
    if (own === undefined) return (at, next) => next(at);
    if (index === parts.length - 1) return own.match;
    const rest = from(index + 1);
    const { match, single } = own;
    if (single === undefined) return (at, next) => match(at, (reached) => rest(reached, next));
    return (at, next) => {
      const reached = single(at);
      return reached < 0 ? -1 : rest(reached, next);
    };
  };
  return from(0);
}

function inChoice(options: readonly Matcher[]): Matcher {
  return (at, next) => {
    for (const option of options) {
      const end = option(at, next);
      if (end >= 0) return end;
    }
    return -1;
  };
}
