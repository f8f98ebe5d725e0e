// Names of scripts: how far they reach, which are called without being written, and what an unresolved place may be.

import { scriptIdentifiers } from "./identifiers.ts";
import { importsBy } from "../imports/statements.ts";
import { escapedName, isLocal } from "../names/locals.ts";
import type { ModuleReading } from "../names/members.ts";
import { isBehindDot, possibleMember } from "../names/members.ts";
import type { DeclaredName, NameRole, NameRules, WrittenName, Scope, UnresolvedPlace } from "../names/rules.ts";
import { bracedClosure, callback, task } from "../names/start-rules.ts";
import { closingAround, expressionEnd, openingAround } from "../syntax/brackets.ts";
import { scriptImportRules } from "./import-rules.ts";
import { words } from "../syntax/words.ts";
import { scriptSyntax } from "./syntax.ts";

/** An expression that loads a module and takes a name out of it at once. */
const loadedHere = /\b(?:import|require)\s*\([^()]*\)\s*\)?(?:\s*\.\s*[\w$]+)*\s*\.\s*$/;

const reading: ModuleReading = { syntax: scriptSyntax, imports: scriptImportRules, loadedHere };

export const scriptNames: NameRules = {
  identifiers: scriptIdentifiers,
  tests: {
    named: /[.-](?:tests?|spec|cy|e2e)\.[^/]+$|_(?:test|spec)\.\w+$|(?:^|\/)(?:tests?|test-[^/]*)\.\w+$/,
    within: /(?:^|\/)(?:__tests__|tests?|spec|e2e)\//,
  },
  hasDollarInNames: true,
  isKeyword,
  scopeOf: scriptScope,
  isParameter,
  // What is assigned behind a dot.
  mayBeAnyMember: ({ code, offset }) => code.charAt(offset - 1) === ".",
  isDefaultExport,
  implicitCallers: [
    [/^(?:toString|valueOf|toJSON|then|next|return|throw)$/, "the language"],
    [/^(?:render|componentDid\w+|componentWill\w+|ngOn\w+|connectedCallback|disconnectedCallback)$/, "a framework"],
  ],
  possibleUse: (place, role) => {
    if (isBehindDot(place)) return possibleMember(reading, place, role);
    if (scriptWords.has(place.name)) return undefined;
    if (role === "plain" || role === "unknown") return "not resolved";
    return isTakenApart(place) ? "type unknown" : undefined;
  },
  isUnimported,
  isTakenApart,
  takerOf,
  loadedHere,
  starts: {
    calls: [
      callback(/\bnew\s+(?:Shared)?Worker$/),
      task(/\bPromise\.(?:all|allSettled|race|any)$/),
      callback(/\b(?:set(?:Timeout|Interval|Immediate)|queueMicrotask|requestAnimationFrame|process\.nextTick)$/),
      callback(/\.then$/, ".then"),
    ],
    closure: bracedClosure,
    expression: /=>/,
  },
};

/** Whether a text is a module of scripts. */
export function isModule(text: string): boolean {
  return /^[ \t]*(?:import|export)\b/m.test(text);
}

// — below: private, in the order they are used —

/**
 * Two words never stand beside each other on a line unless one of them is a word of the language: the first one here,
 * unless the second is an operator or goes on with a declaration or an import.
 */
