// Makes a fresh clone ready: packages, `dist/`, and with `--servers` the language servers, packages and clients the tests use.
//
// Idempotent: what is there and current is left alone. Prints what it does, not what it found, and while a step takes long,
// which one it is.

import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { root } from "./build.mjs";

/** How often a step that takes long is named. */
const everyMs = 15_000;

const withServers = process.argv.includes("--servers");

if (!packagesAreCurrent()) await install();

const complaints = await build();
// For the tests a type error is one failed check among the results, so it does not stop them here.
if (complaints !== "" && !withServers) fail(`sightline: the build failed\n${complaints}`);

if (withServers) {
  await run(tool("servers"), "installing language servers");
  await run(tool("packages"), "fetching packages to ask about");
  await run(tool("clients"), "installing MCP clients");
}

function packagesAreCurrent() {
  const lock = join(root, "package-lock.json");
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  if (!existsSync(lock)) return true;
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  // A checkout touches the lock file without changing what it says.
  const wanted = JSON.parse(readFileSync(lock, "utf8")).packages;
  const present = JSON.parse(readFileSync(installed, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || present[path]?.version === entry.version,
  );
}

/**
 * `npm ci`, and where the registry lacks packages for other platforms, which `ci` insists on, a plain install. It may run
 * inside `npm install -g .`: it installs here all the same, and begins no `prepare` within a `prepare`.
 */
async function install() {
  const options = ["--no-global", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const attempts = existsSync(join(root, "package-lock.json")) ? [["ci"], ["install", "--no-save"]] : [["install"]];
  let complaints = "";
  for (const attempt of attempts) {
    const what = `npm ${attempt.join(" ")}`;
    process.stderr.write(`sightline: ${what}\n`);
    const { code, output } = await running([npm(), ...attempt, ...options], what, "pipe");
    if (code === 0) return;
    complaints += output;
  }
  fail(`sightline: the packages could not be installed\n${complaints}`);
}

/** npm's own script: named by npm when it started us, else beside Node, else on the path. */
function npm() {
  const named = process.env["npm_execpath"];
  if (named && /^npm(-cli)?\.(c|m)?js$/.test(basename(named))) return named;
  const beside = join(dirname(process.execPath), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js");
  if (existsSync(beside)) return beside;
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const found = join(folder, "npm");
    if (!existsSync(found)) continue;
    const script = realpathSync(found);
    if (script.endsWith(".js")) return script;
  }
  return fail("sightline: npm was not found; start this with `npm run …`");
}

function tool(name) {
  return [join(root, "tools", `${name}.mjs`)];
}

/** Returns what the compiler complained about, or "". */
async function build() {
  const { code, output } = await running(tool("build"), "building", "pipe");
  return code === 0 ? "" : output || "the build ended without a word";
}

async function run(args, what) {
  const { code, signal, output } = await running(args, what, 2);
  if (code !== 0) fail(`sightline: ${what} failed (${output || signal || `exit code ${code}`})`);
}

/** Runs a script of Node, and says every now and then that it still does. */
function running(args, what, out) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", out, out] });
    const began = performance.now();
    const tell = () => {
      const seconds = Math.round((performance.now() - began) / 1000);
      process.stderr.write(`sightline: ${what}, for ${seconds} s now\n`);
    };
    const timer = setInterval(tell, everyMs);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
    const end = (code, signal, more = "") => {
      clearInterval(timer);
      resolve({ code, signal, output: Buffer.concat(output).toString("utf8") + more });
    };
    child.on("error", (error) => end(null, null, error.message));
    child.on("close", (code, signal) => end(code, signal));
  });
}

function fail(message) {
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exit(1);
}
