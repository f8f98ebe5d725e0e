// What the single executable runs first: it lays its files out where this user's state is, once for each build, and loads them.
//
// Invariant: a folder of files has its name only when it is whole. It is named by the digest of what it holds.
// Where the executable is started with a script of ours, as Sightline starts its guard and its daemon, it runs that as Node would.

const { createHash, randomBytes } = require("node:crypto");
const { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { homedir } = require("node:os");
const { dirname, isAbsolute, join, sep } = require("node:path");
const { getAsset } = require("node:sea");
const { brotliDecompressSync } = require("node:zlib");

/** How many builds stay: what was started before an update still runs from the one before. */
const keptBuilds = 3;

const packed = Buffer.from(getAsset("files"));
const builds = join(stateDirectory(), "executable");
const folder = join(builds, createHash("sha256").update(packed).digest("hex").slice(0, 32));
if (!existsSync(folder)) layOut();

const [program, , ...words] = process.argv;
// Options of Node itself come first, where a script of ours is started with some.
const options = words.findIndex((word) => !/^--(?:max-|enable-source-maps|no-warnings)/.test(word));
const script = options < 0 ? undefined : words[options];
const isOurs = script !== undefined && isAbsolute(script) && script.startsWith(builds + sep) && /\.c?js$/.test(script);
const main = isOurs ? script : join(folder, "dist", "bin.js");
process.argv = [program, main, ...(isOurs ? words.slice(options + 1) : words)];
// Only a file that Node loads may import others.
createRequire(join(folder, "load.cjs"))("./load.cjs")(main);

/** Where Sightline keeps its state, as src/host/own-state.ts says. */
function stateDirectory() {
  const { SIGHTLINE_STATE_DIR: own, LOCALAPPDATA: local, XDG_STATE_HOME: xdg } = process.env;
  if (own && isAbsolute(own)) return own;
  if (process.platform === "win32") return join(local || homedir(), "sightline");
  if (xdg && isAbsolute(xdg)) return join(xdg, "sightline");
  const place = process.platform === "darwin" ? ["Library", "Application Support"] : [".local", "state"];
  return join(homedir(), ...place, "sightline");
}

function layOut() {
  const draft = `${folder}.${randomBytes(6).toString("hex")}.new`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const bytes = brotliDecompressSync(packed);
  const headEnd = bytes.indexOf("\n");
  let at = headEnd + 1;
  for (const [path, length] of JSON.parse(bytes.subarray(0, headEnd).toString("utf8"))) {
    const file = join(draft, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, bytes.subarray(at, at + length), { mode: 0o600 });
    at += length;
  }
  writeFileSync(
    join(draft, "load.cjs"),
    "module.exports = (path) => import(require('node:url').pathToFileURL(path).href);\n",
  );
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  const all = readdirSync(builds).map((name) => join(builds, name));
  const byAge = all.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(keptBuilds)) rmSync(old, { recursive: true, force: true });
}
