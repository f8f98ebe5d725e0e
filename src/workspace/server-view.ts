// A running server as a reader may see it.

import type { Session } from "../session/session.ts";
import type { ServerView } from "./view.ts";

/** One, or none while it is not up. */
export function serverView({ id, options, running }: Session): ServerView[] {
  if (running === undefined) return [];
  const { capabilities, identity } = running;
  const never = options.server.entry.quirks.neverSend ?? [];
  return [
    {
      root: options.root,
      server: id,
      name: identity.name,
      version: identity.version ?? options.server.version,
      supported: capabilities.supported().filter((method) => !never.includes(method)),
      capabilities: capabilities.declared,
    },
  ];
}
