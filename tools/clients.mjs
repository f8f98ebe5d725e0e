// Installs the MCP clients that the tests use into a cache outside the checkout, and writes its manifest.
//
//   node tools/clients.mjs   install what is missing, at once when nothing is
//
// Invariant: a client that cannot be had never fails the run; it is named under `missing` with the reason.

import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cacheDirectory, withLock } from "./servers/cache.mjs";
import { npm } from "./servers/npm.mjs";

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const id = "mcp-inspector";
const inspector = "2.12.0";
/** The inspector asks for a younger Node than ours, which the registry has as a package. */
const node = { package: `node-${process.platform}-${process.arch}`, version: "22.23.3" };

const cache = join(dirname(cacheDirectory(process.env)), "clients");
await mkdir(cache, { recursive: true });
const recipe = npm({
  packages: { "@modelcontextprotocol/inspector": inspector, [node.package]: node.version },
  servers: { [id]: ["--cli"] },
});

let why = "not installed";
let found = await recipe.find({ cache });
if (found === undefined) {
  say(`installing the MCP inspector into ${cache}`);
  await withLock(cache, say, async () => {
    try {
      if ((await recipe.find({ cache })) === undefined) await recipe.install({ cache });
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  });
  found = await recipe.find({ cache });
}
const home = join(cache, `@modelcontextprotocol/inspector@${inspector}`);
const program = join(home, "node_modules", node.package, "bin", "node");
const isReady = found !== undefined && existsSync(program);
const clients = isReady ? { [id]: { command: [program, ...found[id].command.slice(1)], version: inspector } } : {};
const missing = isReady ? [] : [{ id, why: found === undefined ? why : `${node.package} holds no program` }];
const staged = join(cache, `manifest.json.${process.pid}`);
await writeFile(staged, `${JSON.stringify({ clients, missing }, null, 2)}\n`);
await rename(staged, join(cache, "manifest.json"));
for (const one of missing) say(`missing ${one.id}: ${one.why}`);
say(`${Object.keys(clients).length} clients ready, ${missing.length} missing`);

function say(line) {
  process.stderr.write(`clients: ${line}\n`);
}
