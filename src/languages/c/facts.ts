// What a file of C or C++ says about its own reach.

import type { FactRules } from "../file-facts.ts";
import { cImportRules } from "./imports.ts";
import { definedNames } from "./linked-names.ts";

export const cFactRules: FactRules = {
  fragments: /\.(?:inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm)$/,
  factsOf: (_, text) => ({
    modules: [...included(text), ...[...text.matchAll(askedFor)].flatMap((match) => match[1] ?? [])],
    imports: [],
    declares: [],
    isUnclear: unclear.test(text),
    isSeenByAll: false,
    defines: definedNames(text),
  }),
};

// — below: private, in the order they are used —

/** Comments and strings included: one too many does no harm. */
function included(text: string): Set<string> {
  const found = (cImportRules.modules ?? []).flatMap((statement) => [...text.matchAll(statement)]);
  return new Set(found.map((match) => (match[1] ?? "").replaceAll(/\s+/g, " ").trim()));
}

/** Whether there is such a file changes what the text means. */
const askedFor = /(?:\b__has_(?:include(?:_next)?|embed)[ \t]*\([ \t]*|^[ \t]*#[ \t]*embed[ \t]*)([<"][^>"\n]+[>"])/gm;

/** A name that a macro holds, or a module, which no path tells. */
const unclear = new RegExp(
  [
    String.raw`^[ \t]*(?:#|%:)[ \t]*(?:include(?:_next)?|import)\b[ \t]*[^<"\s]`,
    String.raw`^[ \t]*(?:export[ \t]+)?(?:import|module)[ \t]+[\w.:<"]`,
    String.raw`@import\b`,
    // A comment or another spelling of the sign in an unusual place.
    String.raw`^[ \t]*(?:%:|\?\?=)|^[ \t]*#[ \t]*(?:\/\*|\\)|\*\/[ \t]*#[ \t]*(?:include|import|embed)`,
  ].join("|"),
  "m",
);
