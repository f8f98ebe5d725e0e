// Four questions about packages in Python and Go: click and chi.

import { chi, click } from "../../test/real/real-package.ts";
import type { FoundPlace, Hit, Tools } from "./arms.ts";
import { hitIn } from "./arms.ts";
import type { ScriptQuestion } from "./question.ts";
import { declaredIn, facts } from "./question.ts";

interface Type {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly subtypes?: readonly Type[];
}

const raises: ScriptQuestion = {
  asks: "places that raise ClickException or what derives from it",
  of: click,
  code: String.raw`const { items, subtypes = [] } = await sl.types("click/exceptions.py#ClickException", { direction: "subtypes", depth: 5 });
const classes = [...items];
for (const walk = [...subtypes]; walk.length > 0; ) { const one = walk.pop(); classes.push(one); walk.push(...(one.subtypes ?? [])); }
const found = new Set();
for (const one of classes)
  for (const { file, line, column } of await sl.references(one))
    if (/\braise (\w+\.)*$/.test((await sl.text(file, { from: line, to: line })).slice(0, column - 1))) found.add(file + ":" + line);
return [...found].sort();`,
  async tools(tools, shell) {
    const target = { file_path: "click/exceptions.py", symbol_path: "ClickException" };
    const answer = (await tools.one("type_hierarchy", { ...target, direction: "subtypes", depth: 5 })) as {
      readonly items: readonly Type[];
      readonly subtypes: readonly Type[];
    };
    const classes = [...answer.items, ...flat(answer.subtypes)];
    const places = await tools.each<FoundPlace[]>("find_references", classes.map(targetOf));
    // The answers show the line of each use.
    const isRaise = ({ file, line, column }: FoundPlace): boolean =>
      /\braise (?:\w+\.)*$/.test((shell.shown(file).split("\n")[line - 1] ?? "").slice(0, column - 1));
    return facts(places.flat().flatMap((one) => (isRaise(one) ? [`${one.file}:${one.line}`] : [])));
  },
  async grep(shell) {
    const classes = (await shell.grep("-rnE", "^ *class \\w+\\(", "--include=*.py", ".")).map(hitIn);
    const derived = closure(new Set(["ClickException"]), basesIn(classes));
    const pattern = `raise ([a-z]+\\.)*(${[...derived].join("|")})\\b`;
    return facts((await shell.grep("-rnE", pattern, "--include=*.py", ".")).map(hitIn).map(placeOf));
  },
};

function flat(types: readonly Type[] = []): Type[] {
  return types.flatMap((one) => [one, ...flat(one.subtypes)]);
}

function targetOf({ file, line, column }: Pick<FoundPlace, "file" | "line" | "column">): string {
  return `${file}:${line}:${column}`;
}

function placeOf({ file, line }: Pick<Hit, "file" | "line">): string {
  return `${file}:${line}`;
}

/** What each class names as its bases. */
function basesIn(classes: readonly Hit[]): Map<string, string[]> {
  return new Map(
    classes.map(({ text }) => {
      const [, name = "", bases = ""] = /class (\w+)\(([^)]*)\)/.exec(text) ?? [];
      return [name, bases.split(/\W+/)];
    }),
  );
}

/** With all that derive from them, directly or not. */
function closure(names: Set<string>, bases: ReadonlyMap<string, readonly string[]>): Set<string> {
  const derived = new Set(names);
  for (let count = 0; count < derived.size; ) {
    count = derived.size;
    for (const [name, of] of bases) if (of.some((base) => derived.has(base))) derived.add(name);
  }
  return derived;
}

