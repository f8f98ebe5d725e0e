// The rules of coverage, by the name that catalogue entries give them.

import type { CoverageRule } from "../../catalog/entry.ts";
import type { Reason } from "../../model/standing.ts";
import { cargoCoverage } from "./cargo.ts";
import { clangCoverage } from "./clang.ts";
import { goCoverage } from "./go.ts";
import type { PythonSources } from "./python-sources.ts";
import { pythonCoverage } from "./python.ts";
import type { Coverage, CoverageQuestion } from "./question.ts";
import type { Exists } from "./typescript.ts";
import { missingPackages, typescriptCoverage, typescriptMissedUses } from "./typescript.ts";

export interface Rule {
  covers(question: CoverageQuestion, python: PythonSources): Promise<Coverage>;
  /** It rests on files that lie where changes are not reported. */
  readonly restsOnUnwatched?: true;
  /** Without a configuration servers search what is opened, and all of it can be. */
  readonly searchesOpened?: true;
  /** Servers bring the project of a document up to date when they are asked about it, and not before. */
  readonly updatesWhenAsked?: true;
  /** Servers know a file by the paths of links to its package, too. */
  readonly followsLinks?: true;
  /** Servers of this language get the search paths of modules. */
  readonly isToldModules?: true;
  /** Uses that are missed where everything is loaded. */
  missedUses?(question: CoverageQuestion): Promise<Reason[]>;
  /** Packages that are declared and not installed. */
  missingPackages?(
    question: Pick<CoverageQuestion, "root" | "file" | "read">,
    exists: Exists,
  ): Promise<readonly Reason[]>;
}

const rules: Readonly<Record<CoverageRule, Rule>> = {
  typescript: {
    covers: typescriptCoverage,
    searchesOpened: true,
    updatesWhenAsked: true,
    followsLinks: true,
    missedUses: typescriptMissedUses,
    missingPackages,
  },
  go: { covers: goCoverage },
  cargo: { covers: cargoCoverage },
  clang: { covers: clangCoverage, restsOnUnwatched: true },
  python: { covers: pythonCoverage, isToldModules: true },
};

/** Undefined for a server without one. */
export function ruleOf(entry: { readonly coverage?: CoverageRule }): Rule | undefined {
  return entry.coverage && rules[entry.coverage];
}
