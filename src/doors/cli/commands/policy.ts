// `sightline policy explain`: what the policy decides about an operation, by which rules, before it is asked.

import { resolve } from "node:path";
import { policyText } from "../../../engine/policy-explain.ts";
import { shown } from "../../../engine/text/shown.ts";
import { extendedLanguages, registryOf } from "../../../operations/registry.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { callerOf, openOptions } from "../opening.ts";

export const policyCommand: Command = {
  name: "policy",
  usage: "explain OPERATION",
  summary: "Say whether an operation and each request that it sends would be allowed, by which rule, and why.",
  details: [
    "The operation is named as agents call it or by its command. The root is that of the current directory, or --root. Nothing is",
    "started and nothing is asked. The exit code is 0 where it would be allowed and 1 where it would be denied.",
  ].join("\n"),
  heeds: ["engine"],
  own: {
    file: { value: "FILE", description: "the file that it would be about, or would change" },
    as: { value: "CALLER", description: "mcp (default), cli, or agent:ID for a bound agent" },
    json: { description: "one JSON object" },
  },
  examples: ["sightline policy explain rename_symbol", "sightline policy explain hover --as cli --file src/cart.ts"],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const { args, terminal, doors } = call;
  const [verb, name, ...more] = args;
  if (verb !== "explain" || name === undefined || more.length > 0)
    throw new WrongUsage("What is to be explained? For example: sightline policy explain rename_symbol.");
  const { operations } = registryOf(extendedLanguages());
  const operation = operations.find((one) => one.name === name || one.cli.command === name)?.name ?? name;
  const file = textOf(call, "file");
  const about = { operation, caller: whoOf(call), file: file === undefined ? undefined : resolve(terminal.cwd, file) };
  const explained = await (await doors.desk()).explainPolicy(openOptions(call), about);
  terminal.out(
    isGiven(call, "json")
      ? `${JSON.stringify(explained)}\n`
      : `${policyText(explained).split("\n").map(shown).join("\n")}\n`,
  );
  return explained.denial === undefined ? 0 : 1;
}

// — below: private, in the order they are used —

function textOf({ own }: TypedCommand, flag: string): string | undefined {
  const given = own.get(flag);
  return given === true ? undefined : given?.at(-1);
}

function whoOf(call: TypedCommand): ReturnType<typeof callerOf> {
  const word = textOf(call, "as") ?? "mcp";
  if (word === "mcp" || word === "cli") return callerOf(call, word);
  const agent = /^agent:(.+)$/.exec(word)?.[1];
  if (agent === undefined) throw new WrongUsage("--as is mcp, cli or agent:ID.");
  return { ...callerOf(call, "mcp"), agent };
}
