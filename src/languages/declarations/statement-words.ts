// Words that begin statements in many languages, and what carries an expression on over the end of a line.

import type { CarriedOn } from "./rules.ts";

export const everywhere = ["return", "for", "while", "break", "continue"];
export const inBraces = [...everywhere, "if", "do", "switch", "throw", "try"];

export const carriedOnBySigns: CarriedOn = {
  behind:
    /(?:[=*/%&|?:,<>.~^([{]|(?<!\+)\+|(?<!-)-|(?<![\w$.])(?:typeof|instanceof|in|of|new|await|void|delete|yield|as|satisfies|extends|keyof|async|is|infer))$/,
  before: /^(?:[.?:&|*/%,=<>^)\]([`]|!=|\+(?!\+)|-(?!-)|(?:instanceof|in|as|satisfies|extends|is)(?![\w$]))/,
};
