// Detects how a text is indented.

export interface Indentation {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

const unknownWidth = 4;

/** By what most of its lines do; four spaces where no line is indented. */
export function indentationOf(text: string): Indentation {
  const indents = text.split(/\r\n?|\n/).flatMap((line) => {
    const [, indent = ""] = /^([ \t]*)[^ \t]/.exec(line) ?? [];
    return line.trim() === "" ? [] : [indent];
  });
  const tabbed = indents.filter((indent) => indent.startsWith("\t")).length;
  const spaced = indents.filter((indent) => /^ {2,}/.test(indent)).length;
  if (tabbed > spaced) return { tabSize: unknownWidth, insertSpaces: false };
  return { tabSize: spaced === 0 ? unknownWidth : widthOf(indents), insertSpaces: true };
}

/** The step that is most often taken to the right. */
function widthOf(indents: readonly string[]): number {
  const steps = new Map<number, number>();
  indents.forEach((indent, at) => {
    const step = indent.length - (indents[at - 1]?.length ?? 0);
    if (step >= 2 && step <= 8 && !indent.includes("\t")) steps.set(step, (steps.get(step) ?? 0) + 1);
  });
  const [most] = [...steps].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most?.[0] ?? unknownWidth;
}
