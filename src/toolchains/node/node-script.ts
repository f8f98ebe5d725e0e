// The `test` script of a package: which runner it calls, if it is one plain command, and with which words.

export interface ScriptCall {
  /** `vitest`, `jest`, `mocha` or `node:test`. */
  readonly runner: string;
  /** What follows its name: options with their values, and names of what to run. */
  readonly words: readonly string[];
  /** Nothing in it needs a shell or a variable, so that it may be run without the script. */
  readonly isSimple: boolean;
}

/** Undefined where a shell does more than start one program, and where that is no runner that is known. */
export function callIn(script: string): ScriptCall | undefined {
  if (/[&|;<>`\n]|\$\(/.test(script)) return undefined;
  const words = script.trim().split(/\s+/);
  const first = words.findIndex((word) => !/^\w+=/.test(word) && !starters.includes(word));
  const command = words[first] ?? "";
  const rest = words.slice(first + 1);
  const isSimple = !needsShell(script) && (first === 0 || (first === 1 && words[0] === "npx"));
  const named = programs.find((name) => command === name || command.endsWith(`node_modules/.bin/${name}`));
  if (named !== undefined) return { runner: named, words: rest, isSimple };
  return command === "node" ? nodeCall(rest, isSimple) : undefined;
}

/** Something in it is for a shell to take apart or to fill in. */
export function needsShell(words: string): boolean {
  return /[$"'\\*?(){}[\]!~]/.test(words);
}

/** Options, each with the value that may follow it, and names: an option without its value would take the next word. */
export function sorted(words: readonly string[]): { readonly options: string[]; readonly names: string[] } {
  const options: string[] = [];
  const names: string[] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? "";
    const isValue = before.startsWith("-") && !before.includes("=") && !switches.includes(before);
    (word.startsWith("-") || isValue ? options : names).push(word);
  }
  return { options, names };
}

// — below: private, in the order they are used —

const programs = ["vitest", "jest", "mocha"];

/** What may stand before the name of a program and starts it. */
const starters = ["cross-env", "cross-env-shell", "npx", "bunx", "yarn", "pnpm", "exec"];

/** Options that have no value, of those that scripts of tests use most. */
const switches = [
  ...["--test", "--test-only", "--experimental-vm-modules", "--experimental-strip-types", "--enable-source-maps"],
  ...["--experimental-test-coverage", "--experimental-test-module-mocks", "--no-warnings", "--run", "--ci"],
  ...["--coverage", "--silent", "--verbose", "--passWithNoTests", "--runInBand", "-i", "--recursive", "--exit"],
];

/** A package's program by its file, or Node's own runner: what follows the name of a file is that file's. */
function nodeCall(words: readonly string[], isSimple: boolean): ScriptCall | undefined {
  const { names } = sorted(words);
  const end = words.indexOf(names[0] ?? "");
  const own = end < 0 ? words : words.slice(0, end);
  if (own.includes("--test")) return { runner: "node:test", words, isSimple };
  const file = names[0] ?? "";
  const runner = programs.find((name) => new RegExp(`(?:^|/)node_modules/(?:\\.bin/${name}$|${name}/)`).test(file));
  return runner === undefined ? undefined : { runner, words: words.slice(end + 1), isSimple: false };
}
