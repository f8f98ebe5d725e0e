// Where the imports of a file lead in the root, as far as text and paths show.
//
// Invariant: an import is outside of the root only where that is known; one that cannot be placed may lead anywhere.

import type { FilePath } from "../../model/file-path.ts";
import type { Facts } from "../../languages/file-facts.ts";
import type { Family } from "../../languages/family.ts";
import type { Placed } from "../../languages/modules/placed.ts";
import { leadsAnywhere, joined } from "../../languages/modules/placed.ts";
import { languageFor } from "../../languages/table.ts";
import type { Surroundings } from "./surroundings.ts";

export async function placed(
  family: Family,
  file: FilePath,
  facts: Facts,
  around: Surroundings,
  index = around.index,
): Promise<Placed> {
  if (facts.isUnclear) return leadsAnywhere;
  const { script, placers } = around;
  const isOnDisk = languageFor(family).modules === "on disk";
  const place = async (module: string): Promise<Placed> =>
    isOnDisk
      ? await script.place(file, module, index)
      : (placers.get(family)?.place(file, module, index) ?? leadsAnywhere);
  const all: Placed[] = [];
  for (const module of facts.modules) all.push(await place(module));
  for (const module of facts.declares) all.push({ ...(await place(module)), isAnywhere: false });
  if (isOnDisk) all.push(await script.implied(file, index));
  return joined(all);
}
