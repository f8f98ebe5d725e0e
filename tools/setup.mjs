// Makes a fresh clone ready: packages, `dist/`, and with `--servers` the language servers, packages and clients the tests use.
//
// Idempotent: what is there and current is left alone. Prints what it does, not what it found.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { build, root } from "./build.mjs";

const withServers = process.argv.includes("--servers");

if (!packagesAreCurrent()) install();

const complaints = build();
// For the tests a type error is one failed check among the results, so it does not stop them here.
if (complaints !== "" && !withServers) fail(`sightline: the build failed\n${complaints}`);

if (withServers) {
  run([join(root, "tools", "servers.mjs")], "installing language servers");
  run([join(root, "tools", "packages.mjs")], "fetching packages to ask about");
  run([join(root, "tools", "clients.mjs")], "installing MCP clients");
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

/** `npm ci`, and where the registry lacks packages for other platforms, which `ci` insists on, a plain install. */
function install() {
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  const attempts = existsSync(join(root, "package-lock.json")) ? [["ci"], ["install", "--no-save"]] : [["install"]];
  let complaints = "";
  for (const attempt of attempts) {
    process.stderr.write(`sightline: npm ${attempt.join(" ")}\n`);
    const child = spawnSync(process.execPath, [npm(), ...attempt, ...options], { cwd: root, encoding: "utf8" });
    if (child.status === 0) return;
    complaints += child.error?.message ?? `${child.stdout}${child.stderr}`;
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

function run(args, what) {
  const child = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (child.error) fail(`sightline: ${what}: ${child.error.message}`);
  if (child.status !== 0) fail(`sightline: ${what} failed (${child.signal ?? `exit code ${child.status}`})`);
}

function fail(message) {
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exit(1);
}
