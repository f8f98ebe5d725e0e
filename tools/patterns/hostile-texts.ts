// Makes texts that are hostile to a pattern out of the pattern itself: what leads to each of its repetitions, and what the repetition takes.

import { parsePattern, type Pattern } from "./syntax.ts";

/** A text that grows by repeating its body. */
export interface HostileText {
  readonly before: string;
  readonly body: string;
  readonly after: string;
}

export function grown({ before, body, after }: HostileText, length: number): string {
  return before + body.repeat(Math.max(1, Math.ceil(length / body.length))) + after;
}

/** What hostile texts of repositories repeat, whatever the pattern is. */
const always = [
  ..." \n\t\r\\\"'`([{<*/,.:;=#@!a1_-|",
  "\r\n",
  "\\\n",
  " \n",
  "a ",
  "a,",
  "a, ",
  "a\n",
  "a.",
  "a::",
  "()",
  "[]",
  "{}",
  "/*",
  "*/",
  "//",
  "import ",
  "import\n",
  "from ",
  "export {",
  "as ",
];
/** No pattern goes on here. */
const ends = ["", "\n\u0001"];

export function hostileTexts(pattern: { readonly source: string; readonly flags: string }): HostileText[] {
  const made = new Map<string, HostileText>();
  const add = (text: HostileText): void => {
    if (text.body !== "") made.set(JSON.stringify(text), text);
  };
  const maker = new Maker(pattern.flags.replaceAll(/[gymd]/g, ""));
  const parsed = parsePattern(pattern);
  if (![...maker.repetitions(parsed, [""])].some(({ body }) => body !== "")) return [];
  for (const { before, body } of maker.repetitions(parsed, [""])) {
    for (const after of ends) {
      add({ before, body, after });
      if (before !== "") add({ before: "", body: before + body, after });
    }
    if (before !== "") add({ before: "", body: before, after: "\u0001" });
    add({ before: "", body: `${before}${body}\n`, after: "\u0001" });
    add({ before: "", body: `${before}${body}\r`, after: "\u0001" });
  }
  for (const whole of maker.samples(parsed)) {
    for (const end of ["", "\n", " "]) add({ before: "", body: `${whole}${end}`, after: "\u0001" });
  }
  for (const body of always) add({ before: "", body, after: "\u0001" });
  return [...made.values()];
}

/** Signs that meet the most sets come first. */
const signs = [
  ..." \na,1._\t\"'(){}[]<>*/\\:;=-#@!$%&+?|^~`éA\r",
  ...Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)),
  "\u2028",
  "\u0000",
  "\u001b",
  "\b",
  "ℹ",
  "✓",
];

class Maker {
  private readonly flags: string;
  private readonly members = new Map<string, readonly string[]>();

  constructor(flags: string) {
    this.flags = flags;
  }

  /** Each repetition without end: the texts that lead to it, and those that it takes. */
  *repetitions(pattern: Pattern, leads: readonly string[]): Generator<{ before: string; body: string }> {
    switch (pattern.kind) {
      case "sequence": {
        let befores = leads;
        for (const part of pattern.parts) {
          yield* this.repetitions(part, befores);
          const samples = this.samples(part);
          befores = few(befores.flatMap((before) => samples.map((sample) => before + sample)));
        }
        return;
      }
      case "choice":
        for (const option of pattern.options) yield* this.repetitions(option, leads);
        return;
      case "repeat":
        if (pattern.most > 999) {
          for (const before of leads) for (const body of this.bodies(pattern.body)) yield { before, body };
        }
        yield* this.repetitions(pattern.body, leads);
        return;
      case "group":
      case "look":
        yield* this.repetitions(pattern.body, leads);
        return;
      default:
    }
  }

  /** A few texts that the pattern takes, the shortest first. */
  samples(pattern: Pattern): readonly string[] {
    switch (pattern.kind) {
      case "set":
        return this.membersOf(pattern.source).slice(0, 1);
      case "sequence":
        return pattern.parts.reduce<readonly string[]>(
          (texts, part) => {
            const samples = this.samples(part);
            return few(texts.flatMap((text) => samples.map((sample) => text + sample)));
          },
          [""],
        );
      case "choice":
        return few(pattern.options.flatMap((option) => this.samples(option).slice(0, 1)));
      case "group":
        return this.samples(pattern.body);
      case "repeat": {
        const [one = ""] = this.samples(pattern.body);
        const least = one.repeat(Math.min(pattern.least, 40));
        return pattern.least === 0 ? ["", one] : [least];
      }
      default:
        return [""];
    }
  }

  private bodies(pattern: Pattern): readonly string[] {
    if (pattern.kind === "set") return this.membersOf(pattern.source).slice(0, 4);
    if (pattern.kind === "group") return this.bodies(pattern.body);
    if (pattern.kind === "choice") return pattern.options.flatMap((option) => this.bodies(option)).slice(0, 6);
    if (pattern.kind === "sequence" && pattern.parts.length === 1) return this.bodies(pattern.parts[0] as Pattern);
    return this.samples(pattern).filter((text) => text !== "");
  }

  private membersOf(source: string): readonly string[] {
    const known = this.members.get(source);
    if (known !== undefined) return known;
    const native = new RegExp(`^(?:${source})$`, this.flags);
    const found = [...new Set(signs)].filter((sign) => native.test(sign));
    const members = found.length > 0 ? found : [source.replace(/^\\(?!u)/, "")];
    this.members.set(source, members);
    return members;
  }
}

function few(texts: readonly string[]): readonly string[] {
  const different = [...new Set(texts)];
  return different.length <= 3 ? different : [...different.slice(0, 2), different.at(-1) as string];
}
