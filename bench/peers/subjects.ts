// The repositories that are asked about, with symbols whose every use is known: by a compiler, by construction, or, where there
// is neither, by the fully loaded server itself.

import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GeneratedRepository, typescriptDialect } from "../../test/real/account/generated-repository.ts";
import { brokenSymbols } from "../../test/real/consequences/oracle-go.ts";
import { checkedSymbols } from "../../test/real/consequences/oracle-typescript.ts";
import type { RealPackage } from "../../test/real/real-package.ts";
import { checkOut, chi, click, compilerOptions, fetched, levelDb, rxjs } from "../../test/real/real-package.ts";
import { randomFrom } from "../shared/stats.ts";
import type { AskedSymbol, Known, Language } from "./question.ts";
import { factOf } from "./question.ts";
import type { Shims } from "./servers.ts";
import { serverTruth } from "./server-truth.ts";

export interface Subject {
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  readonly languageId: string;
  readonly files: number;
  /** Where the truth is from. */
  readonly oracle: string;
  readonly symbols: readonly AskedSymbol[];
  copy(): Copy;
  remove(): void;
}

/** A root of one's own, so that no product profits from what another left behind. */
export interface Copy {
  readonly root: string;
  remove(): void;
}

const seed = 20_261_116;
const generatedFiles = 1_000;

export const subjectIds = ["rxjs", "chi", "click", "generated", "leveldb"] as const;
export type SubjectId = (typeof subjectIds)[number];

/** Undefined when the package was not fetched. */
export async function makeSubject(id: SubjectId, count: number, shims: Shims): Promise<Subject | undefined> {
  if (id === "generated") return generated(count);
  const { real, title, language } = packages[id];
  if (fetched([real]).length === 0) return undefined;
  const checkout = checkOut(real);
  const sources = checkout.sources;
  const known = await knownIn(real, language, checkout.root, sources, shims);
  const byServer = language === "python" || language === "cpp";
  return {
    id,
    title,
    language,
    languageId: real.languageId,
    files: sources.length,
    oracle: byServer ? "the server, fully loaded" : "the compiler",
    symbols: askable(checkout.root, known, count),
    copy: () => copyOf(checkout.root),
    remove: () => checkout.remove(),
  };
}

// — below: private, in the order they are used —

const packages: Readonly<
  Record<Exclude<SubjectId, "generated">, { real: RealPackage; title: string; language: Language }>
> = {
  rxjs: { real: rxjs, title: "rxjs (TypeScript)", language: "typescript" },
  chi: { real: chi, title: "chi (Go)", language: "go" },
  click: { real: click, title: "click (Python)", language: "python" },
  leveldb: { real: levelDb, title: "LevelDB (C++)", language: "cpp" },
};

async function knownIn(
  real: RealPackage,
  language: Language,
  root: string,
  sources: readonly string[],
  shims: Shims,
): Promise<Known[]> {
  if (language === "typescript") return checkedSymbols(root, sources, compilerOptions).filter(isPlain);
  if (language === "go") return goSymbols(real);
  return serverTruth(shims.raw(language), root, real.languageId, sources);
}

/** Products that ask by name see one symbol where the compiler knows an interface and a constant of one name. */
function isPlain({ declared }: Known): boolean {
  return declared.length === 1;
}

/** The oracle breaks what it looks at, so it gets a copy of its own. */
function goSymbols(real: RealPackage): Known[] {
  const broken = checkOut(real);
  try {
    return brokenSymbols(broken.root, broken.sources).map(({ name, declared, lines }) => ({
      name,
      declared: [declared],
      references: [...lines].map((fact) => ({
        file: fact.slice(0, fact.lastIndexOf(":")),
        line: Number(fact.slice(fact.lastIndexOf(":") + 1)),
      })),
    }));
  } finally {
    broken.remove();
  }
}

function generated(count: number): Subject {
  const repository = new GeneratedRepository(typescriptDialect, generatedFiles, seed);
  const known = typescriptDialect.names.map((name) => ({
    name,
    declared: [repository.declared(name)],
    references: repository.references(name),
  }));
  return {
    id: "generated",
    title: "1,000 generated files (TypeScript)",
    language: "typescript",
    languageId: "typescript",
    files: generatedFiles + 1,
    oracle: "by construction",
    symbols: askable(repository.root, known, count),
    copy: () => copyOf(repository.root),
    remove: () => repository.remove(),
  };
}

