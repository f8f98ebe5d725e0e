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

/** They ask for a younger Node than ours, which the registry has as a package. */
const node = { package: `node-${process.platform}-${process.arch}`, version: "22.23.3" };

/** By the name of the program in the package. */
const wanted = [
  { id: "mcp-inspector", package: "@modelcontextprotocol/inspector", version: "2.12.0", args: ["--cli"] },
  { id: "conformance", package: "@modelcontextprotocol/conformance", version: "0.2.0-alpha.12", args: [] },
];

/**
 * What agents are built with, without the programs that some of them ship: the plugin's adapters are tried with it. Their
 * peers are left out too, but for the one whose absence ends the import.
 */
const libraries = {
  packages: {
    ai: "7.0.173",
    "@langchain/core": "1.2.13",
    "@anthropic-ai/claude-agent-sdk": "0.3.327",
    "@modelcontextprotocol/sdk": "1.29.0",
    "@opencode-ai/plugin": "1.18.33",
    zod: "4.6.7",
  },
  servers: {},
  more: ["--omit=optional", "--legacy-peer-deps"],
};

const cache = join(dirname(cacheDirectory(process.env)), "clients");
await mkdir(cache, { recursive: true });

const clients = {};
const missing = [];
for (const client of wanted) {
  const found = await provide(client);
  if (found.command === undefined) missing.push({ id: client.id, why: found.why });
  else clients[client.id] = found;
}
const shelf = await shelve();
if (shelf.directory === undefined) missing.push({ id: "agent-libraries", why: shelf.why });
const staged = join(cache, `manifest.json.${process.pid}`);
await writeFile(staged, `${JSON.stringify({ clients, libraries: shelf.directory, missing }, null, 2)}\n`);
await rename(staged, join(cache, "manifest.json"));
for (const one of missing) say(`missing ${one.id}: ${one.why}`);
say(`${Object.keys(clients).length} clients ready, ${missing.length} missing`);

/** Installs what is not there yet; returns what was found, or why there is nothing. */
async function fetched(recipe, name) {
  const found = await recipe.find({ cache });
  if (found !== undefined) return { found };
  say(`installing ${name} into ${cache}`);
  let why = "not installed";
  await withLock(cache, say, async () => {
    try {
      if ((await recipe.find({ cache })) === undefined) await recipe.install({ cache });
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  });
  return { found: await recipe.find({ cache }), why };
}

/** Where the libraries lie, or why they cannot be had. */
async function shelve() {
  const [[name, version]] = Object.entries(libraries.packages);
  const { found, why } = await fetched(npm(libraries), "the libraries of agents");
  return found === undefined ? { why } : { directory: join(cache, `${name}@${version}`, "node_modules") };
}

/** How it is started, or why it cannot be had. */
async function provide({ id, package: name, version, args }) {
  const recipe = npm({ packages: { [name]: version, [node.package]: node.version }, servers: { [id]: args } });
  const { found, why } = await fetched(recipe, name);
  if (found === undefined) return { why };
  const program = join(cache, `${name}@${version}`, "node_modules", node.package, "bin", "node");
  if (!existsSync(program)) return { why: `${node.package} holds no program` };
  return { command: [program, ...found[id].command.slice(1)], version };
}

function say(line) {
  process.stderr.write(`clients: ${line}\n`);
}
