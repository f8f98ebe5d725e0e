// Random repositories that know their own uses: a symbol, files that name it in every way, and namesakes beside them.
//
// Marks: `«^»` is the symbol, `use` its uses, `may` a place that servers count differently, `related` a use of a member
// that it overrides, and `possible` one that no server can verify.
// Invariant: every name carries the number of its repository, so that several share one root and one server.

import { randomFrom } from "../../../bench/shared/stats.ts";

export interface RandomRepository {
  /** The files, with marks. */
  readonly text: string;
  /** Whether every place of the name can be verified. */
  readonly isVerifiable: boolean;
}

export interface Grammar {
  readonly language: string;
  readonly server: string;
  /** Files of the root that all repositories share. */
  readonly shared: string;
  readonly make: (seed: number) => RandomRepository;
}

/** How a file gets at the symbol: what it writes first, and what it then writes for a use. */
interface Access {
  readonly head: string;
  readonly use: string;
  /** The bare name means the symbol there, so that no namesake may be declared beside it. */
  readonly isBare: boolean;
}

class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  one<T>(things: readonly [T, ...T[]]): T {
    return things[this.below(things.length)] ?? things[0];
  }

  several<T>(count: number, things: readonly [T, ...T[]]): T[] {
    return Array.from({ length: count }, () => this.one(things));
  }
}

// — TypeScript: a project, tests beside it that are in none, and tools with a project of their own —

const options = `"strict": true, "module": "esnext", "moduleResolution": "bundler", "allowImportingTsExtensions": true, "noEmit": true`;

function makeTypeScript(seed: number): RandomRepository {
  const dice = new Dice(seed);
  const name = `total${seed}`;
  const home = `r${seed}`;
  const kind = dice.one([
    "function",
    "constant",
    "class",
    "default",
    "listed default",
    "method",
    "property",
    "base method",
  ]);
  const isVerifiable = dice.below(4) > 0;
  const files = [
    `-- ${home}/tsconfig.json --\n{ "compilerOptions": { ${options} }, "include": ["src"] }\n`,
    `-- ${home}/tools/tsconfig.json --\n{ "compilerOptions": { ${options} }, "include": ["*.mts"] }\n`,
    `-- ${home}/src/home.ts --\n${declareInScript(kind, name, seed)}`,
  ];
  const isPlain = kind === "function" || kind === "constant" || kind === "class";
  if (isPlain)
    files.push(
      `-- ${home}/src/renaming.ts --\nexport { «use|${name}» as «use|grand${seed}» } from "./home.ts";\n`,
      `-- ${home}/src/all.ts --\nexport * from "./home.ts";\n`,
    );
  for (let at = 0; at < 5; at++) {
    const [directory, ending, way] = dice.one<readonly [string, string, string]>([
      ["src", "ts", "./"],
      ["src/deep", "tsx", "../"],
      ["tests", "ts", "../src/"],
      ["tools", "mts", "../src/"],
      ["scripts/more", "cts", "../../src/"],
    ]);
    const access = isPlain ? importInScript(dice, name, seed, way) : accessInScript(kind, name, seed, way, at);
    const body = dice.several(4, scriptLines).map((line, number) => line(access, name, `${at}_${number}`));
    files.push(`-- ${home}/${directory}/f${at}.${ending} --\n${access.head}\n${body.join("\n")}\nexport {};\n`);
  }
  files.push(`-- ${home}/src/namesake.ts --\nexport function ${name}() { return "${name}"; }\n${name}();\n`);
  if (!isVerifiable && isPlain)
    files.push(
      `-- ${home}/src/view.vue --\n<script setup lang="ts">\nimport { «possible|${name}» } from "./home";\n«possible|${name}»;\n</script>\n`,
    );
  return { text: files.join(""), isVerifiable: isVerifiable || !isPlain };
}

