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

/** A test for the offsets of a text; each line is looked at once where they come in order. */
export function lineCommentsIn(file: string, text: string): (offset: number) => boolean {
  const mark = marks.find(([ending]) => ending.test(file))?.[1] ?? usual;
  let line = { start: 0, end: -1, commentFrom: Number.POSITIVE_INFINITY };
  return (offset) => {
    if (offset < line.start || offset > line.end) {
      const start = text.lastIndexOf("\n", offset - 1) + 1;
      const end = (text.indexOf("\n", offset) + 1 || text.length + 1) - 1;
      line = { start, end, commentFrom: start + commentFrom(text.slice(start, end), mark) };
    }
    return offset >= line.commentFrom;
  };
}

/** Where the comment of a line begins, behind its mark. */
function commentFrom(line: string, mark: RegExp): number {
  const match = mark.exec(line);
  // A quote that is still open before the mark begins a string that holds it.
  const isCode = (quote: string): boolean => line.slice(0, match?.index).split(quote).length % 2 === 1;
  return match !== null && ['"', "'", "`"].every(isCode) ? match.index + match[0].length : Number.POSITIVE_INFINITY;
}
