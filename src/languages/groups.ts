// Which files may name one another's symbols: languages that share one world of names.

import type { Family } from "./syntax/code-text.ts";
import { familyOf } from "./syntax/code-text.ts";

/** Kinds of files beyond those of the family itself that hold code of it, which few servers read. */
const further: readonly (readonly [Family, RegExp])[] = [
  ["script", /\.(?:mdx|marko|riot|es6|html?)$/],
  ["python", /\.(?:pyx|pxd|pyw|pyde)$/],
  ["go", /\.s$/],
  ["c", /\.(?:inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm|ccm|cxxm|hip|cl|metal)$/],
];

/** The family whose names a file may hold; `other` for a language that stands alone. */
export function groupOf(file: string): Family {
  const family = familyOf(file);
  return family !== "other" ? family : (further.find(([, ending]) => ending.test(file))?.[0] ?? "other");
}

/** Languages in which a name means the same in every file, without an import; servers resolve it in one file at a time. */
export function isSharedByName(file: string): boolean {
  return /\.(?:css|scss|sass|less|styl)$/.test(file);
}
