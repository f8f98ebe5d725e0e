// Uses of a symbol grouped by repository, as text and as data.

import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import { placesAsCounts, placesAsLines, placesWithSource } from "../../render/place-list.ts";
import type { ShownPlace, ShownTarget } from "../places.ts";
import { targetText } from "../places.ts";

export interface CrossRepoReferences {
  readonly target: ShownTarget;
  readonly symbol: string;
  readonly repos: readonly RepoReferences[];
  readonly warnings: readonly string[];
}

export interface RepoReferences {
  /** The root, or `primary` for the one that declares the symbol. */
  readonly repo: string;
  readonly places: readonly ShownPlace[];
}

export interface CrossRepoJson {
  readonly symbol: string;
  readonly references: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly repo: string;
  }[];
  readonly summary: string;
  readonly warnings?: readonly string[];
}

export function crossRepoJson({ symbol, repos, warnings }: CrossRepoReferences): CrossRepoJson {
  return {
    symbol,
    references: repos.flatMap(({ repo, places }) =>
      places.map(({ path, line, column }) => ({ file: path, line, column, repo })),
    ),
    summary: summaryOf(repos),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

export function crossRepoText({ target, repos, warnings }: CrossRepoReferences, budget: Budget): string {
  const summary = summaryOf(repos);
  const head = `${summary}\nof ${targetText(target)}`;
  const notes = warnings.map((warning) => `\n(${inertLine(warning, 300)})`).join("");
  const listed = (list: (places: readonly ShownPlace[]) => string): string =>
    repos
      .filter(({ places }) => places.length > 0)
      .map(({ repo, places }) => `\n${inertLine(repo)}:\n${list(places)}`)
      .join("");
  return fitting(
    [
      () => ({ text: `${head}${listed(placesWithSource)}${notes}` }),
      () => ({ text: `${head}${listed(placesAsLines)}${notes}`, leavesOut: "source lines left out: too many" }),
      () => ({ text: `${head}${listed(placesAsCounts)}${notes}`, leavesOut: "lines left out: too many" }),
      () => ({ text: `${summary}${notes}`, leavesOut: "places left out: too many" }),
      () => ({ text: `${total(repos)}; too many to list.` }),
    ],
    budget,
  );
}

// — below: private, in the order they are used —

function total(repos: readonly RepoReferences[]): string {
  const count = repos.reduce((sum, { places }) => sum + places.length, 0);
  return `${count} reference${count === 1 ? "" : "s"} in ${repos.length} repositor${repos.length === 1 ? "y" : "ies"}`;
}

function summaryOf(repos: readonly RepoReferences[]): string {
  return `${total(repos)}: ${repos.map(({ repo, places }) => `${places.length} in ${inertLine(repo)}`).join(", ")}`;
}
