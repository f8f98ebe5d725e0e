// How the writer of a root says no.

import type { FileFault } from "../../host/files.ts";
import type { WriteFault } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { HeldBy } from "../../store/edit-journal-lock.ts";

/** Names all of them, so that one new look is enough. */
export function stale(root: FilePath, files: readonly FilePath[], also = ""): never {
  const names = files.map((file) => display(root, file));
  return refuse({
    code: "stale_document",
    what: `${names.join(", ")} ${files.length === 1 ? "is" : "are"} no longer what the change was made from.`,
    why: `Somebody has written there since.${also}`,
    next: "Look at it again and ask for the change again; nothing was changed.",
    data: { files: [...files] },
  });
}

export function changedSince(root: FilePath, id: string, files: readonly FilePath[]): never {
  const names = files.map((file) => display(root, file));
  return refuse({
    code: "stale_document",
    what: `${id} cannot be taken back: ${names.join(", ")} ${files.length === 1 ? "was" : "were"} changed since.`,
    why: "Taking it back would take away what was written later.",
    next: "Change the files by hand, or take back the later changes first; nothing was changed.",
    data: { files: [...files] },
  });
}

export function outsideRoot(root: FilePath, file: FilePath): never {
  return refuse({
    code: "outside_root",
    what: "path traversal not allowed",
    why: `${file} is not below the root ${root}, or a link leads out of it.`,
    next: "Name files below the root; nothing was changed.",
  });
}

export function aLink(file: FilePath): never {
  return refuse({
    code: "not_a_file",
    what: `${file} is a link.`,
    why: "Links are not moved, removed or replaced, and nothing is created through one that leads nowhere.",
    next: "Name the file that it leads to; nothing was changed.",
  });
}

export function noFile(file: FilePath): never {
  return refuse({ code: "not_a_file", what: `${file} is not a file.`, next: "Name a file; nothing was changed." });
}

export function planTooLarge(file: FilePath, size: number, limit: number): never {
  return refuse({
    code: "file_too_large",
    what: `${file} is too large to be changed.`,
    why: `It has ${size} bytes, the limit is ${limit}.`,
    next: "Raise settings.documents.maxBytes with --config; nothing was changed.",
  });
}

export function hardLinked(file: FilePath, names: number): never {
  return refuse({
    code: "policy_denied",
    what: `${file} has ${names} names (hard links).`,
    why: "A new content would come apart from the other names, and cannot be written to all of them safely.",
    next: "Make it a file of its own, or edit it with another tool; nothing was changed.",
  });
}

export function locked(root: FilePath, held: HeldBy, waitedMs: number): never {
  const { pid, machine, host } = held.heldBy;
  const known = `Process ${pid} on ${host ?? machine} has not finished within ${Math.round(waitedMs / 1_000)} s.`;
  return refuse({
    code: "root_locked",
    what: `Another process is changing files of ${root}.`,
    why: held.alive === true ? `${known} Its lock is ${held.lock}.` : foreignLock(held),
    next: "Try again when it has finished; if it is gone for good, remove the lock file. Nothing was changed.",
    retryAfterMs: 1_000,
    data: { pid, machine: host ?? machine, lock: held.lock },
  });
}

/** Somebody may be writing the same files from a root above or below. */
export function untold(root: FilePath, why: string): never {
  return refuse({
    code: "root_locked",
    what: `Nobody can tell whether files of ${root} are being changed.`,
    why,
    next: "Try again; if it stays so, make what is named readable. Nothing was changed.",
    retryAfterMs: 1_000,
  });
}

/** Nobody here can tell whether the holder is still there, so only a person can. */
export function foreignLock({ heldBy: { pid, machine, host }, lock }: HeldBy): string {
  const who = `process ${pid} of another machine or container (${host ?? machine})`;
  return `${lock} says that ${who} is changing files; if it is gone for good, remove that file`;
}

export function tooLate(root: FilePath): Refusal {
  return new Refusal({
    code: "timed_out",
    what: `There was no time left to change files of ${root}.`,
    next: "Ask again with more time; nothing was changed.",
  });
}

export function readOnly(file: FilePath): never {
  return refuse({
    code: "write_failed",
    what: `${file} is not to be written.`,
    why: "The system says EACCES: its permissions do not let it be written. Everything is as it was.",
    next: "If it is meant to be changed, make it writable (chmod u+w), then try again.",
    data: { code: "EACCES" },
  });
}

export function unwritable(fault: WriteFault | FileFault, also = "Everything is as it was."): never {
  throw new Refusal(
    {
      code: "write_failed",
      what: `${fault.message.replace(/ \(\w+\)$/, "")}.`,
      why: `The system says ${fault.code}. ${also}`,
      next: advice[fault.code] ?? "Check the disk and its permissions, then try again.",
      data: { code: fault.code },
    },
    fault,
  );
}

const advice: Readonly<Record<string, string>> = {
  ENOSPC: "Make room on the disk, then try again.",
  EDQUOT: "Make room on the disk, then try again.",
  EACCES: "Make the files and their directory writable, then try again.",
  EPERM: "Make the files and their directory writable, then try again.",
  EROFS: "The disk is mounted for reading only.",
  EIO: "The disk reports an error of its own: check it before anything else is written.",
  EBUSY: "Close the program that holds the file, then try again.",
  ENAMETOOLONG: "Use a shorter name.",
  ERR_INVALID_ARG_VALUE: "Use a name that the system can hold.",
  ELOOP: "A directory was replaced by a link meanwhile; look at the tree, then try again.",
};

/** What became of each file of a change that could be neither finished nor taken back. */
export interface FileState {
  readonly file: FilePath;
  readonly state: string;
}

export function statesText(root: FilePath, states: readonly FileState[]): string {
  return states.map(({ file, state }) => `${display(root, file)}: ${state}`).join("; ");
}

export function incomplete(root: FilePath, id: string, states: readonly FileState[], cause: unknown): never {
  throw new Refusal(
    {
      code: "rollback_incomplete",
      what: `The change ${id} failed and could not be taken back whole.`,
      why: statesText(root, states),
      next: "Mend what keeps the disk from being written; then it is taken back before the next change.",
      data: { id, files: states },
    },
    cause,
  );
}

/** Nobody can tell what a change has done of which the record cannot be read: only a person can settle that. */
export function unsettled(root: FilePath, place: FilePath): never {
  return refuse({
    code: "rollback_incomplete",
    what: `A change of ${root} was not finished, and nobody can tell what it has done.`,
    why: `${unreadableText(place)}.`,
    next: `If another version of Sightline wrote it, start that one once. Otherwise look for files below the root that are named .sightline-*: what ends in .old stood there before and can be moved back, and ${place} holds the former contents. Then remove these files and that directory. Nothing was changed.`,
    data: { journal: place },
  });
}

export function unreadableText(place: FilePath): string {
  return `The record in ${place} is left alone: not written by Sightline for this user, damaged, or of another version`;
}

export function unknownTransaction(id: string | undefined): never {
  return refuse({
    code: "bad_input",
    what: id === undefined ? "There is no change that could be taken back." : `No change ${id} can be taken back.`,
    why: "It is not known here, was taken back already, or its former contents are no longer kept.",
    next: "Ask for the history of changes.",
  });
}
