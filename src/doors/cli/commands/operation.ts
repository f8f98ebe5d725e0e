// One command for every operation: its name, positional words and options come from the operation table.

import { isUtf8 } from "node:buffer";
import { resolve } from "node:path";
import type { Engine } from "../../../engine/engine.ts";
import { machineText } from "../../../engine/machine-texts.ts";
import type { RefusalDetails } from "../../../model/refusal.ts";
import { Refusal } from "../../../model/refusal.ts";
import type { Operation } from "../../../operations/define.ts";
import { coreRegistry, registryOf } from "../../../operations/registry.ts";
import { answer } from "../answer.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { callerOf, look, openOptions, openShared, traced, watched } from "../opening.ts";
import type { Argument } from "../operation-options.ts";
import { argumentsOf, inputFrom, optionsOf } from "../operation-options.ts";
import { toWords, usageOf, withStandpoint, withWords } from "../operation-words.ts";
import { answerPatch } from "../patch.ts";
import { ProgressLine } from "../progress-line.ts";
import { asTyped, namesIn } from "../contract-words.ts";
import type { Speech } from "../spoken.ts";
import { draftRefusal, isAboutDrafts, spoken, suggestionNote } from "../spoken.ts";

/** What derives from the schema is derived when it is read: one run has some seventy commands and needs one. */
export function operationCommand(operation: Operation): Command {
  let derived: readonly Argument[] | undefined;
  const all = (): readonly Argument[] => (derived ??= argumentsOf(operation));
  const { command } = operation.cli;
  const group = groupOf(operation);
  const isSteering = group === "steer" && operation.kind === "control";
  const typed = (text: string): string => asTyped(text, { all: all(), operations: coreRegistry.operations });
  const isDraft = isAboutDrafts(operation);
  return {
    group,
    name: command,
    ...(operation.name === command ? {} : { aliases: [operation.name] }),
    get usage() {
      return usageOf(operation, all());
    },
    get summary() {
      return isDraft ? `${typed(operation.summary)} Only over MCP and in the library.` : typed(operation.summary);
    },
    get details() {
      return [
        typed(operation.guidance),
        ...(isSteering ? [steeringNote] : []),
        ...(isDraft ? [draftRefusal.what, draftRefusal.next] : []),
        ...(operation.name === "apply_suggestion" ? [suggestionNote] : []),
      ]
        .join("\n")
        .trim();
    },
    heeds: ["engine"],
    get own() {
      const patch = { description: "print only the patch, byte for byte; git apply takes it anywhere in the checkout" };
      return {
        ...optionsOf(all()),
        json: { description: "one JSON object: ok, standing, result, hint" },
        ...(operation.kind === "edit" && !isDraft ? { patch } : {}),
      };
    },
    get examples() {
      return operation.examples.map(({ input }) =>
        `sightline ${command} ${toWords(operation, all(), input)}`.trimEnd(),
      );
    },
    run: (call) => (isDraft ? refused(call, operation, {}, draftRefusal) : run(operation, all(), call)),
  };
}

// — below: private, in the order they are used —

/** What it is for, seen by a person, where that is not what its kind says. */
const groups: Readonly<Record<string, Command["group"]>> = {
  get_cross_repo_references: "ask",
  get_server_capabilities: "steer",
  detect_lsp_servers: "steer",
  list_workspace_folders: "steer",
  // What they give out or take lasts as long as a process.
  apply_suggestion: "steer",
  commit_session: "steer",
};

function groupOf({ name, kind }: Operation): NonNullable<Command["group"]> {
  const own = Object.hasOwn(groups, name) ? groups[name] : undefined;
  return own ?? groupOfKind[kind];
}

const groupOfKind = { query: "ask", control: "steer", run: "run", draft: "steer", edit: "change" } as const;

const steeringNote =
  "It concerns the servers that the daemon of the root runs; with --no-daemon it lasts only until the command ends.";

