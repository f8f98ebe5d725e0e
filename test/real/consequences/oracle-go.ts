// What refers to what in a Go module, by breaking it: declarations get a fresh name, and the compiler tells every use it misses.
//
// All symbols are broken at once. What the compiler complains of is given the fresh name as well, until it is content: an error
// in a package hides those of the packages that import it. Tests are compiled too; nothing is linked and nothing runs.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FoundPlace } from "../reading/asked-package.ts";

export interface BrokenSymbol {
  readonly name: string;
  readonly declared: FoundPlace;
  /** `file:line` of the declaration and of every use. */
  readonly lines: ReadonlySet<string>;
}

/** Changes the sources below the root. */
export function brokenSymbols(root: string, sources: readonly string[]): BrokenSymbol[] {
  const files = new Map(sources.map((file) => [file, readFileSync(join(root, file), "latin1").split("\n")]));
  const symbols = breakable(files);
  const lines = new Map(symbols.map(({ name }) => [name, new Set<string>()]));
  const freshen = ({ file, line, column }: FoundPlace, name: string): void => {
    const text = files.get(file)?.[line - 1] ?? "";
    const end = column - 1 + name.length;
    if (text.slice(column - 1, end) !== name) throw new Error(`${file}:${line}:${column} is not ${name}`);
    files.get(file)?.splice(line - 1, 1, `${text.slice(0, end)}${fresh}${text.slice(end)}`);
    lines.get(name)?.add(`${file}:${line}`);
  };
  for (const { name, declared } of symbols) freshen(declared, name);
  for (;;) {
    for (const [file, text] of files) writeFileSync(join(root, file), text.join("\n"), "latin1");
    const complaints = compile(root);
    if (complaints.length === 0)
      return symbols.map((symbol) => ({ ...symbol, lines: lines.get(symbol.name) ?? new Set() }));
    // From the end of a line, so that columns before it stay as they are.
    for (const complaint of complaints.sort((a, b) => b.column - a.column)) {
      const text = files.get(complaint.file)?.[complaint.line - 1] ?? "";
      const name = /^\w+/.exec(text.slice(complaint.column - 1))?.[0] ?? "";
      if (!lines.has(name)) throw new Error(`the compiler complains of something else: ${complaint.message}`);
      freshen(complaint, name);
    }
  }
}

// — below: private, in the order they are used —

const fresh = "Zq";
const compiler = "go";

/**
 * Functions, types, variables, constants and fields, as formatted Go writes them, and methods no other package can know.
 * Left out, each because its breaking would not show every use or would show others:
 * - a name that is declared twice, for then an error does not say which of them is meant; an embedded field has its type's name;
 * - exported methods, and methods of an interface: a use through an interface names no declaration that can be broken;
 * - names that mean something without a declaration, and what the tools call by its name.
 */
function breakable(files: ReadonlyMap<string, readonly string[]>): Omit<BrokenSymbol, "lines">[] {
  const all: { readonly name: string; readonly declared: FoundPlace; readonly isUsable: boolean }[] = [];
  for (const [file, text] of files) {
    let block = "";
    text.forEach((content, index) => {
      const opened = /^type \w+ (struct|interface) \{$|^(var|const|type) \($/.exec(content);
      for (const [pattern, inside, usable] of declarations) {
        if (inside !== undefined && inside !== block) continue;
        const [, before = "", name] = pattern.exec(content) ?? [];
        if (name === undefined) continue;
        const declared = { file, line: index + 1, column: before.length + 1 };
        all.push({ name, declared, isUsable: usable.test(name) });
      }
      if (opened !== null) block = opened[1] ?? opened[2] ?? "";
      else if (/^[})]/.test(content)) block = "";
    });
  }
  return all.filter((one) => one.isUsable && all.filter(({ name }) => name === one.name).length === 1);
}

const ordinary = /^(?!Test|Benchmark|Example|(?:main|init|min|max|clear|new|len|_)$)/;
const unexported = /^[a-z]/;
const never = /(?!)/;

/** What a line declares, in which kind of block, and which of the names are usable. */
const declarations: readonly (readonly [pattern: RegExp, inside: string | undefined, usable: RegExp])[] = [
  [/^(func )(\w+)[[(]/, undefined, ordinary],
  [/^(func \([^)]*\) )(\w+)\(/, undefined, unexported],
  [/^((?:type|var|const) )(\w+)\b/, undefined, ordinary],
  [/^(\t)(\w+)\b/, "var", ordinary],
  [/^(\t)(\w+)\b/, "const", ordinary],
  [/^(\t)(\w+)\b/, "type", ordinary],
  [/^(\t)(\w+) +\S/, "struct", ordinary],
  [/^(\t\*?(?:\w+\.)?)(\w+)$/, "struct", never],
  [/^(\t)(\w+)\(/, "interface", never],
];

interface Complaint extends FoundPlace {
  readonly message: string;
}

function compile(root: string): Complaint[] {
  const args = ["list", "-export", "-test", "-gcflags=-e", "./..."];
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local", GOWORK: "off" };
  const { status, stderr } = spawnSync(compiler, args, { cwd: root, env, encoding: "utf8" });
  const found = new Map<string, Complaint>();
  for (const message of stderr.split("\n")) {
    const [, file, line, column] = /^(?:\.\/)?(\S+\.go):(\d+):(\d+): /.exec(message) ?? [];
    if (file === undefined) continue;
    // A package is compiled once for itself and once for its tests.
    found.set(`${file}:${line}:${column}`, { file, line: Number(line), column: Number(column), message });
  }
  if (status !== 0 && found.size === 0) throw new Error(`go list failed: ${stderr}`);
  return [...found.values()];
}
