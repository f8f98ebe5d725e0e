// The compilers that say what is true: each reads a root as it lies there and lists its errors, of all files.

import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { CompilerError } from "./truth.ts";

/** A state of a root: the files that differ from the base, by path relative to it; null for one that is gone. */
export type Edited = ReadonlyMap<string, string | null>;

export interface Compiler {
  readonly title: string;
  /** The errors of each state of the base, in order. The base itself stays as it is. */
  compile(base: string, scratch: string, states: readonly Edited[]): Promise<CompilerError[][]>;
}

/** TypeScript 7, of this checkout. */
export const tsc: Compiler = {
  title: "tsc --noEmit",
  compile: (base, scratch, states) =>
    oneByOne(base, scratch, states, async (root) => {
      const tscScript = join(process.cwd(), "node_modules", "typescript", "bin", "tsc");
      const { stdout } = await run(process.execPath, [tscScript, "-p", root, "--noEmit", "--pretty", "false"], root);
      return parseTsc(stdout);
    }),
};

/** Every package and its tests, compiled and vetted; nothing is linked and nothing runs. */
export const goCompiler: Compiler = {
  title: "go list -export -test, go vet",
  compile: (base, scratch, states) =>
    oneByOne(base, scratch, states, async (root) => {
      const env = { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local", GOWORK: "off" };
      const built = await run("go", ["list", "-export", "-test", "-gcflags=-e", "./..."], root, env);
      const vetted = await run("go", ["vet", "./..."], root, env);
      const errors = parseGo(`${built.stderr}\n${vetted.stderr}`);
      if (errors.length > 0 || (built.code === 0 && vetted.code === 0)) return errors;
      // Of packages, not of files: two names in one directory, or nothing left of one.
      return [{ file: "", line: 0, code: "go", message: built.stderr || vetted.stderr }];
    }),
};

/** One process reads several states, each below a directory of its own that is an environment of its own. */
export const pyrightCompiler: Compiler = {
  title: "pyright, command line",
  async compile(base, scratch, states) {
    const found: CompilerError[][] = [];
    for (let first = 0; first < states.length; first += statesAtOnce)
      found.push(...(await pyrightBatch(base, scratch, states.slice(first, first + statesAtOnce))));
    return found;
  },
};

export function parseTsc(output: string): CompilerError[] {
  return output.split("\n").flatMap((text): CompilerError[] => {
    const [, file, line, code, message] = /^(\S.*?)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(text) ?? [];
    if (file === undefined || code === undefined || message === undefined) return [];
    return [{ file, line: Number(line), code, message }];
  });
}

/** A package is compiled once for itself and once for its tests, so errors come twice. */
export function parseGo(output: string): CompilerError[] {
  const found = new Map<string, CompilerError>();
  for (const text of output.split("\n")) {
    const [, file, line, column, message] = /^(?:vet: )?(?:\.\/)?([^\s:]+\.go):(\d+):(\d+): (.*)$/.exec(text) ?? [];
    if (file === undefined || message === undefined) continue;
    const key = `${file}:${line}:${column}`;
    if (!found.has(key)) found.set(key, { file, line: Number(line), code: "go", message });
  }
  return [...found.values()];
}

export function parsePyright(output: string, root: string): CompilerError[] {
  const { generalDiagnostics } = JSON.parse(output) as { readonly generalDiagnostics: readonly PyrightDiagnostic[] };
  return generalDiagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ file, range, rule = "", message }) => ({
      file: relative(root, file),
      line: (range?.start.line ?? 0) + 1,
      code: rule,
      message,
    }));
}

// — below: private, in the order they are used —

interface PyrightDiagnostic {
  readonly file: string;
  readonly severity: string;
  readonly message: string;
  readonly rule?: string;
  readonly range?: { readonly start: { readonly line: number } };
}

/** Typeshed is read once for all of them: a third of the time that each would need alone. */
const statesAtOnce = 10;

async function oneByOne(
  base: string,
  scratch: string,
  states: readonly Edited[],
  compile: (root: string) => Promise<CompilerError[]>,
): Promise<CompilerError[][]> {
  const root = join(scratch, "compiled");
  cpSync(base, root, { recursive: true });
  try {
    const found: CompilerError[][] = [];
    for (const state of states) {
      put(root, state);
      found.push(await compile(root));
      for (const file of state.keys()) {
        if (existsSync(join(base, file))) cpSync(join(base, file), join(root, file));
        else rmSync(join(root, file));
      }
    }
    return found;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function pyrightBatch(base: string, scratch: string, states: readonly Edited[]): Promise<CompilerError[][]> {
  const root = join(scratch, "compiled");
  const names = states.map((_, index) => `state${index}`);
  mkdirSync(root, { recursive: true });
  try {
    states.forEach((state, index) => {
      const home = join(root, `state${index}`);
      cpSync(base, home, { recursive: true });
      put(home, state);
    });
    const config = { executionEnvironments: names.map((name) => ({ root: name })) };
    writeFileSync(join(root, "pyrightconfig.json"), JSON.stringify(config));
    const script = join(process.cwd(), "node_modules", "pyright", "index.js");
    const { stdout } = await run(process.execPath, [script, "--outputjson", "-p", root], root);
    const errors = parsePyright(stdout, root);
    return names.map((name) =>
      errors
        .filter(({ file }) => file.startsWith(`${name}/`))
        .map((error) => ({
          ...error,
          file: error.file.slice(name.length + 1),
          // A message may name a file.
          message: error.message.replaceAll(`${join(root, name)}/`, ""),
        })),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function put(root: string, state: Edited): void {
  for (const [file, text] of state) {
    if (text === null) rmSync(join(root, file));
    else {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  }
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A compiler that finds errors does not end well, and that is an answer. */
function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { cwd, env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number")
        reject(new Error(`${command} did not run to its end`, { cause: error }));
      else resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}
