// What the steps of a plan come to, taken together: for each path what stands there before and after.
//
// Invariant: pure. Steps that contradict each other, or what lies on disk, are refused as a whole.

import type { FilePath } from "./file-path.ts";
import { baseName } from "./file-path.ts";
import type { ProposedStep } from "./offered-action.ts";
import { refuse } from "./refusal.ts";

/** A file as it lies on disk. */
export interface Image {
  readonly hash: string;
  /** Without a byte order mark; with replacement characters where the bytes are no text. */
  readonly text: string;
  /** Why it cannot be edited, though it can be moved or removed. */
  readonly unfit?: "binary" | "encoding";
}

export type ContentOnDisk = Image | "directory" | undefined;

/** What stands at a path in the end. */
export interface After {
  /** The path whose file it is, its content changed or not; undefined for a new one. */
  readonly origin: FilePath | undefined;
  /** Undefined where the content stays what it was. */
  readonly text: string | undefined;
  /** For a new one, the file that it is a copy of. */
  readonly like?: FilePath;
}

/** A path at which something else stands in the end than in the beginning. */
export interface PathOutcome {
  readonly file: FilePath;
  readonly before: Image | undefined;
  readonly after: After | undefined;
}

export interface Resolution {
  readonly outcomes: readonly PathOutcome[];
  /** Files that are no longer what an edit was made from; nothing may be carried out where there is one. */
  readonly stale: readonly FilePath[];
}

/** `disk` returns the content of every path that a step names. */
export function resolvePlan(steps: readonly ProposedStep[], disk: (file: FilePath) => ContentOnDisk): Resolution {
  const tree = new PlannedTree(disk);
  for (const step of steps) tree.take(step);
  return { outcomes: tree.outcomes(), stale: [...tree.stale] };
}

/** A file with this character counts as binary: it could no longer be read or edited here. */
export function mustStayText(before: string, after: string): void {
  if (!after.includes("\0") || before.includes("\0")) return;
  refuse({
    code: "bad_input",
    what: "The new text contains a NUL character.",
    why: "Compilers and version control treat a file with a NUL character as binary.",
    next: "Write it as an escape sequence. Nothing was changed.",
  });
}

// — below: private, in the order they are used —

class PlannedTree {
  readonly #disk: (file: FilePath) => ContentOnDisk;
  /** What stands at a path after the steps so far; undefined once it is gone. */
  readonly #now = new Map<FilePath, After | undefined>();
  readonly stale = new Set<FilePath>();

  constructor(disk: (file: FilePath) => ContentOnDisk) {
    this.#disk = disk;
  }

  take(step: ProposedStep): void {
    if (step.kind === "edit") return this.#edit(step);
    if (step.kind === "create") return this.#create(step);
    if (step.kind === "rename") return this.#rename(step);
    return this.#delete(step);
  }

  outcomes(): PathOutcome[] {
    return [...this.#now].flatMap(([file, after]): PathOutcome[] => {
      const found = this.#disk(file);
      const before = found === "directory" ? undefined : found;
      if (before === undefined && after === undefined) return [];
      const isSame =
        after?.origin === file && before !== undefined && (after.text === undefined || after.text === before.text);
      return isSame ? [] : [{ file, before, after }];
    });
  }

  #edit({ file, hash, before, text }: Extract<ProposedStep, { kind: "edit" }>): void {
    const here = this.#fileAt(file) ?? this.#missing(file);
    const image = here.origin === undefined ? undefined : this.#image(here.origin);
    if (image?.unfit !== undefined) unfit(file, image.unfit);
    mustStayText(before, text);
    // Words of a language never hold half a character; such a text could not be written as it is.
    if (/\p{Surrogate}/u.test(text))
      contradiction(`The new text of ${baseName(file)} contains half a character (a lone surrogate).`);
    if (here.text !== undefined) {
      if (before !== here.text) contradiction(`Two steps change ${baseName(file)}, and their edits overlap.`);
    } else if (image !== undefined && (hash === undefined ? before !== image.text : hash !== image.hash)) {
      this.stale.add(file);
    }
    this.#now.set(file, { ...here, text });
  }

  #create({ file, overwrite, ignoreIfExists, like }: Extract<ProposedStep, { kind: "create" }>): void {
    if (this.#fileAt(file) !== undefined && !overwrite) {
      if (ignoreIfExists) return;
      contradiction(`${baseName(file)} is to be created, but it already exists.`);
    }
    this.#now.set(file, { origin: undefined, text: "", ...(like === undefined ? {} : { like }) });
  }

  #rename({ from, to, overwrite, ignoreIfExists }: Extract<ProposedStep, { kind: "rename" }>): void {
    const here = this.#fileAt(from) ?? this.#missing(from);
    if (from === to) return;
    if (this.#fileAt(to) !== undefined && !overwrite) {
      if (ignoreIfExists) return;
      contradiction(`${baseName(from)} is to be moved to ${baseName(to)}, which already exists.`);
    }
    this.#now.set(from, undefined);
    this.#now.set(to, here);
  }

  #delete({ file, ignoreIfNotExists }: Extract<ProposedStep, { kind: "delete" }>): void {
    if (this.#fileAt(file) === undefined) {
      if (ignoreIfNotExists) return;
      this.#missing(file);
    }
    this.#now.set(file, undefined);
  }

  #fileAt(file: FilePath): After | undefined {
    if (this.#now.has(file)) return this.#now.get(file);
    const found = this.#disk(file);
    if (found === "directory") {
      return refuse({
        code: "policy_denied",
        what: `${file} is a directory.`,
        why: "Sightline does not move, delete or replace directories.",
        next: "Name the files in it one by one; nothing was changed.",
      });
    }
    return found && { origin: file, text: undefined };
  }

  #image(file: FilePath): Image | undefined {
    const found = this.#disk(file);
    return found === "directory" ? undefined : found;
  }

  #missing(file: FilePath): never {
    if (this.#now.has(file)) return contradiction(`A step uses ${baseName(file)} after another step deleted it.`);
    return refuse({
      code: "file_not_found",
      what: "file not found",
      why: `The change is for ${file}, which does not exist.`,
      next: "Check the path; nothing was changed.",
    });
  }
}

function contradiction(what: string): never {
  return refuse({
    code: "conflicting_edit",
    what,
    why: "The steps of the change contradict each other or the files on disk.",
    next: "Ask for the change again; nothing was changed.",
  });
}

function unfit(file: FilePath, why: "binary" | "encoding"): never {
  if (why === "binary") {
    return refuse({
      code: "binary_file",
      what: `${file} is a binary file.`,
      next: "Change it with another tool: only text can be edited here. Nothing was changed.",
    });
  }
  return refuse({
    code: "file_unreadable",
    what: `${file} is not UTF-8.`,
    why: "Bytes that cannot be decoded would be lost on writing.",
    next: "Convert it to UTF-8 first, or edit it with a tool that supports its encoding.",
  });
}