const overridesWithoutSuper: ScriptQuestion = {
  asks: "methods that override one of click's own and do not call it",
  of: click,
  code: String.raw`const found = new Set();
const methods = await sl.symbols("click/{core,types,exceptions,utils}.py", { kinds: ["Method"] });
await Promise.all(methods.map(async (one) => {
  for (const { file, line, column } of await sl.implementation(one)) {
    if (file === one.file && line === one.line) continue;
    const { source } = await sl.source({ file, line, column });
    if (!source.includes("super()." + one.name + "(")) found.add(file + ":" + line);
  }
}));
return [...found].sort();`,
  async tools(tools, shell) {
    const hits = (await shell.grep("-nE", "^    (async )?def \\w+\\(", ...basesOfOverrides)).map(hitIn);
    const declared = declaredIn(hits, /^ +(?:async )?(def \w+)/);
    const many = await tools.each<FoundPlace[]>(
      "go_to_implementation",
      declared.map(({ target }) => target),
    );
    const places = declared.flatMap((one, at) =>
      (many[at] ?? [])
        .filter(({ file, line }) => file !== one.file || line !== one.line)
        .map((place) => ({ ...place, name: one.name })),
    );
    const sources = await tools.each<{ readonly source: string }>("get_symbol_source", places.map(targetOf));
    return facts(
      places.flatMap((one, at) =>
        sources[at]?.source.includes(`super().${one.name}(`) === true ? [] : [placeOf(one)],
      ),
    );
  },
  async grep(shell) {
    const classes = (await shell.grep("-rnE", "^ *class \\w+", "--include=*.py", ".")).map(hitIn);
    const methods = (await shell.grep("-rnE", "^ +(async )?def \\w+\\(", "--include=*.py", ".")).map(hitIn);
    const calls = (await shell.grep("-rnE", "super\\(\\)\\.\\w+\\(", "--include=*.py", ".")).map(hitIn);
    const bases = basesIn(classes);
    const classOf = (hit: Hit): string => {
      const own = classes.findLast((one) => one.file === hit.file && one.line < hit.line)?.text ?? "";
      return indent(own) + 4 === indent(hit.text) ? own : "";
    };
    const based = methods.filter(({ file }) => basesOfOverrides.includes(file));
    const known = new Set(based.map((one) => `${nameIn(classOf(one))}.${nameIn(one.text)}`));
    const isOverride = (name: string, method: string): boolean =>
      (bases.get(name) ?? []).some(
        (base) => known.has(`${base}.${method}`) || (base !== name && isOverride(base, method)),
      );
    return facts(
      methods.flatMap((one) => {
        const [own, method] = [classOf(one), nameIn(one.text)];
        if (!own.includes("(") || !isOverride(nameIn(own), method)) return [];
        const next =
          methods.find(
            (later) => later.file === one.file && later.line > one.line && indent(later.text) <= indent(one.text),
          )?.line ?? Number.POSITIVE_INFINITY;
        const isCalled = calls.some(
          ({ file, line, text }) =>
            file === one.file && line > one.line && line < next && text.includes(`super().${method}(`),
        );
        return isCalled ? [] : [placeOf(one)];
      }),
    );
  },
};

const basesOfOverrides = ["core", "types", "exceptions", "utils"].map((name) => `click/${name}.py`);

function indent(text: string): number {
  return text.length - text.trimStart().length;
}

function nameIn(text: string): string {
  return /(?:class|def) (\w+)/.exec(text)?.[1] ?? "";
}

