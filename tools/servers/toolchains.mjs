// Recipes for the servers which a language's own tool chain installs: go, pip and cargo.

import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, readSeal, writeSeal } from "./cache.mjs";
import { isProgram, onPath, run } from "./run.mjs";

const windows = process.platform === "win32";
const exe = windows ? ".exe" : "";
const MINUTE = 60_000;

/** Go modules want a `v`; 0.24.0 needs go 1.27, 0.23.0 builds with 1.26. */
export function gopls(version) {
  const program = (cache) => join(cache, `gopls@${version}`, "bin", `gopls${exe}`);
  return {
    name: "gopls",
    ids: ["gopls"],
    async find({ cache }) {
      // `go install` renames the finished program into place, so its presence is proof enough.
      return isProgram(program(cache)) ? { gopls: { command: [program(cache)], version } } : undefined;
    },
    async install({ cache }) {
      const go = need("go");
      // The local tool chain only: a newer one would be a download of hundreds of megabytes behind the user's back.
      const env = { GOBIN: join(program(cache), ".."), GOTOOLCHAIN: "local" };
      await mkdir(env.GOBIN, { recursive: true });
      const args = ["install", "-trimpath", `golang.org/x/tools/gopls@v${version}`];
      await run(go, args, { cwd: cache, env, limitMs: 15 * MINUTE });
    },
  };
}

/** With pyflakes: without a linter plug-in this server publishes no diagnostics at all. */
export function pylsp(version) {
  const wanted = `python-lsp-server[pyflakes]==${version}`;
  const directoryIn = (cache) => join(cache, `pylsp@${version}`);
  const bin = (directory, name) => join(directory, windows ? "Scripts" : "bin", `${name}${exe}`);
  return {
    name: "pylsp",
    ids: ["pylsp"],
    async find({ cache }) {
      const directory = directoryIn(cache);
      const program = bin(directory, "pylsp");
      if (!(await readSeal(directory, wanted)) || !isProgram(program)) return undefined;
      return { pylsp: { command: [program], version } };
    },
    async install({ cache }) {
      const directory = directoryIn(cache);
      await rm(directory, { recursive: true, force: true });
      await run(need(windows ? "python" : "python3"), ["-m", "venv", directory], { cwd: cache, limitMs: 2 * MINUTE });
      const pip = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--prefer-binary"];
      await run(bin(directory, "python"), [...pip, wanted], { cwd: cache, limitMs: 5 * MINUTE });
      await writeSeal(directory, wanted);
    },
  };
}

/**
 * Built from its crate, lightly optimised: six minutes on two cores instead of half an hour.
 * 0.0.330 needs rustc 1.91; the newest releases fail on 1.95 although they ask for no more.
 */
export function rustAnalyzer(version) {
  const crate = "ra_ap_rust-analyzer";
  const home = (cache) => join(cache, "rust");
  return {
    name: "rust-analyzer",
    ids: ["rust-analyzer"],
    postponed: ({ withRust }) =>
      withRust ? undefined : "it takes minutes to build; run: node tools/servers.mjs --with-rust",
    async find({ cache }) {
      const program = join(home(cache), "bin", `rust-analyzer${exe}`);
      // Cargo's own record; the program itself calls every release 0.0.0.
      const record = (await readIfThere(join(home(cache), ".crates.toml"))) ?? "";
      if (!record.includes(`"${crate} ${version} `) || !isProgram(program)) return undefined;
      // Quirk(rust-analyzer 0.0.330): without rust-src it runs `rustup component add` by itself. A distribution server
      // without a listener keeps a test from changing the tool chain; the standard library is then just not there.
      const env = { RUSTUP_DIST_SERVER: "http://127.0.0.1:1" };
      return { "rust-analyzer": { command: [program], version, env } };
    },
    async install({ cache }) {
      const target = join(cache, "rust-target");
      const env = {
        CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
        CARGO_PROFILE_RELEASE_LTO: "off",
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
        CARGO_PROFILE_RELEASE_DEBUG: "0",
        CARGO_TARGET_DIR: target,
      };
      const build = [need("cargo"), "install", "--locked", "--root", home(cache), `${crate}@${version}`];
      const nice = onPath("nice");
      const [program, ...args] = nice === undefined ? build : [nice, "-n", "15", ...build];
      await run(program, args, { cwd: cache, env, limitMs: 60 * MINUTE });
      await rm(target, { recursive: true, force: true });
    },
  };
}

function need(name) {
  const program = onPath(name);
  if (program === undefined) throw new Error(`${name} is not on PATH`);
  return program;
}
