// The public interface of the package, as a page for each of its subpaths: what it exports, and every type of ours which that reaches.
//
// Read off the declarations that are published, so that a page changes exactly when something changes for a program that imports us.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";

export interface ApiPage {
  readonly path: string;
  readonly wanted: string;
}

/**
 * A page for each subpath that has types, and one line for each further type that these name; `folder` holds package.json
 * and `dist/`. The parts of `sightline/lsp` are pinned by what they say themselves: what they name is all of the inside.
 * So are classes and values that are named without being exported: a program gets them, but cannot make or name one.
 */
export function apiPages(folder: string): ApiPage[] {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const modules = new Modules();
  const reached = new Set<Declared>();
  const shown = new Set<Declared>();
  const pages = Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === "string") return [];
    const name = subpath === "." ? "sightline" : `sightline${subpath.slice(1)}`;
    const { exported } = modules.of(join(folder, target.types));
    const own = [...exported].map(([known, to]): [string, Declared] => [known, modules.found(to)]);
    for (const [, one] of own) (subpath === "./lsp" ? shown : reached).add(one);
    for (const [, one] of own) shown.add(one);
    return [{ path: `docs/api/${name.replaceAll("/", "-")}.md`, wanted: page(name, own) }];
  });
  // A set goes on with what is added to it meanwhile.
  for (const one of reached) for (const next of modules.reachedFrom(one)) if (!next.isValue) reached.add(next);
  const others = [...reached].filter((one) => !shown.has(one));
  return [...pages, { path: "docs/api/named.md", wanted: namedPage(others) }];
}

/** The names that a module of declarations exports, with whether each is a value. */
export function exportedNames(file: string): ReadonlyMap<string, boolean> {
  const modules = new Modules();
  return new Map([...modules.of(file).exported].map(([name, to]) => [name, !to.isType && modules.found(to).isValue]));
}

// — below: private, in the order they are used —

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function page(name: string, own: readonly (readonly [string, Declared])[]): string {
  const texts = [...own]
    .sort(([a], [b]) => byText(a, b))
    .map(([known, { text, name: inside }]) => (known === inside ? text : `// ${known}\n${text}`));
  return [`# ${name}`, "", origin, "", "```ts", ...texts, "```", ""].join("\n");
}

const origin =
  "The public interface, read off the published declarations by `node tools/run.mjs tools/gen.ts --write`. A test compares it.";

/** Their texts would fill a book, and are in the package: a line changes when one of them does. */
function namedPage(others: readonly Declared[]): string {
  const lines = others.map(({ name, text }) => {
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 10);
    return `${name} ${digest}`;
  });
  const about =
    "Types that the pages beside this one name and that are not exported themselves, with a digest of what each says.";
  return [
    "# Types that the public interface names",
    "",
    `${about} ${origin}`,
    "",
    "```",
    ...lines.sort(byText),
    "```",
    "",
  ].join("\n");
}

/** Something that a module declares. */
interface Declared {
  readonly name: string;
  readonly text: string;
  readonly isValue: boolean;
  readonly file: string;
  /** The names that its text uses. */
  readonly uses: ReadonlySet<string>;
}

/** Where a name of a module comes from: itself, or another file of ours. */
interface Leading {
  readonly file: string;
  readonly name: string;
  readonly isType: boolean;
}

interface Module {
  readonly declared: ReadonlyMap<string, Declared>;
  readonly imported: ReadonlyMap<string, Leading>;
  readonly exported: ReadonlyMap<string, Leading>;
}

class Modules {
  readonly #known = new Map<string, Module>();

  of(file: string): Module {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const made = readModule(file);
    this.#known.set(file, made);
    return made;
  }

  /** Follows a name to its declaration. */
  found({ file, name }: Leading): Declared {
    const { declared, imported, exported } = this.of(file);
    const here = declared.get(name);
    if (here !== undefined) return here;
    const on = imported.get(name) ?? exported.get(name);
    if (on === undefined || (on.file === file && on.name === name)) throw new Error(`${file} declares no ${name}`);
    return this.found(on);
  }

  /** What a declaration names of our own; packages and the language's library are no part of it. */
  reachedFrom({ file, uses }: Declared): Declared[] {
    const { declared, imported } = this.of(file);
    return [...uses].flatMap((name) => {
      const [, from, inner] = /^import:(.*)#(.*)$/.exec(name) ?? [];
      if (from !== undefined && inner !== undefined) return [this.found({ file: from, name: inner, isType: true })];
      const on = declared.get(name) ?? imported.get(name);
      if (on === undefined) return [];
      return ["uses" in on ? on : this.found(on)];
    });
  }
}

