// What the engine says and advises, as a person at a terminal can follow it; every outcome of an operation passes here.

import type { Outcome } from "../../engine/engine.ts";
import type { RefusalCode, RefusalDetails } from "../../model/refusal.ts";
import type { Operation } from "../../operations/define.ts";
import type { Vocabulary } from "./contract-words.ts";
import { asClauses, asCommands, asTyped } from "./contract-words.ts";

export interface Speech extends Vocabulary {
  /** The operation that was asked. */
  readonly operation: Pick<Operation, "name" | "kind" | "cli">;
  readonly isReadOnly: boolean;
}

/** What belongs to one process cannot be asked for in the next one. */
export const draftRefusal: RefusalDetails = {
  code: "capability_missing",
  what: "Drafts are not available on the command line.",
  why: "A draft lives in the memory of a process, and each command runs in a new process.",
  next: "Use sightline preview to see what an edit would break, or --dry-run to see what a command would change. Drafts work over MCP (sightline mcp) and in the library.",
};

export function isAboutDrafts({ kind, name }: Pick<Operation, "kind" | "name">): boolean {
  return kind === "draft" || name === "commit_session";
}

export const suggestionNote = [
  "A suggestion id is valid only in the process that gave it out, so no id is known here: sightline fixes shows what a fix would change,",
  "sightline edit makes the change. Over MCP and in the library a suggestion can be applied by its id.",
].join("\n");

/** Such operations search, write and undo in the project of the working directory. */
export function changesFiles({ kind }: Pick<Operation, "kind">): boolean {
  return kind === "edit" || kind === "draft";
}

export function spoken(outcome: Outcome, speech: Speech): Outcome {
  if (!outcome.ok) return { ...outcome, refusal: spokenRefusal(outcome.refusal, speech) };
  const { body, hint, notice, standingLine } = outcome;
  return {
    ...outcome,
    ...(hint === undefined ? {} : { hint: asTyped(hint, speech) }),
    ...(notice === undefined ? {} : { notice: asTyped(notice, speech) }),
    ...(standingLine === undefined ? {} : { standingLine: asTyped(standingLine, speech) }),
    body: body.format === "text" ? { ...body, text: spokenText(body.text, speech) } : body,
  };
}

export function spokenRefusal(refusal: RefusalDetails, speech: Speech): RefusalDetails {
  const { code, what, why, next } = refusal;
  if (code === "policy_denied" && speech.isReadOnly) return { ...refusal, ...readOnly(speech) };
  const said = (text: string): string => {
    if (quoting.has(code)) return text;
    return code === "policy_denied" ? asTyped(text, speech) : asClauses(text, speech);
  };
  return {
    ...refusal,
    what: said(what),
    ...(why === undefined ? {} : { why: said(why) }),
    ...(next === undefined ? {} : { next: advice(code, next, speech) }),
  };
}

// — below: private, in the order they are used —

/** What these say may be the words of a server, of a program or of the system. */
const quoting: ReadonlySet<RefusalCode> = new Set([
  "internal",
  "malformed_reply",
  "request_failed",
  "resource_exhausted",
  "rollback_incomplete",
  "server_crashed",
  "server_not_found",
  "server_start_failed",
  "session_dead",
  "write_failed",
]);

function readOnly({ operation, all }: Speech): Pick<RefusalDetails, "what" | "why" | "next"> {
  const shows = all.some(({ key }) => key === "dry_run")
    ? " With --dry-run it changes nothing and shows what it would change."
    : "";
  return {
    what: `sightline ${operation.cli.command} is not allowed with --read-only.`,
    why: "--read-only allows only commands that change no file, draft or server. sightline preview is allowed: it shows what an edit would break.",
    next: `Start it without --read-only.${shows}`,
  };
}

function advice(code: RefusalDetails["code"], next: string, speech: Speech): string {
  const { operation } = speech;
  // A file elsewhere was named; what a text leads to is another matter.
  if (code === "outside_root" && next.includes("--allow-root") && changesFiles(operation)) {
    return "Nothing was changed. A command that changes files works in the project of the current directory; name another project with --root DIR.";
  }
  if (operation.name === "apply_suggestion" && code === "bad_input" && next.includes("suggest_fixes")) {
    return suggestionNote.replace("\n", " ");
  }
  if (next.includes(fromRoot)) return asTyped(asOperator(next.replace(fromRoot, fromHere)), speech);
  if (next.startsWith("It takes: ")) return `sightline help ${operation.cli.command} lists its arguments.`;
  return asTyped(asOperator(next), speech);
}

const fromRoot = "paths are relative to the root";
const fromHere = "paths are relative to the current directory";

/** A person at the command line is the operator. */
function asOperator(next: string): string {
  return next.replace(/^(?:Ask|Have) the operator (?:to )?(\w)/, (_, letter: string) => letter.toUpperCase());
}

/** Lines that begin so are ours and may name arguments; the others may be text of files. Foreign text never begins with a bracket. */
const ownLines =
  /^(?:\(|Nothing was changed\. |no symbols found for |\d+ more files? (?:was|were) not checked, because |Left alone by exclude_globs, |The braces around new_body )/;
/** Of such a line all that follows is ours. */
const withheld = ". It would be withheld: ";

function spokenText(text: string, speech: Speech): string {
  // Nothing but servers and what can be asked of them.
  if (speech.operation.name === "get_server_capabilities") return asCommands(text, speech);
  return text.replace(/^.*$/gm, (line) => {
    if (ownLines.test(line)) return asTyped(line, speech);
    const at = line.indexOf(withheld);
    if (at !== -1) return `${line.slice(0, at)}${asTyped(line.slice(at), speech)}`;
    return beginsWithOption.test(line) ? asClauses(line, speech) : line;
  });
}

/** No other line begins with a word of ours that has an underscore and a single space behind it. */
const beginsWithOption = /^[a-z]+_[a-z_]+ \w/;
