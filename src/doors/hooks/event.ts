// What hook events of any agent are about, and the reply to one, in one form.

export type HookKind =
  | "session_start"
  | "prompt"
  | "before_tool"
  | "after_tool"
  | "stop"
  | "session_end"
  /** One that nothing is done at. */
  | "other";

/** `context`: for the model; `deny`: the tool does not run; `block`: the agent goes on instead of stopping. */
export type HookReply =
  | { readonly kind: "context"; readonly text: string }
  | { readonly kind: "deny"; readonly text: string }
  | { readonly kind: "block"; readonly text: string };
