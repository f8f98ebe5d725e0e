// Writes the files of a new operation, a question about a symbol, which its author then makes into what it is to be.
//
//   node tools/run.mjs tools/new-operation.ts NAME ROOM "SUMMARY"

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { operationFiles } from "./operation-files.ts";

const [name, room, summary] = process.argv.slice(2);
if (name === undefined || room === undefined || summary === undefined) {
  process.stderr.write('usage: node tools/run.mjs tools/new-operation.ts NAME ROOM "SUMMARY"\n');
  process.exit(2);
}
const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
for (const { path, text } of operationFiles({ name, room, summary }, read)) {
  writeFileSync(path, text);
  process.stdout.write(`${path}\n`);
}
process.stdout.write("node tools/run.mjs tools/gen.ts --write renews the documentation\n");
