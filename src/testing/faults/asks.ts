// Asks its client at awkward moments, and goes on only when it is answered.

import { ask, serve } from "./fault-base.ts";

const capabilities = { textDocumentSync: 1, hoverProvider: true };

serve({
  initialize: async () => {
    const { result } = await ask("workspace/configuration", { items: [{ section: "a" }, { section: "b.c" }, {}] });
    if (!Array.isArray(result) || result.length !== 3) process.exit(3);
    await ask("window/workDoneProgress/create", { token: "early" });
    return { capabilities };
  },
  "textDocument/hover": async () => {
    const unknown = await ask("custom/unheardOf", {});
    const edit = await ask("workspace/applyEdit", { edit: { changes: {} } });
    const shown = await ask("window/showDocument", { uri: "file:///etc/passwd" });
    return {
      contents: JSON.stringify({
        unknown: (unknown.error as { code: number }).code,
        edit: edit.result,
        shown: shown.result,
      }),
    };
  },
  shutdown: async () => {
    await ask("workspace/workspaceFolders", undefined);
    await ask("client/registerCapability", { registrations: [] });
    return null;
  },
});