function declareInScript(kind: string, name: string, seed: number): string {
  switch (kind) {
    case "function":
      return `export function «^»${name}(): number { return 1; }\n`;
    case "class":
      return `export class «^»${name} {}\n`;
    case "default":
      return `export default function «^»${name}(): number { return 1; }\n`;
    case "listed default":
      return `function «^»${name}(): number { return 1; }\nexport { «use|${name}» as «may|default» };\n`;
    case "override":
      return `export class Root${seed} { ${name}(): number { return 1; } }\nexport class Box${seed} extends Root${seed} { override «^»${name}(): number { return 2; } }\nexport function related(root: Root${seed}) { return root.«related|${name}»(); }\n`;
    case "base method":
      return `export class Root${seed} { «^»${name}(): number { return 1; } }\nexport class Box${seed} extends Root${seed} {}\n`;
    case "method":
      return `export class Box${seed} { «^»${name}(): number { return 1; } }\n`;
    case "property":
      return `export interface Box${seed} { «^»${name}: number }\n`;
    default:
      return `export const «^»${name} = 1;\n`;
  }
}

function importInScript(dice: Dice, name: string, seed: number, way: string): Access {
  const local = `sum${seed}`;
  return dice.one([
    { head: `import { «use|${name}» } from "${way}home.ts";`, use: `«use|${name}»`, isBare: true },
    { head: `import { «use|${name}» } from "${way}all.ts";`, use: `«use|${name}»`, isBare: true },
    { head: `import { «use|${name}» as «use|${local}» } from "${way}home.ts";`, use: `«use|${local}»`, isBare: false },
    { head: `import * as home from "${way}home.ts";`, use: `home.«use|${name}»`, isBare: false },
    { head: `import * as all from "${way}all.ts";`, use: `all.«use|${name}»`, isBare: false },
    { head: `const home = await import("${way}home.ts");`, use: `home.«use|${name}»`, isBare: false },
    {
      head: `import { «use|${name}» as «use|${local}» } from "${way}home.ts";\nexport { «use|${local}» as «use|other${seed}» };`,
      use: `«use|${local}»`,
      isBare: false,
    },
    { head: `import { «use|grand${seed}» } from "${way}renaming.ts";`, use: `«use|grand${seed}»`, isBare: false },
    {
      head: `import { «use|grand${seed}» as «use|${local}» } from "${way}renaming.ts";`,
      use: `«use|${local}»`,
      isBare: false,
    },
  ]);
}

function accessInScript(kind: string, name: string, seed: number, way: string, at: number): Access {
  if (kind === "default" || kind === "listed default")
    return { head: `import «use|any${at}» from "${way}home.ts";`, use: `«use|any${at}»`, isBare: false };
  return {
    head: `import type { Box${seed} } from "${way}home.ts";\ndeclare const box: Box${seed};`,
    use: `box.«use|${name}»`,
    isBare: false,
  };
}

type Line = (access: Access, name: string, id: string) => string;

const scriptLines: readonly [Line, ...Line[]] = [
  ({ use }, _, id) => `export const a${id} = ${use};`,
  ({ use }, _, id) => `export const b${id} = [${use}, \`\${${use}}\`];`,
  ({ use }, _, id) => `export const c${id}: typeof ${use} = ${use};`,
  ({ use, isBare }, name, id) =>
    isBare ? `export const j${id} = { «use|${name}» };` : `export const j${id} = { ${name}: ${use} };`,
  (_, name) => `// ${name} in a comment`,
  (_, name) => `/* ${name} in\n   ${name} */`,
  (_, name, id) => `export const d${id} = "${name}" + '${name}' + \`${name} \${1}\`;`,
  (_, name, id) => `export function e${id}(${name}: number) { return ${name} + 1; }`,
  (_, name, id) => `export function f${id}() { const ${name} = 2; return ${name}; }`,
  (_, name, id) => `export const g${id} = { ${name}: 1 }.${name};`,
  (_, name, id) => `export class H${id} { ${name} = 1; at() { return this.${name}; } }`,
  ({ isBare }, name, id) => (isBare ? "" : `export namespace I${id} { export const ${name} = 1; ${name}; }`),
];

// — JavaScript: modules that require one another —

