// How far the name of a declaration reaches, and what kind of name it is, by the rules of its language.
//
// Invariant: in doubt a name reaches the whole root.

import type { SymbolKind } from "../../model/code-facts.ts";
import type { Family } from "../family.ts";
import { expressionEnd } from "../syntax/brackets.ts";
import { pythonClassAt } from "../classes/class-headers.ts";

/** A declaration as an outline and the text around it show it. */
export interface DeclaredName {
  readonly file: string;
  readonly family: Family;
  readonly name: string;
  /** Undefined where no outline lists it: a parameter, a key of a literal, a name that an import gives. */
  readonly kind: SymbolKind | undefined;
  /** What it stands in. */
  readonly container: SymbolKind | undefined;
  /** The text without comments and strings. */
  readonly code: string;
  readonly offset: number;
}

export type Scope = "file" | "directory" | "root";

/**
 * A member is reached through a value, and a field is also given to the constructor by its name; a plain name is written
 * by itself, or behind a module.
 */
export type NameRole = "member" | "field" | "plain" | "unknown";

export function scopeOf(declared: DeclaredName): Scope {
  return scopes[declared.family]?.(declared) ?? "root";
}

export function roleOf(declared: DeclaredName): NameRole {
  const { kind, container, family, code, offset } = declared;
  if (isParameter(declared)) return "plain";
  // What is assigned behind a dot may be a member of anything, or a name of a module.
  if (kind === undefined || (family === "script" && code.charAt(offset - 1) === ".")) return "unknown";
  if (isInsideValue(declared)) return "plain";
  if (!memberKinds.has(kind) && (container === undefined || !holders.has(container))) return "plain";
  return declared.family === "python" && isConstructorField(declared) ? "field" : "member";
}

/** Whether a script hands a name on as its default export, which every importer names as it likes. */
export function isDefaultExport({ family, code, name }: Pick<DeclaredName, "family" | "code" | "name">): boolean {
  if (family !== "script") return false;
  const declared = new RegExp(
    String.raw`\bexport\s+default\s+(?:(?:async|abstract)\s+)*(?:(?:function|class|interface)\s*(?:\*\s*)?)?${escaped(name)}(?![\w$])`,
  );
  return declared.test(code) || new RegExp(String.raw`(?<![\w$])${escaped(name)}\s+as\s+default\b`).test(code);
}

// — below: private, in the order they are used —

/** A parameter of a script that is no member too: `private total` is one. Python's are given by name elsewhere. */
function isParameter({ family, kind, code, offset, name }: DeclaredName): boolean {
  if (family !== "script" || kind !== undefined || !code.startsWith(name, offset)) return false;
  const from = Math.max(0, offset - parameterReach);
  const before = code.slice(from, offset).trimEnd();
  const last = (before.endsWith("...") ? before.slice(0, -3).trimEnd() : before).at(-1);
  if (last !== "(" && last !== ",") return false;
  let depth = 0;
  for (let at = offset - 1; at >= from; at--) {
    const sign = code.charAt(at);
    if ("})]".includes(sign)) depth++;
    else if ("{([".includes(sign) && depth-- === 0) return sign === "(";
  }
  return false;
}

/** How far the bracket that opens a list of parameters is looked for. */
const parameterReach = 4_000;

/** Declared in the body of a function that is a value: `const main = () => { const total = 1 }`. */
function isInsideValue({ kind, container }: DeclaredName): boolean {
  const isValue = container === "variable" || container === "constant";
  return isValue && (kind === "variable" || kind === "constant");
}

/** A field of a class whose constructor is made from its fields. */
function isConstructorField({ code, offset }: DeclaredName): boolean {
  const header = pythonClassAt(code, offset);
  if (header === undefined) return false;
  if (header.bases.some((base) => /^(?:NamedTuple|TypedDict|BaseModel|Struct|Model|SQLModel|Schema)$/.test(base)))
    return true;
  const before = code.slice(Math.max(0, header.offset - 600), header.offset);
  return /@(?:[\w.]*\b)?(?:dataclass|dataclass_transform|attrs?|define|frozen|mutable|s)\b(?:[^\n(]*|\([^()]*(?:\([^()]*\)[^()]*)*\)[^\n]*)(?:\n[ \t]*(?:@[^\n]*|(?![ \t])[^\n@]*\)))*\s*$/.test(
    before,
  );
}

const memberKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "method",
  "property",
  "field",
  "enum member",
  "constructor",
  "key",
]);
const holders: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "interface",
  "struct",
  "enum",
  "object",
  "property",
  "field",
  "variable",
  "constant",
]);
const callables: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["function", "method", "constructor"]);

const scopes: Readonly<Partial<Record<Family, (declared: DeclaredName) => Scope>>> = {
  // A name that does not begin with a capital letter is seen in its own package, and a package is a directory.
  go: ({ name }) => (/^\p{Lu}/u.test(name) ? "root" : "directory"),
  script: scriptScope,
  python: (declared) => (isLocal(declared) && !isDeclaredGlobal(declared) ? "file" : "root"),
  c: ({ file, code, offset }) =>
    /\.(?:c|cc|cpp|cxx|m|mm)$/.test(file) &&
    /(?:^|[;}\n])\s*static\b[^;{}=]*$/.test(code.slice(Math.max(0, offset - 300), offset))
      ? "file"
      : "root",
};

function scriptScope(declared: DeclaredName): Scope {
  const { code, offset } = declared;
  if (code.charAt(offset - 1) === "#" || code.charAt(offset) === "#" || isParameter(declared)) return "file";
  // A script that is no module shares its names with all others.
  if (!/^[ \t]*(?:import|export)\b/m.test(code) && !isCommon(declared)) return "root";
  if (isLocal(declared)) return "file";
  return roleOf(declared) === "plain" && declared.container === undefined && !isExported(declared) ? "file" : "root";
}

/** Declared in a body, and no member: a value that is returned from there may carry members anywhere. */
function isLocal(declared: DeclaredName): boolean {
  const { container, code, offset } = declared;
  const isAttribute = code.charAt(offset - 1) === ".";
  if (isAttribute || roleOf(declared) !== "plain" || container === undefined) return false;
  return callables.has(container) || isInsideValue(declared);
}

function isDeclaredGlobal({ code, name }: DeclaredName): boolean {
  const word = new RegExp(String.raw`(?<!\w)${escaped(name)}(?!\w)`);
  return code.split("\n").some((line) => {
    const at = line.search(/\bglobal\s/);
    return at >= 0 && word.test(line.slice(at));
  });
}

/** A module of CommonJS: it requires others, or assigns what it exports. */
function isCommon({ file, code }: DeclaredName): boolean {
  return /\.[cm]?jsx?$/.test(file) && /\brequire\s*\(|\bmodule\.exports\b|\bexports\./.test(code);
}

/** Whether a module of CommonJS may export a name: its exports are one literal or assignments, or nothing is known. */
function isHandedOutByCommon(code: string, name: string): boolean {
  const word = new RegExp(String.raw`(?<![\w$.])${escaped(name)}(?![\w$])`);
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
  const word = escaped(name);
  const listed = new RegExp(
    String.raw`\bexport\s*(?:type\s*)?\{[^{}]*(?<![\w$])${word}(?![\w$])|\bexport\s*(?:=|default)\s*${word}(?![\w$])`,
  );
  // A declaration of several lines may begin with the word on another of them.
  return listed.test(code) || /\bexport\s+(?:\w+\s+)*$/.test(code.slice(Math.max(0, offset - 100), offset));
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
