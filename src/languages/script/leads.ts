// Finds the files that a script or a page names: in imports of every form, in reference comments, and in tags.
//
// Quirk(TypeScript 7.0.2): it follows imports whose quotes do not close, whose keywords are spelled with escapes, and
// whose words are separated by invisible characters; the names of reference tags and pragmas may be in any letter case.

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

/** The lead of an import with this path, in a script or in a configuration. */
export function importedBy({ path, unclear }: WrittenLead, at: number): FoundLeads {
  const isFile = isPath(path);
  // A text that is no possible name of a package most likely belongs to no import, so it raises no doubt.
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

/** Whether a word ends a longer name, or is a member (`a.from`). After a number or a spread (`...`) it is neither. */
function isPartOfOther(text: string, at: number): boolean {
  let begin = at;
  while (begin > 0 && at - begin < longestNumber && /[\w$#]/.test(text.charAt(begin - 1))) begin--;
  if (begin < at) return !/\d/.test(text.charAt(begin));
  return /[\w$)\]"'`]\??\.$/.test(text.slice(Math.max(0, at - 3), at));
}

const longestNumber = 60;

/** All whitespace and invisible characters. */
const blanks = /[\s\p{Cc}\p{Cf}]+/uy;
const lineEnd = /[\n\r\u2028\u2029]/;

/** The quoted text that follows one of the words, if there is one. */
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

/** What cannot begin a value: the parser reports an error and continues after it. */
const error =
  /(?:[\s?,.;:=><*%&|^\]}@#!\\-]|(?<![\w$])(?:break|case|catch|const|continue|default|do|else|enum|export|extends|finally|for|if|import|in|instanceof|return|switch|throw|try|var|while|with)(?![\w$]))+/y;

/** The quoted text that follows such errors and comments, and nothing else. */
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

/** Escaped quotes mostly belong to code inside of a string, whose own quotes end the text: so the doubt is dropped. */
function inText(written: WrittenLead): WrittenLead {
  return written.path === unreadable ? written : { path: written.path };
}

/** Skips `.defer` and `.source`. */
function phase(text: string, skip: Skip): Skip {
  return (from) => {
    if (text.charAt(from) !== ".") return from;
    const at = skip(from + 1);
    const word = at === undefined ? undefined : stickyAt(/(?:defer|source)(?![\w$])/y, text, at);
    return at === undefined || word === undefined ? at : skip(at + word.length);
  };
}

/** Skips what may stand between the word and its bracket: `?.` and type arguments. */
function typed(text: string, skip: Skip): Skip {
  return (from) => {
    const chained = text.startsWith("?.", from) ? skip(from + 2) : from;
    const types = chained === undefined ? undefined : stickyAt(/<[^("'`;]{0,300}(?=\()/y, text, chained);
    return chained === undefined || types === undefined ? chained : chained + types.length;
  };
}

/** The characters of an import or export clause, such as `a, { b as c } from`. */
const listed = /[\s\p{Cc}\p{Cf}\p{ID_Continue}$#*,{}\\]+/uy;

/** The parser takes a quoted text after an import or export clause for the path, also where `from` is missing. */
function clauses(text: string): FoundLeads[] {
  const quoteBehind = quoteFinder(text);
  return [...text.matchAll(/(?:import|export)(?=[^\w$(.])/g)].flatMap(({ 0: word, index: at }) => {
    if (isPartOfOther(text, at)) return [];
    const quote = quoteBehind(at + word.length);
    // An export clause has braces or a star; without them `export` begins a declaration.
    const isList = word === "import" || (quote !== undefined && /[}*]/.test(text.slice(at, quote)));
    const written = quote === undefined || !isList ? undefined : textAt(text, quote, false);
    if (quote === undefined || written === undefined) return [];
    return [importedBy(text.charAt(quote - 1) === "\\" ? inText(written) : written, at)];
  });
}

/** Finds the quote after a clause, past comments. Memoized for each place on the way, so that no text is read twice. */
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

/** After an alias or the name of a package, it is not known which directory `..` leaves. */
function doubtOf(path: string, isFile: boolean): Unclear | undefined {
  if (/^file:/i.test(path)) return "it is a URL";
  return !isFile && isClimbing(path) ? "it has .. after a directory name" : undefined;
}

/** TypeScript skips conflict markers and one side of the conflict: an import may go on after what it skips. */
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

/** Keywords spelled with escapes: the patterns above do not match them, but the parser reads them as keywords. */
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

/** Reference tags in comments, and tags of a page. Escapes in their attributes are reported, and not resolved. */
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

/** A backslash or an ampersand may begin an escape, in a script or in a page. */
function escapedIn(path: string): { readonly unclear?: Unclear } {
  return /[\\&]/.test(path) ? { unclear: "it contains an escape" } : {};
}
