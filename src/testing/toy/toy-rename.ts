// What the toy would change: a word wherever it stands for the same, and the name of a file wherever it is used as a word.

import type { LineAndUnit } from "../../model/line-index.ts";
import { at } from "../../std/json.ts";
import type { ToyDials } from "./toy-dials.ts";
import { toyWordAt, wordsOf } from "./toy-language.ts";
import type { ToyDocument } from "./toy-texts.ts";

/** Every occurrence of the word at a place; it takes any text for a name, as servers do. */
export function toyRename(
  dials: ToyDials,
  known: readonly ToyDocument[],
  document: ToyDocument,
  params: unknown,
): object | null {
  const { positionEncoding } = dials;
  const offset = document.index.offsetOfUnits(at(params, ["position"]) as LineAndUnit, positionEncoding);
  const word = toyWordAt(document.index.text, offset);
  return word === undefined ? null : edited(known, positionEncoding, word.name, String(at(params, ["newName"])));
}

/** `use a` names what `a.toy` is called. */
export function toyMove(known: readonly ToyDocument[], params: unknown): object {
  const [file] = at(params, ["files"]) as readonly { readonly oldUri: string; readonly newUri: string }[];
  return edited(known, "utf-16", stem(file?.oldUri), stem(file?.newUri));
}

// — below: private, in the order they are used —

function edited(
  known: readonly ToyDocument[],
  encoding: ToyDials["positionEncoding"],
  name: string,
  newText: string,
): object {
  const documentChanges = known.flatMap(({ uri, version, index }) => {
    const edits = wordsOf(index.text)
      .filter((word) => word.name === name)
      .map(({ start, end }) => ({
        range: { start: index.unitsOf(start, encoding), end: index.unitsOf(end, encoding) },
        newText,
      }));
    return edits.length === 0 ? [] : [{ textDocument: { uri, version: version ?? null }, edits }];
  });
  return { documentChanges };
}

function stem(uri = ""): string {
  return /([^/]+)\.[^./]+$/.exec(uri)?.[1] ?? "";
}
