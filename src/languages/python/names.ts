// Names of Python: how far they reach, which are called without being written, and what an unresolved place may be.

import { pythonIdentifiers } from "./identifiers.ts";
import { escapedName, isLocal } from "../names/locals.ts";
import { isBehindDot, possibleMember } from "../names/members.ts";
import type { DeclaredName, NameRules, UnresolvedPlace } from "../names/rules.ts";
import { callback, task } from "../names/start-rules.ts";
import { pythonClassAt } from "./classes.ts";
import { pythonImportRules } from "./imports.ts";
import { pythonSyntax } from "./syntax.ts";

const reading = { syntax: pythonSyntax, imports: pythonImportRules };

export const pythonNameRules: NameRules = {
  identifiers: pythonIdentifiers,
  tests: {
    named: /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest|tests?)\.pyi?$/,
    within: /(?:^|\/)tests?\//,
  },
  stringPrefix: /^[bfrtu]{1,2}$/i,
  isCodeInString: isMemberByString,
  isAnnotation,
  scopeOf: (declared, role) => (isLocal(declared, role) && !isDeclaredGlobal(declared) ? "file" : "root"),
  isConstructorField,
  implicitCallers: [
    [/^__\w+__$/, "the language"],
    [/^(?:test_\w*|setup_\w+|teardown_\w+|pytest_\w+|setUp\w*|tearDown\w*)$/, "a test runner"],
    [/^visit_\w+$/, "a visitor, by a name built at run time"],
  ],
  possibleUse: (place, role) => {
    if (isForAnotherPlatform(place)) return "not compiled here";
    if (isBehindDot(place)) return possibleMember(reading, place, role);
    if (pythonWords.has(place.name)) return undefined;
    if (isMemberByString(place.text, place.offset)) return "named in a string";
    if (isKeyword(place)) return role === "field" || role === "unknown" || isInCase(place) ? "type unknown" : undefined;
    return role === "member" || role === "field" ? undefined : "not resolved";
  },
  isModuleName,
  isOwnMember,
  starts: {
    calls: [
      callback(/\b(?:threading\.)?(?:Thread|Timer)$/, "threading.Thread"),
      callback(/\b(?:\w+\.)*Process$/, "multiprocessing.Process"),
      task(/\b(?:asyncio\.)?(?:create_task|ensure_future|gather|run_coroutine_threadsafe)$/),
      callback(/\b(?:asyncio\.)?to_thread$/, "asyncio.to_thread"),
      callback(/\.(?:submit|run_in_executor|apply_async|map_async|start_soon|call_soon|call_later)$/),
      callback(/(?:executor|pool)\w*\.(?:map|starmap|imap\w*)$/i),
    ],
    closure: /^(?!)/,
    expression: /\blambda\b/,
  },
};

// — below: private, in the order they are used —

/** Whether the string around a place holds nothing but names, dots, commas, bars and square brackets. */
function isAnnotation(text: string, offset: number): boolean {
  const before = /["'][\w.[\], |]*$/.exec(text.slice(Math.max(0, offset - 200), offset));
  return before !== null && /^[\w.[\], |]*["']/.test(text.slice(offset, offset + 200));
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

function isDeclaredGlobal({ code, name }: DeclaredName): boolean {
  const word = new RegExp(String.raw`(?<!\w)${escapedName(name)}(?!\w)`);
  return code.split("\n").some((line) => {
    const at = line.search(/\bglobal\s/);
    return at >= 0 && word.test(line.slice(at));
  });
}

const pythonWords: ReadonlySet<string> = new Set(["_", "case", "match", "type"]);

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

/** Whether a place names a module in an import of Python, which no other symbol is. */
function isModuleName({ code, offset, name }: UnresolvedPlace): boolean {
  const before = code.slice(code.lastIndexOf("\n", offset - 1) + 1, offset);
  if (/^\s*from\s+[\w.]*$/.test(before)) return true;
  const after = code.slice(offset + name.length, offset + name.length + 20);
  return /^\s*import\s[\w.,\s]*$/.test(before) && !/\bas\s+$/.test(before) && /^[\w.]*\s*(?:,|as\b|$|\n|;)/.test(after);
}

/** Whether a place is reached through the instance or the class around it: `self.name`. */
function isOwnMember({ code, offset }: UnresolvedPlace): boolean {
  return /(?<![\w.])(?:self|cls)\s*\.\s*$/.test(code.slice(Math.max(0, offset - 40), offset));
}

/** Whether a string of Python names the member that a function takes from a value. */
function isMemberByString(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 300), offset);
  if (/\b(?:(?:get|has|set|del)attr|attrgetter|methodcaller|patch\.object)\s{0,99}\([^"']{0,250}["']$/.test(before))
    return true;
  // A path through modules, as tests give it to what replaces a name.
  return /\b(?:patch|(?:get|set|del)attr|import_string|import_object|locate|resolve_name)\s{0,99}\(\s{0,99}["'][\w.:]{1,200}[.:]$/.test(
    before,
  );
}
