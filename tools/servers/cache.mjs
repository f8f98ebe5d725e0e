// Where the installed servers live, how a finished install is recognised, and the lock that keeps two runs apart.
//
// Invariant: a directory counts as installed only with its seal, which is written last and names the exact recipe.

import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const SEAL = "sealed.json";
const LOCK_POLL_MS = 500;
/** Longer than the slowest build may take; a process number can be reused, so an old lock proves nothing. */
const LOCK_LIMIT_MS = 90 * 60_000;

export function cacheDirectory(env) {
  if (env.SIGHTLINE_SERVERS) return resolve(env.SIGHTLINE_SERVERS);
  // Spec: the XDG base directory specification says that a relative path here is to be ignored.
  const base = env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(homedir(), ".cache");
  return join(base, "sightline-dev", "servers");
}

/** The content of the seal when it names this recipe, else `undefined`. */
export async function readSeal(directory, recipe) {
  const text = await readIfThere(join(directory, SEAL));
  if (text === undefined) return undefined;
  try {
    const seal = JSON.parse(text);
    return seal.recipe === recipe ? seal : undefined;
  } catch {
    return undefined; // A seal that was cut short by a crash is no seal.
  }
}

/** The text of a file, or `undefined` when there is none. */
export async function readIfThere(path) {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

export async function writeSeal(directory, recipe, more = {}) {
  await writeFile(join(directory, SEAL), `${JSON.stringify({ recipe, ...more })}\n`);
}

/** Runs `work` while no other run installs into the same cache. The lock of a dead process is taken over. */
export async function withLock(cache, say, work) {
  const path = join(cache, "lock");
  for (let told = false; !(await take(path)); told = true) {
    if (!told) say("another run is installing; waiting for it");
    await pause(LOCK_POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path) {
  // Linked into place with its content, so that a lock without an owner cannot exist.
  const staged = `${path}.${process.pid}`;
  await writeFile(staged, String(process.pid));
  try {
    await link(staged, path);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    await rm(staged, { force: true });
  }
  if (await isAbandoned(path)) await rm(path, { force: true });
  return false;
}

async function isAbandoned(path) {
  try {
    const owner = Number(await readFile(path, "utf8"));
    const age = Date.now() - (await stat(path)).mtimeMs;
    return age > LOCK_LIMIT_MS || !isAlive(owner);
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
