// A client of the official SDK that subscribes as its era does, and everything that it is told.

import type { Agent, Era } from "./sightline.ts";

export interface Hearing {
  /** The addresses of which it was told that they have changed, in order. */
  readonly updates: readonly string[];
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  /** Ends that one subscription when it is called. */
  subscribe(uri: string): Promise<() => Promise<unknown>>;
  /** Looks whenever something has come. */
  until(isSo: () => boolean): Promise<void>;
}

export function hearing({ client }: Agent, era: Era): Hearing {
  const updates: string[] = [];
  const logs: Readonly<Record<string, unknown>>[] = [];
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const one of [...waiting]) one();
  };
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updates.push(params.uri);
    look();
  });
  client.setNotificationHandler("notifications/message", ({ params }) => {
    logs.push(params.data as Readonly<Record<string, unknown>>);
    look();
  });
  return {
    updates,
    logs,
    subscribe: async (uri) => {
      if (era === "legacy") {
        await client.subscribeResource({ uri });
        return () => client.unsubscribeResource({ uri });
      }
      const stream = await client.listen({ resourceSubscriptions: [uri] });
      if (stream.honoredFilter.resourceSubscriptions?.includes(uri) !== true) throw new Error(`${uri} is not heard`);
      return () => stream.close();
    },
    until: (isSo) =>
      new Promise((resolve) => {
        const one = (): void => {
          if (!isSo()) return;
          waiting.delete(one);
          resolve();
        };
        waiting.add(one);
        one();
      }),
  };
}

/** The text of a resource, and its standing. */
export async function read(
  { client }: Agent,
  uri: string,
): Promise<{ readonly text: string; readonly mimeType: string | undefined; readonly standing: unknown }> {
  const { contents, _meta } = await client.readResource({ uri });
  const [only] = contents;
  if (only === undefined || contents.length > 1 || !("text" in only)) throw new Error("there is one text");
  return { text: only.text, mimeType: only.mimeType, standing: _meta?.["sightline/standing"] };
}
