// One draft, one verdict: `evaluate_session` and `commit_session` without `apply` find and say the same of it.

import { expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Operation, Performed } from "../define.ts";
import { commitSession } from "../drafts/commit-session.ts";
import { createSimulationSession } from "../drafts/create-simulation-session.ts";
import { evaluateSession } from "../drafts/evaluate-session.ts";
import { simulateEdit } from "../drafts/simulate-edit.ts";
import type { ConsequencesJson } from "./edited-answer.ts";

const shop = `-- a.toy --
def apple
def pear
-- b.toy --
use apple
-- c.toy --
use missing
-- d.toy --
def plum
`;

interface Road {
  readonly title: string;
  readonly edits: readonly object[];
  readonly entry?: Partial<ServerEntry>;
  readonly safe: boolean | "unknown";
  readonly standing: "complete" | "partial";
}

const renamed = { file_path: "a.toy", old_text: "def apple", new_text: "def cherry" };
/** A server that believes in files which come and go only in our word. */
const believes = { quirks: { ...toyEntry.quirks, supposes: { created: "open", deleted: "tell" } } } as const;
const missesErrors = { ...believes, finds: "some", misses: "misses what is misspelt" } as const;

const roads: readonly Road[] = [
  { title: "nothing breaks", edits: [{ ...renamed, old_text: "def pear" }], safe: true, standing: "complete" },
  { title: "another file breaks", edits: [renamed], safe: false, standing: "complete" },
  {
    title: "another file breaks, and the server is known to miss errors",
    edits: [renamed],
    entry: missesErrors,
    safe: false,
    standing: "partial",
  },
  {
    title: "a file goes that another one uses",
    edits: [{ file_path: "a.toy", delete: true }],
    safe: false,
    standing: "complete",
  },
  {
    title: "a file goes that the server goes on reading, and another one breaks",
    edits: [{ file_path: "d.toy", delete: true }, renamed],
    entry: { quirks: toyEntry.quirks },
    safe: "unknown",
    standing: "partial",
  },
  {
    title: "a file comes that the server does not believe in",
    edits: [{ file_path: "e.toy", new_text: "def missing\n" }],
    entry: { quirks: toyEntry.quirks },
    safe: "unknown",
    standing: "partial",
  },
];

test.each(roads)("where $title, both roads tell the same", async ({ edits, entry = believes, safe, standing }) => {
  await using kit = openToyWorkspace({
    fixture: shop,
    dials: { diagnostics: "pull" },
    entry: { diagnostics: "pull", ...entry },
  });
  const roots = new Roots(kit.workspace);
  const ask = (operation: Operation, input: object): Promise<Performed<unknown>> =>
    perform(kit, operation, input, roots);
  const { session_id } = (await ask(createSimulationSession, {})).toJson() as { readonly session_id: string };
  for (const edit of edits) await ask(simulateEdit, { session_id, ...edit });
  const evaluated = verdictOf(await ask(evaluateSession, { session_id, exhaustive: true }));
  expect(evaluated).toMatchObject({ safe, standing: { state: standing } });
  expect(verdictOf(await ask(commitSession, { session_id }))).toEqual(evaluated);
  // Without the wish for all errors the verdict is the same, and nothing else is found.
  const brief = verdictOf(await ask(evaluateSession, { session_id }));
  expect(brief.safe).toBe(safe);
  expect(evaluated.errors_introduced).toEqual(expect.arrayContaining([...brief.errors_introduced]));
});

function verdictOf(performed: Performed<unknown>) {
  const json = performed.toJson() as ConsequencesJson;
  const { safe, errors_introduced, errors_resolved, unchecked_files, doubts, timeout } = json;
  const { evidence: _, ...standing } = performed.standing;
  return { safe, errors_introduced, errors_resolved, unchecked_files, doubts, timeout, standing };
}
