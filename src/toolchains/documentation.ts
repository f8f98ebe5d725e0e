// Documentation of a symbol by the tool of its language, and what the three such tools have in common.

import type { Patience } from "../std/patience.ts";
import type { FilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { Reason } from "../model/standing.ts";
import type { ProgramRun } from "../workspace/runs/workbench-program.ts";
import type { Workbench } from "../workspace/runs/workbench.ts";

export interface Documentation {
  readonly doc: string;
  readonly signature: string;
  /** What was run, for people. */
  readonly command: string;
  /** Why the text is incomplete. */
  readonly reasons: readonly Reason[];
}

export interface DocumentationTool {
  /** The names that it accepts. No path that leads out of the project is among them. */
  readonly names: RegExp;
  /** `file` belongs to the package or module that has the symbol; undefined where the caller named none. */
  document(bench: Workbench, symbol: string, file: FilePath | undefined, patience: Patience): Promise<Documentation>;
}

/** The reason for output that was cut in the middle. */
export function cutReasons({ cut }: ProgramRun, name: string): Reason[] {
  return cut ? [{ code: "capped", detail: `${name} printed too much; the middle of its output is lost` }] : [];
}

export async function programOf(bench: Workbench, name: string, what: string): Promise<FilePath> {
  const found = await bench.find(name);
  return (
    found ??
    refuse({
      code: "server_not_found",
      what: `${name} is not installed on this machine.`,
      next: `Install ${what}, or use inspect_symbol, which asks the language server.`,
    })
  );
}

/** Refuses where the tool failed: then its output does not describe the symbol. */
export function mustHaveWorked(run: ProgramRun, name: string): void {
  if (run.timedOut) {
    refuse({
      code: "timed_out",
      what: `${run.command} did not end in time.`,
      next: "Use inspect_symbol, which asks the language server.",
    });
  }
  if (run.code !== 0) toolFailed(run, name);
}

export function toolFailed({ errors, output }: ProgramRun, name: string): never {
  const lines = plain(errors.trim() === "" ? output : errors)
    .trim()
    .split("\n");
  const at = Math.max(
    0,
    lines.findIndex((line) => /(?:^|\s)(?:error(?:\[\w+\])?:|errors parsing )/.test(line)),
  );
  // A line that ends with a colon announces the next one.
  const why = lines.slice(at, /:\s*$/.test(lines[at] ?? "") ? at + 2 : at + 1).join(" ");
  return refuse({
    code: "request_failed",
    what: `${name} failed, so there is no documentation.`,
    ...(why === "" ? {} : { why: why.slice(0, 300) }),
    next: "Fix that first (run_build lists all errors), or use inspect_symbol, which asks the language server.",
  });
}

export function noSymbol(
  symbol: string,
  said: string,
  next = "find_symbol finds its exact name; file_path says where to look.",
): never {
  const [why = ""] = plain(said).trim().split("\n");
  return refuse({
    code: "no_symbol",
    what: `There is no documentation for ${symbol}.`,
    ...(why === "" ? {} : { why: why.slice(0, 300) }),
    next,
  });
}

const escape = String.fromCharCode(0x1b);
const bell = String.fromCharCode(0x07);
const backspace = String.fromCharCode(0x08);
const escapes = new RegExp(
  `${escape}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)|[@-Z\\\\-_])`,
  "g",
);
const overstruck = new RegExp(`.${backspace}`, "gs");

/** Without colours, and without the overstriking by which terminals showed bold letters. */
export function plain(text: string): string {
  return text.replace(escapes, "").replace(overstruck, "");
}

export function firstDocumented(text: string, pattern: RegExp): string {
  return (pattern.exec(text)?.[0] ?? "").trim();
}
