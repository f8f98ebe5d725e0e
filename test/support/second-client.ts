// Another client of a language server, as an editor would be: it opens a file with a text that is not on disk.

import { once } from "node:events";
import { createConnection } from "node:net";
import { pathToFileURL } from "node:url";
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from "vscode-jsonrpc/node";
import type { Address } from "../../src/model/address.ts";

export interface SecondClient extends AsyncDisposable {
  /** Takes the text for what the file holds, unsaved. */
  open(file: string, languageId: string, text: string): void;
  request(method: string, params: object): Promise<unknown>;
}

export async function secondClient({ host, port }: Address, root: string): Promise<SecondClient> {
  const socket = createConnection({ host, port });
  await once(socket, "connect");
  const client = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  client.onRequest((method, params) =>
    method === "workspace/configuration" ? (params as { items: readonly unknown[] }).items.map(() => null) : null,
  );
  client.listen();
  const uri = pathToFileURL(root).href;
  await client.sendRequest("initialize", {
    processId: null,
    rootUri: uri,
    capabilities: {},
    workspaceFolders: [{ uri, name: "root" }],
  });
  await client.sendNotification("initialized", {});
  return {
    open: (file, languageId, text) =>
      void client.sendNotification("textDocument/didOpen", {
        textDocument: { uri: pathToFileURL(file).href, languageId, version: 1, text },
      }),
    request: (method, params) => client.sendRequest(method, params),
    [Symbol.asyncDispose]: async () => {
      client.dispose();
      socket.destroy();
      await once(socket, "close");
    },
  };
}
