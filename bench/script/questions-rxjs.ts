// Six questions about RxJS, of which the server that Sightline brings is asked.

import { rxjs } from "../../test/real/real-package.ts";
import type { FoundPlace, Hit, Shell } from "./arms.ts";
import { hitIn } from "./arms.ts";
import type { Declared, ScriptQuestion } from "./question.ts";
import { declaredIn, facts } from "./question.ts";

const exportsUnused: ScriptQuestion = {
  asks: "exports that no other file uses",
  of: rxjs,
  code: String.raw`const all = await sl.symbols("internal/{util,observable,scheduled,scheduler}/*.ts", { kinds: ["Function", "Class", "Variable"] });
const unused = await Promise.all(all.filter((one) => one.exported && one.path === one.name).map(async (one) =>
  (await sl.references(one)).some(({ file }) => file !== one.file) ? [] : [one.file + "#" + one.name]));
return [...new Set(unused.flat())].sort();`,
  async tools(tools, shell) {
    const declared = exportsIn(await shell.grep(...grepExports));
    const uses = await tools.each<FoundPlace[]>("find_references", targetsOf(declared));
    return facts(
      declared.flatMap(({ file, name }, at) =>
        uses[at]?.some((use) => use.file !== file) === true ? [] : [`${file}#${name}`],
      ),
    );
  },
  async grep(shell) {
    const declared = exportsIn(await shell.grep(...grepExports));
    const hits = await shell.words([...new Set(declared.map(({ name }) => name))], "--include=*.ts", ".");
    const isUsed = ({ file, name }: Declared): boolean => hits.some((hit) => hit.text === name && hit.file !== file);
    return facts(declared.flatMap((one) => (isUsed(one) ? [] : [`${one.file}#${one.name}`])));
  },
};

const grepExports = [
  "-nE",
  "^export (default )?(async )?(abstract )?(function|class|const|let|var) ",
  "-r",
  "--include=*.ts",
  ...["util", "observable", "scheduled", "scheduler"].map((name) => `internal/${name}`),
];

/** Files right in these directories, as the script means them. */
function exportsIn(lines: readonly string[]): Declared[] {
  const hits = lines.map(hitIn).filter(({ file }) => file.split("/").length === 3);
  return declaredIn(hits, /^export (?:default )?(?:async )?(?:abstract )?((?:function\*?|class|const|let|var) [\w$]+)/);
}

function targetsOf(declared: readonly Declared[]): string[] {
  return declared.map(({ target }) => target);
}

