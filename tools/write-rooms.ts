// Writes into `rooms.ts` what each room really imports of its layer, so that a review sees a new crossing as a changed line.
//
//   node tools/run.mjs tools/write-rooms.ts

import { readFileSync, writeFileSync } from "node:fs";
import { roomsImported } from "./layer-check.ts";
import { isTest, readTree } from "./tree.ts";

const file = "tools/rooms.ts";
const sources = readTree(process.cwd()).filter(({ path }) => /^src\/.*\.ts$/.test(path) && !isTest(path));
const imported = roomsImported(sources);
const row = /(folder: "([^"]+)",\n\s*purpose:\s*"[^"]*",\n\s*mayImport: )\[[^\]]*\]/g;
const text = readFileSync(file, "utf8").replaceAll(row, (_all, head: string, folder: string) => {
  const names = [...(imported.get(folder) ?? [])].sort();
  return `${head}[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
});
writeFileSync(file, text);
