// What a change broke by the word of a compiler: its errors before and after, of which some only moved.

export interface CompilerError {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** Lines of the edited file, by which its errors move. */
export interface MovedLines {
  readonly file: string;
  /** The first and the last former line that the edit touches. */
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** The lines that a replacement of `text` from `start` to `end` moves. */
export function movedLines(file: string, text: string, start: number, end: number, to: string): MovedLines {
  const lines = (part: string): number => part.split("\n").length - 1;
  const from = lines(text.slice(0, start)) + 1;
  const gone = lines(text.slice(start, end));
  return { file, from, to: from + gone, by: lines(to) - gone };
}

/**
 * The errors that were not there before. One of the same words in the same file is the same, wherever it is now; so is one of the
 * same code on the same line with other words, which names a type that has changed.
 */
export function newErrors(
  before: readonly CompilerError[],
  after: readonly CompilerError[],
  moved?: MovedLines,
): CompilerError[] {
  const byWords = take(before, after, ({ file, code, message }) => `${file} ${code} ${message}`);
  const former = byWords.before.map((error) => ({ ...error, line: lineNow(error, moved) }));
  return take(former, byWords.after, ({ file, code, line }) => `${file} ${code} ${line}`).after;
}

function lineNow({ file, line }: CompilerError, moved: MovedLines | undefined): number {
  return moved !== undefined && file === moved.file && line > moved.to ? line + moved.by : line;
}

/** Leaves out of both what has a partner of the same key. */
function take(
  before: readonly CompilerError[],
  after: readonly CompilerError[],
  key: (error: CompilerError) => string,
): { readonly before: CompilerError[]; readonly after: CompilerError[] } {
  const left = new Map<string, CompilerError[]>();
  for (const error of before) left.set(key(error), [...(left.get(key(error)) ?? []), error]);
  const unmatched = after.filter((error) => left.get(key(error))?.shift() === undefined);
  return { before: [...left.values()].flat(), after: unmatched };
}
