// `create_simulation_session`: begins a draft, a set of edits that lives in memory only.

import { z } from "zod";
import { standingOf } from "../../model/standing.ts";
import { defineDraft } from "../define.ts";

const input = {
  workspace_root: z.string().min(1).optional(),
  language: z.string().min(1).optional(),
};

export interface DraftStatus {
  readonly session: string;
  readonly status: string;
}

export interface DraftStatusJson {
  readonly session_id: string;
  readonly status: string;
}

export const createSimulationSession = defineDraft<
  "create_simulation_session",
  typeof input,
  DraftStatus,
  DraftStatusJson
>({
  name: "create_simulation_session",
  title: "Create Simulation Session",
  summary: "Begin a draft: edits that are tried out in memory, invisible to other callers and never on disk.",
  guidance: "For one edit preview_edit is enough. Pass its session_id to any query to ask as if it were committed.",
  exposure: "full",
  cli: { command: "draft", positional: "none" },
  needs: [],
  input,
  async run({ view, drafts }, { workspace_root, language }) {
    const { snapshot } = await view.locate(workspace_root ?? ".");
    const { id, state } = drafts.create(snapshot.root, language);
    return { value: { session: id, status: state }, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: ({ session }) => `Draft ${session} created.`,
  toJson: ({ session, status }) => ({ session_id: session, status }),
  hints: () => [{ operation: "simulate_edit", why: "to add an edit to it" }],
  examples: [{ title: "Begin a draft", input: {} }],
});
