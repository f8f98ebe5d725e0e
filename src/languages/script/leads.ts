// Where scripts lead: imports of every form, references of comments, and the parts of a page that lie in other files.
//
// Quirk(TypeScript 7.0.2): it follows imports whose quotes do not close, whose words are spelled with escapes, and between
// whose words stand signs that look like nothing; names of references and of pragmas may be in any letter case.

import { packageNameOf } from "./package-json.ts";
import type { FoundLeads, Skip, Unclear, WrittenLead } from "../leads/lead.ts";
import { commentEnds, isClimbing, unsupportedCharacters, skipper, stickyAt, unreadable } from "../leads/lead.ts";
import { decoded, isPath, textAt } from "./lead-texts.ts";

export function scriptLeads(text: string): FoundLeads[] {
  const all = [
    ...importsIn(text),
    ...clauses(text),
    ...conflicts(text),
    ...escapedWords(text),
    ...pragmas(text),
    ...tags(text),
  ];
  return all.sort((a, b) => a.at - b.at);
}

/** What an import by this text means, whatever kind of file it stands in. */
export function importedBy({ path, unclear }: WrittenLead, at: number): FoundLeads {
  const isFile = isPath(path);
  // A text that only looks like an import holds no name that a package can have.
  const isName = /^[\w@./\\~#$%+-]*$/.test(path);
  const doubt =
    isFile || isName || isClimbing(path)
      ? (unclear ?? unsupportedCharacters(path) ?? doubtOf(path, isFile))
      : undefined;
  if (doubt !== undefined) return { path, at, way: "beside", unclear: doubt };
  return isFile ? { path, at, way: "beside" } : { path: packageNameOf(path), at, way: "named" };
}

// — below: private, in the order they are used —

const words = /(?:from|import|require|module)(?![\w$])/g;

function importsIn(text: string): FoundLeads[] {
  const found: FoundLeads[] = [];
  const skip = skipper(text, { blanks, lineEnd });
  for (const { 0: word, index: at } of text.matchAll(words)) {
    if (isPartOfOther(text, at)) continue;
    const written = writtenBehind(text, word, at + word.length, skip);
    if (written !== undefined) found.push(importedBy(written, at));
  }
  return found;
}

/** Whether a word belongs to a name or is a member of something; behind a number, or what is spread, it is neither. */
function isPartOfOther(text: string, at: number): boolean {
  let begin = at;
  while (begin > 0 && at - begin < longestNumber && /[\w$#]/.test(text.charAt(begin - 1))) begin--;
  if (begin < at) return !/\d/.test(text.charAt(begin));
  return /[\w$)\]"'`]\??\.$/.test(text.slice(Math.max(0, at - 3), at));
}

const longestNumber = 60;

/** Everything that is not seen counts as blank. */
const blanks = /[\s\p{Cc}\p{Cf}]+/uy;
const lineEnd = /[\n\r\u2028\u2029]/;

/** The text that stands behind one of the words, if there is one. */
function writtenBehind(text: string, word: string, from: number, skip: Skip): WrittenLead | undefined {
  const steps = [
    skip,
    ...(word === "import" ? [phase(text, skip)] : []),
    ...(called.has(word) ? [typed(text, skip)] : []),
  ];
  let at: number | undefined = from;
  for (const step of steps) {
    at = step(at);
    if (at === undefined) return tooMuch;
  }
  const isCall = called.has(word) && text.charAt(at) === "(";
  if (isCall) at = skip(at + 1);
  else if (word === "require") return undefined;
  if (at === undefined) return tooMuch;
  return textAt(text, at, isCall) ?? (isCall ? behindErrors(text, at, skip) : undefined);
}

const called: ReadonlySet<string> = new Set(["import", "require"]);

const tooMuch: WrittenLead = { path: unreadable, unclear: "too much text precedes it" };

/** What begins no value: the parser tells of an error and goes on behind it. */
const error =
  /(?:[\s?,.;:=><*%&|^\]}@#!\\-]|(?<![\w$])(?:break|case|catch|const|continue|default|do|else|enum|export|extends|finally|for|if|import|in|instanceof|return|switch|throw|try|var|while|with)(?![\w$]))+/y;

/** A text in quotes that stands behind nothing but errors and comments. */
function behindErrors(text: string, from: number, skip: Skip): WrittenLead | undefined {
  let at: number | undefined = from;
  for (let errors = stickyAt(error, text, from); errors !== undefined && at !== undefined; ) {
    at = skip(at + errors.length);
    errors = at === undefined ? undefined : stickyAt(error, text, at);
  }
  const written = at === undefined ? tooMuch : at === from ? undefined : textAt(text, at, true);
  if (written === undefined || at === undefined) return written;
  if (text.slice(from, at) === "\\") return inText(written);
  return { path: written.path, unclear: "it contains characters that are not valid in a path" };
}

/** Quotes with an escape are most often those of code in a text, and closed by others. */
function inText(written: WrittenLead): WrittenLead {
  return written.path === unreadable ? written : { path: written.path };
}

/** Past `.defer` and `.source`. */
function phase(text: string, skip: Skip): Skip {
  return (from) => {
    if (text.charAt(from) !== ".") return from;
    const at = skip(from + 1);
    const word = at === undefined ? undefined : stickyAt(/(?:defer|source)(?![\w$])/y, text, at);
    return at === undefined || word === undefined ? at : skip(at + word.length);
  };
}

/** Past what may stand between the word and its bracket: `?.` and arguments of types. */
function typed(text: string, skip: Skip): Skip {
  return (from) => {
    const chained = text.startsWith("?.", from) ? skip(from + 2) : from;
    const types = chained === undefined ? undefined : stickyAt(/<[^("'`;]{0,300}(?=\()/y, text, chained);
    return chained === undefined || types === undefined ? chained : chained + types.length;
  };
}

/** What may stand in a list of what is imported. */
const listed = /[\s\p{Cc}\p{Cf}\p{ID_Continue}$#*,{}\\]+/uy;

/** Behind a list of what is imported or exported a text is understood without the word before it too. */
function clauses(text: string): FoundLeads[] {
  const quoteBehind = quoteFinder(text);
  return [...text.matchAll(/(?:import|export)(?=[^\w$(.])/g)].flatMap(({ 0: word, index: at }) => {
    if (isPartOfOther(text, at)) return [];
    const quote = quoteBehind(at + word.length);
    // What is exported by a list has brackets or a star.
    const isList = word === "import" || (quote !== undefined && /[}*]/.test(text.slice(at, quote)));
    const written = quote === undefined || !isList ? undefined : textAt(text, quote, false);
    if (quote === undefined || written === undefined) return [];
    return [importedBy(text.charAt(quote - 1) === "\\" ? inText(written) : written, at)];
  });
}

/** Finds the quote that follows a list, past comments; what was found from one place is known for all that lead there. */
function quoteFinder(text: string): (from: number) => number | undefined {
  const known = new Map<number, number | undefined>();
  const commentEnd = commentEnds(text, lineEnd);
  let run = { start: 0, end: 0 };
  const endOfList = (at: number): number => {
    if (at < run.start || at >= run.end) run = { start: at, end: at + (stickyAt(listed, text, at) ?? "").length };
    return run.end;
  };
  return (from) => {
    const passed: number[] = [];
    let found: number | undefined;
    for (let at = from; ; ) {
      if (known.has(at)) {
        found = known.get(at);
        break;
      }
      passed.push(at);
      const end = endOfList(at);
      if (/["']/.test(text.charAt(end))) found = end;
      const next = commentEnd(end);
      if (found !== undefined || next === undefined) break;
      at = next;
    }
    for (const at of passed) known.set(at, found);
    return found;
  };
}

/** Behind an alias or the name of a package the reader does not know from where a path climbs. */
function doubtOf(path: string, isFile: boolean): Unclear | undefined {
  if (/^file:/i.test(path)) return "it is a URL";
  return !isFile && isClimbing(path) ? "it has .. after a directory name" : undefined;
}

/** What marks a conflict counts as a comment, and so does one side of it, so that the reader does not know what stands in a row. */
function conflicts(text: string): FoundLeads[] {
  return [...text.matchAll(/(?:^|[\n\r\u2028\u2029])(<{7}|>{7})/g)].map(({ 0: found, 1: path = "", index }) => ({
    path,
    at: index + found.length - path.length,
    way: "beside",
    unclear: "it is inside a merge conflict",
  }));
}

const escapedWord =
  /[a-z]{0,6}\\u(?:[\da-f]{4}|\{0*[\da-f]{1,6}\})(?:[a-z]|\\u(?:[\da-f]{4}|\{0*[\da-f]{1,6}\})){0,6}/gi;

/** Words that are no longer seen as such, and still mean the same. */
function escapedWords(text: string): FoundLeads[] {
  return [...text.matchAll(escapedWord)].flatMap(({ 0: spelled, index: at }): FoundLeads[] => {
    const word = spelled.replaceAll(
      /\\u(?:([\da-f]{4})|\{([\da-f]+)\})/gi,
      (_, four: string | undefined, braced: string | undefined) => decoded(four ?? braced ?? "") ?? "",
    );
    if (!/^(?:from|import|require|module|export)$/.test(word)) return [];
    return [{ path: spelled, at, way: "beside", unclear: "its keyword is spelled with an escape" }];
  });
}

function pragmas(text: string): FoundLeads[] {
  return [...text.matchAll(/@jsxImportSource\s+(\S{1,1000})/gi)].map(({ 1: path = "", index: at }) =>
    importedBy({ path }, at),
  );
}

const attribute = /(?<![\w-])(path|types|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** References in comments, and the parts of a page: what they name is read without escapes. */
function tags(text: string): FoundLeads[] {
  return [...text.matchAll(/<(reference|script|style|template)(?=\s)/gi)].flatMap(({ 0: tag, 1: name, index: at }) => {
    const isReference = name?.toLowerCase() === "reference";
    const behind = text.slice(at + tag.length, at + tag.length + longestTag);
    const end = behind.search(isReference ? lineEnd : />/);
    if (end < 0 && behind.length === longestTag) {
      return isReference ? [{ path: unreadable, at, way: "beside" as const, unclear: "it is too long" as const }] : [];
    }
    const attributes = behind.slice(0, end < 0 ? undefined : end).matchAll(attribute);
    return [...attributes].flatMap(([, key = "", double, single, bare]) => {
      const path = double ?? single ?? bare ?? "";
      if ((key.toLowerCase() === "src") === isReference) return [];
      return taggedBy(key.toLowerCase(), path, at);
    });
  });
}

const longestTag = 1_000;

function taggedBy(key: string, path: string, at: number): FoundLeads[] {
  if (key === "types") return [importedBy({ path, ...escapedIn(path) }, at)];
  if (key === "src" && !isPath(path)) return [];
  const doubt = escapedIn(path).unclear ?? unsupportedCharacters(path);
  return [{ path, at, way: "beside", ...(doubt === undefined ? {} : { unclear: doubt }) }];
}

/** A sign of one way or another to spell letters. */
function escapedIn(path: string): { readonly unclear?: Unclear } {
  return /[\\&]/.test(path) ? { unclear: "it contains an escape" } : {};
}
