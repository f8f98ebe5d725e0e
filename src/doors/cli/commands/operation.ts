// One command for every operation: its name, positional words and options come from the operation table.

import type { Engine } from "../../../engine/engine.ts";
import { Refusal } from "../../../model/refusal.ts";
import type { Operation } from "../../../operations/define.ts";
import { answer } from "../answer.ts";
import type { Call, Command } from "../command.ts";
import { isGiven } from "../command.ts";
import { callerOf, look, openOptions, traced, watched } from "../opening.ts";
import type { Argument } from "../operation-options.ts";
import { argumentsOf, inputFrom, optionsOf } from "../operation-options.ts";
import { toWords, usageOf, withStandpoint, withWords } from "../operation-words.ts";
import { ProgressLine } from "../progress-line.ts";

export function operationCommand(operation: Operation): Command {
  const all = argumentsOf(operation);
  const { command } = operation.cli;
  const isSteering = operation.kind === "control";
  return {
    group: isSteering ? "steer" : "ask",
    name: command,
    ...(operation.name === command ? {} : { aliases: [operation.name] }),
    usage: usageOf(operation, all),
    summary: operation.summary,
    details: isSteering ? `${operation.guidance}\n${steeringNote}`.trim() : operation.guidance,
    heeds: ["engine"],
    own: { ...optionsOf(all), json: { description: "one JSON object: ok, standing, result, hint" } },
    examples: operation.examples.map(({ input }) => `sightline ${command} ${toWords(operation, all, input)}`.trimEnd()),
    run: (call) => run(operation, all, call),
  };
}

// — below: private, in the order they are used —

const steeringNote =
  "Every run of the command line has servers of its own: what is steered here lasts as long as this run.";

async function run(operation: Operation, all: readonly Argument[], call: Call): Promise<number> {
  const { terminal, resolved } = call;
  const json = isGiven(call, "json");
  const { cwd } = terminal;
  const { input: given, near } = withWords(operation, all, call.args, inputFrom(all, call.own), { cwd, look });
  const options = openOptions(call, near);
  const input = withStandpoint(operation, given, cwd, options.exact === true ? options.directory : undefined);
  return traced(call, async (trace) => {
    const progress = new ProgressLine(terminal);
    let engine: Engine | undefined;
    try {
      engine = watched(await call.doors.open({ ...options, standpoint: cwd, ...trace }), call, progress);
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
