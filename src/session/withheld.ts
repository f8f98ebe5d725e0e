// What is said in place of text that may come from outside the root.

import type { Diagnostic } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { display } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";

/** Refuses to show what a server says of a file, where there is a reason to withhold it. */
export function mustBeShown(root: FilePath, file: FilePath, why: string | undefined): void {
  if (why === undefined) return;
  refuse({
    code: "outside_root",
    what: `What a server says about ${display(root, file)} is withheld: it may quote text from outside the root.`,
    why: `${why}.`,
    next: "Take that line out. Another directory is read when the operator opens it (--allow-root), or trusts the root.",
  });
}

/** A problem without what is said of it: where it is, and which, is told. */
export function withoutMessage(diagnostic: Diagnostic, why: string): Diagnostic {
  return { ...diagnostic, message: `message withheld: it may quote text from outside the root (${why})` };
}
