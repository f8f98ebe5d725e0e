// The refusals of the writer of a root.

import type { FileFault } from "../../host/files.ts";
import type { WriteFault } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { HeldBy } from "../../store/edit-journal-lock.ts";

/** Names all stale files, so that the caller has to read them again only once. */
export function stale(root: FilePath, files: readonly FilePath[], also = ""): never {
  const names = files.map((file) => display(root, file));
  return refuse({
    code: "stale_document",
    what: `${names.join(", ")} ${files.length === 1 ? "is" : "are"} no longer as they were when the change was made.`,
    why: `It was modified since.${also}`,
    next: "Nothing was changed. Read it again, then ask for the change again.",
    data: { files: [...files] },
  });
}

export function changedSince(root: FilePath, id: string, files: readonly FilePath[]): never {
  const names = files.map((file) => display(root, file));
  return refuse({
    code: "stale_document",
    what: `${id} cannot be undone: ${names.join(", ")} ${files.length === 1 ? "was" : "were"} changed since.`,
    why: "Undoing it would overwrite later modifications.",
    next: "Nothing was changed. Undo the later changes first, or edit the files by hand.",
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
    why: "Links are not moved, deleted or replaced, and nothing is created through a dangling link.",
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
    why: "Replacing the file would break the hard links, and writing through them is not safe.",
    next: "Nothing was changed. Remove the other hard links, or edit it with another tool.",
  });
}

export function locked(root: FilePath, held: HeldBy, waitedMs: number): never {
  const { pid, machine, host } = held.heldBy;
  const known = `Process ${pid} on ${host ?? machine} has not finished within ${Math.round(waitedMs / 1_000)} s.`;
  return refuse({
    code: "root_locked",
    what: `Another process is changing files of ${root}.`,
    why: held.alive === true ? `${known} Its lock is ${held.lock}.` : foreignLock(held),
    next: "Try again when it has finished; if it no longer exists, remove the lock file. Nothing was changed.",
    retryAfterMs: 1_000,
    data: { pid, machine: host ?? machine, lock: held.lock },
  });
}

/** Another process may be writing the same files from a root above or below. */
export function untold(root: FilePath, why: string): never {
  return refuse({
    code: "root_locked",
    what: `It cannot be determined whether files of ${root} are being changed.`,
    why,
    next: "Try again; if it happens again, make the named file readable. Nothing was changed.",
    retryAfterMs: 1_000,
  });
}

/** Only a person can determine whether the holder on the other machine still runs. */
export function foreignLock({ heldBy: { pid, machine, host }, lock }: HeldBy): string {
  const who = `process ${pid} of another machine or container (${host ?? machine})`;
  return `${lock} says that ${who} is changing files; if it no longer exists, remove that file`;
}

export function tooLate(root: FilePath): Refusal {
  return new Refusal({
    code: "timed_out",
    what: `No time was left to change files of ${root}.`,
    next: "Ask again with more time; nothing was changed.",
  });
}

export function readOnly(file: FilePath): never {
  return refuse({
    code: "write_failed",
    what: `${file} is not writable.`,
    why: "The system says EACCES: its permissions do not allow writing. Nothing was changed.",
    next: "If it is meant to be changed, make it writable (chmod u+w), then try again.",
    data: { code: "EACCES" },
  });
}

export function unwritable(fault: WriteFault | FileFault, also = "Nothing was changed."): never {
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
  ENOSPC: "Free some disk space, then try again.",
  EDQUOT: "Free some disk space, then try again.",
  EACCES: "Make the files and their directory writable, then try again.",
  EPERM: "Make the files and their directory writable, then try again.",
  EROFS: "The disk is mounted read-only: mount it with write access, then try again.",
  EIO: "The disk reports a hardware error: check it before writing anything else.",
  EBUSY: "Close the program that holds the file, then try again.",
  ENAMETOOLONG: "Use a shorter name.",
  ERR_INVALID_ARG_VALUE: "Use a name that the system supports.",
  ELOOP: "A directory was replaced by a link meanwhile; check the tree, then try again.",
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
      what: `The change ${id} failed and could not be undone completely.`,
      why: statesText(root, states),
      next: "Fix what prevents writing to the disk; the rest is then undone before the next change.",
      data: { id, files: states },
    },
    cause,
  );
}

/** The effect of a change with an unreadable record is unknown: only a person can settle that. */
export function unsettled(root: FilePath, place: FilePath): never {
  return refuse({
    code: "rollback_incomplete",
    what: `A change of ${root} was not finished, and it is unknown what it has done.`,
    why: `${unreadableText(place)}.`,
    next: `If another version of Sightline wrote it, start that one once. Otherwise look for files below the root named .sightline-*: those ending in .old are the previous files and can be moved back, and ${place} holds the previous contents. Then delete these files and that directory. Nothing was changed.`,
    data: { journal: place },
  });
}

export function unreadableText(place: FilePath): string {
  return `The record in ${place} is ignored: it was not written by Sightline for this user, is damaged, or is from another version`;
}

export function unknownTransaction(id: string | undefined): never {
  return refuse({
    code: "bad_input",
    what: id === undefined ? "There is no change that can be undone." : `No change ${id} can be undone.`,
    why: "It is unknown here, was already undone, or its previous contents are no longer kept.",
    next: "List the changes with edit_history.",
  });
}
