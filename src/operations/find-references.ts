// find_references: every use of a symbol, as the compiler sees it.

import { z } from "zod";
import type { Location } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { display, isInside } from "../model/file-path.ts";
import type { Place } from "../model/place.ts";
import type { Answer } from "../model/standing.ts";
import { fitting } from "../render/bound.ts";
import { inert, sourceLine } from "../render/inert.ts";
import type { ListedPlace } from "../render/place-list.ts";
import { placesAsCounts, placesAsLines, placesWithSource } from "../render/place-list.ts";
import type { Snapshot } from "../workspace/snapshot.ts";
import { defineQuery } from "./define.ts";
import { resolveTarget, targetInput } from "./target.ts";

export interface Reference extends ListedPlace {
  readonly path: string;
  readonly end: Place;
}

export interface FoundReferences {
  readonly target: { readonly file: string; readonly place: Place; readonly lineText: string };
  readonly references: readonly Reference[];
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
    const references = await listed(snapshot, value, input.include_source);
    const shown = { file: display(snapshot.root, target.file), place: target.place, lineText: target.lineText };
    return { value: { target: shown, references }, standing };
  },

  toText({ target, references }, maxCharacters) {
    const at = `${inert(target.file)}:${target.place.line}:${target.place.column}`;
    const files = new Set(references.map((reference) => reference.file)).size;
    const count = `${references.length} reference${references.length === 1 ? "" : "s"}${files > 1 ? ` in ${files} files` : ""}`;
    const head = `${count} to ${at}  ${sourceLine(target.lineText, 120)}`;
    if (references.length === 0) return head;
    return fitting(
      [
        () => ({
          text: `${head}\n${references[0]?.source === undefined ? placesAsLines(references) : placesWithSource(references)}`,
        }),
        () => ({ text: `${head}\n${placesAsLines(references)}`, leavesOut: "source lines left out: too many" }),
        () => ({
          text: `${head}\n${placesAsCounts(references)}`,
          leavesOut: "lines left out: too many; these are counts per file",
        }),
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

async function listed(snapshot: Snapshot, locations: readonly Location[], withSource: boolean): Promise<Reference[]> {
  const files = new Set(locations.flatMap((location) => (isExternal(location.file) ? [] : [location.file])));
  const texts = new Map<FilePath, Awaited<ReturnType<Snapshot["text"]>>>();
  if (withSource && files.size <= filesWithSource) {
    // Only files of the root are read; a place elsewhere is named, not shown.
    for (const file of files) if (isInside(snapshot.root, file)) texts.set(file, await snapshot.text(file));
  }
  return locations.map(({ file, span }) => ({
    path: isExternal(file) ? file.external : file,
    file: isExternal(file) ? inert(file.external) : inert(display(snapshot.root, file)),
    line: span.start.line,
    column: span.start.column,
    end: span.end,
    source: isExternal(file) ? undefined : texts.get(file)?.lineText(span.start.line),
  }));
}
