// Answers definition and references with one place in each of the given URIs, valid or not.

import { serve } from "./fault-base.ts";

const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 9 } };

function places(params: unknown): unknown {
  const { uri } = (params as { textDocument: { uri: string } }).textDocument;
  // `=` stands for the document in question, so that a test need not know where its root is.
  return process.argv.slice(2).map((named) => ({ uri: named.replace("=", uri), range }));
}

serve({ "textDocument/definition": places, "textDocument/references": places });
