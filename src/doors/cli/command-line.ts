// What a person types, parsed: options, then a command, then its arguments.

import { parseArgs } from "node:util";

export interface CommandLine {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly flags: Flags;
}

export interface Flags {
  readonly help: boolean;
  readonly version: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly trust: boolean;
  readonly declaration: boolean;
  readonly source: boolean;
  readonly root: string | undefined;
  readonly profile: string | undefined;
  readonly format: string | undefined;
  readonly trace: string | undefined;
  readonly wait: string | undefined;
}

/** Throws a TypeError with a readable message for options that do not exist. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", short: "V", default: false },
      json: { type: "boolean", default: false },
      verbose: { type: "boolean", short: "v", default: false },
      trust: { type: "boolean", default: false },
      declaration: { type: "boolean", default: false },
      "no-source": { type: "boolean", default: false },
      root: { type: "string" },
      profile: { type: "string" },
      format: { type: "string" },
      trace: { type: "string" },
      wait: { type: "string" },
    },
  });
  const [command, ...args] = positionals;
  const { "no-source": noSource, ...rest } = values;
  return {
    command,
    args,
    flags: {
      ...rest,
      source: !noSource,
      root: values.root,
      profile: values.profile,
      format: values.format,
      trace: values.trace,
      wait: values.wait,
    },
  };
}

/** `src/cart.ts:12:8`; the path itself may hold colons. */
export function parsePlace(text: string): { file: string; line: number; column: number } | undefined {
  const match = /^(.+):(\d+):(\d+)$/.exec(text);
  if (match?.[1] === undefined) return undefined;
  return { file: match[1], line: Number(match[2]), column: Number(match[3]) };
}
