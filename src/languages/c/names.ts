// Names of C and C++: how far they reach, which are called without being written, and what an unresolved place may be.

import { cIdentifiers } from "./identifiers.ts";
import type { NameRules, UnresolvedPlace } from "../names/rules.ts";
import { bracedClosure, callback } from "../names/start-rules.ts";

export const cNames: NameRules = {
  identifiers: cIdentifiers,
  tests: {
    named: /(?:[_-](?:unit)?tests?|(?<=[a-z])Tests?)\.\w+$|(?:^|\/)(?:tests?\.\w+|test[_-][^/]*)$/,
    within: /(?:^|\/)(?:unit)?tests?\//,
  },
  stringPrefix: /^(?:L|u8?|U)R?$|^R$/,
  scopeOf: ({ file, code, offset }) =>
    /\.(?:c|cc|cpp|cxx|m|mm)$/.test(file) &&
    /(?:^|[;}\n])\s*static\b[^;{}=]*$/.test(code.slice(Math.max(0, offset - 300), offset))
      ? "file"
      : "root",
  implicitCallers: [[/^(?:main|operator\b.*|~\w+|begin|end)$/, "the language"]],
  possibleUse: (place) => {
    if (isInDefinition(place)) return "in a macro";
    return mayBeLeftOut(place) ? "not compiled here" : "not resolved";
  },
  mayBeLeftOut,
  starts: {
    calls: [
      callback(/\bstd::j?thread(?:\s+\w+)?$/, "std::thread"),
      callback(/\bstd::async$/),
      callback(/\bpthread_create$/),
    ],
    closure: bracedClosure,
  },
};

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

// — below: private, in the order they are used —

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

/** Whether the preprocessor may leave a place of C out: between an `#if` and its `#endif`; the guard of a header is none. */
function mayBeLeftOut({ text, offset }: UnresolvedPlace): boolean {
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
