// Errors and warnings in what compilers print, one form after another.

import type { Problem } from "../toolchain.ts";

/** Each problem once, in the order of the text. Lines that are no problem, notes among them, are passed over. */
export function compilerProblems(text: string): Problem[] {
  const lines = plainText(text).split("\n");
  const found = lines.flatMap((line, at) => inLine(line, lines, at) ?? []);
  const unique = new Map(found.map((problem) => [JSON.stringify([problem.spot, problem.message]), problem]));
  return [...unique.values()];
}

/** Without colours and carriage returns. */
export function plainText(text: string): string {
  return text.replaceAll(colour, "").replaceAll("\r\n", "\n");
}

const escape = String.fromCodePoint(0x1b);
const colour = new RegExp(`${escape}\\[[0-9;?]*[A-Za-z]`, "g");

// — below: private, in the order they are used —

type Reader = (line: string, lines: readonly string[], at: number) => Problem | undefined;

const inLine: Reader = (line, lines, at) => {
  // No message about a place is longer, and the patterns below read every character.
  if (line.length > 4_000) return undefined;
  for (const read of readers) {
    const problem = read(line, lines, at);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** `src/a.ts(3,5): error TS2322: …`, and `src/a.ts:3:5 - error TS2322: …` for people. */
const typescript: Reader = (line) => {
  const [, file, row, column, severity, message] =
    /^(.+?)(?:\(|:)(\d+)[,:](\d+)(?:\):| -) (error|warning) (TS\d+: .*)$/.exec(line) ?? [];
  return problemAt(file, row, column, severity, message);
};

/** `a.c:3:5: error: …`; also clang, mypy, javac and others of that form. */
const unix: Reader = (line) => {
  const [, file, row, column, severity, message] =
    /^(?!\d+:)([^\s:][^:]*(?::\\[^:]*)?):(\d+):(?:(\d+):)? *(fatal error|error|warning): *(.*)$/.exec(line) ?? [];
  return problemAt(file, row, column, severity, message);
};

/** `e: file:///x/A.kt:3:5 …` of kotlinc. */
const kotlin: Reader = (line) => {
  const [, kind, file, row, column, message] = /^([ew]): (?:file:\/\/)?(.+\.kts?):(\d+):(\d+):? (.*)$/.exec(line) ?? [];
  return problemAt(file, row, column, kind === "w" ? "warning" : "error", message);
};

/** `a.go:3:5: …`: the compiler has only errors, and `vet: ` before them where vet found them. */
const go: Reader = (line) => {
  const [, file, row, column, message] = /^(?:vet: )?(\S+\.go):(\d+):(?:(\d+):)? (.*)$/.exec(line) ?? [];
  return problemAt(file, row, column, "error", message);
};

/** `[ERROR] /x/A.java:[3,5] …`. */
const maven: Reader = (line) => {
  const [, severity, file, row, column, message] =
    /^\[(ERROR|WARNING)\] (.+?\.(?:java|kt)):\[?\(?(\d+),? ?(\d+)\]?\)? (.*)$/.exec(line) ?? [];
  return problemAt(file, row, column, severity?.toLowerCase(), message);
};

/** `a.c:3: undefined reference to …`, with or without the linker's name before it. */
const linker: Reader = (line) => {
  const [, file, row, message] = /^(?:\S*ld: )?([^\s:]+):(\d+): (undefined reference to .*)$/.exec(line) ?? [];
  return problemAt(file, row, undefined, "error", message);
};

/** `CMake Error at CMakeLists.txt:3 (add_library):`, and what is wrong on the lines below. */
const cmake: Reader = (line, lines, at) => {
  const [, severity, file, row] = /^CMake (Error|Warning)(?: \(dev\))? at (.+?):(\d+)(?: \(\w+\))?:$/.exec(line) ?? [];
  return problemAt(file, row, undefined, severity?.toLowerCase(), indentedAfter(lines, at));
};

/** `  File "a.py", line 3`, if the exception that ends it is one of syntax. */
const pythonSyntax: Reader = (line, lines, at) => {
  const [, file, row] = /^\s*File "(.+?)", line (\d+)$/.exec(line) ?? [];
  const message = lines
    .slice(at + 1, at + 5)
    .find((next) => /^\s*(?:E\s+)?(?:Syntax|Indentation|Tab)Error: /.test(next))
    ?.replace(/^\s*(?:E\s+)?/, "");
  return problemAt(file, row, undefined, "error", message);
};

const readers: readonly Reader[] = [typescript, unix, go, kotlin, maven, linker, cmake, pythonSyntax];

function problemAt(
  file: string | undefined,
  line: string | undefined,
  column: string | undefined,
  severity: string | undefined,
  message: string | undefined,
): Problem | undefined {
  if (file === undefined || line === undefined || message === undefined) return undefined;
  const spot = { file, line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
  return { spot, severity: severity === "warning" ? "warning" : "error", message: message.trim() };
}

function indentedAfter(lines: readonly string[], at: number): string {
  const after = lines.slice(at + 1, at + 20);
  const end = after.findIndex((line) => line !== "" && !line.startsWith(" "));
  return (end < 0 ? after : after.slice(0, end))
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
