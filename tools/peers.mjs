// Installs the products that `npm run bench:peers` compares with into a cache outside the checkout, and writes its manifest.
//
//   node tools/peers.mjs [ID…]   install what is missing, at once when nothing is; with names, only those
//
// The operator may give a program of their own, built from a checkout for example, instead of the recipe's:
//   SIGHTLINE_PEER_AGENT_LSP=PROGRAM SIGHTLINE_PEER_MCP_LANGUAGE_SERVER=PROGRAM node tools/peers.mjs
//
// Invariant: a product that cannot be had never fails the run; it is named under `missing` with the reason.
// Invariant: a program that the operator gives is used or named as missing; the recipe never takes its place silently.

import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { peersDirectory } from "./peers/directory.mjs";
import { givenPeer, givenVariable } from "./peers/given.mjs";
import { readSeal, withLock, writeSeal } from "./servers/cache.mjs";
import { npmCommand } from "./servers/npm.mjs";
import { isProgram, onPath, run } from "./servers/run.mjs";

const MINUTE = 60_000;

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const recipes = [
  goProgram("agent-lsp", "github.com/blackwell-systems/agent-lsp", "cmd/agent-lsp", "0.17.0"),
  goProgram("mcp-language-server", "github.com/isaacphi/mcp-language-server", "", "0.1.1"),
  npmPackage("cclsp", "0.7.0"),
  pythonPackage("serena", "serena-agent", "2.1.0"),
];

const cache = peersDirectory(process.env);
await mkdir(cache, { recursive: true });
const failures = new Map();
const named = process.argv.slice(2);
const wanted = recipes.filter(
  ({ id }) => givenPeer(id, process.env) === undefined && (named.length === 0 || named.includes(id)),
);
if (!(await Promise.all(wanted.map(isThere))).every(Boolean)) {
  await withLock(cache, say, async () => {
    for (const recipe of wanted) if (!(await isThere(recipe))) await install(recipe);
  });
}

const peers = {};
const missing = [];
for (const recipe of recipes) {
  const { id, version } = recipe;
  const given = givenPeer(id, process.env);
  if (given !== undefined && isProgram(given)) peers[id] = { version: "given by the operator", command: [given] };
  else if (given !== undefined) missing.push({ id, version: "", why: `${givenVariable(id)} names no program` });
  else if (await isThere(recipe)) peers[id] = { version, command: await recipe.command(homeOf(recipe)) };
  else missing.push({ id, version, why: failures.get(id) ?? "not installed" });
}
const staged = join(cache, `manifest.json.${process.pid}`);
await writeFile(staged, `${JSON.stringify({ peers, missing }, null, 2)}\n`);
await rename(staged, join(cache, "manifest.json"));
for (const { id, why } of missing) say(`missing ${id}: ${why}`);
say(`${Object.keys(peers).length} products ready, ${missing.length} missing`);

// — below: private, in the order they are used —

function say(line) {
  process.stderr.write(`peers: ${line}\n`);
}

async function isThere(recipe) {
  return (await readSeal(homeOf(recipe), sealOf(recipe))) !== undefined;
}

function homeOf({ id, version }) {
  return join(cache, `${id}@${version}`);
}

function sealOf({ id, version }) {
  return JSON.stringify({ id, version });
}

async function install(recipe) {
  const home = homeOf(recipe);
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  try {
    await recipe.install(home);
    await writeSeal(home, sealOf(recipe));
    say(`${recipe.id} ${recipe.version} installed`);
  } catch (error) {
    failures.set(recipe.id, error instanceof Error ? error.message : String(error));
  }
}

function goProgram(id, module, folder, version) {
  return {
    id,
    version,
    command: async (home) => [join(home, "bin", id)],
    async install(home) {
      const env = { GOBIN: join(home, "bin"), GOTOOLCHAIN: "local" };
      const target = `${[module, folder].filter((part) => part !== "").join("/")}@v${version}`;
      await run(need("go"), ["install", "-trimpath", target], { cwd: home, env, limitMs: 15 * MINUTE });
      if (!isProgram(join(home, "bin", id))) throw new Error("the install ended well, but there is no program");
    },
  };
}

function npmPackage(id, version) {
  return {
    id,
    version,
    async command(home) {
      const directory = join(home, "node_modules", id);
      const { bin } = JSON.parse(await readFile(join(directory, "package.json"), "utf8"));
      return [process.execPath, join(directory, typeof bin === "string" ? bin : bin[id])];
    },
    async install(home) {
      await writeFile(join(home, "package.json"), JSON.stringify({ private: true, dependencies: { [id]: version } }));
      const flags = ["--no-audit", "--no-fund", "--omit=dev", "--ignore-scripts", "--loglevel=error"];
      const [command, ...first] = npmCommand();
      await run(command, [...first, "install", "--prefix", home, ...flags], { cwd: home, limitMs: 5 * MINUTE });
    },
  };
}

function pythonPackage(id, name, version) {
  return {
    id,
    version,
    command: async (home) => [join(home, "bin", id)],
    async install(home) {
      await run(need("python3"), ["-m", "venv", home], { cwd: cache, limitMs: 2 * MINUTE });
      const pip = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--prefer-binary"];
      const args = [...pip, `${name}==${version}`];
      await run(join(home, "bin", "python"), args, { cwd: home, limitMs: 10 * MINUTE });
    },
  };
}

function need(name) {
  const program = onPath(name);
  if (program === undefined) throw new Error(`${name} is not on PATH`);
  return program;
}
