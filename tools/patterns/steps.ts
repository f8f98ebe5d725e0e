// Matches as the engine of JavaScript does, by trying one way after the other, and counts the steps.
//
// The count is the same on every machine and under every load, which a time is not.

import { parsePattern, type Pattern } from "./syntax.ts";

/** Returns the end of the match, or -1. */
type Matcher = (at: number, next: (at: number) => number) => number;

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
  private readonly sets = new Map<string, (at: number) => number>();
  private text = "";
  private steps = 0;
  private most = 0;
  private captures: (readonly [number, number] | undefined)[] = [];

  constructor(pattern: { readonly source: string; readonly flags: string }) {
    this.flags = pattern.flags.replaceAll(/[gyd]/g, "");
    this.isSticky = pattern.flags.includes("y");
    this.matcher = this.compiled(parsePattern(pattern), false);
  }

  /** Throws `TooManySteps` beyond the limit. */
  count(text: string, most: number): Counted {
    this.text = text;
    this.steps = 0;
    this.most = most;
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
    return /[uv]/.test(this.flags) && (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  private compiled(pattern: Pattern, isBehind: boolean): Matcher {
    switch (pattern.kind) {
      case "set":
        return this.set(pattern.source, isBehind);
      case "sequence": {
        const parts = pattern.parts.map((part) => this.compiled(part, isBehind));
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

  private set(source: string, isBehind: boolean): Matcher {
    const after = this.member(source, isBehind);
    return (at, next) => {
      this.step();
      const reached = after(at);
      return reached < 0 ? -1 : next(reached);
    };
  }

  /** The place behind (or before) one sign of the set, or -1. */
  private member(source: string, isBehind: boolean): (at: number) => number {
    const key = `${isBehind}${source}`;
    const known = this.sets.get(key);
    if (known !== undefined) return known;
    const native = new RegExp(`^(?:${source})$`, this.flags.replaceAll("m", ""));
    const memory = new Map<string, boolean>();
    const holds = (sign: string): boolean => {
      const remembered = memory.get(sign);
      if (remembered !== undefined) return remembered;
      const isMember = native.test(sign);
      memory.set(sign, isMember);
      return isMember;
    };
    const found = (at: number): number => {
      if (isBehind) return at > 0 && holds(this.text.charAt(at - 1)) ? at - 1 : -1;
      if (at >= this.text.length) return -1;
      const width = this.width(at);
      return holds(this.text.slice(at, at + width)) ? at + width : -1;
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
    if (body.kind === "set") return this.run(this.member(body.source, isBehind), pattern);
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

  /** A repetition of single signs, without a call for each. */
  private run(after: (at: number) => number, { least, most, isLazy }: Pattern & { kind: "repeat" }): Matcher {
    const advance = (at: number): number => {
      this.step();
      return after(at);
    };
    return (at, next) => {
      const places = [at];
      const limit = isLazy ? least : most;
      for (let place = at; places.length <= limit; places.push(place)) {
        place = advance(place);
        if (place < 0) break;
      }
      if (places.length <= least) return -1;
      if (!isLazy) {
        for (let done = places.length - 1; done >= least; done -= 1) {
          this.step();
          const end = next(places[done] as number);
          if (end >= 0) return end;
        }
        return -1;
      }
      let place = places.at(-1) as number;
      for (let done = least; ; done += 1) {
        const end = next(place);
        if (end >= 0 || done >= most) return end;
        place = advance(place);
        if (place < 0) return -1;
      }
    };
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
    const isWord = (at: number): boolean => /^\w$/.test(this.text.charAt(at));
    const isBreak = (at: number): boolean => this.flags.includes("m") && /^[\n\r\u2028\u2029]$/.test(this.text.charAt(at));
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

function inSequence(parts: readonly Matcher[]): Matcher {
  const from = (part: number): Matcher => {
    const own = parts[part];
    if (own === undefined) return (at, next) => next(at);
    if (part === parts.length - 1) return own;
    const rest = from(part + 1);
    return (at, next) => own(at, (reached) => rest(reached, next));
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