function isKeyword({ file, code, offset, name }: WrittenName): boolean {
  // Elsewhere it may be an attribute of an element.
  if (!keywords.has(name) || !/\.[cm]?ts$/.test(file)) return false;
  const before = code.slice(Math.max(0, offset - wordReach), offset).trimEnd();
  const isKnown = before !== "" || offset < wordReach;
  const [, next] = /^[ \t]+([\w$]+)/.exec(code.slice(offset + name.length, offset + name.length + wordReach)) ?? [];
  return isKnown && !/[.@#]$/.test(before) && next !== undefined && !following.has(next);
}

/** How far the words beside a word are searched. */
const wordReach = 200;

/** Words of the language that are also names of members or variables. */
const keywords = words(
  "abstract accessor as asserts async await break case catch class const continue declare default delete do else enum",
  "export extends finally for from function get global if implements import in infer instanceof interface is keyof let",
  "module namespace new of override package private protected public readonly require return satisfies set static",
  "super switch throw try type typeof unique using var void while with yield",
);

/** Words that follow a name. */
const following = words(
  "as assert asserts do else extends finally from if implements in instanceof is of satisfies while with",
);

/** A parameter of a script that is no member too: `private total` is one. Python's are given by name elsewhere. */
function isParameter({ kind, code, offset, name }: DeclaredName): boolean {
  if (kind !== undefined || !code.startsWith(name, offset)) return false;
  const from = Math.max(0, offset - parameterReach);
  const before = code.slice(from, offset).trimEnd();
  const last = (before.endsWith("...") ? before.slice(0, -3).trimEnd() : before).at(-1);
  if (last !== "(" && last !== ",") return false;
  const near = code.slice(from, offset);
  return near.charAt(openingAround(near, near.length) ?? near.length) === "(";
}

/** How far the bracket that opens a list of parameters is searched. */
const parameterReach = 4_000;

function isDefaultExport(code: string, name: string): boolean {
  const declared = new RegExp(
    String.raw`\bexport\s+default\s+(?:(?:async|abstract)\s+)*(?:(?:function|class|interface)\s*(?:\*\s*)?)?${escapedName(name)}(?![\w$])`,
  );
  return declared.test(code) || new RegExp(String.raw`(?<![\w$])${escapedName(name)}\s+as\s+default\b`).test(code);
}

function scriptScope(declared: DeclaredName, role: NameRole): Scope {
  const { code, offset } = declared;
  if (code.charAt(offset - 1) === "#" || code.charAt(offset) === "#" || isParameter(declared)) return "file";
  // A script that is no module shares its names with all others.
  if (!/^[ \t]*(?:import|export)\b/m.test(code) && !isCommon(declared)) return "root";
  if (isLocal(declared, role)) return "file";
  return role === "plain" && declared.container === undefined && !isExported(declared) ? "file" : "root";
}

/** A module of CommonJS: it requires others, or assigns what it exports. */
function isCommon({ file, code }: DeclaredName): boolean {
  return /\.[cm]?jsx?$/.test(file) && /\brequire\s*\(|\bmodule\.exports\b|\bexports\./.test(code);
}

/** Whether a module of CommonJS may export a name: its exports are one literal or assignments, or nothing is known. */
function isHandedOutByCommon(code: string, name: string): boolean {
  const word = new RegExp(String.raw`(?<![\w$.])${escapedName(name)}(?![\w$])`);
  for (const match of code.matchAll(/\b(?:module\s*\.\s*)?exports\b/g)) {
    const after = code.slice(match.index + match[0].length, match.index + 4_000);
    const [assigned] = /^(?:\s*\.\s*[\w$]+)?\s*=(?!=)\s*/.exec(after) ?? [];
    if (assigned === undefined) {
      // Read, as in `module.exports.name()`, or given away as a whole.
      if (!/^\s*\./.test(after)) return true;
      continue;
    }
    const exported = after.slice(assigned.length, expressionEnd(after, assigned.length));
    // A name stands for whatever it was given, and under a condition a script may be no module.
    const isWhole = /^\s*=/.test(after) && /^[\w$.]+\s*$/.test(exported);
    if (word.test(exported) || isWhole || isConditional(code, match.index)) return true;
  }
  return false;
}

function isConditional(code: string, offset: number): boolean {
  return /\bif\s*\([^{};]*\)\s*\{?\s*$|[?&|]\s*\(?\s*$/.test(code.slice(Math.max(0, offset - 200), offset));
}

/** Whether anything says that a name of a module is seen outside of it. */
function isExported({ code, name, offset }: DeclaredName): boolean {
  const line = code.slice(code.lastIndexOf("\n", offset - 1) + 1, offset);
  if (/\b(?:export|declare)\b/.test(line)) return true;
  if (/\bexport\s+(?:declare\s+)?(?:const|let|var)\s*[{[]/.test(code) || isHandedOutByCommon(code, name)) return true;
  // A list of declarations goes on over lines that do not say what they belong to.
  const isContinued = !/\b(?:const|let|var|using|function|class|interface|type|enum|namespace|module|import)\b/.test(
    line,
  );
  if (isContinued && /\bexport\s+(?:const|let|var)\b/.test(code)) return true;
  const word = escapedName(name);
  const listed = new RegExp(
    String.raw`\bexport\s*(?:type\s*)?\{[^{}]*(?<![\w$])${word}(?![\w$])|\bexport\s*(?:=|default)\s*${word}(?![\w$])`,
  );
  // A declaration of several lines may begin with the word on another of them.
  return listed.test(code) || /\bexport\s+(?:\w+\s+)*$/.test(code.slice(Math.max(0, offset - 100), offset));
}

/** Words that are names in some places and part of the language in others, where no server has a definition for them. */
const scriptWords: ReadonlySet<string> = new Set(
  "abstract accessor any as asserts async bigint boolean declare from get global infer is keyof module namespace never number object of out override readonly require satisfies set static string symbol type undefined unique unknown using".split(
    " ",
  ),
);
/** Whether a name stands by itself in a module none of whose imports names it. */
function isUnimported(place: UnresolvedPlace): boolean {
  const { code, text, name, file } = place;
  if (!/\.[cm]?[jt]sx?$/.test(file) || !isModule(code) || isBehindDot(place)) return false;
  const word = new RegExp(String.raw`(?<![\w$])${name.replaceAll("$", String.raw`\$`)}(?![\w$])`);
  const statements = importsBy(scriptSyntax, scriptImportRules, text);
  const isLoaded = new RegExp(
    String.raw`[{,]\s{0,99}${name.replaceAll("$", String.raw`\$`)}\s{0,99}[,}:][^;]{0,500}\b(?:require|import)\s{0,9}\(`,
  );
  return !statements.some((one) => word.test(one.text)) && !isLoaded.test(code);
}

/** Whether a place stands in a pattern that takes a value apart: what it takes out is a member of the value. */
function isTakenApart({ code, offset, name }: UnresolvedPlace): boolean {
  if (!/[{,]\s*$/.test(code.slice(Math.max(0, offset - 200), offset))) return false;
  return beginsPattern(code, offset) && endsPattern(code, offset + name.length);
}

/** The function or the element to which a key of a literal, or an attribute, is given: where its name begins. */
function takerOf({ code, offset, name }: UnresolvedPlace): number | undefined {
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
  const at = openingAround(text, text.length) ?? -1;
  return text.charAt(at) === "{" ? at : -1;
}

/** How far the braces of a pattern are searched. */
const patternReach = 2_000;

/** The braces around a place follow a word that declares, or stand where a parameter or an assignment begins. */
function beginsPattern(code: string, offset: number): boolean {
  const from = Math.max(0, offset - patternReach + 1);
  const near = code.slice(from, offset);
  for (let at = openingAround(near, near.length); at !== undefined; at = openingAround(near, at)) {
    if (near.charAt(at) !== "{") return false;
    const before = code.slice(Math.max(0, from + at - 100), from + at);
    if (/(?:(?<![\w$])(?:const|let|var)|[(,[])\s*$/.test(before)) return true;
    // Inside of another pattern a colon stands before the braces, and inside of a type as well.
    if (!/:\s*$/.test(before)) return false;
  }
  return false;
}

/** Behind the braces around a place a value follows, or the body of a function. */
function endsPattern(code: string, from: number): boolean {
  const near = code.slice(0, from + patternReach);
  for (let at = closingAround(near, from); at !== undefined; at = closingAround(near, at + 1)) {
    const after = code.slice(at, at + 400);
    if (/^\}\s*(?:=(?![=>])|:\s*[\w{[(]|\)\s*(?:=>|\{|:)|,[^;{}]*\)\s*(?:=>|\{|:)|\s+of\b)/.test(after)) return true;
    if (!/^\}\s*[,}]/.test(after)) return false;
  }
  return false;
}
