// Uses of a symbol under the names that imports give it, where the server takes each name for a symbol of its own.
//
// Invariant: what is not followed is said in the standing.

import type { Location } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { FilePlace } from "../../model/place.ts";
import type { Refusal } from "../../model/refusal.ts";
import { orIfRefused } from "../../model/refusal.ts";
import type { Answer, Reason, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import { readDocument } from "../documents/document.ts";
import { hierarchyAtOnce, renamedNames, renamedSteps } from "../limits.ts";
import type { Session } from "../session.ts";
import { firstNames } from "../../std/words.ts";

/** Another name, where an import gives it. */
interface OtherName extends FilePlace {
  readonly name: string;
}

export interface Renamed {
  readonly places: readonly Location[];
  readonly names: readonly OtherName[];
  readonly standing: Standing;
}

/** Adds to the references by one name those by all others; `ask` tells the references at a place. */
export async function withRenamed(
  session: Session,
  first: Answer<readonly Location[]>,
  ask: (at: OtherName) => Promise<Answer<readonly Location[]>>,
): Promise<Renamed> {
  const { quirks, title } = session.options.server.entry;
  const { renamedImports } = quirks;
  if (renamedImports === undefined) return { places: first.value, names: [], standing: first.standing };
  const search = new Search(session, renamings[renamedImports.syntax]);
  await search.take(first.value);
  if (renamedImports.told === "never") {
    const written = search.waiting.map(({ name }) => name);
    const detail = `${title} does not report uses under import aliases: ${short(written)}`;
    const reasons: Reason[] = written.length === 0 ? [] : [{ code: "server_not_exhaustive", detail }];
    return { places: first.value, names: [], standing: joined(first.standing, reasons) };
  }
  const reasons: Reason[] = [];
  for (let step = 0; step < renamedSteps && search.waiting.length > 0; step++) {
    const answers = await pooled(search.next(), hierarchyAtOnce, async (name) => {
      return orIfRefused(
        (error) => untold(name, error),
        () => ask(name),
      );
    });
    reasons.push(...answers.flatMap(({ standing }) => standing.reasons));
    await search.take(answers.flatMap(({ value }) => value));
  }
  if (search.waiting.length > 0) {
    const left = short(search.waiting.map(({ name }) => name));
    reasons.push({ code: "capped", detail: `uses under these aliases are not listed: ${left}` });
  }
  return { places: search.places, names: search.asked, standing: joined(first.standing, reasons) };
}

// — below: private, in the order they are used —

/** What has been found so far, and the names that are still to be asked about. */
class Search {
  readonly #session: Session;
  readonly #isImport: RegExp;
  readonly #places = new Map<string, Location>();
  readonly #names = new Set<string>();
  readonly #texts = new Map<FilePath, Promise<LineIndex | undefined>>();
  readonly asked: OtherName[] = [];
  waiting: readonly OtherName[] = [];

  constructor(session: Session, isImport: RegExp) {
    this.#session = session;
    this.#isImport = isImport;
  }

  get places(): readonly Location[] {
    return [...this.#places.values()];
  }

  /** The names to ask about now, as many as may be. */
  next(): readonly OtherName[] {
    const now = this.waiting.slice(0, Math.max(0, renamedNames - this.asked.length));
    this.asked.push(...now);
    this.waiting = this.waiting.slice(now.length);
    return now;
  }

  async take(places: readonly Location[]): Promise<void> {
    const fresh = places.filter((place) => !this.#places.has(keyOfPlace(place.file, place.span.start)));
    for (const place of fresh) this.#places.set(keyOfPlace(place.file, place.span.start), place);
    const names = await pooled(fresh, hierarchyAtOnce, (place) => this.#otherName(place));
    const unknown = names.filter((name) => name !== undefined).filter((name) => this.#isNew(name));
    this.waiting = [...this.waiting, ...unknown];
  }

  #isNew({ file, place }: OtherName): boolean {
    const size = this.#names.size;
    return this.#names.add(keyOfPlace(file, place)).size > size;
  }

  async #otherName({ file, span }: Location): Promise<OtherName | undefined> {
    if (isExternal(file) || !isInside(this.#session.options.root, file)) return undefined;
    const index = await this.#text(file);
    if (index === undefined) return undefined;
    const end = index.offsetOf(span.end);
    const after = /^\s+as\s+([\p{L}_][\p{L}\p{M}\p{N}_]*)/u.exec(index.text.slice(end, end + reach));
    const name = after?.[1];
    if (after === null || name === undefined || name === "_") return undefined;
    const start = index.offsetOf(span.start);
    if (!this.#isImport.test(index.text.slice(Math.max(0, start - reach), start))) return undefined;
    return { name, file, place: index.placeOf(end + after[0].length - name.length) };
  }

  #text(file: FilePath): Promise<LineIndex | undefined> {
    let text = this.#texts.get(file);
    if (text === undefined) {
      text = this.#read(file);
      this.#texts.set(file, text);
    }
    return text;
  }

  async #read(file: FilePath): Promise<LineIndex | undefined> {
    const { documents, options } = this.#session;
    const open = documents.get(file);
    if (open !== undefined) return open.index;
    // A file that cannot be read is none that could be asked about.
    return orIfRefused(
      () => undefined,
      async () => {
        const { host, settings, root } = options;
        return new LineIndex((await readDocument(host, file, settings.documents.maxBytes, root)).text);
      },
    );
  }
}

/** How far the beginning of an import, or the name behind `as`, is looked for. */
const reach = 8_000;

/**
 * What stands before a name inside an import, from the beginning of its statement; comments may stand in a list. A
 * comment ends with its line, so that there is one way to read it, and no long search among many.
 */
const renamings = {
  python:
    /$(?<=(?:^|[\n;:])[ \t]*(?:from[ \t]+[\p{L}\p{M}\p{N}_.]+[ \t]+)?import\b(?:[ \t]*\((?:#[^\n]*\n|[^()#])*|(?:[^\n()#]|\\\r?\n)*))/u,
  rust: /$(?<=(?:^|[\n;{}])[ \t]*(?:pub(?:\([^)]*\))?\s+)?use\s(?:\/\/[^\n]*\n|[\p{L}\p{M}\p{N}_\s:,{}*#])*)/u,
} as const;

/** A few names, and how many there are besides. */
function short(names: readonly string[]): string {
  return firstNames([...new Set(names)], 3);
}

function joined(standing: Standing, reasons: readonly Reason[]): Standing {
  return standingOf([...standing.reasons, ...reasons], standing.evidence);
}

function untold({ name }: OtherName, { details }: Refusal): Answer<readonly Location[]> {
  const code = details.code === "timed_out" ? "timed_out" : "target_refused";
  return {
    value: [],
    standing: standingOf([{ code, detail: `uses under the name ${name} are not known: ${details.what}` }]),
  };
}
