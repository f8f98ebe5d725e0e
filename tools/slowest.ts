// Lists the test files that took longest, each with its longest test.

export interface FileTime {
  readonly path: string;
  /** Loading the file, and all of its tests and hooks. */
  readonly ms: number;
  readonly tests: readonly { readonly title: string; readonly ms: number }[];
}

/** A title is cut here, so that a line stays one line. */
const titleLength = 70;

export function slowestLines(files: readonly FileTime[], count: number): string[] {
  if (files.length < 2) return [];
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, count);
  return [`slowest ${slowest.length} of ${files.length} files:`, ...slowest.map(toLine)];
}

function toLine({ path, ms, tests }: FileTime): string {
  const [longest] = [...tests].sort((a, b) => b.ms - a.ms);
  const total = `  ${inSeconds(ms).padStart(7)}  ${path}`;
  if (longest === undefined) return total;
  return `${total} (${tests.length} tests; ${inSeconds(longest.ms)}: ${cut(longest.title)})`;
}

function cut(title: string): string {
  return title.length > titleLength ? `${title.slice(0, titleLength - 1)}…` : title;
}

/** One digit after the point below ten seconds, where it still tells something. */
export function inSeconds(ms: number): string {
  const seconds = ms / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
