// What a person types, parsed: options, then a command, then its arguments.

import { parseArgs } from "node:util";

export interface CommandLine {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly flags: Flags;
  /** The options that were given, as they are typed. */
  readonly given: readonly string[];
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
  readonly config: string | undefined;
  readonly profile: string | undefined;
  readonly format: string | undefined;
  readonly trace: string | undefined;
  readonly wait: string | undefined;
}

/** The words were not understood; the message is a sentence for people. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
}

export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parsed(argv);
  const [command, ...args] = positionals;
  return {
    command,
    args,
    given: Object.keys(values),
    flags: {
      help: values.help === true,
      version: values.version === true,
      json: values.json === true,
      verbose: values.verbose === true,
      trust: values.trust === true,
      declaration: values.declaration === true,
      source: values["no-source"] !== true,
      root: values.root,
      config: values.config,
      profile: values.profile,
      format: values.format,
      trace: values.trace,
      wait: values.wait,
    },
  };
}

/** `src/cart.ts:12:8`; the path itself may hold colons. */
export function parsePlace(text: string): { file: string; line: number; column: number } | undefined {
  const match = /^(.+):(\d+):(\d+)$/s.exec(text);
  if (match?.[1] === undefined) return undefined;
  return { file: match[1], line: Number(match[2]), column: Number(match[3]) };
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;

const options = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
  json: { type: "boolean" },
  verbose: { type: "boolean", short: "v" },
  trust: { type: "boolean" },
  declaration: { type: "boolean" },
  "no-source": { type: "boolean" },
  root: { type: "string" },
  config: { type: "string" },
  profile: { type: "string" },
  format: { type: "string" },
  trace: { type: "string" },
  wait: { type: "string" },
} as const;

function parsed(argv: readonly string[]): Parsed {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    // parseArgs reports a wrong option as a TypeError with a sentence meant for people.
    if (error instanceof TypeError) throw new WrongUsage(error.message);
    throw error;
  }
}
