// Generates the projects that are measured, and the questions about them with the number of facts each must give.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type QuestionKind = "definition" | "hover" | "references" | "documentSymbol";

export interface Question {
  readonly name: string;
  readonly kind: QuestionKind;
  readonly file: string;
  /** As an editor shows it, counted from 1. */
  readonly place: { readonly line: number; readonly column: number };
  /** How many facts a complete answer has. */
  readonly facts: number;
}

export interface Project {
  readonly root: string;
  readonly languageId: string;
  /** Opened by every arm, with the texts they have. */
  readonly opened: readonly { readonly file: string; readonly text: string }[];
  readonly questions: readonly Question[];
}

/** What a language looks like to the generator. */
interface Dialect {
  readonly languageId: string;
  readonly extension: string;
  readonly extras: Readonly<Record<string, string>>;
  declaration(name: string): string;
  use(name: string, index: number): string;
  imports(names: readonly string[]): string;
  /** References that `use` makes where nothing is imported. */
  readonly usesBeside: number;
  filler(index: number): string;
}

/** What stands in each file besides, two symbols each. */
const parts = 12;

const typescript: Dialect = {
  languageId: "typescript",
  extension: ".ts",
  extras: {
    "tsconfig.json": JSON.stringify({
      compilerOptions: { strict: true, module: "nodenext", target: "es2022", types: [] },
      include: ["src"],
    }),
    "package.json": JSON.stringify({ name: "bench", private: true, type: "module" }),
  },
  declaration: (name) =>
    `/** Doubles ${name}. */\nexport function ${name}(value: number): number {\n  return value * 2;\n}\n`,
  use: (name, index) =>
    `export const v${index}_${name} = ${name}(${index});\nexport const w${index}_${name} = ${name}(0);\n`,
  imports: (names) => `import { ${names.join(", ")} } from "./hub.js";\n`,
  usesBeside: 2,
  filler: (index) =>
    Array.from(
      { length: 12 },
      (_, n) =>
        `export class Part${index}_${n} {\n  size = ${n};\n  grow(by: number): number {\n    return this.size + by;\n  }\n}\n`,
    ).join(""),
};

const toy: Dialect = {
  languageId: "toy",
  extension: ".toy",
  extras: {},
  declaration: (name) => `def ${name}\n`,
  use: (name) => `use ${name}\n`.repeat(3),
  imports: () => "",
  usesBeside: 3,
  filler: (index) =>
    Array.from({ length: parts }, (_, n) => `def part${index}_${n}\n  def size${index}_${n}\n`).join(""),
};

const dialects = { typescript, toy };

/** In how many files each symbol is used; 0 is beside its declaration only. */
const spread = { refsFew: 0, refsTen: 3, refsFifty: 16, refsThousand: 333 } as const;

/** The symbols for which there are enough files. */
function declaredIn(files: number): readonly (keyof typeof spread)[] {
  return (Object.keys(spread) as (keyof typeof spread)[]).filter((name) => spread[name] <= files);
}

export function makeProject(language: keyof typeof dialects, files: number): Project {
  const dialect = dialects[language];
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
  const texts = textsOf(dialect, files);
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const hub = `src/hub${dialect.extension}`;
  const user = `src/file0${dialect.extension}`;
  const plain = `src/file${files - 1}${dialect.extension}`;
  const at = (path: string, text: string): Pick<Question, "file" | "place"> => ({
    file: join(root, path),
    place: placeOf(texts.get(path) ?? "", text),
  });
  const references = declaredIn(files).map((name): Question => {
    // Its declaration, and in each file its import and two uses; no import beside the declaration.
    const facts = 1 + (spread[name] === 0 ? dialect.usesBeside : spread[name] * 3);
    return { name: `references ${facts}`, kind: "references", ...at(hub, name), facts };
  });
  return {
    root,
    languageId: dialect.languageId,
    opened: [hub, user, plain].map((path) => ({ file: join(root, path), text: texts.get(path) ?? "" })),
    questions: [
      { name: "definition", kind: "definition", ...at(user, "refsFifty"), facts: 1 },
      { name: "hover", kind: "hover", ...at(user, "refsFifty"), facts: 1 },
      ...references,
      {
        name: "documentSymbol",
        kind: "documentSymbol",
        file: join(root, plain),
        place: { line: 1, column: 1 },
        facts: parts,
      },
    ],
  };
}

/** Files that no question is about, as generated code and assets lie in real repositories. */
export function addBystanders(root: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const folder = join(root, "assets", `folder${Math.floor(index / 50)}`);
    if (index % 50 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file${index}.txt`), "");
  }
}

// — below: private, in the order they are used —

function textsOf(dialect: Dialect, files: number): Map<string, string> {
  const declared = declaredIn(files);
  const texts = new Map(Object.entries(dialect.extras));
  const beside = declared.filter((name) => spread[name] === 0).map((name) => dialect.use(name, 0));
  texts.set(
    `src/hub${dialect.extension}`,
    [...declared.map((name) => dialect.declaration(name)), ...beside].join("\n"),
  );
  for (let index = 0; index < files; index++) {
    const names = declared.filter((name) => index < spread[name]);
    const head = names.length === 0 ? "" : dialect.imports(names);
    const lines = names.map((name) => dialect.use(name, index));
    texts.set(`src/file${index}${dialect.extension}`, `${head}${lines.join("")}${dialect.filler(index)}`);
  }
  return texts;
}

/** The first place where the name is declared or used, not merely brought in. */
function placeOf(text: string, name: string): Question["place"] {
  const lines = text.split("\n");
  const wanted = new RegExp(`\\b${name}(?:\\(|$)`);
  const line = lines.findIndex((one) => wanted.test(one) && !one.startsWith("import"));
  return { line: line + 1, column: (lines[line] ?? "").search(wanted) + 1 };
}
