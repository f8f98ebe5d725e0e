// A machine with a root inside of a checkout, a checkout inside of the root, a second root, and traps wherever wanted.

import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ObeyedFile } from "../../../src/catalog/obeyed.ts";
import { catalog } from "../../../src/catalog/table.ts";
import type { Agent } from "../../support/sightline.ts";
import { callTool, connect, unconfined } from "../../support/sightline.ts";
import { reportToRun } from "../../support/run-report.ts";
import { commandOf, hasServer } from "../installed.ts";
import type { Planted } from "./obeyed-traps.ts";
import { traps } from "./obeyed-traps.ts";

/** A source of each language, in every place that is asked about. */
export const sources: Readonly<Record<string, { readonly file: string; readonly text: string }>> = {
  "rust-analyzer": { file: "src/lib.rs", text: "pub fn total() -> i32 { 1 }\n" },
  gopls: { file: "main.go", text: "package main\n\nfunc main() {}\n" },
  clangd: { file: "cart.c", text: "int total(void) { return 1; }\n" },
  pyright: { file: "shelf.py", text: "class Shelf: pass\n" },
  "typescript-native": { file: "view.ts", text: "export const view = 1;\n" },
  "bash-language-server": { file: "run.sh", text: "total() { echo 1; }\n" },
  "vscode-json-language-server": { file: "data.json", text: "{}\n" },
  "yaml-language-server": { file: "data.yaml", text: "a: 1\n" },
  "vscode-css-language-server": { file: "page.css", text: "a { color: red }\n" },
  "vscode-html-language-server": { file: "page.html", text: "<p>1</p>\n" },
};

/** Where such a file can lie, from the directory that holds it all. The root lies in a checkout that is not its own. */
export const places: Readonly<Record<string, string>> = {
  root: "outer/served",
  nested: "outer/served/deep/down",
  "inner checkout": "outer/served/inner",
  "outer checkout": "outer",
  "above every checkout": ".",
  "second root": "second",
  "home by a variable": "outer/served/home",
};
const asked = ["outer/served", "outer/served/inner", "second"];

export interface Row {
  readonly server: string;
  readonly file: ObeyedFile;
}

export const started = catalog.servers.filter(({ restricted }) => restricted.kind !== "refused");
export const rows: readonly Row[] = started.flatMap(({ id, obeys = [] }) =>
  obeys.map((file) => ({ server: id, file })),
);

const tracer = "/usr/bin/strace";
const canTrace = spawnSync(tracer, ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).status === 0;

