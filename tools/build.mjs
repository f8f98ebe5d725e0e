// Builds `dist/` from `src/`, and knows when there is nothing to do.
//
// Invariant: a process that runs from `dist/` never reads half a file. The compiler writes into a stage, and only
// files whose content changed are renamed into place; files whose source is gone are removed.
// Invariant: a process that was started before a build still finds the parts that it has yet to load: they have their
// content in their name, and those of the build before stay until the next one.

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const dist = join(root, "dist");
const stamp = join(root, ".cache", "built");

/** The JavaScript entry of a command of an installed package, so that no shell and no PATH is needed. */
export function entryOf(name, path) {
  return join(root, "node_modules", name, path);
}

export const tsc = entryOf("typescript", "bin/tsc");

/** Compiles when a source is newer than the last build. Returns what the compiler complained about, or "". */
export function build() {
  if (isFresh()) return "";
  const began = new Date();
  const stage = join(root, ".cache", `stage-${process.pid}`);
  try {
    const run = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", stage], {
      cwd: root,
      encoding: "utf8",
    });
    if (run.error) throw run.error;
    if (!existsSync(stage)) return `${run.stdout}${run.stderr}` || "the compiler wrote nothing";
    const bundled = spawnSync(process.execPath, [join(root, "tools", "bundle.mjs"), stage], {
      cwd: root,
      encoding: "utf8",
    });
    if (bundled.error) throw bundled.error;
    if (bundled.status !== 0) return `${bundled.stdout}${bundled.stderr}`;
    takeAlong(stage);
    publish(stage, dist);
    if (run.status !== 0) return `${run.stdout}${run.stderr}`;
    writeFileSync(stamp, "");
    utimesSync(stamp, began, began);
    return "";
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Scripts that are not compiled. */
function takeAlong(stage) {
  for (const script of walk(join(root, "src")).filter((path) => path.endsWith(".pl")))
    copyFileSync(script, join(stage, relative(join(root, "src"), script)));
}

/** Whether `dist/` is what the sources say. */
export function isFresh() {
  if (!existsSync(dist) || !existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  // A folder's own time changes when a file in it is removed or renamed.
  const sources = [
    join(root, "src"),
    ...walk(join(root, "src")),
    ...["build", "base"].map((name) => join(root, `tsconfig.${name}.json`)),
    join(root, "tools", "bundle.mjs"),
  ];
  return sources.every((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs <= built);
}

/** Moves what `stage` holds to `dist`. */
export function publish(stage, dist) {
  const fresh = new Set();
  let hasNewParts = false;
  for (const from of walk(stage)) {
    if (statSync(from).isDirectory()) continue;
    const path = relative(stage, from);
    const to = join(dist, path);
    fresh.add(to);
    // The stage lies one folder deeper than dist, and source maps name their sources by relative path.
    if (path.endsWith(".map"))
      writeFileSync(from, readFileSync(from, "utf8").replace('"sources":["../', '"sources":["'));
    if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) continue;
    hasNewParts ||= isPart(path);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  }
  const list = join(dist, "cli", ".npmignore");
  const older = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  const kept = [];
  for (const path of walk(dist)) {
    if (fresh.has(path) || path === list || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const name = basename(path);
    if (isPart(relative(dist, path)) && !(hasNewParts && older.includes(name))) kept.push(name);
    else rmSync(path, { force: true });
  }
  // What is kept for those who run is not for those who install.
  if (kept.length > 0) writeFileSync(list, `${kept.join("\n")}\n`);
  else rmSync(list, { force: true });
}

/** A part of the executable that is loaded when it is needed. */
function isPart(path) {
  return dirname(path) === "cli" && /-[\w-]{8}\.c?js$/.test(path);
}

function walk(folder) {
  return readdirSync(folder, { recursive: true }).map((path) => join(folder, path));
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const complaints = build();
  process.stdout.write(complaints);
  process.exitCode = complaints === "" ? 0 : 1;
}
