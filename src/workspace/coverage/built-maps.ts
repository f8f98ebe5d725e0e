// Declaration maps: whether what was built of a package leads a server back to a source, and to where that is now.
//
// Invariant: a map that cannot be read, or names files that do not exist, leads nowhere.

import type { FilePath } from "../../model/file-path.ts";
import { parentOf, parseFilePath } from "../../model/file-path.ts";
import { at } from "../../std/json.ts";
import { memoized } from "../../std/memoized.ts";
import { parseJsonc } from "../../languages/formats/jsonc.ts";
import type { CoverageQuestion } from "./question.ts";
import type { TsConfig } from "./tsconfig.ts";

export interface Holders {
  /** The project that a server loads for an opened file. */
  of(file: FilePath): Promise<TsConfig | undefined>;
}

/** Why declarations do not lead to a source. */
export type Misled = "unmapped" | "stale";

export class DeclarationMaps {
  readonly #question: CoverageQuestion;
  readonly #projects: Holders;
  readonly #files: ReadonlySet<FilePath>;
  readonly #judged = new Map<FilePath, Promise<Misled | undefined>>();

  constructor(question: CoverageQuestion, projects: Holders) {
    this.#question = question;
    this.#projects = projects;
    this.#files = new Set(question.files);
  }

  /** Whether declarations lead to the asked file, and to where it is now. */
  judged(declared: FilePath): Promise<Misled | undefined> {
    return memoized(this.#judged, declared, async () => {
      const { file } = this.#question;
      const sources = (await this.#mapOf(declared))?.sources ?? [];
      if (sources.length === 0) return "unmapped";
      // What lies beside the sources of a build is no part of it, where it is known which these are.
      const homes = sources.map((source) => (this.#files.has(source) ? sourcesOf(source, declared) : undefined));
      if (homes.every((home) => home !== undefined && !file.startsWith(`${home}/`))) return undefined;
      // From a source a server finds its declarations by what its project says, and by nothing else.
      const own = (await this.#projects.of(file))?.declarationOf(file);
      const owned = own && (await this.#mapOf(own));
      return owned?.sources.includes(file) === true ? this.#isStale(owned.path) : "unmapped";
    });
  }

  // — below: private, in the order they are used —

  async #mapOf(declared: FilePath): Promise<DeclarationMap | undefined> {
    const text = (await this.#question.read(declared)) ?? "";
    const url = /^\/\/# sourceMappingURL=(\S+)\s*$/m.exec(text)?.[1];
    if (url === undefined || url.startsWith("data:")) return undefined;
    const name = decoded(url);
    const path = name === undefined ? undefined : placeAt(parentOf(declared) ?? declared, name);
    if (path === undefined) return undefined;
    const map = parseJsonc((await this.#question.read(path)) ?? "");
    const sources = at(map, ["sources"]);
    const sourceRoot = at(map, ["sourceRoot"]);
    const base = placeAt(parentOf(path) ?? path, typeof sourceRoot === "string" ? sourceRoot : "");
    const texts = (Array.isArray(sources) ? sources : []).filter((one) => typeof one === "string");
    return { path, sources: base === undefined ? [] : texts.flatMap((one) => placeAt(base, one) ?? []) };
  }

  /** A map describes the text that was built, so a later change of the source makes it stale. */
  async #isStale(map: FilePath): Promise<"stale" | undefined> {
    const { file, changedAt } = this.#question;
    const [built = 0, changed = 0] = await Promise.all([changedAt(map), changedAt(file)]);
    return changed > built ? "stale" : undefined;
  }
}

/** Where a text of the repository leads from a directory; undefined for what is no path. */
export function placeAt(base: FilePath, text: string): FilePath | undefined {
  return parseFilePath(text) ?? parseFilePath(`${base}/${text}`);
}

interface DeclarationMap {
  readonly path: FilePath;
  readonly sources: readonly FilePath[];
}

/** Undefined for a text that is not encoded. */
function decoded(url: string): string | undefined {
  try {
    return decodeURI(url);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** The directory of the sources that a build was made from, of one file and what it was made into; unless that tells nothing. */
function sourcesOf(source: FilePath, declared: FilePath): string | undefined {
  const [from = [], to = []] = [source, declared].map((path) => path.replace(endings, "").split("/"));
  if (from.at(-1) !== to.at(-1)) return undefined;
  while (from.length > 1 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  return from.join("/");
}

const endings = /(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx)$/;
