// Writes what is named to standard output at the first hover, in the middle of the protocol: a banner, half a frame, or garbage.

import { raw, serve } from "./fault-base.ts";

const texts: Readonly<Record<string, string>> = {
  banner: "Welcome to the server!\nLoading plug-ins...\n",
  half: 'Content-Length: 100\r\n\r\n{"jsonrpc"',
  endless: `${"x".repeat(1024)}\n`.repeat(200),
  negative: "Content-Length: -5\r\n\r\n",
  huge: "Content-Length: 4294967296\r\n\r\n",
};
const what = process.argv[2] ?? "banner";

serve({
  "textDocument/hover": () => {
    raw(texts[what] ?? "");
    return what === "banner" ? { contents: "after the banner" } : undefined;
  },
});