/** Says that it was loaded in a file beside itself. */
const libraryText = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
static void loaded(void) __attribute__((constructor));
static void loaded(void) {
  Dl_info info;
  char path[4096];
  if (dladdr((void *)loaded, &info) && snprintf(path, sizeof path, "%s.loaded", info.dli_fname) > 0) open(path, O_CREAT, 0600);
}
`;

export class Ground implements Disposable {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-obeyed-")));
  /** Every library of a trap. */
  readonly libraries: string[] = [];
  /** Undefined where this machine has no compiler; then only programs are trapped. */
  readonly #library = this.#compiled();
  readonly signs = this.at("signs");
  readonly #bin = this.at("bin");
  #planted = 0;

  constructor() {
    for (const directory of [...Object.values(places), "signs", "bin"])
      mkdirSync(this.at(directory), { recursive: true });
    for (const checkout of ["outer", "outer/served/inner"]) execFileSync("git", ["init", "--quiet", this.at(checkout)]);
    for (const directory of asked)
      for (const { file, text } of Object.values(sources)) this.write(join(directory, file), text);
    for (const { id } of started) {
      const command = commandOf(id);
      if (command !== undefined)
        this.#executable(join(this.#bin, id), `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(" ")} "$@"\n`);
    }
  }

  at(path: string): string {
    return join(this.base, path);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  /** Puts the file there, with all that belongs to its trap; returns the trap's program. */
  plant({ server, file }: Row, place: string, directory: string): string {
    const { program, planted } = this.#trap({ server, file }, place, directory);
    this.write(join(directory, file.name), planted.text);
    for (const [path, text] of Object.entries(planted.more ?? {})) this.write(join(directory, path), text);
    if (planted.more?.[".venv/pyvenv.cfg"] !== undefined)
      for (const name of ["python", "python3"])
        this.#executable(this.at(join(directory, ".venv/bin", name)), readFileSync(program, "utf8"));
    this.#planted++;
    return program;
  }

  /** Lets an agent try to write it, by every operation that can make a file; tells what it could and should not. */
  async letWrite(agent: Agent, row: Row, place: string): Promise<string[]> {
    const directory = places[place] ?? ".";
    const file_path = this.at(join(directory, row.file.name));
    if (existsSync(file_path)) return [];
    const { planted } = this.#trap(row, place, directory);
    const new_text = planted.text;
    const plain = this.at(join(directory, `plain-${this.#planted++}.txt`));
    const draft = await callTool(agent, "create_simulation_session", {});
    const session_id = /[0-9a-f]{32}/.exec(draft.texts.join(""))?.[0] ?? "";
    writeFileSync(plain, new_text);
    const tried = [
      await callTool(agent, "apply_edit", { file_path, old_text: "", new_text }),
      await callTool(agent, "safe_apply_edit", { file_path, old_text: "", new_text, accept_unknown: true }),
      await callTool(agent, "rename_file", { file_path: plain, new_path: file_path, accept_partial: true }),
      await callTool(agent, "simulate_edit", { session_id, file_path, new_text }),
      await callTool(agent, "commit_session", { session_id, apply: true }),
    ];
    const isKept = !existsSync(file_path) && tried.some(({ isError }) => isError);
    return isKept || row.file.isManifest === true ? [] : [`${row.file.name} ${place}`];
  }

  /** An agent, with every execve of what it starts on record where this machine can tell. */
  async asking<T>(work: (agent: Agent) => Promise<T>): Promise<T> {
    const project = { root: this.at("outer/served"), stateDirectory: this.at("state") };
    const env = {
      PATH: `${this.#bin}:${process.env["PATH"] ?? ""}`,
      HOME: this.at("outer/served/home"),
      ...unconfined(project),
    };
    const args = ["mcp", "--tools", "full", "--root", this.at("outer/served"), "--root", this.at("second")];
    const through = canTrace
      ? [tracer, "-f", "-A", "--seccomp-bpf", "-qq", "-e", "trace=execve", "-s", "4096", "-o", this.at("trace")]
      : [];
    const once = async (): Promise<{ readonly done: T } | "tracer failed"> => {
      await using agent = await connect(project, "legacy", args, env, through);
      try {
        return { done: await work(agent) };
      } catch (error) {
        // The tracer gives up now and then where a process it holds is killed, and takes what it traces along.
        if (agent.said().includes(`${tracer}: ptrace(`)) return "tracer failed";
        throw error;
      }
    };
    for (let left = 2; left > 0; left--) {
      const outcome = await once();
      if (outcome !== "tracer failed") return outcome.done;
    }
    throw new Error("strace failed twice at the same work");
  }

  /** Looks at every source, and lets it be formatted; tells the files that a server answered for. */
  async ask(agent: Agent, directories = asked): Promise<string[]> {
    const answered: string[] = [];
    for (const directory of directories) {
      for (const [server, { file }] of Object.entries(sources)) {
        if (!hasServer(server)) continue;
        const file_path = this.at(join(directory, file));
        const { isError } = await callTool(agent, "list_symbols", { file_path });
        if (!isError) answered.push(join(directory, file));
        // Once is enough for what a server asks of its own accord; a formatter is started only when it is needed.
        if (directory === asked[0]) await callTool(agent, "get_diagnostics", { file_path });
        if (directory !== "second") await callTool(agent, "format_document", { file_path });
      }
    }
    return answered;
  }

  /** What a server has to have answered for: a repository that is not read fires nothing either. */
  served(): string[] {
    const present = Object.entries(sources).filter(([server]) => hasServer(server));
    return present.map(([, { file }]) => join("outer/served", file));
  }

  /** What was executed of all that lies here: by the signs of traps, and by the record of every execve. */
  ran(writer: string): string[] {
    const executed = canTrace ? this.#executed() : [];
    const traced = canTrace ? `${executed.length} programs traced` : "no strace here: signs alone";
    reportToRun("matrix.jsonl", { writer, cells: this.#planted, traced });
    const inside = executed.filter((path) => path.startsWith(this.base) && !path.startsWith(this.#bin));
    return [...readdirSync(this.signs), ...inside, ...this.loaded()];
  }

  get hasLibraries(): boolean {
    return this.#library !== undefined;
  }

  /** The libraries that were loaded. */
  loaded(): string[] {
    return this.libraries.filter((library) => existsSync(`${library}.loaded`));
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  #trap({ server, file }: Row, place: string, directory: string): { program: string; planted: Planted } {
    const name = `${server} ${file.name} ${place}`.replaceAll(/[^\w.-]+/g, "_");
    const sign = join(this.signs, name);
    const program = this.at(join(directory, "traps", name, "bin", "trap"));
    for (const known of ["trap", "rustc", "cargo", "rustfmt", "python", "python3", "go", "cc", "gcc", "clang"])
      this.#executable(join(dirname(program), known), `#!/bin/sh\n: > '${sign}'\nexit 1\n`);
    const make = traps[file.name];
    if (make === undefined) throw new Error(`no trap for ${file.name}`);
    const library = join(dirname(program), "trap.so");
    copyFileSync(this.#library ?? program, library);
    this.libraries.push(library);
    return { program, planted: make({ directory: this.at(directory), program, library, sign }) };
  }

  #compiled(): string | undefined {
    const library = this.at("trap.so");
    this.write("trap.c", libraryText);
    const { status } = spawnSync("/usr/bin/cc", ["-shared", "-fPIC", "-o", library, this.at("trap.c")]);
    if (status !== 0) reportToRun("missing.jsonl", { name: "a C compiler", why: "libraries are not trapped" });
    return status === 0 ? library : undefined;
  }

  #executed(): string[] {
    const lines = readFileSync(this.at("trace"), "utf8").split("\n");
    return lines.flatMap((line) => /execve\("([^"]*)"/.exec(line)?.[1] ?? []);
  }

  #executable(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  }
}
