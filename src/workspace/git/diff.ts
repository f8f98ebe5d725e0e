// What `git diff` prints, read as data: which files differ, and which of their lines.
//
// Invariant: paths come from the NUL-separated list alone or are unquoted byte for byte, so no name can forge an entry.

/** One entry of `git diff --raw -z`. */
export interface RawChange {
  readonly status: "added" | "modified" | "deleted" | "renamed" | "retyped" | "unmerged";
  /** Relative to the top of the checkout. */
  readonly path: string;
  /** Its name before, where that was another one. */
  readonly before: string | undefined;
  readonly kind: "file" | "link" | "submodule";
}

/** Lines that were replaced. Both starts count from 1; a count of 0 stands behind the line that its start names. */
export interface DiffHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** The lines that are gone. */
  readonly removed: readonly string[];
}

/** What a patch says of one file. */
export interface FilePatch {
  readonly isBinary: boolean;
  readonly hunks: readonly DiffHunk[];
}

/** Reads the output of `git diff --raw -z`. */
export function parseRaw(output: string): RawChange[] {
  const fields = output.split("\0");
  const changes: RawChange[] = [];
  for (let at = 0; at < fields.length; ) {
    const head = /^:(\d+) (\d+) \S+ \S+ ([A-Z])\d*$/.exec(fields[at++] ?? "");
    if (head === null) continue;
    const [, oldMode = "", newMode = "", letter = ""] = head;
    const first = fields[at++] ?? "";
    const isPair = letter === "R" || letter === "C";
    const path = isPair ? (fields[at++] ?? "") : first;
    changes.push({
      status: statuses[letter] ?? "modified",
      path,
      before: letter === "R" ? first : undefined,
      kind: kindOf(letter === "D" ? oldMode : newMode),
    });
  }
  return changes;
}

/** Reads the output of `git diff -p -U0` without `-z`, by the name that each file has after the change. */
export function parsePatch(output: string): Map<string, FilePatch> {
  const patches = new Map<string, FilePatch>();
  // Lines of a text begin with a sign, so only the head of a file begins like this. A carriage return ends no line here.
  for (const section of `\n${output}`.split("\ndiff --git ").slice(1)) {
    const path = pathOf(section);
    if (path === undefined) continue;
    const known = patches.get(path);
    const { isBinary, hunks } = patchOf(section);
    // A file that became a link, or the other way round, has two.
    patches.set(path, {
      isBinary: isBinary || known?.isBinary === true,
      hunks: [...(known?.hunks ?? []), ...hunks],
    });
  }
  return patches;
}

/**
 * Where a line went: its number after the hunks, or that of the line before which it stood where it was replaced.
 * The hunks are in order, as git prints them.
 */
export function lineAfter(hunks: readonly DiffHunk[], line: number): number {
  let shift = 0;
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    const first = oldCount === 0 ? oldStart + 1 : oldStart;
    if (line < first) break;
    if (line < first + oldCount) {
      const into = Math.min(line - first, Math.max(0, newCount - 1));
      return (newCount === 0 ? newStart + 1 : newStart) + into;
    }
    shift += newCount - oldCount;
  }
  return line + shift;
}

/** A path as git quotes it: octal bytes and C escapes between double quotes; any other text is itself. */
export function unquoted(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const bytes: number[] = [];
  for (const [piece, octal, escape] of text.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (escape === undefined) bytes.push(...new TextEncoder().encode(piece));
    else bytes.push(...new TextEncoder().encode(escapes[escape] ?? escape));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

// — below: private, in the order they are used —

const statuses: Readonly<Record<string, RawChange["status"]>> = {
  A: "added",
  C: "added",
  D: "deleted",
  M: "modified",
  R: "renamed",
  T: "retyped",
  U: "unmerged",
};

function kindOf(mode: string): RawChange["kind"] {
  if (mode === "160000") return "submodule";
  return mode === "120000" ? "link" : "file";
}

/** From the lines that name one file for certain; the first names two, which can be split only at equal lengths. */
function pathOf(section: string): string | undefined {
  const head = section.split("\n@@ ", 1)[0] ?? "";
  const renamed = /^(?:rename|copy) to (.+)$/m.exec(head)?.[1];
  if (renamed !== undefined) return unquoted(renamed);
  const after = /^\+\+\+ (.+)$/m.exec(head)?.[1] ?? "";
  const before = /^--- (.+)$/m.exec(head)?.[1] ?? "";
  // Git puts a tab behind a name that has blanks.
  const named = [after, before].map((name) => unquoted(name.replace(/\t$/, ""))).find((name) => /^[ab]\//.test(name));
  if (named !== undefined) return named.slice(2);
  const both = head.split("\n", 1)[0] ?? "";
  const half = both.slice(0, (both.length - 1) / 2);
  const path = unquoted(half);
  return path.startsWith("a/") ? path.slice(2) : undefined;
}

function patchOf(section: string): FilePatch {
  const lines = section.split("\n");
  const hunks: (DiffHunk & { readonly removed: string[] })[] = [];
  for (const line of lines) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head !== null) {
      const [, oldStart, oldCount = "1", newStart, newCount = "1"] = head;
      hunks.push({
        oldStart: Number(oldStart),
        oldCount: Number(oldCount),
        newStart: Number(newStart),
        newCount: Number(newCount),
        removed: [],
      });
    } else if (line.startsWith("-")) hunks.at(-1)?.removed.push(line.slice(1));
  }
  return { isBinary: hunks.length === 0 && /^Binary files .* differ$/m.test(section), hunks };
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
