// `destroy_session`: forgets a draft, whatever became of it; doing so again changes nothing.

import { standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { DraftStatus } from "./create-simulation-session.ts";
import { defineDraft } from "../define.ts";
import { sessionInput } from "../edit/drafted.ts";

export interface DestroyedJson {
  readonly session_id: string;
  readonly status: string;
  readonly note?: string;
}

const note = "you have no draft with this id";

export const destroySession = defineDraft<"destroy_session", typeof sessionInput, DraftStatus, DestroyedJson>({
  name: "destroy_session",
  title: "Destroy Session",
  summary: "Forget a draft in any state; nothing of it is left anywhere.",
  guidance: "",
  exposure: "full",
  cli: { command: "draft-end", positional: "none" },
  needs: [],
  input: sessionInput,
  async run({ drafts, patience }, { session_id }) {
    const draft = drafts.find(session_id);
    // Waits for calls that use it: a draft stays until its commit has finished.
    const isGone = draft === undefined || !(await draft.exclusively(patience, async () => drafts.destroy(session_id)));
    const status = isGone ? "already_destroyed" : "destroyed";
    return { value: { session: session_id, status }, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: ({ session, status }) =>
    status === "destroyed" ? `Draft ${inertLine(session, 64)} destroyed.` : `Nothing to destroy: ${note}.`,
  toJson: ({ session, status }) => ({
    session_id: session,
    status,
    ...(status === "destroyed" ? {} : { note }),
  }),
  hints: () => [{ operation: "create_simulation_session", why: "to create another one" }],
  examples: [{ title: "Forgetting one that is gone already", input: { session_id: "0".repeat(32) } }],
});
