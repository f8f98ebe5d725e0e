// Where the text of a file leads by a path: what it imports, includes or embeds, and the schema that it names.
//
// Invariant: what a compiler or a server could follow is found, in comments and strings too; one lead too many does no harm.
// Invariant: what a server may read in another way than we do is said to be unclear.
// Invariant: the time that reading takes grows with the text and not faster.

import { moduleMapLeads } from "../c/leads.ts";
import type { Lead, LeadReader } from "./lead.ts";
import { schemaLeads } from "./schema-leads.ts";
import { shellLeads } from "./shell-leads.ts";
import { knownLanguages } from "../table.ts";

/** Files whose leads are read alike, and that one server may quote to each other. */
export type LeadFamily = "script" | "c" | "modulemap" | "python" | "go" | "rust" | "shell" | "data";

export function leadFamilyOf(file: string): LeadFamily | undefined {
  return endings.find(([, ending]) => ending.test(file))?.[0];
}

export function leadsOf(family: LeadFamily, text: string): Lead[] {
  const lines = lineCounter(text);
  const leads = (readerOf(family)?.(text) ?? [])
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...lead }): Lead => ({ ...lead, line: lines(at) }));
  return [...new Map(leads.map((lead) => [`${lead.path}\n${lead.line}\n${lead.unclear ?? ""}`, lead])).values()];
}

// — below: private, in the order they are used —

const endings: readonly (readonly [LeadFamily, RegExp])[] = [
  ["script", /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/],
  ["c", /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|m|mm|cu|inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm)$/],
  ["modulemap", /(?:\.modulemap|(?:^|\/)module\.map)$/],
  ["python", /\.pyi?$/],
  ["go", /\.go$/],
  ["rust", /\.rs$/],
  ["shell", /\.(?:sh|bash|zsh|ksh|bats|inc)$/],
  ["data", /\.(?:ya?ml|jsonc?)$/],
];

/** The line of each of several offsets that only grow. */
function lineCounter(text: string): (at: number) => number {
  const ends = /\r\n|[\n\r]/g;
  let line = 1;
  let end = ends.exec(text);
  return (at) => {
    for (; end !== null && end.index < at; end = ends.exec(text)) line++;
    return line;
  };
}

/** Files that are no sources, or sources of a language of which nothing else is known. */
const others: Readonly<Partial<Record<LeadFamily, LeadReader>>> = {
  modulemap: moduleMapLeads,
  shell: shellLeads,
  data: schemaLeads,
};

function readerOf(family: LeadFamily): LeadReader | undefined {
  return others[family] ?? knownLanguages.find((one) => one.family === family)?.leads;
}