function makeJavaScript(seed: number): RandomRepository {
  const dice = new Dice(seed);
  const name = `total${seed}`;
  const home = `r${seed}`;
  const files = [
    `-- ${home}/home.js --\n${dice.one([
      `function «^»${name}() { return 1; }\nmodule.exports = { «use|${name}» };\n`,
      `function «^»${name}() { return 1; }\nmodule.exports.«may|${name}» = «use|${name}»;\n`,
      `exports.«^»${name} = function () { return 1; };\n`,
    ])}`,
  ];
  for (let at = 0; at < 4; at++) {
    const access = dice.one<Access>([
      { head: `const { «use|${name}» } = require("./home.js");`, use: `«use|${name}»()`, isBare: true },
      { head: `const home = require("./home");`, use: `home.«use|${name}»()`, isBare: false },
      {
        head: `const { «use|${name}»: «may|sum${seed}» } = require("./home");`,
        use: `«may|sum${seed}»()`,
        isBare: false,
      },
      { head: `const sum${seed} = require("./home").«use|${name}»;`, use: `«may|sum${seed}»()`, isBare: false },
    ]);
    const body = dice.several(4, javascriptLines).map((line, number) => line(access, name, `${at}_${number}`));
    files.push(`-- ${home}/f${at}.js --\n${access.head}\n${body.join("\n")}\n`);
  }
  return { text: files.join(""), isVerifiable: true };
}

const javascriptLines: readonly [Line, ...Line[]] = [
  ({ use }, _, id) => `exports.a${id} = ${use};`,
  ({ use }, _, id) => `exports.b${id} = [${use}, \`\${${use}}\`];`,
  (_, name) => `// ${name} in a comment`,
  (_, name, id) => `exports.d${id} = "${name}" + '${name}' + \`${name} \${1}\`;`,
  (_, name, id) => `exports.e${id} = (${name}) => ${name} + 1;`,
  (_, name, id) => `exports.f${id} = () => { const ${name} = 2; return ${name}; };`,
  (_, name, id) => `exports.g${id} = { ${name}: 1 }.${name};`,
];

// — Python: a package that the configuration includes, and tests that it does not —

function makePython(seed: number): RandomRepository {
  const dice = new Dice(seed);
  const name = `total${seed}`;
  const home = `pkg/r${seed}`;
  const kind = dice.one(["function", "class", "constant", "method", "base method", "override"]);
  const isPlain = kind === "function" || kind === "class" || kind === "constant";
  const isVerifiable = isPlain || dice.below(2) > 0;
  const barrel = isPlain ? `from .home import «use|${name}» as «may|grand${seed}»\n` : "";
  const files = [
    `-- ${home}/__init__.py --\n${barrel}`,
    `-- ${home}/home.py --\n${declareInPython(kind, name, seed)}`,
    `-- ${home}/namesake.py --\ndef ${name}() -> str:\n    return "${name}"\n\n\n${name}()\n`,
  ];
  for (let at = 0; at < 5; at++) {
    const directory = dice.one([home, `tests/r${seed}`, `${home}/deep`]);
    const access = isPlain ? importInPython(dice, name, seed) : boxInPython(name, seed);
    const body = dice.several(4, pythonLines).map((line, number) => line(access, name, `${at}_${number}`));
    const doubt = isVerifiable || at > 0 ? "" : `\n\ndef unknown(thing):\n    return thing.«possible|${name}»\n`;
    files.push(`-- ${directory}/f${at}.py --\n${access.head}\n\n${body.join("\n")}\n${doubt}`);
  }
  return { text: files.join(""), isVerifiable };
}

function declareInPython(kind: string, name: string, seed: number): string {
  switch (kind) {
    case "function":
      return `def «^»${name}() -> int:\n    """${name} of all."""\n    return 1\n`;
    case "class":
      return `class «^»${name}:\n    pass\n`;
    case "override":
      return `class Root${seed}:\n    def ${name}(self) -> int:\n        return 1\n\n\nclass Box${seed}(Root${seed}):\n    def «^»${name}(self) -> int:\n        return 2\n\n\ndef related(root: Root${seed}) -> int:\n    return root.«related|${name}»()\n`;
    case "base method":
      return `class Root${seed}:\n    def «^»${name}(self) -> int:\n        return 1\n\n\nclass Box${seed}(Root${seed}):\n    def at(self) -> int:\n        return self.«use|${name}»()\n`;
    case "method":
      return `class Box${seed}:\n    def «^»${name}(self) -> int:\n        return 1\n`;
    default:
      return `«^»${name} = 1\n`;
  }
}

