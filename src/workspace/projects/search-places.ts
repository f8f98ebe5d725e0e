// Where a search of the whole root starts, and which of its files are checked for problems.
//
// Invariant: a language of code whose files no server is asked about is named; data and descriptions of builds are not:
// compilers do not check them either, and a word about them in every answer would be read in none.

import type { LanguageEntry, ServerEntry } from "../../catalog/entry.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import { agreeing, counted, firstNames } from "../../std/words.ts";
import type { Routing } from "../servers/routing.ts";
import type { SourceFile } from "../files/snapshot-files.ts";
import { hasSymbols, holdsCode } from "../../languages/symbol-languages.ts";

/** Where a search of one server starts. */
export interface SearchPlace {
  readonly near: FilePath;
  readonly language: string;
  /** Every file that goes to this server, or to none. */
  readonly files: readonly FilePath[];
  readonly isServed: boolean;
}

export interface SearchPlacesContext {
  readonly routing: Routing;
  readonly files: readonly FilePath[];
  /** Whether a server is on this machine and may run in the root. */
  isUsable(entry: ServerEntry): Promise<boolean>;
}

/** Their problems are missed where their server is not here. */
const missedData = new Set("css html less sass scss shellscript".split(" "));
/** Diagnostics are not requested there either. Quirk(gopls 0.23.0): of go.mod it cannot be asked for diagnostics. */
const withoutProblems = new Set("go.mod go.sum go.work ini markdown plaintext".split(" "));

/** One source file for each server that the code of the root, or one language of any kind, really goes to. */
export async function searchPlaces(context: SearchPlacesContext, only?: string): Promise<SearchPlace[]> {
  const { routing } = context;
  const isUsable = remembered(context);
  const places = new Map<string, SearchPlace & { readonly files: FilePath[] }>();
  const servers = new Map<string, string | undefined>();
  for (const file of context.files) {
    const language = routing.languageOf(file);
    if (language === undefined || language.servers.length === 0) continue;
    if (only === undefined ? !hasSymbols(language.id) : language.id !== only) continue;
    // Only what lies in the directories above decides which server a file of a language goes to.
    const key = `${language.id}\n${parentOf(file)}`;
    if (!servers.has(key)) servers.set(key, await serverOf(routing, file, isUsable));
    const server = servers.get(key);
    if (server === undefined && only === undefined && !holdsCode(language.id)) continue;
    // Without any the language is asked for all the same: the refusal says what is missing.
    const asked = server ?? `no server for ${language.id}`;
    const place = places.get(asked) ?? { near: file, language: language.id, files: [], isServed: server !== undefined };
    place.files.push(file);
    places.set(asked, place);
  }
  return [...places.values()];
}

export interface SearchedSources {
  readonly files: readonly SourceFile[];
  /** Languages of the root whose files are not among them. */
  readonly unasked: readonly string[];
}

/** Every file of code that a server is known for, and then of data where its server is here. */
export async function sourceFiles(context: SearchPlacesContext): Promise<SearchedSources> {
  const { routing } = context;
  const isUsable = remembered(context);
  const code: SourceFile[] = [];
  const data: SourceFile[] = [];
  const served = new Map<string, boolean>();
  for (const file of context.files) {
    const language = routing.languageOf(file);
    if (language === undefined || language.servers.length === 0 || withoutProblems.has(language.id)) continue;
    if (holdsCode(language.id)) code.push({ file, language: language.id });
    else {
      const isServed = served.get(language.id) ?? (await isAnyUsable(routing, language, isUsable));
      served.set(language.id, isServed);
      if (isServed) data.push({ file, language: language.id });
    }
  }
  const unasked = [...served].flatMap(([language, isServed]) =>
    isServed || !missedData.has(language) ? [] : [language],
  );
  return { files: [...code, ...data], unasked: unasked.sort() };
}

/** What the files of a root leave out of an answer about all of it; `outside` are sources that are links out of the root. */
export function omissions(unasked: readonly string[], isWhole: boolean, outside: readonly string[]): Reason[] {
  const names = unasked.join(", ");
  return [
    ...(outside.length === 0 ? [] : [leadsOutside(outside)]),
    ...(isWhole ? [] : [{ code: "scoped", detail: "some directories of the root could not be read" } as const]),
    ...(unasked.length === 0
      ? []
      : [{ code: "scoped", detail: `${names}: not searched, because it has no server here` } as const]),
  ];
}

// — below: private, in the order they are used —

function leadsOutside(links: readonly string[]): Reason {
  return {
    code: "scoped",
    detail: `${counted(links.length, "file")} ${agreeing(links.length, "leads", "lead")} outside the root (${firstNames(links, 3)})`,
    next: "open the directory they lead to, if it should be searched",
  };
}

type IsUsable = (entry: ServerEntry) => Promise<boolean>;

/** Asked once for each server. */
function remembered(context: SearchPlacesContext): IsUsable {
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

async function isAnyUsable(routing: Routing, { id }: LanguageEntry, isUsable: IsUsable): Promise<boolean> {
  for (const entry of routing.enabledServers(id)) if (await isUsable(entry)) return true;
  return false;
}
