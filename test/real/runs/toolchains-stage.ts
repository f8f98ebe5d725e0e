// A project on a real disk, built and tested by the tools of this machine, and compared with the marks of its fixture.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Engine, Outcome } from "../../../src/engine/engine.ts";
import { openEngine } from "../../../src/engine/open.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import { filePath } from "../../../src/model/file-path.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { programsServing } from "../../../src/testing/kits/programs-kit.ts";
import type { Project } from "../../support/project.ts";
import { project } from "../../support/project.ts";
import { reportToRun } from "../../support/run-report.ts";

const host = await openNodeHost(process.env);
const programs = programsServing(host, filePath("/nowhere"));

/** Whether the machine has every one of the programs; if not, that is told at the end of the run. */
export async function hasPrograms(toolchain: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    if ((await programs.find(name)) !== undefined) continue;
    reportToRun("missing.jsonl", { name: toolchain, why: `${name} is not on this machine` });
    return false;
  }
  return true;
}

/** Whether an interpreter can import a module; if not, that is told at the end of the run. */
export async function hasPythonModule(name: string): Promise<boolean> {
  const command = await programs.find("python3");
  if (command !== undefined) {
    const env = await programs.environment();
    const spec = { command, args: ["-c", `import ${name}`], cwd: filePath(process.cwd()), env };
    if ((await host.processes.run(spec, 60_000)).exit.code === 0) return true;
  }
  reportToRun("missing.jsonl", { name, why: "python3 cannot import it" });
  return false;
}

/** Maven fetches what it needs, which is no part of these tests: it must have been used before. */
export function hasMavenParts(): boolean {
  const parts = ["junit/junit/4.13.2", "org/apache/maven/surefire/surefire-junit4"];
  if (parts.every((part) => existsSync(join(homedir(), ".m2/repository", part)))) return true;
  reportToRun("missing.jsonl", { name: "maven", why: "its plugins and JUnit are not in the local repository" });
  return false;
}

export interface TestedJson {
  readonly passed: boolean | null;
  readonly verdict: string;
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number } | null;
  readonly failures: readonly FailureJson[];
  readonly errors?: readonly ErrorJson[];
  readonly raw: string;
  readonly command: string;
  readonly notes?: readonly string[];
}

interface FailureJson {
  readonly file: string | null;
  readonly line: number | null;
  readonly test_name: string;
  readonly message: string;
}

interface ErrorJson {
  readonly file: string | null;
  readonly line: number | null;
  readonly severity: string;
  readonly message: string;
}

export interface BuiltJson {
  readonly success: boolean;
  readonly errors: readonly ErrorJson[];
  readonly raw: string;
  readonly notes?: readonly string[];
}

export class Site implements AsyncDisposable {
  readonly made: Project;
  readonly #engine: Engine;

  static async open(fixture: string): Promise<Site> {
    const made = project(fixture);
    return new Site(made, await openEngine({ directory: made.root, exact: true, trusted: true }));
  }

  private constructor(made: Project, engine: Engine) {
    this.made = made;
    this.#engine = engine;
  }

  ask(operation: string, input: object): Promise<Outcome> {
    return this.#engine.invoke({ operation, input, caller: { door: "library", allowed: ["read", "control"] } });
  }

  async test(input: object = {}): Promise<{ readonly json: TestedJson; readonly outcome: Outcome & { ok: true } }> {
    const outcome = mustBeOk(await this.ask("run_tests", { ...input, format: "json" }));
    return { json: jsonOf(outcome) as TestedJson, outcome };
  }

  async build(input: object = {}): Promise<{ readonly json: BuiltJson; readonly outcome: Outcome & { ok: true } }> {
    const outcome = mustBeOk(await this.ask("run_build", { ...input, format: "json" }));
    return { json: jsonOf(outcome) as BuiltJson, outcome };
  }

  async text(operation: string, input: object = {}): Promise<string> {
    const { body } = mustBeOk(await this.ask(operation, input));
    if (body.format !== "text") throw new Error("text was asked for");
    return body.text;
  }

  /** `file:line` of every mark of a name, absolute, in order. */
  marked(name: string, fixture = this.made.fixture): string[] {
    return fixture.marks(name).map(({ file, span }) => `${this.made.root}/${file}:${span.start.line}`);
  }

  /** Writes files over those that are there. */
  write(text: string): Fixture {
    const fixture = parseFixture(text);
    for (const [file, content] of fixture.files) this.made.write(file, content);
    return fixture;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    this.made[Symbol.dispose]();
  }
}

export function places(list: readonly { readonly file: string | null; readonly line: number | null }[]): string[] {
  return list.map(({ file, line }) => `${file}:${line}`).sort();
}

function mustBeOk(outcome: Outcome): Outcome & { ok: true } {
  if (!outcome.ok)
    throw new Error(`${outcome.refusal.what} ${outcome.refusal.why ?? ""} ${outcome.refusal.next ?? ""}`);
  return outcome;
}

function jsonOf({ body }: Outcome & { ok: true }): unknown {
  if (body.format !== "json") throw new Error("data were asked for");
  return body.json;
}
