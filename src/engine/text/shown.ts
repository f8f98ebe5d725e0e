// A line for a terminal, for doors that print what a repository or a server may have worded.

import { inertLine } from "../../render/inert.ts";

export function shown(line: string): string {
  return inertLine(line);
}

/** Quoted where it would be unclear where it ends. */
export function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : JSON.stringify(text);
}
