// The plain text of a snippet: its tab stops, placeholders and variables are for an editor, not for a reader.
//
// Spec: LSP 3.18 "Snippet Syntax": `$1`, `${1:default}`, `${1|one,two|}`, `$NAME`, `${NAME:default}`, and `\` before `$`, `}` and `\`.

/** Placeholders become what they propose, choices the first, and places to type nothing. */
export function plainSnippet(snippet: string): string {
  return new Reader(snippet).text("");
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Up to the end, or to an unescaped character of `ends`, which stays unread. */
  text(ends: string): string {
    let text = "";
    while (this.#at < this.#source.length) {
      const character = this.#source.charAt(this.#at);
      if (ends.includes(character)) break;
      if (character === "\\") {
        text += this.#escaped();
      } else if (character === "$") {
        text += this.#stop();
      } else {
        text += character;
        this.#at++;
      }
    }
    return text;
  }

  #escaped(): string {
    const next = this.#source.charAt(this.#at + 1);
    const isEscape = next !== "" && "$}\\,|".includes(next);
    this.#at += isEscape ? 2 : 1;
    return isEscape ? next : "\\";
  }

  #stop(): string {
    const rest = this.#source.slice(this.#at, this.#at + 200);
    const [name] = /^\$(?:\d+|[A-Za-z_]\w*)/.exec(rest) ?? [];
    if (name !== undefined) {
      this.#at += name.length;
      return "";
    }
    const [opening] = /^\$\{(?:\d+|[A-Za-z_]\w*)/.exec(rest) ?? [];
    if (opening === undefined) {
      this.#at++;
      return "$";
    }
    this.#at += opening.length;
    return this.#inside();
  }

  /** Behind the name of a placeholder, up to and with its closing brace. */
  #inside(): string {
    const mark = this.#source.charAt(this.#at);
    this.#at++;
    if (mark === "}" || mark === "") return "";
    if (mark === "|") {
      const first = this.text(",|");
      const end = this.#source.indexOf("|}", this.#at);
      this.#at = end === -1 ? this.#source.length : end + 2;
      return first;
    }
    const proposed = this.text("}");
    this.#at++;
    // A transformation of a variable, as in `${NAME/x/y/}`, proposes nothing.
    return mark === ":" ? proposed : "";
  }
}
