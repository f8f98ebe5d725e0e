// Runs `git` so that nothing of a repository's own configuration is executed.
//
// Invariant: git is a program of the machine that only reads here. Hooks, file-system monitors, external diffs, text
// conversions, filters, pagers and fetching on demand are off, whatever the repository says.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { parseFilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { ProgramRun, RunPatience as Patience } from "./workbench-program.ts";
import { findProgram, runProgram } from "./workbench-program.ts";

export class Git {
  readonly #host: Host;
  readonly #command: FilePath;
  readonly #directory: FilePath;
  readonly #patience: Patience;
  readonly #overrides: readonly string[];

  /** Git at the top of the checkout that a directory is in; refused where there is no git, or no checkout. */
  static async at(
    host: Host,
    root: FilePath,
    directory: FilePath,
    patience: Patience,
  ): Promise<{ readonly git: Git; readonly top: FilePath }> {
    const command = (await findProgram(host, root, "git")) ?? noGit();
    const plain = new Git(host, command, directory, patience, []);
    const top = await plain.#top();
    // Listing the names of settings executes none of them.
    const names = await plain.output(["config", "--list", "--name-only", "-z"]);
    const overrides = filters(names.text).flatMap(withoutCommands);
    return { git: new Git(host, command, top, patience, overrides), top };
  }

  private constructor(
    host: Host,
    command: FilePath,
    directory: FilePath,
    patience: Patience,
    overrides: readonly string[],
  ) {
    this.#host = host;
    this.#command = command;
    this.#directory = directory;
    this.#patience = patience;
    this.#overrides = overrides;
  }

  /** The output of a command that must succeed. */
  async output(args: readonly string[]): Promise<{ readonly text: string; readonly cut: boolean }> {
    const run = await this.run(args);
    if (run.code === 0) return { text: run.output, cut: run.cut };
    return failed(args[0] ?? "", run);
  }

  run(args: readonly string[]): Promise<ProgramRun> {
    const spec = {
      command: this.#command,
      args: [...harmless, ...this.#overrides, ...args],
      cwd: this.#directory,
      env: environment,
    };
    return runProgram(this.#host, spec, this.#patience);
  }

  async #top(): Promise<FilePath> {
    const run = await this.run(["rev-parse", "--show-toplevel"]);
    const top = run.code === 0 ? parseFilePath(run.output.replace(/\r?\n$/, "")) : undefined;
    return top ?? notACheckout(this.#directory, run);
  }
}

/** `git diff` with nothing that a setting could change, or execute. */
export const diffOptions: readonly string[] = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-relative",
  "--find-renames",
  // A submodule is its commit: its own checkout is another repository, and is not entered.
  "--ignore-submodules=dirty",
  "--submodule=short",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "-O/dev/null",
];

// — below: private, in the order they are used —

const harmless: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  ...settings([
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.quotePath=true",
    "diff.autoRefreshIndex=true",
    "diff.external=",
    "diff.interHunkContext=0",
    "submodule.recurse=false",
    // A directory that merely looks like a repository is none.
    "safe.bareRepository=explicit",
    "protocol.allow=never",
  ]),
];

function settings(list: readonly string[]): string[] {
  return list.flatMap((one) => ["-c", one]);
}

/** What is missing in a partial clone is not fetched: no transport may be used, whatever the settings allow. */
const environment: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C",
};

/** The filters that any configuration names. */
function filters(names: string): string[] {
  const found = names.split("\0").flatMap((name) => /^(filter\..+)\.[^.]+$/s.exec(name)?.[1] ?? []);
  const unsayable = found.find((name) => /[=\n]/.test(name));
  return unsayable === undefined ? [...new Set(found)] : odd(unsayable);
}

/** What cannot be said on a command line cannot be switched off there. */
function odd(name: string): never {
  return refuse({
    code: "not_trusted",
    what: "The configuration of the repository names a filter that cannot be switched off.",
    why: `It is called ${JSON.stringify(name)}.`,
    next: "Look at .git/config before using this repository.",
  });
}

/** An empty command is none; without it a filter that is required would fail. */
function withoutCommands(filter: string): string[] {
  return settings([`${filter}.clean=`, `${filter}.smudge=`, `${filter}.process=`, `${filter}.required=false`]);
}

function noGit(): never {
  return refuse({
    code: "request_failed",
    what: "git is not on this machine.",
    why: "It is not on the search path, or only inside the root.",
    next: "Install git, or name changed_files to blast_radius.",
  });
}

function notACheckout(directory: FilePath, run: ProgramRun): never {
  if (run.timedOut || /dubious ownership|unsafe repository/.test(run.errors)) return failed("rev-parse", run);
  return refuse({
    code: "bad_input",
    what: `${directory} is not in a git checkout.`,
    next: "Name a checkout as workspace_root, or name changed_files to blast_radius.",
  });
}

function failed(command: string, { errors, timedOut, code }: ProgramRun): never {
  const said = errors.split("\n", 1)[0] ?? "";
  return refuse({
    code: timedOut ? "timed_out" : "request_failed",
    what: timedOut ? `git ${command} took too long.` : `git ${command} failed${code === null ? "" : ` (${code})`}.`,
    ...(said === "" ? {} : { why: `It says: ${said}` }),
    next: timedOut ? "Ask for a smaller range." : "Run git status there.",
  });
}
