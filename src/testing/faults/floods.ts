// Floods its client at the first hover: `diagnostics`, `log`, `progress` that begins and never ends, `stderr` with as many
// megabytes as are named; or by its answer: `text` of as many megabytes, `definitions` in as many files.

import { notify, serve } from "./fault-base.ts";

const [kind = "log", count = "10000"] = process.argv.slice(2);
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

async function flood(uri: string): Promise<void> {
  const amount = Number(count);
  if (kind === "diagnostics")
    notify("textDocument/publishDiagnostics", {
      uri,
      version: 1,
      diagnostics: Array.from({ length: amount }, (_, at) => ({ range, message: `problem ${at}` })),
    });
  if (kind === "log")
    for (let at = 0; at < amount; at++) notify("window/logMessage", { type: 4, message: `line ${at}` });
  if (kind === "progress")
    for (let at = 0; at < amount; at++)
      notify("$/progress", { token: at, value: { kind: "begin", title: `work ${at}` } });
  if (kind !== "stderr") return;
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  for (let at = 0; at < amount; at++) await new Promise((resolve) => process.stderr.write(megabyte, resolve));
  await new Promise((resolve) => process.stderr.write("the end of it\n", resolve));
}

serve({
  "textDocument/hover": async (params) => {
    await flood((params as { textDocument: { uri: string } }).textDocument.uri);
    return { contents: kind === "text" ? "x".repeat(Number(count) * 1024 * 1024) : "after the flood" };
  },
  "textDocument/definition": () =>
    kind === "definitions"
      ? Array.from({ length: Number(count) }, (_, at) => ({ uri: `file:///f/${at}.toy`, range }))
      : [],
});