const deprecatedCallers: ScriptQuestion = {
  asks: "functions that call a deprecated function or method",
  of: rxjs,
  code: String.raw`const found = new Set();
for (const file of await sl.files("internal/**/*.ts")) {
  const lines = (await sl.text(file)).split("\n");
  const declared = await sl.symbols(file, { kinds: ["Function", "Method"] });
  for (const one of declared) {
    if (declared.filter(({ path }) => path === one.path).length > 1) continue;
    const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(lines.slice(0, one.line - 1).join("\n"));
    if (!comment?.[1].includes("@deprecated")) continue;
    for (const { from } of (await sl.callers(one)).incoming ?? []) found.add(one.name + " <- " + from.file + "#" + from.name);
  }
}
return [...found].sort();`,
  async tools(tools, shell) {
    const declared = await deprecatedIn(shell);
    const calls = await tools.each<Calls>("find_callers", targetsOf(declared));
    return facts(
      declared.flatMap(({ name }, at) =>
        (calls[at]?.incoming ?? []).map(({ from }) => `${name} <- ${from.file}#${from.name}`),
      ),
    );
  },
  async grep(shell) {
    const names = [...new Set((await deprecatedIn(shell)).map(({ name }) => name))];
    const calls = await shell.grep("-rnE", `\\b(${names.join("|")})(<[^()]*>)?\\(`, "--include=*.ts", "internal");
    return facts(
      calls.map(hitIn).flatMap(({ file, line, text }) => {
        if (/^\s*(?:\*|\/\/)/.test(text)) return [];
        const lines = shell.read(file).split("\n");
        const called = names.filter((name) => new RegExp(`\\b${name}(?:<[^()]*>)?\\(`).test(text));
        // A declaration is no call of itself.
        const isDeclared =
          /^\s*(?:(?:export|protected|private|static|async|function) |[\w$]+(?:<[^()]*>)?\([^()]*\)?:? .*\{$)/.test(
            text,
          );
        const within = isDeclared ? undefined : enclosingName(lines, line);
        return within === undefined ? [] : called.map((name) => `${name} <- ${file}#${within}`);
      }),
    );
  },
};

interface Calls {
  readonly incoming?: readonly { readonly from: { readonly file: string; readonly name: string } }[];
}

const declaration = String.raw`^(export )?function [a-zA-Z]+[<(]|^  ((static|protected|private|public) )*[a-zA-Z]+[<(]`;

/** Declarations under a comment that says so, as a search shows them. Overloads are passed over. */
async function deprecatedIn(shell: Shell): Promise<Declared[]> {
  const shown = await shell.grep("-rn", "-A", "25", "@deprecated", "--include=*.ts", "internal");
  const marked = new Set<string>();
  let isComment = false;
  for (const line of shown) {
    const [, file = "", number = "", text = ""] = /^(.+?\.ts)[:-](\d+)[:-](.*)$/.exec(line) ?? [];
    if (text.includes("@deprecated")) isComment = !text.includes("*/");
    else if (isComment && text.includes("*/")) isComment = false;
    else continue;
    if (!isComment) marked.add(`${file}:${Number(number) + 1}`);
  }
  const hits = (await shell.grep("-rnE", declaration, "--include=*.ts", "internal")).map(hitIn);
  const declared = declaredIn(hits, /^(?:(?:export )?function | {2}(?:\w+ )*)([\w$]+)(?=[<(])/);
  return declared.filter(
    ({ file, line, name }) =>
      name !== "constructor" &&
      marked.has(`${file}:${line}`) &&
      !declared.some((one) => one.name === name && one.file === file && one.line !== line),
  );
}

/** By indentation: the method or function that a line is in. */
function enclosingName(lines: readonly string[], line: number): string | undefined {
  for (let at = line - 2; at >= 0; at--) {
    const [, name] =
      /^(?:export )?(?:async )?function ([\w$]+)|^ {2}(?:(?:static|protected|private|public|async) )*([\w$]+)(?:<[^()]*>)?\(.*$/
        .exec(lines[at] ?? "")
        ?.filter((part) => part !== undefined) ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** A script has it as a text. The text begins at the bracket of a call. */
function isLiteralSecond(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth === 0) return false;
    else if (sign === "," && depth === 1) return /^\s*(?:[-\d'"\x60]|(?:true|false|null)\b)/.test(text.slice(at + 1));
  }
  return false;
}

const literalArguments: ScriptQuestion = {
  asks: "calls with a literal as second argument",
  of: rxjs,
  code: String.raw`const isLiteral = ${String(isLiteralSecond)};
const found = new Set();
const texts = new Map();
const all = await sl.symbols("internal/{util,scheduled,operators,observable}/*.ts", { kinds: ["Function"] });
// Of overloads the last one; each has the uses of all.
for (const one of new Map(all.filter(({ exported }) => exported).map((one) => [one.name, one])).values()) {
  for (const { file, line, end_column } of await sl.references(one)) {
    if (!texts.has(file)) texts.set(file, (await sl.text(file)).split("\n"));
    const rest = texts.get(file).slice(line - 1, line + 20).join("\n").slice(end_column - 1);
    const call = /^(?:<[^()]*?>)?(?=\()/.exec(rest);
    if (call && isLiteral(rest.slice(call[0].length))) found.add(file + ":" + line + " " + one.name);
  }
}
return [...found].sort();`,
  async tools(tools, shell) {
    const declared = functionsIn(await shell.grep(...grepFunctions));
    const uses = await tools.each<FoundPlace[]>("find_references", targetsOf(declared));
    return facts(
      declared.flatMap(({ name }, at) =>
        (uses[at] ?? []).flatMap((use) => (hasLiteral(shell, use) ? [`${use.file}:${use.line} ${name}`] : [])),
      ),
    );
  },
  async grep(shell) {
    const names = [...new Set(functionsIn(await shell.grep(...grepFunctions)).map(({ name }) => name))];
    const hits = await shell.lines(names, "--include=*.ts", ".");
    return facts(
      hits.flatMap(({ file, line, text }) => {
        if (/^\s*(?:\*|\/\/|export function)/.test(text)) return [];
        return [...text.matchAll(/[\w$]+/g)].flatMap(({ 0: name, index }) => {
          const use = { file, line, end_column: index + name.length + 1 };
          return names.includes(name) && hasLiteral(shell, use) ? [`${file}:${line} ${name}`] : [];
        });
      }),
    );
  },
};

const grepFunctions = [
  "-rnE",
  "^export function ",
  "--include=*.ts",
  "internal/util",
  "internal/scheduled",
  "internal/operators",
  "internal/observable",
];

function functionsIn(lines: readonly string[]): Declared[] {
  const hits = lines.map(hitIn).filter(({ file }) => file.split("/").length === 3);
  const declared = declaredIn(hits, /^export (function [\w$]+)/);
  return [...new Map(declared.map((one) => [one.name, one])).values()];
}

/** Answers show the line; the lines below it are read where the call goes on there. */
function hasLiteral(shell: Shell, use: Pick<FoundPlace, "file" | "line" | "end_column">): boolean {
  const shown =
    shell
      .shown(use.file)
      .split("\n")
      [use.line - 1]?.slice(use.end_column - 1) ?? "";
  const call = /^(?:<[^()]*?>)?(?=\()/.exec(shown);
  if (call === null || /,/.test(shown) || isClosed(shown))
    return call !== null && isLiteralSecond(shown.slice(call[0].length));
  const below = shell.readLines(use.file, use.line + 1, use.line + 20);
  return isLiteralSecond([shown.slice(call[0].length), ...below].join("\n"));
}

function isClosed(call: string): boolean {
  const count = (sign: string): number => call.split(sign).length;
  return count(")") >= count("(");
}

/** A script has it as a text. The files that can be reached from themselves. */
function inCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  return [...imports.keys()].filter((start) => {
    const seen = new Set(imports.get(start));
    for (const file of seen) for (const next of imports.get(file) ?? []) seen.add(next);
    return seen.has(start);
  });
}

/** A script has it as a text. The file that a path in an import means, without its ending. */
function importedBy(file: string, path: string): string {
  const parts = file.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

const importCycles: ScriptQuestion = {
  asks: "files that import each other in a cycle",
  of: rxjs,
  code: String.raw`${String(inCycles)}
${String(importedBy)}
const files = await sl.files("**/*.ts");
const imports = new Map(await Promise.all(files.map(async (file) => [file, [...(await sl.text(file)).matchAll(/^(?:import|export|\}) ?[^;]*? from '(\.[^']+)';/gm)]
  .flatMap(([, path]) => ["", "/index"].map((end) => importedBy(file, path) + end + ".ts")).filter((one) => files.includes(one))])));
return inCycles(imports).sort();`,
  // No tool lists what files import, so that the search is the best way.
  tools: (_, shell) => cyclesBySearch(shell),
  grep: cyclesBySearch,
};

async function cyclesBySearch(shell: Shell): Promise<string[]> {
  const files = (await shell.grep("-rl", "", "--include=*.ts", ".")).map((file) => file.replace(/^\.\//, ""));
  const hits = (await shell.grep("-rnoE", "from '\\.[^']+';", "--include=*.ts", ".")).map(hitIn);
  const commented = await shell.grep("-rnE", "^ *(\\*|//).* from '\\.", "--include=*.ts", ".");
  const isCode = new Set(commented.map(hitIn).map(({ file, line }) => `${file}:${line}`));
  const imports = new Map<string, string[]>();
  for (const { file, line, text } of hits) {
    const path = importedBy(file, text.slice("from '".length, -"';".length));
    const found = ["", "/index"].map((end) => `${path}${end}.ts`).filter((one) => files.includes(one));
    if (!isCode.has(`${file}:${line}`)) imports.set(file, [...(imports.get(file) ?? []), ...found]);
  }
  return facts(inCycles(imports));
}

const subclassesWithout: ScriptQuestion = {
  asks: "classes that derive from Observable, directly or not, without a _subscribe of their own",
  of: rxjs,
  code: String.raw`const { subtypes } = await sl.types("internal/Observable.ts#Observable", { direction: "subtypes", depth: 5 });
const found = new Set();
for (const { kind, name, file } of subtypes.filter(({ kind }) => kind === "class")) {
  const methods = await sl.symbols(file, { kinds: ["Method"] });
  if (!methods.some(({ path }) => path === name + "._subscribe")) found.add(file + "#" + name);
}
return [...found].sort();`,
  async tools(tools, shell) {
    const target = { file_path: "internal/Observable.ts", symbol_path: "Observable" };
    const answer = await tools.one("type_hierarchy", { ...target, direction: "subtypes", depth: 5 });
    const { subtypes } = answer as { readonly subtypes: readonly Subtype[] };
    const own = (await shell.grep("-rnE", "^  .*_subscribe\\(.*\\{", "--include=*.ts", "internal")).map(hitIn);
    const classes = (await shell.grep("-rnE", "^(export )?(abstract )?class ", "--include=*.ts", "internal")).map(
      hitIn,
    );
    const withOwn = new Set(own.map((hit) => classOf(hit, classes)));
    const wanted = subtypes.filter(({ kind }) => kind === "class").map(({ file, name }) => `${file}#${name}`);
    return facts(wanted.filter((one) => !withOwn.has(one)));
  },
  async grep(shell) {
    const classes = (await shell.grep("-rnE", "^(export )?(abstract )?class ", "--include=*.ts", "internal")).map(
      hitIn,
    );
    const own = (await shell.grep("-rnE", "^  .*_subscribe\\(.*\\{", "--include=*.ts", "internal")).map(hitIn);
    const withOwn = new Set(own.map((hit) => classOf(hit, classes)));
    const derived = new Set(["Observable"]);
    const found = new Set<string>();
    for (let count = 0; count < derived.size; ) {
      count = derived.size;
      for (const { file, text } of classes) {
        const [, name = "", base = ""] = /class ([\w$]+)(?:<.*?>)? extends ([\w$]+)/.exec(text) ?? [];
        if (!derived.has(base)) continue;
        derived.add(name);
        found.add(`${file}#${name}`);
      }
    }
    return facts([...found].filter((one) => !withOwn.has(one)));
  },
};

interface Subtype {
  readonly kind: string;
  readonly file: string;
  readonly name: string;
}

/** The class that a line is in. */
function classOf({ file, line }: Hit, classes: readonly Hit[]): string {
  const own = classes.findLast((one) => one.file === file && one.line < line);
  return `${file}#${/class ([\w$]+)/.exec(own?.text ?? "")?.[1] ?? ""}`;
}

const interfacesInside: ScriptQuestion = {
  asks: "exported interfaces that only their own file and an index use",
  of: rxjs,
  code: String.raw`const all = (await sl.symbols("internal/**/*.ts", { kinds: ["Interface"] })).filter(({ exported }) => exported);
const found = await Promise.all(all.map(async (one) =>
  (await sl.references(one)).every(({ file }) => file === one.file || file.endsWith("index.ts")) ? [one.file + "#" + one.name] : []));
return [...new Set(found.flat())].sort();`,
  async tools(tools, shell) {
    const declared = interfacesIn(await shell.grep(...grepInterfaces));
    const uses = await tools.each<FoundPlace[]>("find_references", targetsOf(declared));
    return facts(
      declared.flatMap((one, at) =>
        (uses[at] ?? []).every((use) => isInside(use, one)) ? [`${one.file}#${one.name}`] : [],
      ),
    );
  },
  async grep(shell) {
    const declared = interfacesIn(await shell.grep(...grepInterfaces));
    const hits = await shell.words([...new Set(declared.map(({ name }) => name))], "--include=*.ts", ".");
    return facts(
      declared.flatMap((one) =>
        hits.every((hit) => hit.text !== one.name || isInside(hit, one)) ? [`${one.file}#${one.name}`] : [],
      ),
    );
  },
};

const grepInterfaces = ["-rnE", "^export interface ", "--include=*.ts", "internal"];

function interfacesIn(lines: readonly string[]): Declared[] {
  return declaredIn(lines.map(hitIn), /^export (interface [\w$]+)/);
}

function isInside(use: { readonly file: string }, { file }: Declared): boolean {
  return use.file === file || use.file.endsWith("index.ts");
}

export const rxjsQuestions: readonly ScriptQuestion[] = [
  exportsUnused,
  deprecatedCallers,
  literalArguments,
  importCycles,
  subclassesWithout,
  interfacesInside,
];
