// What there is to do, with what the files are called and allowed now: permissions may change while a plan is looked at.

import type { Host } from "../../host/host.ts";
import type { Attributes, Entry } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { PlannedWork } from "./work.ts";
import { attributesOf, isMoved, mustBeReplaceable } from "./work.ts";

/** Under the lock. Refuses a file that has got a second name since, or may no longer be written. */
export async function asOfNow(
  { writing }: Pick<Host, "writing">,
  work: readonly PlannedWork[],
): Promise<PlannedWork[]> {
  const entries = new Map<FilePath, Entry | undefined>();
  for (const { file } of work) entries.set(file, await writing.look(file));
  const before = new Map(work.map((one) => [one.file, one.before]));
  return work.map((one): PlannedWork => {
    const source = one.after?.origin ?? one.file;
    const entry = entries.get(source);
    const known = before.get(source);
    const here = entries.get(one.file);
    const was = one.before && here ? { ...one.before, ...attributesOf(here) } : one.before;
    if (one.after === undefined || known === undefined || entry?.kind !== "file") return { ...one, before: was };
    if (!isMoved(work, one)) mustBeReplaceable(source, entry);
    // Where others were chosen than those of the file, they stay chosen.
    const isKept = isAlike(one.after, known);
    return { ...one, before: was, after: isKept ? { ...one.after, ...attributesOf(entry) } : one.after };
  });
}

function isAlike(a: Attributes, b: Attributes): boolean {
  return a.mode === b.mode && a.owner?.uid === b.owner?.uid && a.owner?.gid === b.owner?.gid;
}
