// The real packages that are changed: each with the server that Sightline asks about it, its compiler and its rules of change.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RealPackage } from "../../test/real/real-package.ts";
import { chi, click, compilerOptions, fetched, rxjs } from "../../test/real/real-package.ts";
import type { Language } from "../peers/question.ts";
import type { Compiler } from "./compilers.ts";
import { goCompiler, pyrightCompiler, tsc } from "./compilers.ts";
import type { Dialect, Source } from "./mutation.ts";
import { sourceOf } from "./mutation.ts";
import { goMutations } from "./mutations-go.ts";
import { javascriptMutations } from "./mutations-javascript.ts";
import { pythonMutations } from "./mutations-python.ts";
import { typescriptMutations } from "./mutations-typescript.ts";

export interface EditedPackage {
  readonly language: Exclude<Language, "cpp"> | "javascript";
  readonly title: string;
  readonly real: RealPackage;
  readonly compiler: Compiler;
  readonly dialect: Dialect;
  /** Names that can be renamed: the group `at`; nothing is renamed without them. */
  readonly renamable?: RegExp;
}

/** One whose names are renamed as well, by every contender. */
export interface RenamablePackage extends EditedPackage {
  readonly language: Exclude<Language, "cpp">;
  readonly renamable: RegExp;
}

export function isRenamable(edited: EditedPackage): edited is RenamablePackage {
  return edited.renamable !== undefined;
}

/** Types are comments, and its own configuration has them checked. */
const preact: RealPackage = {
  id: "preact",
  server: "typescript-native",
  languageId: "javascript",
  extensions: [".js", ".ts"],
  from: ".",
  leaveOut: /\/(?:dist|package\.json)$|\.(?:mjs|map|umd\.js|md)$/,
  extras: () => ({
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        ...{ strict: false, allowJs: true, checkJs: true, jsx: "preserve", lib: ["es2022", "dom"], target: "es2022" },
        paths: Object.fromEntries(
          ["", "/hooks", "/compat", "/debug"].map((part) => [`preact${part}`, [`.${part}/src/index.js`]]),
        ) as object,
      },
      include: ["src/**/*", "*/src/**/*"],
    }),
  }),
};

const packages: readonly EditedPackage[] = [
  {
    language: "typescript",
    title: "rxjs (TypeScript)",
    real: rxjs,
    compiler: tsc,
    dialect: typescriptMutations,
    renamable:
      /^export (?:abstract )?(?:function|class|interface|type|const) (?<at>\w+)|^ {2}(?:readonly |protected |private )*(?<member>(?!default)\w+)\??: |^ {2,4}(?:const|let) (?<local>\w+)\b/dgm,
  },
  {
    language: "javascript",
    title: "preact (JavaScript)",
    real: preact,
    compiler: tsc,
    dialect: javascriptMutations,
  },
  {
    language: "go",
    title: "chi (Go)",
    real: chi,
    compiler: goCompiler,
    dialect: goMutations,
    renamable:
      /^(?:func|type|var|const) (?<at>(?!Test|Benchmark|Example|main\b|init\b)\w+)|^\t(?<member>(?!return|go|defer|goto|break|continue|case|package)\w+) +[\w.*[\]]+$|^\t(?<local>\w+) := /dgm,
  },
  {
    language: "python",
    title: "click (Python)",
    real: click,
    compiler: pyrightCompiler,
    dialect: pythonMutations,
    renamable: /^(?:def|class) (?<at>\w+)|^ {4}def (?<member>[a-z]\w*)|^ {4,8}(?<local>[a-z]\w+) = /dgm,
  },
];

/** Those that are on this machine, of the languages that are wanted; all without a wish. */
export function editedPackages(wanted: readonly string[]): readonly EditedPackage[] {
  const here = new Set(fetched(packages.map(({ real }) => real)));
  return packages.filter(({ real, language }) => here.has(real) && (wanted.length === 0 || wanted.includes(language)));
}

export function readSources({ dialect }: EditedPackage, root: string, files: readonly string[]): Source[] {
  return files.map((file) => sourceOf(dialect, file, readFileSync(join(root, file), "utf8")));
}
