// One command for every operation: its name, positional words and options come from the operation table.

import { dirname, isAbsolute, resolve } from "node:path";
import type { Engine } from "../../../engine/engine.ts";
import { Refusal } from "../../../model/refusal.ts";
import type { Operation } from "../../../operations/define.ts";
import { parseTarget } from "../../../operations/target.ts";
import { answer } from "../answer.ts";
import type { Call, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { callerOf, openOptions, traced, watched } from "../opening.ts";
import type { Argument } from "../operation-options.ts";
import { argumentsOf, inputFrom, optionsOf } from "../operation-options.ts";
import { ProgressLine } from "../progress-line.ts";

export function operationCommand(operation: Operation): Command {
  const all = argumentsOf(operation);
  const { command, positional } = operation.cli;
  const isSteering = operation.kind === "control";
  return {
    group: isSteering ? "steer" : "ask",
    name: command,
    ...(operation.name === command ? {} : { aliases: [operation.name] }),
    usage: usages[positional],
    summary: operation.summary,
    details: isSteering ? `${operation.guidance}\n${steeringNote}`.trim() : operation.guidance,
    heeds: ["engine"],
    own: { ...optionsOf(all), json: { description: "one JSON object: ok, standing, result, hint" } },
    examples: operation.examples.map(({ input }) => exampleOf(command, all, input)),
    run: (call) => run(operation, all, call),
  };
}

// — below: private, in the order they are used —

type Positional = Operation["cli"]["positional"];
type Input = Record<string, unknown>;

const steeringNote =
  "Every run of the command line has servers of its own: what is steered here lasts as long as this run.";

const usages: { readonly [P in Positional]: string } = {
  target: "FILE:LINE:COLUMN | FILE#Symbol.path | Symbol.path",
  file: "FILE",
  files: "FILE…",
  query: "WORDS",
  directory: "[DIR]",
  text: "TEXT",
  none: "",
};

async function run(operation: Operation, all: readonly Argument[], call: Call): Promise<number> {
  const { terminal, resolved } = call;
  const json = isGiven(call, "json");
  const named = inputFrom(all, call.own);
  const { input, near } = withWords(operation, all, call, named);
  const options = openOptions(call, near);
  return traced(call, async (trace) => {
    const progress = new ProgressLine(terminal);
    let engine: Engine | undefined;
    try {
      engine = watched(await call.doors.open({ ...options, ...trace }), call, progress);
      const outcome = await engine.invoke({
        operation: operation.name,
        input,
        caller: callerOf(call, "cli"),
        waitMs: resolved.values.waitMs,
        // Data go to a program, which has no use for the first part of a list.
        ...(json ? { format: "json", maxCharacters: Number.POSITIVE_INFINITY } : {}),
      });
      progress.clear();
      return answer(outcome, json, terminal);
    } catch (error) {
      progress.clear();
      if (!(error instanceof Refusal)) throw error;
      return answer({ ok: false, refusal: error.details, ms: 0 }, json, terminal);
    } finally {
      await engine?.close();
    }
  });
}

/** The words after the command as part of the input, and where to look for the project. Paths count from where a person stands. */
function withWords(
  operation: Operation,
  all: readonly Argument[],
  { args, terminal }: Call,
  named: Input,
): { readonly input: Input; readonly near: string } {
  const { command, positional } = operation.cli;
  const here = (path: string): string => resolve(terminal.cwd, path);
  const file = named["file_path"];
  const input: Input = typeof file === "string" ? { ...named, file_path: here(file) } : named;
  const near = typeof file === "string" ? dirname(here(file)) : terminal.cwd;
  const [first, ...more] = args;
  if (first === undefined) return { input, near };
  const only = (): string => {
    if (more.length > 0) throw new WrongUsage(`${command} takes one ${usages[positional]}.`);
    return first;
  };
  switch (positional) {
    case "target":
      return withTargets(input, args, here, terminal.cwd);
    case "file":
      return { input: { ...input, file_path: here(only()) }, near: dirname(here(first)) };
    case "files":
      return { input: { ...input, [keyOf(all, "texts")]: args.map(here) }, near: dirname(here(first)) };
    case "directory":
      return { input: { ...input, [keyOf(all, "text")]: here(only()) }, near: here(first) };
    case "query":
    case "text":
      return { input: { ...input, [keyOf(all, "text")]: args.join(" ") }, near };
    case "none":
      throw new WrongUsage(`${command} takes no arguments.`);
  }
}

function withTargets(
  input: Input,
  args: readonly string[],
  here: (path: string) => string,
  cwd: string,
): { readonly input: Input; readonly near: string } {
  const [first = ""] = args;
  // With a pattern the word names the file in which to look for it.
  if (input["position_pattern"] !== undefined && args.length === 1) {
    return { input: { ...input, file_path: here(first) }, near: dirname(here(first)) };
  }
  const targets = args.map((word) => {
    const target = parseTarget(word);
    return target.file_path === undefined ? target : { ...target, file_path: here(target.file_path) };
  });
  const file = targets.find((target) => target.file_path !== undefined)?.file_path;
  const near = file === undefined ? cwd : dirname(file);
  if (targets.length === 1) return { input: { ...input, ...targets[0] }, near };
  const words = targets.map(({ file_path, line, column, symbol_path }) => {
    if (file_path === undefined) return symbol_path ?? "";
    return symbol_path === undefined ? `${file_path}:${line}:${column}` : `${file_path}#${symbol_path}`;
  });
  return { input: { ...input, targets: words }, near };
}

/** The argument that the words of a command are: the first of its kind that is not about a place. */
function keyOf(all: readonly Argument[], kind: Argument["kind"]): string {
  const found = all.find((argument) => argument.kind === kind && argument.key !== "file_path");
  if (found === undefined) throw new TypeError(`no argument takes the words of this command (${kind})`);
  return found.key;
}

/** An example of the table as a person would type it. */
function exampleOf(command: string, all: readonly Argument[], input: object): string {
  const given = new Map<string, unknown>(Object.entries(input));
  const take = (key: string): string | undefined => {
    const value = given.get(key);
    given.delete(key);
    return value === undefined ? undefined : String(value);
  };
  const [file, line, column] = [take("file_path"), take("line"), take("column")];
  const symbol = take("symbol_path");
  const place = line === undefined ? "" : `:${line}:${column}`;
  const target = file === undefined ? symbol : `${file}${symbol === undefined ? place : `#${symbol}`}`;
  const options = all.flatMap(({ key, flag, kind, isOnByDefault }) => {
    const value = given.get(key);
    if (value === undefined) return [];
    if (kind === "switch") return value === isOnByDefault ? [] : [isOnByDefault ? `--no-${flag}` : `--${flag}`];
    const values = Array.isArray(value) && kind === "texts" ? value : [value];
    return values.map((one) => `--${flag} ${quoted(typeof one === "string" ? one : JSON.stringify(one))}`);
  });
  return ["sightline", command, ...(target === undefined ? [] : [quoted(target)]), ...options].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./#-]+$/.test(word) && !isAbsolute(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
