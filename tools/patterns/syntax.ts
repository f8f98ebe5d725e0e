// Parses a regular expression into a tree, so that the work of its matching can be counted and hostile texts be made of its parts.

export type Pattern =
  | { readonly kind: "set"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly options: readonly Pattern[] }
  | { readonly kind: "group"; readonly index: number; readonly body: Pattern }
  | {
      readonly kind: "repeat";
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
      readonly body: Pattern;
    }
  | { readonly kind: "look"; readonly isBehind: boolean; readonly isNegative: boolean; readonly body: Pattern }
  | { readonly kind: "assertion"; readonly sign: "^" | "$" | "\\b" | "\\B" }
  | { readonly kind: "reference"; readonly index: number };

/** Throws where the source uses what no pattern of this repository uses. */
export function parsePattern({ source, flags }: { readonly source: string; readonly flags: string }): Pattern {
  const names = [...source.matchAll(/(?<!\\)\((?:\?<([A-Za-z]\w*)>|(?!\?))/g)].map(([, name]) => name);
  const reader = new Reader(source, /[uv]/.test(flags), names);
  const pattern = reader.choice();
  if (!reader.isAtEnd) throw new Error(`unexpected ${source.slice(reader.at)} in /${source}/`);
  return pattern;
}

const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/y;
const escape = /\\(?:u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/uy;
const surrogates = /[\uD800-\uDBFF][\uDC00-\uDFFF]/y;

class Reader {
  at = 0;
  private groups = 0;
  private readonly source: string;
  private readonly isUnicode: boolean;
  private readonly names: readonly (string | undefined)[];

  constructor(source: string, isUnicode: boolean, names: readonly (string | undefined)[]) {
    this.source = source;
    this.isUnicode = isUnicode;
    this.names = names;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  choice(): Pattern {
    const options = [this.sequence()];
    while (this.takes("|")) options.push(this.sequence());
    return options.length === 1 ? (options[0] as Pattern) : { kind: "choice", options };
  }

  private sequence(): Pattern {
    const parts: Pattern[] = [];
    while (!this.isAtEnd && this.source[this.at] !== "|" && this.source[this.at] !== ")") parts.push(this.repeated());
    return { kind: "sequence", parts };
  }

  private repeated(): Pattern {
    const body = this.atom();
    const found = this.match(quantifier);
    if (found === undefined) return body;
    const [text, low, comma, high, lazy] = found;
    const isLazy = lazy === "?";
    if (low === undefined) {
      const [least, most] = text[0] === "*" ? [0, Infinity] : text[0] === "+" ? [1, Infinity] : [0, 1];
      return { kind: "repeat", least, most, isLazy, body };
    }
    const most = comma === "" ? Number(low) : high === "" ? Infinity : Number(high);
    return { kind: "repeat", least: Number(low), most, isLazy, body };
  }

  private atom(): Pattern {
    if (this.takes("^")) return { kind: "assertion", sign: "^" };
    if (this.takes("$")) return { kind: "assertion", sign: "$" };
    if (this.takes("(")) return this.parenthesised();
    if (this.source[this.at] === "[") return { kind: "set", source: this.characterClass() };
    if (this.source[this.at] === "\\") return this.escaped();
    const pair = this.isUnicode ? this.match(surrogates)?.[0] : undefined;
    if (pair !== undefined) return { kind: "set", source: pair };
    this.at += 1;
    return { kind: "set", source: this.source[this.at - 1] ?? "" };
  }

  private parenthesised(): Pattern {
    const looks = { "?=": [false, false], "?!": [false, true], "?<=": [true, false], "?<!": [true, true] } as const;
    for (const [start, [isBehind, isNegative]] of Object.entries(looks)) {
      if (this.takes(start)) return { kind: "look", isBehind, isNegative, body: this.closed() };
    }
    if (this.takes("?:")) return this.closed();
    this.match(/\?<[A-Za-z]\w*>/y);
    this.groups += 1;
    const index = this.groups;
    return { kind: "group", index, body: this.closed() };
  }

  private closed(): Pattern {
    const body = this.choice();
    if (!this.takes(")")) throw new Error(`no end of a group in /${this.source}/`);
    return body;
  }

  private escaped(): Pattern {
    const named = this.match(/\\k<([A-Za-z]\w*)>/y)?.[1];
    if (named !== undefined) return { kind: "reference", index: this.names.indexOf(named) + 1 };
    const numbered = this.match(/\\([1-9]\d*)/y)?.[1];
    if (numbered !== undefined) return { kind: "reference", index: Number(numbered) };
    const text = this.match(escape)?.[0] ?? "";
    if (text === "\\b" || text === "\\B") return { kind: "assertion", sign: text };
    return { kind: "set", source: text };
  }

  private characterClass(): string {
    const from = this.at;
    this.at += 1;
    while (this.source[this.at] !== "]") {
      if (this.isAtEnd) throw new Error(`no end of a class in /${this.source}/`);
      this.at += this.source[this.at] === "\\" ? 2 : 1;
    }
    this.at += 1;
    return this.source.slice(from, this.at);
  }

  private takes(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.source) ?? undefined;
    if (found !== undefined) this.at += found[0].length;
    return found;
  }
}
