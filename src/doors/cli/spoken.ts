// What the engine advises, in the words of the command line: operations as commands, arguments as options.
//
// Invariant: only sentences of ours are put into other words; what is quoted, and what may be part of a path, stays as it is.

import type { Outcome } from "../../engine/engine.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import type { Operation } from "../../operations/define.ts";
import type { Argument } from "./operation-options.ts";

export interface Speech {
  /** The operation that was asked. */
  readonly operation: Pick<Operation, "name" | "kind" | "cli">;
  /** What it takes as options. */
  readonly all: readonly Argument[];
  /** Everything that has a command. */
  readonly operations: readonly Pick<Operation, "name" | "cli">[];
  readonly isReadOnly: boolean;
}

export const draftNote = "A draft lasts as long as this run: use preview here, and drafts over MCP or the library.";

export const suggestionNote = [
  "An id lasts as long as the run that gave it out, so none is known here: sightline fixes shows what a fix would change,",
  "sightline edit changes it. Over MCP and in the library an id can be carried out.",
].join("\n");

/** Whatever it changes is looked for, written and taken back in the project in which a person stands. */
export function changesFiles({ kind }: Pick<Operation, "kind">): boolean {
  return kind === "edit" || kind === "draft";
}

export function spoken(outcome: Outcome, speech: Speech): Outcome {
  if (!outcome.ok) return { ...outcome, refusal: spokenRefusal(outcome.refusal, speech) };
  const { body, hint, standingLine } = outcome;
  if (speech.operation.kind === "draft") return { ...outcome, hint: draftNote };
  return {
    ...outcome,
    ...(hint === undefined ? {} : { hint: asTyped(hint, speech) }),
    ...(standingLine === undefined ? {} : { standingLine: asTyped(standingLine, speech) }),
    body: body.format === "text" ? { ...body, text: spokenLines(body.text, speech) } : body,
  };
}

/** A sentence of ours. */
export function asTyped(text: string, { all, operations }: Pick<Speech, "all" | "operations">): string {
  const commands = operations.filter(({ name }) => name.includes("_"));
  const words = new Map(commands.map(({ name, cli }) => [name, `sightline ${cli.command}`]));
  return unquoted(text, (part) =>
    withOptions(
      replaced(part, [...words.keys()], "", (name) => words.get(name) ?? name),
      all,
    ),
  );
}

/** For sentences of ours that belong to no command in particular. */
export function commandWords(operations: Speech["operations"]): (text: string) => string {
  return (text) => asTyped(text, { all: [], operations });
}

// — below: private, in the order they are used —

function spokenRefusal(refusal: RefusalDetails, speech: Speech): RefusalDetails {
  const { code, what, why, next } = refusal;
  if (code === "policy_denied" && speech.isReadOnly) return { ...refusal, ...readOnly(speech) };
  const isArgument = code === "bad_input";
  return {
    ...refusal,
    what: isArgument ? namedFirst(what, speech) : code === "policy_denied" ? asTyped(what, speech) : what,
    ...(why === undefined ? {} : { why: isArgument ? namedFirst(why, speech) : why }),
    ...(next === undefined ? {} : { next: advice(code, next, speech) }),
  };
}

function readOnly({ operation, all }: Speech): Pick<RefusalDetails, "what" | "why" | "next"> {
  const shows = all.some(({ key }) => key === "dry_run") ? " With --dry-run it only shows what it would change." : "";
  return {
    what: `sightline ${operation.cli.command} is not allowed with --read-only.`,
    why: "It allows questions alone, and nothing that could change files, drafts or servers. sightline preview is a question: it tells what an edit would break.",
    next: `Start it without --read-only.${shows}`,
  };
}

function advice(code: RefusalDetails["code"], next: string, speech: Speech): string {
  const { operation } = speech;
  // A file elsewhere was named; what a text leads to is another matter.
  if (code === "outside_root" && next.includes("--allow-root") && changesFiles(operation)) {
    return "A command that changes files works in the project in which you stand. Name another one with --root DIR; nothing was changed.";
  }
  // What belongs to one process cannot be asked for in the next one.
  if (next.includes("create_simulation_session")) return draftNote;
  if (operation.name === "apply_suggestion" && code === "bad_input" && next.includes("suggest_fixes")) {
    return suggestionNote.replace("\n", " ");
  }
  if (next.startsWith("It takes: ")) return `sightline help ${operation.cli.command} tells what it takes.`;
  return asTyped(asOperator(next), speech);
}

/** Who types a command is the operator. */
function asOperator(next: string): string {
  return next.replace(/^(?:Ask|Have) the operator (?:to )?(\w)/, (_, letter: string) => letter.toUpperCase());
}

/** Lines that begin so are ours and may name arguments; the others may be text of files. */
const ownLines = /^(?:Nothing was changed\. |\d+ more files? (?:was|were) not looked at, for )/;

function spokenLines(text: string, speech: Speech): string {
  return text.replace(/^.*$/gm, (line) => (ownLines.test(line) ? asTyped(line, speech) : line));
}

/** An argument that a sentence or a clause begins with: this is how ours say which one is wrong. */
function namedFirst(text: string, speech: Speech): string {
  if (/^Neither \w+ nor \w+ is given\.$/.test(text)) return asTyped(text, speech);
  const { all } = speech;
  const flags = new Map(all.map((argument) => [argument.key, `--${argument.flag}`]));
  return text.replace(
    /(^|; )([a-z][a-z_]*)(?=: it | is | was | needs | ends )/g,
    (found, before: string, key: string) => (flags.has(key) ? `${before}${flags.get(key)}` : found),
  );
}

function withOptions(part: string, all: readonly Argument[]): string {
  const named = keysOf(all).filter((key) => key.includes("_"));
  const off = replaced(part, keysOf(all, ["switch"]), ": false", (key) => `--no-${flagOf(all)(key).slice(2)}`);
  const on = replaced(off, keysOf(all, ["switch"]), ": true", flagOf(all));
  return replaced(on, [...named, "wait_ms"], "", flagOf(all));
}

function keysOf(all: readonly Argument[], kinds?: readonly Argument["kind"][]): string[] {
  return all.filter(({ kind }) => kinds === undefined || kinds.includes(kind)).map(({ key }) => key);
}

/** How long to wait is an option of every command. */
function flagOf(all: readonly Argument[]): (key: string) => string {
  return (key) => (key === "wait_ms" ? "--wait" : `--${all.find((one) => one.key === key)?.flag ?? key}`);
}

/** Whole words that stand by themselves: no part of a path, of a name or of a call. */
function replaced(text: string, words: readonly string[], tail: string, make: (word: string) => string): string {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(?<![\\w./\\\\#'-])(${words.join("|")})${tail}(?![\\w/\\\\#'(-]|\\.\\w|:\\d)`, "g");
  return text.replace(pattern, (_, word: string) => make(word));
}

function unquoted(text: string, make: (part: string) => string): string {
  return text
    .split(/("[^"]*"|`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? make(part) : part))
    .join("");
}