/** The options, with the value of the one that comes on standard input. */
async function withPiped({ own, piped, terminal }: TypedCommand): Promise<TypedCommand["own"]> {
  if (piped === undefined) return own;
  const bytes = await terminal.read();
  if (!isUtf8(bytes)) throw new WrongUsage(`--${piped} takes text, and standard input is not UTF-8.`);
  return new Map([...own, [piped, [new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)]]]);
}

/** The code of the file that stands after the command, or of standard input. */
async function programOf({ cli }: Operation, call: TypedCommand): Promise<{ readonly code: string } | undefined> {
  const [word, ...more] = call.args;
  if (cli.positional !== "program" || word === undefined) return undefined;
  if (more.length > 0) throw new WrongUsage(`${cli.command} takes one FILE.js, or - for standard input.`);
  if (word !== "-") {
    const code = await machineText(resolve(call.terminal.cwd, word));
    if (typeof code !== "string")
      throw new WrongUsage(`${word} cannot be read. Name a file of JavaScript, or - for standard input.`);
    return { code };
  }
  const bytes = await call.terminal.read();
  if (!isUtf8(bytes)) throw new WrongUsage("A program is text, and standard input is not UTF-8.");
  return { code: new TextDecoder().decode(bytes) };
}

async function run(operation: Operation, all: readonly Argument[], call: TypedCommand): Promise<number> {
  const { terminal, resolved } = call;
  const [json, patch] = [isGiven(call, "json"), isGiven(call, "patch")];
  if (json && patch) throw new WrongUsage("--patch and --json cannot both be given.");
  const { cwd } = terminal;
  const program = await programOf(operation, call);
  const words = { ...inputFrom(all, await withPiped(call)), ...program };
  const { input: given, near } = withWords(operation, all, program === undefined ? call.args : [], words, {
    cwd,
    look,
  });
  const options = openOptions(call, near);
  const input = withStandpoint(operation, given, cwd, options.exact === true ? options.directory : undefined);
  return traced(call, async (trace) => {
    const progress = new ProgressLine(terminal);
    const { operations } = call.extensions.length === 0 ? coreRegistry : registryOf(call.extensions);
    const typed = namesIn(input);
    const speech = { operation, all, operations, typed, isReadOnly: resolved.values.readOnly };
    let engine: Engine | undefined;
    try {
      engine = watched(await openShared(call, { ...options, standpoint: cwd, ...trace }), call, progress);
      const outcome = await engine.invoke({
        operation: operation.name,
        input,
        caller: callerOf(call, "cli"),
        // A name for a later call would end with this run.
        once: true,
        waitMs: resolved.values.waitMs,
        // Data go to a program, which has no use for the first part of a list.
        ...(json || patch ? { format: "json", maxCharacters: Number.POSITIVE_INFINITY } : {}),
      });
      progress.clear();
      const said = spoken(outcome, speech);
      return patch ? answerPatch(said, speech, terminal) : answer(said, json, terminal);
    } catch (error) {
      progress.clear();
      if (!(error instanceof Refusal)) throw error;
      return await refused(call, operation, { input, near, speech }, error.details);
    } finally {
      await engine?.close();
    }
  });
}

interface Asked {
  readonly input?: object;
  readonly near?: string;
  readonly speech?: Speech;
}

/** No engine has seen the call, so the door itself records how it ended, to be explained later. */
async function refused(
  call: TypedCommand,
  { name }: Operation,
  { input = {}, near, speech }: Asked,
  refusal: RefusalDetails,
): Promise<number> {
  const where = { ...openOptions(call, near), standpoint: call.terminal.cwd };
  await (await call.doors.desk()).keepRefusal(where, { operation: name, input, refusal });
  const outcome = { ok: false, refusal, ms: 0 } as const;
  return answer(speech === undefined ? outcome : spoken(outcome, speech), isGiven(call, "json"), call.terminal);
}
