// Where a search of the whole root starts, and which of its files are looked at for problems.
//
// Invariant: a language whose files nobody is asked about is named, unless it holds data: compilers do not check
// configuration either, and a word about it in every answer would be read in none.

import type { Language, ServerEntry } from "../catalog/entry.ts";
import type { FilePath } from "../model/file-path.ts";
import { parentOf } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { Reason } from "../model/standing.ts";
import type { Routing } from "./routing.ts";
import type { SourceFile } from "./snapshot-files.ts";
import { hasSymbols } from "./symbol-languages.ts";

/** Where a search of one server starts. */
export interface SearchPlace {
  readonly near: FilePath;
  readonly language: string;
}

export interface PlacesContext {
  readonly routing: Routing;
  readonly files: readonly FilePath[];
  /** Whether a server is on this machine and may run in the root. */
  isUsable(entry: ServerEntry): Promise<boolean>;
}

/** Looked at for problems where their server is here, and not missed where it is not. */
const dataOnly = new Set("dockerfile json jsonc toml xml yaml".split(" "));
/** Nobody looks for a problem there either. Quirk(gopls 0.23.0): of go.mod it cannot be asked for diagnostics. */
const withoutProblems = new Set("go.mod go.sum go.work ini markdown plaintext".split(" "));

/** One source file for each server that the code of the root, or one language of any kind, really goes to. */
export async function searchPlaces(context: PlacesContext, only?: string): Promise<SearchPlace[]> {
  const { routing } = context;
  const isUsable = remembered(context);
  const places = new Map<string, SearchPlace>();
  const seen = new Set<string>();
  for (const file of context.files) {
    const language = routing.languageOf(file);
    if (language === undefined || language.servers.length === 0) continue;
    const isWanted = only === undefined ? hasSymbols(language.id) : language.id === only;
    // Only what lies in the directories above decides who serves a file of a language.
    const key = `${language.id}\n${parentOf(file)}`;
    if (!isWanted || seen.has(key)) continue;
    seen.add(key);
    const server = await serverOf(routing, file, isUsable);
    // Without any the language is asked for all the same: the refusal says what is missing.
    const asked = server ?? `no server for ${language.id}`;
    if (!places.has(asked)) places.set(asked, { near: file, language: language.id });
  }
  return [...places.values()];
}

export interface Sources {
  readonly files: readonly SourceFile[];
  /** Languages of the root whose files are not among them. */
  readonly unasked: readonly string[];
}

/** Every file of code that somebody understands, and then of data where its server is here. */
export async function sourceFiles(context: PlacesContext): Promise<Sources> {
  const { routing } = context;
  const isUsable = remembered(context);
  const code: SourceFile[] = [];
  const data: SourceFile[] = [];
  const served = new Map<string, boolean>();
  for (const file of context.files) {
    const language = routing.languageOf(file);
    if (language === undefined || language.servers.length === 0 || withoutProblems.has(language.id)) continue;
    if (hasSymbols(language.id)) code.push({ file, language: language.id });
    else {
      const isServed = served.get(language.id) ?? (await isAnyUsable(routing, language, isUsable));
      served.set(language.id, isServed);
      if (isServed) data.push({ file, language: language.id });
    }
  }
  const unasked = [...served].flatMap(([language, isServed]) => (isServed || dataOnly.has(language) ? [] : [language]));
  return { files: [...code, ...data], unasked: unasked.sort() };
}

/** What the files of a root leave out of an answer about all of it. */
export function omissions(unasked: readonly string[], isWhole: boolean): Reason[] {
  const names = unasked.join(", ");
  return [
    ...(isWhole ? [] : [{ code: "scoped", detail: "not all directories of the root could be looked at" } as const]),
    ...(unasked.length === 0
      ? []
      : [{ code: "scoped", detail: `${names}: not looked at, because no server for it is here` } as const]),
  ];
}

// — below: private, in the order they are used —

type IsUsable = (entry: ServerEntry) => Promise<boolean>;

/** Asked once for each server. */
function remembered(context: PlacesContext): IsUsable {
  const known = new Map<string, Promise<boolean>>();
  return (entry) => {
    const usable = known.get(entry.id) ?? context.isUsable(entry);
    known.set(entry.id, usable);
    return usable;
  };
}

async function serverOf(routing: Routing, file: FilePath, isUsable: IsUsable): Promise<string | undefined> {
  try {
    for (const entry of await routing.serversFor(file)) if (await isUsable(entry)) return entry.id;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function isAnyUsable(routing: Routing, { id }: Language, isUsable: IsUsable): Promise<boolean> {
  for (const entry of routing.enabledServers(id)) if (await isUsable(entry)) return true;
  return false;
}
