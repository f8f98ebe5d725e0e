// What an occurrence may be that a server could not resolve: a possible use, with the reason in a word, or provably none.
//
// Invariant: an occurrence is ruled out only where the language gives it no way to mean the symbol.

import type { Family } from "../family.ts";
import { importStatements, nameStatements, scriptModule } from "../imports/import-statements.ts";
import { isMemberByString } from "./occurrences.ts";
import type { NameRole } from "./scope.ts";

export interface UnresolvedPlace {
  readonly file: string;
  readonly family: Family;
  readonly text: string;
  /** The text without comments and strings. */
  readonly code: string;
  readonly offset: number;
  readonly name: string;
}

/**
 * Why the place may be a use all the same; undefined where it cannot be one. What a module declares is seen in another
 * only by an import.
 */
export function possibleUse(place: UnresolvedPlace, role: NameRole, isModular = false): string | undefined {
  if (isModular && role === "plain" && place.family === "script" && isUnimported(place)) return undefined;
  return (rules[place.family] ?? (() => "not resolved"))(place, role);
}

/** Whether a file is a module of scripts. */
export function isModule(text: string): boolean {
  return /^[ \t]*(?:import|export)\b/m.test(text);
}

/** Whether a place stands in a pattern that takes a value apart: what it takes out is a member of the value. */
export function isTakenApart({ family, code, offset, name }: UnresolvedPlace): boolean {
  if (family !== "script" || !/[{,]\s*$/.test(code.slice(Math.max(0, offset - 200), offset))) return false;
  return beginsPattern(code, offset) && endsPattern(code, offset + name.length);
}

/** The function or the element to which a key of a literal, or an attribute, is given: where its name begins. */
export function takerOf({ family, code, offset, name }: UnresolvedPlace): number | undefined {
  if (family !== "script") return undefined;
  const before = code.slice(Math.max(0, offset - patternReach), offset);
  const start = offset - before.length;
  const element = /<(?=([A-Z][\w$.]*))[^<>]*\s$/.exec(before);
  if (element?.[1] !== undefined) return start + element.index + 1 + element[1].lastIndexOf(".") + 1;
  if (!/[{,]\s*$/.test(before) || !/^\s*[:,}(]/.test(code.slice(offset + name.length, offset + name.length + 100)))
    return undefined;
  const brace = openBrace(before);
  const call = brace < 0 ? null : /([\w$]+)\s{0,9}\(\s{0,99}(?:[^(){}]{0,500},\s{0,99})?$/.exec(before.slice(0, brace));
  return call === null ? undefined : start + call.index;
}

/** The brace around the end of a text. */
function openBrace(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text.charAt(at);
    if ("})]".includes(sign)) depth++;
    else if ("{([".includes(sign) && depth-- === 0) return sign === "{" ? at : -1;
  }
  return -1;
}

/** Whether a place names a module in an import of Python, which no other symbol is. */
export function isModuleName({ family, code, offset, name }: UnresolvedPlace): boolean {
  if (family !== "python") return false;
  const before = code.slice(code.lastIndexOf("\n", offset - 1) + 1, offset);
  if (/^\s*from\s+[\w.]*$/.test(before)) return true;
  const after = code.slice(offset + name.length, offset + name.length + 20);
  return /^\s*import\s[\w.,\s]*$/.test(before) && !/\bas\s+$/.test(before) && /^[\w.]*\s*(?:,|as\b|$|\n|;)/.test(after);
}

/** Whether a place is reached through the instance or the class around it: `self.name`. */
export function isOwnMember({ family, code, offset }: UnresolvedPlace): boolean {
  return family === "python" && /(?<![\w.])(?:self|cls)\s*\.\s*$/.test(code.slice(Math.max(0, offset - 40), offset));
}

// — below: private, in the order they are used —

/** How far the braces of a pattern are looked for. */
const patternReach = 2_000;

/** The braces around a place follow a word that declares, or stand where a parameter or an assignment begins. */
function beginsPattern(code: string, offset: number): boolean {
  let depth = 0;
  for (let at = offset - 1; at >= 0 && at > offset - patternReach; at--) {
    const sign = code.charAt(at);
    if ("})]".includes(sign)) depth++;
    else if ("{([".includes(sign) && depth-- === 0) {
      const before = code.slice(Math.max(0, at - 100), at);
      if (sign !== "{") return false;
      if (/(?:(?<![\w$])(?:const|let|var)|[(,[])\s*$/.test(before)) return true;
      // Inside of another pattern a colon stands before the braces, and inside of a type as well.
      if (!/:\s*$/.test(before)) return false;
      depth = 0;
    }
  }
  return false;
}

/** Behind the braces around a place a value follows, or the body of a function. */
function endsPattern(code: string, from: number): boolean {
  let depth = 0;
  for (let at = from; at < code.length && at < from + patternReach; at++) {
    const sign = code.charAt(at);
    if ("{([".includes(sign)) depth++;
    else if ("})]".includes(sign) && depth-- === 0) {
      const after = code.slice(at, at + 400);
      if (/^\}\s*(?:=(?![=>])|:\s*[\w{[(]|\)\s*(?:=>|\{|:)|,[^;{}]*\)\s*(?:=>|\{|:)|\s+of\b)/.test(after)) return true;
      if (!/^\}\s*[,}]/.test(after)) return false;
      depth = 0;
    }
  }
  return false;
}

/** Whether a name stands by itself in a module none of whose imports names it. */
function isUnimported(place: UnresolvedPlace): boolean {
  const { code, text, name, file } = place;
  if (!/\.[cm]?[jt]sx?$/.test(file) || !isModule(code) || isBehindDot(place)) return false;
  const word = new RegExp(String.raw`(?<![\w$])${name.replaceAll("$", String.raw`\$`)}(?![\w$])`);
  const statements = [...importStatements("script", text), ...nameStatements("script", text)];
  const isLoaded = new RegExp(
    String.raw`[{,]\s{0,99}${name.replaceAll("$", String.raw`\$`)}\s{0,99}[,}:][^;]{0,500}\b(?:require|import)\s{0,9}\(`,
  );
  return !statements.some(([statement]) => word.test(statement)) && !isLoaded.test(code);
}

type Rule = (place: UnresolvedPlace, role: NameRole) => string | undefined;

const rules: Readonly<Partial<Record<Family, Rule>>> = {
  script: (place, role) => {
    if (isBehindDot(place)) return behindDot(place, role);
    if (scriptWords.has(place.name)) return undefined;
    if (role === "plain" || role === "unknown") return "not resolved";
    return isTakenApart(place) ? "type unknown" : undefined;
  },
  python: (place, role) => {
    if (isForAnotherPlatform(place)) return "not compiled here";
    if (isBehindDot(place)) return behindDot(place, role);
    if (pythonWords.has(place.name)) return undefined;
    if (isMemberByString(place.text, place.offset)) return "named in a string";
    if (isKeyword(place)) return role === "field" || role === "unknown" || isInCase(place) ? "type unknown" : undefined;
    return role === "member" || role === "field" ? undefined : "not resolved";
  },
  go: ({ file, text }) => goConstraint(file, text) ?? "not built",
  c: (place) => {
    if (isInDefinition(place)) return "in a macro";
    return mayBeLeftOut(place) ? "not compiled here" : "not resolved";
  },
  rust: ({ code, offset }) => (/\bmacro_rules!/.test(code.slice(0, offset)) ? "in a macro" : "not resolved"),
};

/** Words that are names in some places and part of the language in others, where no server has a definition for them. */
const scriptWords: ReadonlySet<string> = new Set(
  "abstract accessor any as asserts async bigint boolean declare from get global infer is keyof module namespace never number object of out override readonly require satisfies set static string symbol type undefined unique unknown using".split(
    " ",
  ),
);
const pythonWords: ReadonlySet<string> = new Set(["_", "case", "match", "type"]);

/** Whether a place is a member of what stands before it, or a name of a module. */
export function isBehindDot({ code, offset }: UnresolvedPlace): boolean {
  return /(?<!\.\.)\.\s*$/.test(code.slice(Math.max(0, offset - 100), offset));
}

/** A module that an expression loads and takes a name out of at once. */
const loadedHere = /\b(?:import|require)\s*\([^()]*\)\s*\)?(?:\s*\.\s*[\w$]+)*\s*\.\s*$/;

/** A plain name stands behind a dot only if a module stands before it, and modules are brought in by name. */
function behindDot(place: UnresolvedPlace, role: NameRole): string | undefined {
  if (role !== "plain") return "type unknown";
  return modulesBefore(place).length > 0 ? "import not resolved" : undefined;
}

/** The modules that may bring in what stands before the dot; empty texts for those whose names are not written there. */
export function modulesBefore({ family, text, code, offset }: UnresolvedPlace): string[] {
  const start = Math.max(0, offset - 300);
  const before = code.slice(start, offset);
  const chain = /([\p{L}_$][\p{L}\p{N}_$]*)(?:\s*\.\s*[\p{L}_$][\p{L}\p{N}_$]*)*\s*\.\s*$/u.exec(before);
  const loaded = family === "script" ? loadedHere.exec(before) : null;
  if (loaded !== null) return [quotedIn(text, start + loaded.index, offset)];
  const first = chain?.[1];
  if (first === undefined) return [];
  const word = String.raw`(?<![\w$])${first.replaceAll("$", String.raw`\$`)}(?![\w$])`;
  const named = new RegExp(word);
  const assigned = new RegExp(
    String.raw`${word}\s*=\s*(?:await\s+import|require|(?:importlib\.)?import_module|__import__)\s*\([^()]{0,500}|\bimport\s*\([^()]{0,500}\)\s*\.then\s*\(\s*(?:async\s*)?(?:\(\s*)?${word}`,
    "g",
  );
  const statements = [...importStatements(family, text), ...nameStatements(family, text)];
  const imported = statements.filter(([statement]) => named.test(statement)).map((match) => scriptModule(match) ?? "");
  const required = [...code.matchAll(assigned)].map(({ index, 0: all }) => quotedIn(text, index, index + all.length));
  return [...imported, ...required];
}

/** The first text in quotes between two offsets. */
function quotedIn(text: string, from: number, to: number): string {
  return /["'`]([^"'`\n]*)["'`]/.exec(text.slice(from, to))?.[1] ?? "";
}

function isKeyword({ code, offset, name }: UnresolvedPlace): boolean {
  return (
    /[(,]\s*$/.test(code.slice(Math.max(0, offset - 200), offset)) &&
    /^\s*=(?!=)/.test(code.slice(offset + name.length, offset + name.length + 20))
  );
}

/** In a pattern keywords name members of what is matched. */
function isInCase({ code, offset }: UnresolvedPlace): boolean {
  return /^\s*case\b/.test(code.slice(code.lastIndexOf("\n", offset - 1) + 1, offset));
}

/** Blocks of Python that a type checker leaves out: the condition is false on this platform or version. */
const platformTest = /\b(?:sys\.platform|os\.name|sys\.version_info|TYPE_CHECKING|platform\.system)\b/;

function isForAnotherPlatform({ code, text, offset }: UnresolvedPlace): boolean {
  const lines = code.slice(0, offset).split("\n");
  const own = text.split("\n", lines.length).at(-1) ?? "";
  let indent = indentOf(own);
  for (let at = lines.length - 2; at >= 0 && indent > 0; at--) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    if (/^\s*(?:if|elif|else|while)\b/.test(line) && opensPlatformBlock(lines, at)) return true;
  }
  return false;
}

/** The head of a branch, or that of the branches before it. */
function opensPlatformBlock(lines: readonly string[], at: number): boolean {
  const head = lines[at] ?? "";
  if (platformTest.test(head)) return true;
  if (!/^\s*(?:elif|else)\b/.test(head)) return false;
  const indent = indentOf(head);
  for (let above = at - 1; above >= 0; above--) {
    const line = lines[above] ?? "";
    if (line.trim() === "" || indentOf(line) > indent) continue;
    if (indentOf(line) < indent || !/^\s*(?:if|elif)\b/.test(line)) return false;
    if (platformTest.test(line)) return true;
  }
  return false;
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** The constraint that keeps a Go file out of a build, in few words. */
export function goConstraint(file: string, text: string): string | undefined {
  const [, system] =
    /_(aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows)(?:_\w+)?(?:_test)?\.go$/.exec(
      file,
    ) ?? [];
  if (system !== undefined) return `${system} only`;
  const [, tag] = /^\/\/go:build\s+(\S[^\n]*)$/m.exec(text) ?? [];
  if (tag === undefined) return undefined;
  const word = tag.trim();
  return /^\w+$/.test(word) ? `${word} only` : `built with ${word.slice(0, 40)}`;
}

/** In a `#define`, whose lines may go on. */
function isInDefinition({ text, offset }: UnresolvedPlace): boolean {
  return /^[ \t]*#[ \t]*define\b/.test(text.slice(definitionStart(text, offset), offset));
}

/** Where the line begins that goes on to an offset. */
function definitionStart(text: string, offset: number): number {
  let start = text.lastIndexOf("\n", offset - 1) + 1;
  while (start > 1 && /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start)))
    start = text.lastIndexOf("\n", start - 2) + 1;
  return start;
}

/**
 * Whether a place of C reads as a use of what the whole program knows by its name: neither a member nor a declaration, in a
 * file that declares no variable of that name.
 */
export function isPlainUse({ code, offset, name }: UnresolvedPlace): boolean {
  const before = code.slice(code.lastIndexOf("\n", offset - 1) + 1, offset);
  if (/(?:\.|->)\s*$/.test(before)) return false;
  const [, word] = /$(?<=(\w+)[\s*&]+)/.exec(before) ?? [];
  // What stands before two colons is the scope of something, whatever is declared there.
  const isScope = /^\s{0,9}::/.test(code.slice(offset + name.length, offset + name.length + 20));
  if (word !== undefined && !beforeUses.has(word) && !isScope) return false;
  const declared = new RegExp(String.raw`\b(?!${[...beforeUses].join("|")})\w+[\s*&]+${name}\s{0,9}(?:[;=,)[]|$)`, "m");
  return !declared.test(code);
}

const beforeUses: ReadonlySet<string> = new Set(
  "return else do case throw new delete sizeof const static inline extern constexpr typedef struct class enum union typename public private protected virtual unsigned goto and or not".split(
    " ",
  ),
);

/** Whether a name is a parameter of the macro that it stands in. */
export function isMacroParameter({ text, offset, name }: UnresolvedPlace): boolean {
  const start = definitionStart(text, offset);
  const [, parameters = ""] = /^[ \t]*#[ \t]*define[ \t]+\w+\(([^()\n]*)\)/.exec(text.slice(start, start + 500)) ?? [];
  return parameters.split(",").some((one) => one.trim() === name);
}

/** Whether the preprocessor may leave a place of C out: between an `#if` and its `#endif`; the guard of a header is none. */
export function mayBeLeftOut({ family, text, offset }: UnresolvedPlace): boolean {
  if (family !== "c") return false;
  let depth = 0;
  let isGuarded = false;
  for (const match of text.slice(0, offset).matchAll(/^[ \t]*#[ \t]*(if|ifdef|ifndef|endif)\b([^\n]*)/gm)) {
    if (match[1] === "endif") depth--;
    else {
      if (depth === 0 && match[1] === "ifndef" && /$(?<=_H\w*\s*|_INCLUDED?_?\s*)/i.test(match[2] ?? ""))
        isGuarded = true;
      depth++;
    }
  }
  return depth > (isGuarded ? 1 : 0);
}
