// A rename, as complete as the account of the symbol's uses: a use that the edit leaves alone would keep the old name.

import type { Location, PossibleUse } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { groupOf } from "../../languages/table.ts";
import { comparePlaces } from "../../model/place.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { RenameEdit } from "../../session/edits/rename.ts";
import type { AskedUses } from "../asking/asking.ts";
import type { Uses } from "./uses.ts";
import { possibleReasons, restingOn } from "./uses.ts";

export interface AccountedRename extends RenameEdit {
  /** Places that may have to change with it, and are left alone. */
  readonly possible: readonly PossibleUse[];
}

export async function accountedRename(
  root: FilePath,
  told: AskedUses<RenameEdit>,
  uses: Answer<Uses>,
  name: string,
  text: (file: FilePath) => Promise<LineIndex | undefined>,
): Promise<Answer<AccountedRename>> {
  const { value, standing } = await restingOn(told, uses);
  const left: PossibleUse[] = [];
  // What takes the symbol's place in other builds has its name as well.
  const elsewhere = uses.value.through.map(({ location }) => location).filter(isOfC);
  for (const use of [...uses.value.locations, ...elsewhere]) {
    if (isExternal(use.file) || value.places.some((place) => touches(place, use))) continue;
    const index = await text(use.file);
    const written = index?.text.slice(index.offsetOf(use.span.start), index.offsetOf(use.span.end));
    // A use under another name stays as it is.
    if (written === name) left.push({ location: use, why: "not renamed by the server" });
  }
  return {
    value: { ...value, possible: [...uses.value.possible, ...left] },
    standing: standingOf([...standing.reasons, ...possibleReasons(root, left)], standing.evidence),
  };
}

function isOfC({ file }: Location): boolean {
  return !isExternal(file) && groupOf(file) === "c";
}

function touches(place: Location, use: Location): boolean {
  return (
    place.file === use.file &&
    comparePlaces(place.span.start, use.span.end) <= 0 &&
    comparePlaces(use.span.start, place.span.end) <= 0
  );
}
