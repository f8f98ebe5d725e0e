// A running server as a reader may see it.

import type { RequestMethod } from "../../protocol/methods.ts";
import { methods } from "../../protocol/methods.ts";
import type { Session } from "../../session/session.ts";
import type { ServerView } from "../view.ts";

/** One, or none while it is not up. */
export function serverView({ id, options, running }: Session): ServerView[] {
  if (running === undefined) return [];
  const { capabilities, identity } = running;
  const { neverSend: never = [], serves = [] } = options.server.entry.quirks;
  const beyond = (Object.keys(methods) as RequestMethod[]).filter((method) => serves.includes(method));
  return [
    {
      root: options.root,
      server: id,
      name: identity.name,
      version: identity.version ?? options.server.version,
      supported: [...capabilities.supported(), ...beyond].filter((method) => !never.includes(method)),
      capabilities: capabilities.declared,
    },
  ];
}
