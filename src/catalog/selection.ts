// Narrows a catalogue to the servers that an operator named, and remembers what was left out.

import { compilePattern, followPattern } from "../std/path-pattern.ts";
import type { LanguageEntry, ServerEntry } from "./entry.ts";
import { programName } from "./override-launch.ts";
import { languageOf } from "./match.ts";
import type { Catalog } from "./table.ts";
import { languageById, makeCatalog, serverById } from "./table.ts";

/** Keeps only these servers for each language. `leftOut` keeps those it loses, so that a refusal can name one. */
export function onlyServers(from: Catalog, ids: ReadonlySet<string>): Catalog {
  const languages = from.languages.map((language): LanguageEntry => {
    const servers = language.servers.filter((id) => ids.has(id));
    const linters = language.linters?.filter((id) => ids.has(id));
    const leftOut = language.servers.filter((id) => !ids.has(id));
    return { ...language, servers, ...(linters && { linters }), ...(leftOut.length > 0 && { leftOut }) };
  });
  return makeCatalog({ ...from, languages });
}

/** Looks for these servers before the others of their language, in the order that they have there. */
export function preferring(from: Catalog, ids: readonly string[]): Catalog {
  if (ids.length === 0) return from;
  const isPreferred = (id: string): boolean => ids.includes(id);
  const languages = from.languages.map((language): LanguageEntry => {
    const others = language.servers.filter((id) => !isPreferred(id));
    return { ...language, servers: [...language.servers.filter(isPreferred), ...others] };
  });
  return makeCatalog({ ...from, languages });
}

/**
 * Gives every file to one server. A file keeps the language that its name tells; one that matches no pattern gets the
 * given language.
 */
export function everyFileTo(from: Catalog, id: string, languageId: string): Catalog {
  const known = languageById(from, languageId) !== undefined;
  const all = known ? from.languages : [...from.languages, { id: languageId, extensions: [], servers: [] }];
  const languages = all.map(({ id: name, extensions, fileNames }): LanguageEntry => {
    return { id: name, extensions, ...(fileNames && { fileNames }), servers: [id] };
  });
  return makeCatalog({ ...from, languages, otherwise: languageId });
}

/** Leaves out the servers whose registration does not hold for a root. */
export function withinScope(from: Catalog, root: string): Catalog {
  const holds = ({ scope }: ServerEntry): boolean => scope === undefined || scope.some((one) => isInScope(one, root));
  if (from.servers.every(holds)) return from;
  return onlyServers(from, new Set(from.servers.filter(holds).map(({ id }) => id)));
}

/** Why no server is asked about a file, and what would change that. */
export function unserved(from: Catalog, path: string): { readonly why: string; readonly next: string } {
  const language = languageOf(from, path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (language === undefined) {
    return {
      why: `Nothing in the catalogue handles ${name}.`,
      next: "Name one with --config, or use a text search for this file.",
    };
  }
  const [other] = (language.leftOut ?? []).flatMap((id) => serverById(from, id) ?? []);
  if (other === undefined) {
    return {
      why: `No server of the catalogue handles ${language.id}.`,
      next: "Name one with --config, or use a text search for this file.",
    };
  }
  const program = other.launch.kind === "command" ? programName(other.launch.command) : other.id;
  return {
    why: `The servers that were named do not handle ${language.id}.`,
    next: `${other.title} would: add ${language.id}:${program} to the list of servers, or use --merge-config.`,
  };
}

/** `.` was said by the root itself. */
function isInScope(scope: string, root: string): boolean {
  if (scope === ".") return true;
  const base = scope.replace(/\/$/, "");
  const parts = root.split("/");
  return [base, `${base}/**`].some((pattern) => followPattern(compilePattern(pattern) ?? [], parts).isWhole);
}