function importInPython(dice: Dice, name: string, seed: number): Access {
  const module = `pkg.r${seed}`;
  const local = `sum${seed}`;
  return dice.one([
    { head: `from ${module}.home import «use|${name}»`, use: `«use|${name}»`, isBare: true },
    { head: `from ${module}.home import (\n    «use|${name}»,\n)`, use: `«use|${name}»`, isBare: true },
    { head: `from ${module}.home import «use|${name}» as «may|${local}»`, use: `«use|${local}»`, isBare: false },
    {
      head: `try:\n    from ${module}.home import «use|${name}»\nexcept ImportError:\n    raise`,
      use: `«use|${name}»`,
      isBare: true,
    },
    {
      head: `def later():\n    from ${module}.home import «use|${name}»\n    return «use|${name}»\n\nimport ${module}.home as near`,
      use: `near.«use|${name}»`,
      isBare: false,
    },
    { head: `from ${module} import home`, use: `home.«use|${name}»`, isBare: false },
    { head: `import ${module}.home as near`, use: `near.«use|${name}»`, isBare: false },
    { head: `import ${module}.home`, use: `${module}.home.«use|${name}»`, isBare: false },
    { head: `from ${module} import «use|grand${seed}»`, use: `«use|grand${seed}»`, isBare: false },
    { head: `from ${module} import «use|grand${seed}» as «may|${local}»`, use: `«use|${local}»`, isBare: false },
    { head: `from ${module}.home import *`, use: `«use|${name}»`, isBare: true },
  ]);
}

function boxInPython(name: string, seed: number): Access {
  return { head: `from pkg.r${seed}.home import Box${seed}`, use: `Box${seed}().«use|${name}»`, isBare: false };
}

const pythonLines: readonly [Line, ...Line[]] = [
  ({ use }, _, id) => `a${id} = ${use}`,
  ({ use }, _, id) => `b${id} = [${use}, f"{${use}}"]`,
  ({ use }, _, id) => `def j${id}(given=${use}):\n    return [${use} for _ in range(2)]`,
  (_, name) => `# ${name} in a comment`,
  (_, name, id) => `k${id} = [${name} for ${name} in range(3)]`,
  (_, name, id) => `l${id} = (lambda ${name}: ${name})(1)`,
  (_, name, id) => `d${id} = "${name} in a text" + '${name}' + """\n${name}\n"""`,
  (_, name, id) => `def e${id}(${name}: int) -> int:\n    return ${name} + 1\n`,
  (_, name, id) => `def f${id}() -> int:\n    ${name} = 2\n    return ${name}\n`,
  (_, name, id) => `g${id} = dict(${name}=1)`,
  (_, name, id) => `class H${id}:\n    ${name} = 1\n\n    def at(self) -> int:\n        return self.${name}\n`,
  ({ isBare }, name, id) =>
    isBare ? "" : `class I${id}:\n    def ${name}(self) -> int:\n        return 1\n\nI${id}().${name}()`,
];

export const grammars: readonly Grammar[] = [
  {
    language: "TypeScript",
    server: "typescript-native",
    shared: `-- package.json --\n{ "name": "shop", "type": "module" }\n`,
    make: makeTypeScript,
  },
  {
    language: "JavaScript",
    server: "typescript-native",
    shared: `-- package.json --\n{ "name": "shop" }\n-- jsconfig.json --\n{ "compilerOptions": { "module": "commonjs" } }\n`,
    make: makeJavaScript,
  },
  {
    language: "Python",
    server: "pyright",
    shared: `-- pyproject.toml --\n[tool.pyright]\ninclude = ["pkg"]\n-- pkg/__init__.py --\n`,
    make: makePython,
  },
];
