// Answers the named methods only where a file named `go` is in a directory; until then it leaves a file named `got` there.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capabilities, serve } from "./fault-base.ts";

interface Asked {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

const [directory = ".", ...methods] = process.argv.slice(2);

/** The place that is asked about, as if it were the answer. */
function answered(params: unknown): unknown {
  const { textDocument, position: start } = params as Asked;
  const range = { start, end: { ...start, character: start.character + 1 } };
  if (existsSync(join(directory, "go"))) return [{ uri: textDocument.uri, range }];
  writeFileSync(join(directory, "got"), "");
  return undefined;
}

serve({
  initialize: () => ({ capabilities: { ...capabilities, renameProvider: true } }),
  ...Object.fromEntries(methods.map((method) => [method, answered])),
});
