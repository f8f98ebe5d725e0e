// A file of an agent without what is ours: byte for byte what it was where init's own stretches are still there, else by its structure.
//
// Invariant: both ways must leave the same content of others; where they do not, the structure decides.

import type { NotPut, PartKind, SetupPart } from "./parts.ts";
import { isNotPut } from "./parts.ts";
import type { SetUpFile } from "./record.ts";

export interface Rest {
  /** Undefined where the file goes: it was made by init, and nothing else came into it. */
  readonly text: string | undefined;
  /** What was there of ours. */
  readonly kinds: readonly PartKind[];
}

/** Undefined where nothing of ours is there. */
export function withoutOurs(
  text: string,
  parts: readonly SetupPart[],
  known: Pick<SetUpFile, "created" | "edits" | "made"> | undefined,
): Rest | NotPut | undefined {
  let rest = text;
  const kinds: PartKind[] = [];
  for (const part of parts) {
    const taken = part.take(rest);
    // A broken file that does not even name us is not our concern.
    if (isNotPut(taken) && !/sightline/i.test(text)) return undefined;
    if (isNotPut(taken)) return taken;
    if (taken === undefined) continue;
    kinds.push(part.kind);
    rest = taken;
  }
  if (kinds.length === 0) return undefined;
  for (const path of [...(known?.made ?? [])].reverse())
    rest = parts.reduce((here, part) => part.close(here, path), rest);
  const exact = known && putBack(text, known.edits);
  const after = exact !== undefined && gist(exact) === gist(rest) ? exact : rest;
  const goes = kinds.includes("plugin") || (known?.created === true && parts.every((part) => part.isHollow(after)));
  return { text: goes ? undefined : after, kinds };
}

// — below: private, in the order they are used —

/** The last edit first; undefined where a stretch is no longer there as it was written. */
function putBack(text: string, edits: SetUpFile["edits"]): string | undefined {
  let here = text;
  for (const { before, after } of [...edits].reverse()) {
    const at = after === "" ? -1 : here.indexOf(after);
    if (at < 0) return undefined;
    here = here.slice(0, at) + before + here.slice(at + after.length);
  }
  return here;
}

/** What a text says, without how it is laid out. */
function gist(text: string): string {
  return text.replaceAll(/[\s,{}[\]]/g, "");
}