/** Some of the symbols that every product can be asked about, the one with most uses first. */
function askable(root: string, known: readonly Known[], count: number): AskedSymbol[] {
  const texts = new Texts(root);
  const usable = known.flatMap((one) => asked(one, texts));
  const random = randomFrom(seed);
  const left = usable.sort((a, b) => b.truth.size - a.truth.size || a.name.localeCompare(b.name));
  const [widest] = left.splice(0, 1);
  const rest = Array.from({ length: Math.min(count - 1, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
  return widest === undefined ? [] : [widest, ...rest];
}

const limits = { fewest: 2, most: 300, shortestName: 4 } as const;

/** Declared at the top of a file, named once there, and used elsewhere on a line that can be told from all others. */
function asked({ name, declared, references }: Known, texts: Texts): AskedSymbol[] {
  const [first] = declared;
  if (first === undefined || name.length < limits.shortestName) return [];
  const neutral = new Set(declared.map(factOf));
  const truth = new Set(references.map(factOf).filter((fact) => !neutral.has(fact)));
  if (truth.size < limits.fewest || truth.size > limits.most) return [];
  if (!isTopLevel(texts.line(first), name) || isOverloaded(first.file, name, truth, texts)) return [];
  for (const fact of [...truth].sort()) {
    const file = fact.slice(0, fact.lastIndexOf(":"));
    const line = Number(fact.slice(fact.lastIndexOf(":") + 1));
    const useLine = texts.line({ file, line });
    const column = columnOf(useLine, name);
    if (file === first.file || column === undefined || isPassing(useLine) || !texts.isOnce(file, useLine)) continue;
    return [{ name, declared: first, use: { file, line, column }, useLine, truth, neutral }];
  }
  return [];
}

/** Not merely announced, as C++ announces classes. */
function isTopLevel(line: string, name: string): boolean {
  if (/^(?:class|struct) \w+;/.test(line)) return false;
  return new RegExp(`^[\\w*&: ]*\\b${name}\\b`).test(line) && !/^\s/.test(line);
}

/** Whether the file declares it again: some products call that a use, and others cannot tell which one is meant. */
function isOverloaded(file: string, name: string, truth: ReadonlySet<string>, texts: Texts): boolean {
  const again = new RegExp(`\\b(?:function|class|const|type|interface|enum|def) ${name}\\b`);
  return [...truth].some(
    (fact) =>
      fact.startsWith(`${file}:`) && again.test(texts.line({ file, line: Number(fact.slice(file.length + 1)) })),
  );
}

/** An import says where a thing is from, not what it does there. */
function isPassing(line: string): boolean {
  return /^\s*(?:import|export|from|#include|\*|\/)/.test(line) || /\bfrom ['"]/.test(line);
}

/** Where the name stands, if it stands there once. */
function columnOf(line: string, name: string): number | undefined {
  const found = [...line.matchAll(new RegExp(`\\b${name}\\b`, "g"))];
  return found.length === 1 && found[0] !== undefined ? found[0].index + 1 : undefined;
}

class Texts {
  readonly #root: string;
  readonly #lines = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  line({ file, line }: { readonly file: string; readonly line: number }): string {
    return this.#of(file)[line - 1] ?? "";
  }

  isOnce(file: string, line: string): boolean {
    return this.#of(file).filter((one) => one.includes(line.trim())).length === 1;
  }

  #of(file: string): readonly string[] {
    const known = this.#lines.get(file);
    if (known !== undefined) return known;
    const lines = readFileSync(join(this.#root, file), "utf8").split("\n");
    this.#lines.set(file, lines);
    return lines;
  }
}

function copyOf(base: string): Copy {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-peers-")));
  const root = join(home, "root");
  cpSync(base, root, { recursive: true, filter: (path) => !/\/(?:\.git|\.cache|\.serena)$/.test(path) });
  const commands = join(root, "compile_commands.json");
  if (existsSync(commands)) writeFileSync(commands, readFileSync(commands, "utf8").replaceAll(base, root));
  return { root, remove: () => rmSync(home, { recursive: true, force: true }) };
}
