// Which symbols of Python others can use, and the names that a module lists as its own in `__all__`.

import type { ExportRules, OutlinedSymbol } from "../declarations/export-rules.ts";
import { closingOf } from "../syntax/brackets.ts";
import { maskBy } from "../syntax/prose.ts";
import { pythonSyntax } from "./syntax.ts";

const exportedIn: ExportRules["exportedIn"] = (index) => {
  // What is computed or added to may name anything.
  const all = pythonListedNames(index.text);
  const isExported = ({ parent, leaf }: OutlinedSymbol): boolean => {
    if (parent === undefined && all !== undefined) return !all.isWhole || all.names.has(leaf);
    return !leaf.startsWith("_") && (parent === undefined || isExported(parent));
  };
  return isExported;
};

export const pythonExports: ExportRules = { languages: ["python"], exportedIn };

export interface ListedNames {
  readonly names: ReadonlySet<string>;
  /** Nothing else is listed: it is one list of texts, which is neither computed nor added to. */
  readonly isWhole: boolean;
}

/** Undefined where nothing is said of `__all__`. */
export function pythonListedNames(text: string): ListedNames | undefined {
  const code = maskBy(pythonSyntax, text);
  const mentions = code.match(/\b__all__\b/g)?.length ?? 0;
  if (mentions === 0) return undefined;
  const lists = [...code.matchAll(/^__all__[^=\n\r\u2028\u2029]*=[ \t]*[[(]/gm)].map(({ index, 0: head }) => {
    const open = index + head.length - 1;
    return { head, open, close: closingOf(code, open) ?? code.length };
  });
  const [first] = lists;
  const isPlain = ({ head, open, close }: NonNullable<typeof first>): boolean =>
    !/[+*/|-][ \t]*=/.test(head) &&
    /^[\s,]*$/.test(code.slice(open + 1, close)) &&
    /^[ \t]*(?:[\r\n]|$)/.test(code.slice(close + 1, close + longestGap));
  const written = lists.map(({ open, close }) => text.slice(open, close).replaceAll(/#[^\n\r]*/g, ""));
  return {
    names: new Set(
      written.flatMap((list) => [...list.matchAll(/["']([^"'\n]+)["']/g)].flatMap(([, name]) => name ?? [])),
    ),
    isWhole: mentions === 1 && first !== undefined && isPlain(first),
  };
}

/** Blanks and comments behind the list. */
const longestGap = 500;
