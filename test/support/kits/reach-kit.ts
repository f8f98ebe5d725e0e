// Asks which files may notice a change, of a root in memory.

import type { LanguageEntry } from "../../../src/catalog/entry.ts";
import { languageOf } from "../../../src/catalog/match.ts";
import { catalog, lintersFor, serversFor } from "../../../src/catalog/table.ts";
import { MemoryHost } from "../../../src/host/memory/memory.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { display, filePath, joinPath } from "../../../src/model/file-path.ts";
import { unaskedDoubts } from "../../../src/workspace/change/configurations.ts";
import { SourceIndex } from "../../../src/workspace/files/source-index.ts";
import { Reach } from "../../../src/workspace/reach/reach.ts";
import { FakeClock } from "../../../src/testing/fake-clock.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";

const root = filePath("/project");

export interface ReachOutcome {
  readonly edited: readonly string[];
  readonly direct: readonly string[];
  readonly rest: readonly string[];
  readonly unlookable: readonly string[];
  readonly doubts: readonly string[];
  readonly doubtsUnsaved: readonly string[];
  readonly inNewDirectories: readonly string[];
}

export interface ReachChoices {
  readonly wholeFiles?: number;
  /** Each link with where it leads. */
  readonly links?: Readonly<Record<string, string>>;
  /** Paths of pipes and the like, which a walk lists among the links. */
  readonly special?: readonly string[];
  /** Other roots that are open, by their paths, with their files. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Each file of `edits` gets the text that is given; null for one that goes. */
export async function reached(
  fixture: string,
  edits: Readonly<Record<string, string | null>>,
  { wholeFiles = 0, links = {}, others = {}, special = [] }: ReachChoices = {},
): Promise<ReachOutcome> {
  const { files } = parseFixture(fixture);
  const host = new MemoryHost({ clock: new FakeClock() });
  for (const [file, text] of files) host.files.write(joinPath(root, file), text);
  for (const [other, of] of Object.entries(others)) {
    for (const [file, text] of parseFixture(of).files) host.files.write(joinPath(filePath(other), file), text);
  }
  for (const [link, target] of Object.entries(links)) host.files.link(joinPath(root, link), joinPath(root, target));
  const linked = Object.keys(links).map((link) => joinPath(root, link));
  const all = [...pathsOf(root, fixture), ...linked.filter((link) => !link.includes("node_modules/"))];
  const languageFor = (file: FilePath): LanguageEntry | undefined => languageOf(catalog, file);
  const sources = all.flatMap((file) => {
    const language = languageFor(file);
    return language === undefined || isData.test(file) ? [] : [{ file, language: language.id }];
  });
  const reach = new Reach({
    host,
    root,
    index: new SourceIndex({ host, maxBytes: 10 * 1024 * 1024, isFollowed: () => false }),
    wholeFiles,
    files: async () => all,
    links: async () => [...Object.keys(links), ...special].map((link) => joinPath(root, link)),
    others: () =>
      Object.entries(others).map(([other, of]) => ({ root: filePath(other), files: async () => pathsOf(other, of) })),
    inner: async () => [],
    sources: async () => ({ files: sources, isWhole: true, reasons: [] }),
    languageOf: languageFor,
    entriesOf: ({ id }) => [...serversFor(catalog, id), ...lintersFor(catalog, id)],
  });
  const changes = Object.entries(edits).map(([file, after]) => ({
    file: joinPath(root, file),
    before: files.get(file),
    after: after ?? undefined,
  }));
  const found = await reach.of(changes);
  const names = (paths: readonly FilePath[]): string[] => paths.map((path) => display(root, path)).sort();
  return {
    ...found,
    // As if no server could be asked under another configuration.
    doubts: [...found.doubts, ...unaskedDoubts(root, found.configurations)],
    edited: names(found.edited),
    direct: names(found.direct),
    rest: names(found.rest),
    inNewDirectories: names(found.inNewDirectories),
    unlookable: names(found.unlookable.map(({ file }) => file)),
  };
}

// — below: private, in the order they are used —

function pathsOf(root: string, fixture: string): FilePath[] {
  const files = [...parseFixture(fixture).files.keys()].filter((file) => !file.includes("node_modules/"));
  return files.map((file) => joinPath(filePath(root), file));
}

const isData = /\.(?:json|toml|md|txt)$|\/go\.mod$/;
