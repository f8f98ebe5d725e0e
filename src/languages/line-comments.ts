// How comments to the end of a line begin in languages whose texts are not masked.
//
// Invariant: a place is called a comment only where nothing else can begin so in its language.

const marks: readonly (readonly [ending: RegExp, mark: RegExp])[] = [
  [/\.(?:rb|rake|gemspec|ru|sh|bash|zsh|pl|pm|exs?|r|jl|nim|cr|tcl)$/i, /(?:^|\s)#(?!\{)/],
  [/\.(?:lua|elm|adb|ads|sql|vhdl?)$/i, /--/],
  [/\.hs$/i, /(?:^|[\s(])--+(?![!#$%&*+./<=>?@\\^|~:])/],
  [/\.(?:swift|dart|zig|v|sol|proto|hx|odin)$/i, /\/\//],
  [/\.php$/i, /\/\/|(?:^|\s)#(?!\[)/],
  [/\.(?:clj|cljs|cljc|el|lisp|scm|rkt)$/i, /;/],
  [/\.(?:erl|hrl|tex|m)$/i, /%/],
];

/** Of a language that is not listed: a sharp between blanks, or what begins a line. */
const usual = /(?:^|\s)#[ \t!]|^[ \t]*(?:\/\/|--[ \t])/;

export function isInLineComment(file: string, text: string, offset: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const mark = marks.find(([ending]) => ending.test(file))?.[1] ?? usual;
  const match = mark.exec(before);
  // A quote that is still open before the mark begins a string that holds it.
  return match !== null && ['"', "'", "`"].every((quote) => before.slice(0, match.index).split(quote).length % 2 === 1);
}
