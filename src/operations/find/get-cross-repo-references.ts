// `get_cross_repo_references`: the uses of a symbol in its own repository and in others that build on it.

import { z } from "zod";
import type { Location } from "../../model/code-facts.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer, Reason, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { pooled } from "../../std/pooled.ts";
import type { ControlContext } from "../define.ts";
import { defineControl } from "../define.ts";
import type { CrossRepoJson, CrossRepoReferences, RepoReferences } from "./cross-repo-answer.ts";
import { crossRepoJson, crossRepoText } from "./cross-repo-answer.ts";
import { usesIn } from "./cross-repo-consumer.ts";
import type { SharedSymbol } from "./cross-repo-symbol.ts";
import { sharedSymbol } from "./cross-repo-symbol.ts";
import { shownPlaces, shownTarget } from "../places.ts";
import { resolveTarget, targetInput } from "../target.ts";

const { file_path: _, ...pointing } = targetInput;
const input = {
  symbol_file: z.string().min(1),
  ...pointing,
  consumer_roots: z.array(z.string().min(1)).max(20).describe("Directories that the operator allows."),
};

export const getCrossRepoReferences = defineControl<
  "get_cross_repo_references",
  typeof input,
  CrossRepoReferences,
  CrossRepoJson
>({
  name: "get_cross_repo_references",
  title: "Get Cross-Repo References",
  summary: "List the uses of a symbol in its own repository and in others that build on it.",
  guidance:
    "Each consumer root is opened for the question only. A use counts where its definition leads to the symbol.",
  exposure: "full",
  cli: { command: "cross-repo", positional: "target and directories" },
  needs: ["textDocument/references", "textDocument/definition", "textDocument/documentSymbol"],
  input,
  async run(context, asked): Promise<Answer<CrossRepoReferences>> {
    const { symbol_file, consumer_roots, ...place } = asked;
    if (consumer_roots.length === 0) {
      refuse({ code: "bad_input", what: "consumer_roots is empty.", next: "Name the roots that may use the symbol." });
    }
    const target = await resolveTarget(context, { ...place, file_path: symbol_file });
    const own = await target.snapshot.references(target, false, context.patience);
    const symbol = await sharedSymbol(target, own.value, context.patience);
    const consumers = await pooled([...new Set(consumer_roots)], consumersAtOnce, (raw) =>
      inConsumer(context, symbol, raw),
    );
    const refused = consumers.flatMap(({ refusal }) => refusal ?? []);
    if (refused[0] !== undefined && refused.length === consumers.length) throw refused[0];
    const primary: RepoReferences = { repo: "primary", places: await shownPlaces(target.snapshot, own.value, true) };
    return {
      value: {
        target: shownTarget(target),
        symbol: symbol.path ?? symbol.name,
        repos: [primary, ...consumers.flatMap(({ found }) => found ?? [])],
        warnings: consumers.flatMap(({ warnings }) => warnings),
      },
      standing: {
        ...joinStandings([own.standing, ...consumers.map(({ standing }) => standing), standingOf(unnamed(symbol))]),
        evidence: own.standing.evidence,
      },
    };
  },
  isEmpty: ({ repos }) => repos.every(({ places }) => places.length === 0),
  toText: crossRepoText,
  toJson: crossRepoJson,
  hints: () => [{ operation: "blast_radius", why: "what a change to it reaches in its own repository" }],
  examples: [
    {
      title: "Uses of a function here and in a repository that may use it",
      input: { symbol_file: "src/money.ts", symbol_path: "times", consumer_roots: ["."] },
    },
  ],
});

// — below: private, in the order they are used —

const consumersAtOnce = 4;

interface Consumer {
  readonly found?: RepoReferences;
  readonly warnings: readonly string[];
  readonly standing: Standing;
  readonly refusal?: Refusal;
}

/** One that cannot be asked takes nothing away from the others. */
async function inConsumer(context: ControlContext, symbol: SharedSymbol, raw: string): Promise<Consumer> {
  const named = inertLine(raw, 200);
  try {
    const borrowed = await context.control.borrowFolder(raw, context.declared);
    try {
      if (borrowed.root === symbol.snapshot.root) {
        const warning = `${named} is part of the primary repository; its uses are listed under primary.`;
        return { warnings: [warning], standing: standingOf([]) };
      }
      const { snapshot } = await context.view.locate(borrowed.root);
      const { value, standing } = await usesIn(snapshot, symbol, context.patience);
      const copied = `${named} uses an installed copy of the package, possibly of another version.`;
      return {
        found: { repo: borrowed.root, places: await shownPlaces(snapshot, inOrder(value.references), true) },
        warnings: value.isCopied ? [copied] : [],
        standing: standingOf(standing.reasons.map(({ code, detail }) => ({ code, detail: `${named}: ${detail}` }))),
      };
    } finally {
      await borrowed.release();
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = `${named} was not searched: ${error.details.what}`;
    return { warnings: [why], standing: standingOf([{ code: "target_refused", detail: why }]), refusal: error };
  }
}

function inOrder(locations: readonly Location[]): Location[] {
  return [...locations].sort(
    (a, b) => a.span.start.line - b.span.start.line || a.span.start.column - b.span.start.column,
  );
}

function unnamed({ name, isDefault }: SharedSymbol): Reason[] {
  if (!isDefault) return [];
  const detail = `${name} is a default export, which may be imported under any name; only places with this name were checked`;
  return [{ code: "scoped", detail }];
}