const implementersUntested: ScriptQuestion = {
  asks: "types that implement an interface declared here and that no test names",
  of: chi,
  code: String.raw`const found = new Set();
for (const one of await sl.symbols("**/*.go", { kinds: ["Interface"] }))
  for (const place of await sl.implementation(one)) {
    if (place.file.startsWith("/") || place.file.endsWith("_test.go")) continue;
    if (/\binterface\b/.test(await sl.text(place.file, { from: place.line, to: place.line }))) continue;
    if (!(await sl.references(place)).some(({ file }) => file.endsWith("_test.go"))) found.add(place.file + ":" + place.line);
  }
return [...found].sort();`,
  async tools(tools, shell) {
    const declared = interfacesIn(await shell.grep("-rnE", grepInterfaces, "--include=*.go", "."));
    const many = await tools.each<FoundPlace[]>(
      "go_to_implementation",
      declared.map(({ target }) => target),
    );
    const places = many.flat().filter(({ file }) => !file.startsWith("/") && !file.endsWith("_test.go"));
    const types = places.filter(
      ({ file, line }) => !/\binterface\b/.test(shell.shown(file).split("\n")[line - 1] ?? ""),
    );
    return untested(tools, [...new Map(types.map((one) => [placeOf(one), one])).values()]);
  },
  async grep(shell) {
    const shown = await shell.grep("-rnE", "-A", "25", grepInterfaces, "--include=*.go", ".");
    const methods = (await shell.grep("-rnE", "^func \\(\\w* ?\\*?\\w+\\) \\w+\\(", "--include=*.go", ".")).map(hitIn);
    const types = (await shell.grep("-rnE", "^type \\w+", "--include=*.go", ".")).map(hitIn);
    const has = new Map<string, Set<string>>();
    for (const { text } of methods) {
      const [, type = "", method = ""] = /^func \(\w* ?\*?(\w+)\) (\w+)\(/.exec(text) ?? [];
      has.set(type, (has.get(type) ?? new Set()).add(method));
    }
    const wanted = methodsOfInterfaces(shown);
    const names = [...has].filter(([, own]) => wanted.some((all) => all.every((method) => own.has(method))));
    const tested = await shell.words(
      names.map(([name]) => name),
      "--include=*_test.go",
      ".",
    );
    return facts(
      names.flatMap(([name]) => {
        const own = types.find(({ text }) => new RegExp(`^type ${name}\\b`).test(text));
        if (own === undefined || own.file.endsWith("_test.go") || tested.some(({ text }) => text === name)) return [];
        return [placeOf(own)];
      }),
    );
  },
};

const grepInterfaces = "^type \\w+ interface";

function interfacesIn(lines: readonly string[]): { readonly target: string }[] {
  return declaredIn(lines.map(hitIn), /^(type \w+) interface/);
}

async function untested(tools: Tools, places: readonly FoundPlace[]): Promise<string[]> {
  const uses = await tools.each<FoundPlace[]>("find_references", places.map(targetOf));
  return facts(
    places.flatMap((one, at) => ((uses[at] ?? []).some(({ file }) => file.endsWith("_test.go")) ? [] : [placeOf(one)])),
  );
}

/** The names that each interface lists itself, as a reader of a search sees them; what it takes over from others is not shown. */
function methodsOfInterfaces(shown: readonly string[]): string[][] {
  const all: string[][] = [];
  let own: string[] | undefined;
  for (const line of shown) {
    const text = /^.+?\.go[:-]\d+[:-](.*)$/.exec(line)?.[1] ?? "";
    if (/^type \w+ interface/.test(text)) own = [];
    else if (text === "}" && own !== undefined) {
      if (own.length > 0) all.push(own);
      own = undefined;
    } else {
      const method = /^\t(\w+)\(/.exec(text)?.[1];
      if (method !== undefined) own?.push(method);
    }
  }
  return all;
}

const functionsUntested: ScriptQuestion = {
  asks: "exported functions and function types of a package that no test uses",
  of: chi,
  code: String.raw`const all = (await sl.symbols("middleware/*.go", { kinds: ["Function"] })).filter(({ file, exported }) => exported && !file.endsWith("_test.go"));
const found = await Promise.all(all.map(async (one) =>
  (await sl.references(one)).some(({ file }) => file.endsWith("_test.go")) ? [] : [one.file + ":" + one.line]));
return found.flat().sort();`,
  async tools(tools, shell) {
    const places = functionsIn(await shell.grep(...grepFunctions));
    const uses = await tools.each<FoundPlace[]>(
      "find_references",
      places.map(({ target }) => target),
    );
    return facts(
      places.flatMap((one, at) =>
        (uses[at] ?? []).some(({ file }) => file.endsWith("_test.go")) ? [] : [placeOf(one)],
      ),
    );
  },
  async grep(shell) {
    const declared = functionsIn(await shell.grep(...grepFunctions));
    const hits = await shell.words(
      declared.map(({ name }) => name),
      "--include=*_test.go",
      ".",
    );
    return facts(declared.flatMap((one) => (hits.some(({ text }) => text === one.name) ? [] : [placeOf(one)])));
  },
};

const grepFunctions = [
  "-rnE",
  "^(func|type) [A-Z]\\w*( func)?\\(",
  "--include=*.go",
  "--exclude=*_test.go",
  "middleware",
];

function functionsIn(lines: readonly string[]): ReturnType<typeof declaredIn> {
  return declaredIn(lines.map(hitIn), /^((?:func|type) \w+)/);
}

export const otherQuestions: readonly ScriptQuestion[] = [
  raises,
  overridesWithoutSuper,
  implementersUntested,
  functionsUntested,
];
