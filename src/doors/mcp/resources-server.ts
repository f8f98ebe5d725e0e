// Answers what a client asks about resources; each era subscribes in its own way.

import type { InputRequiredResult, ReadResourceResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { Engine, Invocation } from "../../engine/engine.ts";
import type { Channels } from "./channels.ts";
import type { Registry } from "../../operations/registry.ts";
import { extensionReading, readExtension, templateOf } from "./extension-resources.ts";
import { readResource, resources, resourceTemplates, toWireError } from "./resources.ts";

export interface ResourceDoor {
  readonly channels: Channels;
  readonly caller: Invocation["caller"];
  readonly registry: Registry;
  readonly opened: () => Promise<Engine>;
  /** Or a question to the client, which comes again with the answer. */
  during(
    context: ServerContext,
    read: () => Promise<ReadResourceResult>,
  ): Promise<ReadResourceResult | InputRequiredResult>;
}

export function serveResources(server: Server, door: ResourceDoor): void {
  const { channels, caller, registry } = door;
  server.setRequestHandler("resources/list", () => ({ resources: [...resources] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...resourceTemplates, ...registry.resources.map(templateOf)],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }, context) =>
    door.during(context, () =>
      orWireError(uri, async () => {
        const { signal } = context.mcpReq;
        const kinds = registry.resources.map(({ name }) => name);
        const reading = { engine: await door.opened(), caller, signal, kinds, stale: () => channels.stale() };
        const own = extensionReading(registry, uri);
        return own === undefined ? readResource(reading, uri) : readExtension(reading, uri, own);
      }),
    ),
  );
}

/** A client with a handshake asks for one address after another; in the modern era it opens a stream instead. */
export function serveSubscriptions(server: Server, { channels, opened }: ResourceDoor): void {
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) =>
    orWireError(uri, async () => {
      await opened();
      await channels.subscribe(server, uri);
      return {};
    }),
  );
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    channels.unsubscribe(server, uri);
    return {};
  });
}

/** What a caller got wrong is an error of the protocol here: a resource has no other way to say no. */
async function orWireError<T>(uri: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toWireError(uri, error);
  }
}
