// What is to be known of the ways in which each family of files leads to others.

import type { LeadFamily } from "./leads.ts";
import { leadFamilyOf } from "./leads.ts";

export interface LeadRules {
  /** Imports can be followed from file to file; of other families each file may see every other. */
  readonly isFollowed?: true;
  /** An include takes in any file, whatever it is called. */
  readonly includesText?: true;
  /** Packages are found by their names, in directories beside the project. */
  readonly findsPackages?: true;
  /** A file that is no module is seen without being imported. */
  readonly hasGlobals?: true;
  /** Tools disagree about where a path leads that begins at the top of the disk. */
  readonly doubtsAbsolute?: true;
}

export const leadRules: Readonly<Record<LeadFamily, LeadRules>> = {
  script: { isFollowed: true, findsPackages: true, hasGlobals: true, doubtsAbsolute: true },
  c: { isFollowed: true, includesText: true },
  modulemap: {},
  python: { isFollowed: true },
  go: { isFollowed: true },
  rust: {},
  shell: {},
  data: { doubtsAbsolute: true },
};

/** Whether a file is of a family whose includes take in any other. */
export function includesText(file: string): boolean {
  const family = leadFamilyOf(file);
  return family !== undefined && leadRules[family].includesText === true;
}
