// `discard_session`: drops the texts of a draft.

import { standingOf } from "../../model/standing.ts";
import type { DraftStatus, DraftStatusJson } from "./create-simulation-session.ts";
import { defineDraft } from "../define.ts";
import { sessionInput } from "../edit/drafted.ts";

export const discardSession = defineDraft<"discard_session", typeof sessionInput, DraftStatus, DraftStatusJson>({
  name: "discard_session",
  title: "Discard Session",
  summary: "Drop what a draft holds; files are as they were.",
  guidance: "",
  exposure: "full",
  cli: { command: "draft-discard", positional: "none" },
  needs: [],
  input: sessionInput,
  async run({ drafts, patience }, { session_id }) {
    const draft = drafts.get(session_id);
    return draft.exclusively(patience, async () => {
      draft.move("discarded");
      return { value: { session: draft.id, status: draft.state }, standing: standingOf([]) };
    });
  },
  isEmpty: () => false,
  toText: ({ session }) => `Draft ${session} discarded.`,
  toJson: ({ session, status }) => ({ session_id: session, status }),
  hints: () => [{ operation: "destroy_session", why: "to remove it" }],
  examples: [{ title: "A draft that is not there", refused: "bad_input", input: { session_id: "0".repeat(32) } }],
});
