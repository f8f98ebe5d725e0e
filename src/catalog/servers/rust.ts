// The server for Rust.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import { notified } from "../forms.ts";
import { longCapMs } from "../limits.ts";

/** By itself it searches types only, where one has the name, and names at most 128. */
const symbolSearch = { symbol: { search: { kind: "all_symbols", limit: 1_024 } } };

export const rustAnalyzer = defineServer({
  id: "rust-analyzer",
  title: "rust-analyzer",
  launch: {
    kind: "command",
    command: "rust-analyzer",
    args: [],
    // Without the sources of the library it runs `rustup component add`, which changes the tool chain for everyone;
    // from an address without a listener nothing can be installed.
    env: { RUSTUP_DIST_SERVER: "http://127.0.0.1:1" },
  },
  roots: {
    groups: [["rust-project.json"], ["Cargo.toml"]],
    pick: "nearest",
    workspace: { file: "Cargo.toml", line: "[workspace" },
    singleFile: true,
  },
  install: { any: "rustup component add rust-analyzer" },
  readiness: notified("experimental/serverStatus", {
    path: ["quiescent"],
    equals: true,
    // A workspace that could not be loaded is said here and nowhere else: it is quiescent, and finds nothing.
    health: { path: ["health"], fine: "ok", message: ["message"] },
    capMs: longCapMs,
  }),
  diagnostics: "pull",
  finds: "saved",
  references: "exhaustive",
  symbolLimit: 1_024,
  exhaustiveOnlyWith: ["Cargo.toml", "rust-project.json"],
  coverage: "cargo",
  // An own target directory: else it and a build of the user wait for each other's lock.
  // Its check runs when diagnostics are asked for, not at every change: see `alsoPushes`.
  initializationOptions: { cargo: { targetDir: true }, checkOnSave: false, workspace: symbolSearch },
  restricted: {
    kind: "adjusted",
    initializationOptions: {
      cargo: { targetDir: true, buildScripts: { enable: false } },
      procMacro: { enable: false },
      checkOnSave: false,
      workspace: symbolSearch,
    },
    // `.cargo/config.toml` may replace or wrap the compiler and `rust-toolchain.toml` may name one in the repository;
    // the environment wins over both.
    env: {
      RUSTC: "rustc",
      RUSTC_WRAPPER: "",
      RUSTC_WORKSPACE_WRAPPER: "",
      RUSTUP_TOOLCHAIN: "stable",
      RUSTUP_AUTO_INSTALL: "0",
      CARGO_NET_OFFLINE: "true",
    },
    smaller: true,
  },
  obeys: [
    // Quirk(rust-analyzer 0.0.330): `checkOnSave = true` in this file runs build scripts against what we asked for.
    { name: "rust-analyzer.toml", names: ["command", "toolchain", "path"], untrusted: "stops" },
    // Quirk(rust-analyzer 1.95.0): it runs the compiler in the `sysroot` that they name.
    { name: "rust-project.json", names: ["toolchain", "library", "command"], untrusted: "stops" },
    { name: ".rust-project.json", names: ["toolchain", "library", "command"], untrusted: "stops" },
    // Quirk(rust-analyzer 1.95.0): `[env]` and `rustflags` load a library into the compiler, and no variable wins over them.
    {
      name: ".cargo/config.toml",
      names: ["command", "library", "toolchain"],
      untrusted: "stops",
      unlessHarmless: "cargo",
    },
    { name: ".cargo/config", names: ["command", "library", "toolchain"], untrusted: "stops", unlessHarmless: "cargo" },
    { name: "rust-toolchain.toml", names: ["toolchain"], untrusted: "overridden" },
    { name: "rust-toolchain", names: ["toolchain"], untrusted: "overridden" },
    {
      name: "Cargo.toml",
      names: ["command", "library"],
      untrusted: "stops",
      unlessHarmless: "cargo manifest",
      isManifest: true,
    },
  ],
  quirks: {
    saysItIs: "rust-analyzer",
    versionArgs: ["--version"],
    // It reads a changed file in a thread of its own, and what is asked meanwhile is answered from the old text.
    onDiskChange: "open",
    supposes: { created: "open" },
    renamedImports: { syntax: "rust", told: "never" },
    experimental: { serverStatusNotification: true },
    serves: ["rust-analyzer/expandMacro"],
    alsoPushes: { run: "rust-analyzer/runFlycheck", work: "rust-analyzer/flycheck" },
    notes: [
      "0.0.330: pull gives its own analysis only; what the compiler finds is pushed by `cargo check`.",
      "0.0.330: `use x as y` ends its search: what is written `y` is told neither from `x` nor from `y`.",
      "A rustup proxy without the component is on the PATH and cannot run, so its version is asked.",
    ],
  },
  proven: true,
});

export const rustServers: readonly ServerEntry[] = [rustAnalyzer];