/** A node of the tree, as far as it matters here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function readModule(file: string): Module {
  const whole = readFileSync(file, "utf8");
  const { program, comments, errors } = parseSync(file, whole, { lang: "dts" });
  if (errors.length > 0) throw new Error(`${file} is not understood: ${errors[0]?.message ?? ""}`);
  const declared = new Map<string, Declared>();
  const imported = new Map<string, Leading>();
  const exported = new Map<string, Leading>();
  for (const statement of program.body as readonly object[] as readonly Node[]) {
    if (statement.type === "ImportDeclaration") addNames(statement, file, imported);
    else if (statement.type === "ExportNamedDeclaration" && !isNode(statement["declaration"]))
      addNames(statement, file, exported);
    else {
      const inner = isNode(statement["declaration"]) ? statement["declaration"] : statement;
      for (const one of declarationsOf(inner, whole, comments, file)) {
        const before = declared.get(one.name);
        declared.set(one.name, before === undefined ? one : together(before, one));
        if (inner !== statement) exported.set(one.name, { file, name: one.name, isType: false });
      }
    }
  }
  return { declared, imported, exported };
}

/** Overloads, and a value and a type of one name. */
function together(first: Declared, second: Declared): Declared {
  return {
    ...first,
    text: `${first.text}\n${second.text}`,
    isValue: first.isValue || second.isValue,
    uses: new Set([...first.uses, ...second.uses]),
  };
}

function addNames(statement: Node, file: string, names: Map<string, Leading>): void {
  const source = isNode(statement["source"]) ? String(statement["source"]["value"]) : undefined;
  // Of packages nothing is followed.
  if (source !== undefined && !source.startsWith(".")) return;
  const from = source === undefined ? file : declarationsAt(file, source);
  const typesOnly = [statement["exportKind"], statement["importKind"]].includes("type");
  for (const one of statement["specifiers"] as readonly Node[]) {
    const isType = typesOnly || [one["exportKind"], one["importKind"]].includes("type");
    const [outer, inner] = [
      one["exported"] ?? one["local"],
      one["exported"] === undefined ? one["imported"] : one["local"],
    ];
    names.set(nameOf(outer), { file: from, name: nameOf(inner), isType });
  }
}

function nameOf(node: unknown): string {
  if (isNode(node) && typeof node["name"] === "string") return node["name"];
  throw new Error("the declarations hold a name of another kind");
}

function declarationsOf(
  node: Node,
  whole: string,
  comments: readonly { readonly start: number; readonly end: number }[],
  file: string,
): Declared[] {
  const inner = comments.filter(({ start, end }) => start >= node.start && end <= node.end);
  const cut = [...inner].reverse().reduce(
    (text, { start, end }) => {
      return text.slice(0, start - node.start) + text.slice(end - node.start);
    },
    whole.slice(node.start, node.end),
  );
  const lines = cut.split("\n").map((line) => line.trimEnd());
  const text = lines.filter((line) => line !== "" && !/^\s*(?:#private|private .*);$/.test(line)).join("\n");
  const ids = node.type === "VariableDeclaration" ? (node["declarations"] as readonly Node[]) : [node];
  const isValue = !["TSInterfaceDeclaration", "TSTypeAliasDeclaration"].includes(node.type);
  const uses = new Set<string>();
  addUses(node, file, uses);
  return ids.flatMap(({ id }) => (isNode(id) ? [{ name: nameOf(id), text, isValue, file, uses }] : []));
}

/** Every identifier counts: a name that means something else in the text reaches at most too much. */
function addUses(node: unknown, file: string, uses: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) addUses(one, file, uses);
  if (!isNode(node)) return;
  if (node.type === "Identifier") uses.add(nameOf(node));
  const source = node.type === "TSImportType" && isNode(node["source"]) ? String(node["source"]["value"]) : "";
  if (source.startsWith(".")) uses.add(`import:${declarationsAt(file, source)}#${nameOf(node["qualifier"])}`);
  for (const [key, value] of Object.entries(node)) {
    // The names of members are no references.
    const isMember = key === "key" && node["computed"] !== true;
    if (!isMember && typeof value === "object") addUses(value, file, uses);
  }
}

/** The file of declarations that a specifier leads to. */
function declarationsAt(file: string, specifier: string): string {
  return join(dirname(file), specifier.replace(/\.(?:ts|js)$/, ".d.ts"));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
