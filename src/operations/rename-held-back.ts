// Why a rename is not carried out while part of what it concerns is unknown, and how to go on.

import type { Standing } from "../model/standing.ts";

export function heldBack(what: string, { reasons }: Standing): string {
  const [first] = reasons;
  const why = first === undefined ? "" : ` (${first.detail})`;
  return `${what} may be missing${why}. Look at the diff; ask again when that has passed, or with accept_partial: true.`;
}
