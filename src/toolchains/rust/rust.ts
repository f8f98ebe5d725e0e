// Rust: packages and workspaces, built and tested by cargo.

import { baseName, parentOf, relativeTo } from "../../model/file-path.ts";
import { cargoProblems, cargoTestResults, cargoText } from "./libtest.ts";
import { mustFind, quietEnvironment } from "../program.ts";
import type { Site, Toolchain } from "../toolchain.ts";

const install = "Install Rust: https://rustup.rs/";
const env = { ...quietEnvironment, CARGO_TERM_COLOR: "never" };

export const rustToolchain: Toolchain = {
  languages: ["rust"],
  programs: ["cargo"],
  extensions: [".rs"],
  markers: ["Cargo.toml"],
  async build(site) {
    const command = await mustFind(site.bench, ["cargo"], install);
    const spec = { command, args: ["build", "--message-format=json"], cwd: site.directory, env };
    const { notes } = targetOf(site);
    return {
      steps: [
        {
          label: "cargo build",
          spec,
          problems: ({ output }) => cargoProblems(output),
          printed: ({ output, errors }) => cargoText(output, errors),
        },
      ],
      notes: site.scope?.isFile === true ? notes : [],
      reasons: [],
    };
  },
  async test(site, filter) {
    const command = await mustFind(site.bench, ["cargo"], install);
    const { target, notes } = targetOf(site);
    const args = ["test", ...target, "--message-format=json", "--no-fail-fast", ...filterWords(filter)];
    return {
      before: [],
      label: ["cargo test", ...target, ...(filter === undefined ? [] : [filter])].join(" "),
      spec: { command, args, cwd: site.directory, env },
      results: ({ output, errors }) => cargoTestResults(output, errors),
      notes,
      reasons: [],
    };
  },
};

// — below: private, in the order they are used —

/** What stands behind two dashes goes to the tests; they, too, would take a dash for an option, also behind a space. */
function filterWords(filter: string | undefined): string[] {
  if (filter === undefined) return [];
  return /(?:^|\s)-/.test(filter) ? ["--", "--", filter] : ["--", filter];
}

/** A file below `tests` is a program of its own; any other is a part of its package. */
function targetOf({ scope, directory }: Site): {
  readonly target: readonly string[];
  readonly notes: readonly string[];
} {
  if (scope === undefined || scope.path === directory) return { target: [], notes: [] };
  if (scope.isFile && relativeTo(directory, parentOf(scope.path) ?? directory) === "tests") {
    return { target: [`--test=${baseName(scope.path).replace(/\.rs$/, "")}`], notes: [] };
  }
  return { target: [], notes: ["cargo cannot be limited to that path: the whole package ran"] };
}
