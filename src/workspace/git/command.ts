// Runs `git` so that nothing of a repository's own configuration is executed.
//
// Invariant: git is a program of the machine that only reads here. Hooks, file-system monitors, external diffs, text
// conversions, filters, pagers and fetching on demand are off, whatever the repository says.
// Invariant: only the repository whose settings were checked is asked: its two directories are named each time.

import type { Patience } from "../../std/patience.ts";
import type { Host } from "../../host/host.ts";
import type { SpawnSpec } from "../../host/processes.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, parseFilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Programs } from "../../session/process/programs.ts";
import { runForRecords } from "./records.ts";
import { isGitDirectoryOf } from "./version-control.ts";
import type { ProgramRun } from "../runs/workbench-program.ts";
import { runProgram } from "../runs/workbench-program.ts";

export class Git {
  readonly #host: Host;
  readonly #programs: Programs;
  readonly #command: FilePath;
  readonly #directory: FilePath;
  readonly #patience: Patience;
  readonly #options: readonly string[];
  /** The names of the filters that are switched off. */
  readonly filters: ReadonlySet<string>;

  /** Git at the top of the checkout that a directory is in; refused where there is no git, or no checkout. */
  static async at(
    host: Host,
    programs: Programs,
    directory: FilePath,
    patience: Patience,
  ): Promise<{ readonly git: Git; readonly top: FilePath }> {
    const command = (await programs.find("git")) ?? noGit();
    const at = (place: FilePath, options: readonly string[], filters: readonly string[] = []): Git =>
      new Git(host, programs, command, place, patience, options, filters);
    const finding = at(directory, []);
    const top = await finding.#found("--show-toplevel");
    const [own, kept] = await Promise.all([
      at(top, []).#found("--absolute-git-dir"),
      finding.#found("--absolute-git-dir"),
    ]);
    const here = (await host.files.real(directory)) ?? directory;
    if (own !== kept || !isInside(top, here)) elsewhere(directory, top);
    if (!(await isGitDirectoryOf(host, kept, top))) notItsOwn(top, kept);
    // From here on git finds nothing by itself, so the settings that are listed are those of every other command.
    const pinned = [`--git-dir=${kept}`, `--work-tree=${top}`];
    const filters = await at(top, pinned).#filters();
    return { git: at(top, [...pinned, ...filters.flatMap(withoutCommands)], filters), top };
  }

  private constructor(
    host: Host,
    programs: Programs,
    command: FilePath,
    directory: FilePath,
    patience: Patience,
    options: readonly string[],
    filters: readonly string[],
  ) {
    this.#host = host;
    this.#programs = programs;
    this.#command = command;
    this.#directory = directory;
    this.#patience = patience;
    this.#options = options;
    this.filters = new Set(filters);
  }

  /** The output of a command that must succeed. */
  async output(args: readonly string[], limitMs?: number): Promise<{ readonly text: string; readonly cut: boolean }> {
    const run = await this.run(args, limitMs);
    if (run.code === 0) return { text: run.output, cut: run.cut };
    return failed(args[0] ?? "", run);
  }

  run(args: readonly string[], limitMs?: number): Promise<ProgramRun> {
    return runProgram(this.#host, this.#programs, { ...this.#spec(args), env: environment, limitMs }, this.#patience);
  }

  /** The records of a command that must succeed, which a zero byte ends, however many they are. */
  async records(args: readonly string[], take: (record: string) => void): Promise<void> {
    const spec = { ...this.#spec(args), env: await this.#programs.environmentFor(this.#command, environment) };
    const run = await runForRecords(this.#host, spec, this.#patience, take);
    if (run.code !== 0) failed(args[0] ?? "", run);
  }

  #spec(args: readonly string[]): Pick<SpawnSpec, "args" | "cwd"> & { readonly command: FilePath } {
    return { command: this.#command, args: [...harmless, ...this.#options, ...args], cwd: this.#directory };
  }

  /** What git finds from its directory upwards. */
  async #found(what: "--show-toplevel" | "--absolute-git-dir"): Promise<FilePath> {
    const run = await this.run(["rev-parse", what], settingsMs);
    const found = run.code === 0 ? parseFilePath(run.output.replace(/\r?\n$/, "")) : undefined;
    return found ?? notACheckout(this.#directory, run);
  }

  /** The filters that any configuration names. Listing the names of settings executes none of them. */
  async #filters(): Promise<string[]> {
    const { text, cut } = await this.output(["config", "--list", "--name-only", "-z"], settingsMs);
    const found = text.split("\0").flatMap((name) => /^filter\.(.+)\.[^.]+$/s.exec(name)?.[1] ?? []);
    const unsayable = found.find((name) => /[=\n]/.test(name));
    if (unsayable !== undefined) refuseFilter(`It is called ${JSON.stringify(`filter.${unsayable}`)}.`);
    if (cut) refuseFilter("It has more settings than can be read.");
    return [...new Set(found)];
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

/** What reads only settings takes milliseconds; one that takes longer waits for a file that is none, such as a pipe. */
const settingsMs = 10_000;

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

/** What cannot be said on a command line, or was not seen, cannot be switched off there. */
function refuseFilter(why: string): never {
  return refuse({
    code: "not_trusted",
    what: "The configuration of the repository names a filter that cannot be disabled.",
    why,
    next: "Check .git/config before using this repository.",
  });
}

/** An empty command is none; without it a filter that is required would fail. */
function withoutCommands(filter: string): string[] {
  return settings(["clean=", "smudge=", "process=", "required=false"].map((one) => `filter.${filter}.${one}`));
}

function noGit(): never {
  return refuse({
    code: "request_failed",
    what: "git is not installed on this machine.",
    why: "It is not on PATH, or only in an untrusted directory.",
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

/** A repository may say that its files are somewhere else, where another repository may be. */
function elsewhere(directory: FilePath, top: FilePath): never {
  return refuse({
    code: "bad_input",
    what: `The git repository of ${directory} has its work tree elsewhere.`,
    why: `Its work tree is ${top}.`,
    next: "Check core.worktree in .git/config, or name another checkout as workspace_root.",
  });
}

/** Git would reveal the names of files of another repository. */
function notItsOwn(top: FilePath, kept: FilePath): never {
  return refuse({
    code: "outside_root",
    what: `The .git of ${top} links to a repository that does not refer back to it.`,
    why: `The repository is ${kept}, and neither its worktrees nor core.worktree name these files.`,
    next: `If these files belong to that repository, run git config core.worktree ${top} in it.`,
  });
}

function failed(command: string, { errors, timedOut, code }: Pick<ProgramRun, "errors" | "timedOut" | "code">): never {
  const said = errors.split("\n", 1)[0] ?? "";
  return refuse({
    code: timedOut ? "timed_out" : "request_failed",
    what: timedOut ? `git ${command} took too long.` : `git ${command} failed${code === null ? "" : ` (${code})`}.`,
    ...(said === "" ? {} : { why: `It says: ${said}` }),
    next: timedOut ? lateAdvice(command) : "Run git status there.",
  });
}

function lateAdvice(command: string): string {
  const readsSettings = command === "rev-parse" || command === "config";
  return readsSettings ? "Check include.path in .git/config: it may name a pipe." : "Ask for a smaller range.";
}
