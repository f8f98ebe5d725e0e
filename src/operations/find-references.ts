// `find_references`: every use of a symbol, as the compiler sees it.

import { z } from "zod";
import type { Location } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { display, isInside } from "../model/file-path.ts";
import type { LineIndex } from "../model/line-index.ts";
import type { Place } from "../model/place.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import type { Answer } from "../model/standing.ts";
import type { Rendering } from "../render/bound.ts";
import { fitting } from "../render/bound.ts";
import { inertLine, sourceLine } from "../render/inert.ts";
import type { ListedPlace } from "../render/place-list.ts";
import { placesAsCounts, placesAsDirectories, placesAsLines, placesWithSource } from "../render/place-list.ts";
import type { Patience, Snapshot } from "../workspace/snapshot.ts";
import { defineQuery } from "./define.ts";
import type { ResolvedTarget } from "./target.ts";
import { resolveTarget, targetInput } from "./target.ts";

export interface Reference extends ListedPlace {
  readonly path: string;
  readonly end: Place;
}

export interface FoundReferences {
  readonly target: { readonly file: string; readonly place: Place; readonly lineText: string };
  readonly references: readonly Reference[];
  /** Whether source lines come along; a place whose line cannot be read has none all the same. */
  readonly source: "shown" | "not_asked" | "too_many_files";
}

/** Files whose lines are shown at the most; beyond it a reader wants lines or counts anyway. */
const filesWithSource = 200;

export const findReferences = defineQuery({
  name: "find_references",
  title: "Find References",
  summary: "List every use of a symbol.",
  guidance:
    "Finds every use of the symbol at a place, across files, as the compiler sees it: no hits in comments, strings or on other symbols " +
    "of the same name, and renamed imports included. Prefer it to a text search before changing or deleting anything; prefer a text " +
    "search for words in prose or configuration.",
  needs: ["textDocument/references"],
  input: z.object({
    ...targetInput,
    include_declaration: z.boolean().default(false).describe("Also list the declaration itself."),
    include_source: z.boolean().default(true).describe("Show the source line of each use."),
  }),

  async run({ snapshot, patience }, input): Promise<Answer<FoundReferences>> {
    const target = await resolveTarget(snapshot, input);
    const { value, standing } = await snapshot.references(target, input.include_declaration, patience);
    if (value.length === 0) await mustBeSymbol(snapshot, target, patience);
    const source = input.include_source ? sourceFor(value) : "not_asked";
    const references = await listed(snapshot, value, source === "shown");
    const shown = { file: display(snapshot.root, target.file), place: target.place, lineText: target.lineText };
    return { value: { target: shown, references, source }, standing };
  },

  toText({ target, references, source }, maxCharacters) {
    const at = `${inertLine(target.file)}:${target.place.line}:${target.place.column}`;
    const files = new Set(references.map((reference) => reference.file)).size;
    const count = `${references.length} reference${references.length === 1 ? "" : "s"}${files > 1 ? ` in ${files} files` : ""}`;
    const head = `${count} to ${at}  ${sourceLine(target.lineText, 120)}`;
    const last = { text: `${count}; too many to list. Ask about a narrower symbol, or search in one directory.` };
    if (references.length === 0) return fitting([() => ({ text: head }), () => ({ text: count })], maxCharacters);
    const withSource = (): Rendering => ({ text: `${head}\n${placesWithSource(references)}` });
    const asLines = (leavesOut?: string): Rendering => ({
      text: `${head}\n${placesAsLines(references)}`,
      ...(leavesOut === undefined ? {} : { leavesOut }),
    });
    return fitting(
      [
        ...(source === "shown" ? [withSource] : []),
        () => asLines(source === "not_asked" ? undefined : "source lines left out: too many"),
        () => ({
          text: `${head}\n${placesAsCounts(references)}`,
          leavesOut: "lines left out: too many; these are counts per file",
        }),
        () => ({
          text: `${head}\n${placesAsDirectories(references)}`,
          leavesOut: "files left out: too many; these are counts per directory",
        }),
        () => last,
      ],
      maxCharacters,
    );
  },

  toJson({ references }) {
    return references.map((reference) => ({
      file: reference.path,
      line: reference.line,
      column: reference.column,
      end_line: reference.end.line,
      end_column: reference.end.column,
    }));
  },

  hint: () => undefined,
  examples: [
    {
      title: "Uses of an exported function",
      input: { file_path: "src/model/file-path.ts", position_pattern: "export function @@display(" },
    },
  ],
});

function sourceFor(locations: readonly Location[]): "shown" | "too_many_files" {
  return filesOf(locations).size <= filesWithSource ? "shown" : "too_many_files";
}

function filesOf(locations: readonly Location[]): Set<FilePath> {
  return new Set(locations.flatMap(({ file }) => (isExternal(file) ? [] : [file])));
}

async function listed(snapshot: Snapshot, locations: readonly Location[], withSource: boolean): Promise<Reference[]> {
  const texts = new Map<FilePath, LineIndex | undefined>();
  // Only files of the root are read; a place elsewhere is named, not shown.
  const readable = withSource ? [...filesOf(locations)].filter((file) => isInside(snapshot.root, file)) : [];
  for (const file of readable) texts.set(file, await textOf(snapshot, file));
  return locations.map(({ file, span }) => ({
    path: isExternal(file) ? file.external : file,
    file: inertLine(isExternal(file) ? file.external : display(snapshot.root, file)),
    line: span.start.line,
    column: span.start.column,
    end: span.end,
    source: isExternal(file) ? undefined : texts.get(file)?.lineText(span.start.line),
  }));
}

/** A file that went away or is too large costs its own source lines, not the answer. */
async function textOf(snapshot: Snapshot, file: FilePath): Promise<LineIndex | undefined> {
  try {
    return await snapshot.text(file);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** "Nothing uses this" is only true of something: a place without a symbol must not pass for an unused one. */
async function mustBeSymbol(snapshot: Snapshot, target: ResolvedTarget, patience: Patience): Promise<void> {
  try {
    const { value, standing } = await snapshot.definition(target, patience);
    if (value.length > 0 || standing.state !== "complete") return;
  } catch (error) {
    // A server that cannot tell definitions leaves the question open.
    if (error instanceof Refusal) return;
    throw error;
  }
  const { line, column } = target.place;
  refuse({
    code: "no_symbol",
    what: `There is no symbol at line ${line}, column ${column}.`,
    why: `The line reads: ${sourceLine(target.lineText, 120)}`,
    next: "Point at the first character of a name.",
  });
}
