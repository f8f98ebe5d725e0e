// A repository of a thousand files that knows its own references, changed as people and tools change one: behind everybody's back.
//
// Invariant: a name of the hub is written nowhere but where it refers to the hub, except in comments; so the words are the truth.

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { randomFrom } from "../../../bench/shared/stats.ts";
import type { FoundPlace } from "../reading/asked-package.ts";

/** What a language looks like to the generator. */
export interface Dialect {
  readonly server: string;
  readonly comment: string;
  readonly extension: string;
  readonly hub: string;
  readonly names: readonly string[];
  readonly extras: Readonly<Record<string, string>>;
  /** What must stand first in the hub. */
  readonly head?: string;
  /** Beside the files of a directory, where the language wants it. */
  readonly marker?: string;
  declare(name: string): string;
  /** A file that uses the names, each with its own number of times. */
  use(directory: string, id: string, names: readonly string[], times: number): string;
}

const directories = 20;

export class GeneratedRepository {
  readonly root: string;
  readonly dialect: Dialect;
  readonly #home: string;
  readonly #random: () => number;
  #made = 0;

  constructor(dialect: Dialect, files: number, seed: number) {
    this.dialect = dialect;
    this.#random = randomFrom(seed);
    this.#home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-generated-")));
    this.root = join(this.#home, "root");
    for (const [path, text] of Object.entries(dialect.extras)) this.#write(path, text);
    this.#write(dialect.hub, (dialect.head ?? "") + dialect.names.map((name) => dialect.declare(name)).join("\n"));
    for (let count = 0; count < files; count++) this.#create();
    this.#git("init", "--quiet", "--initial-branch=main");
    this.#commit();
    this.#git("checkout", "--quiet", "-b", "other");
    for (let count = 0; count < files / 10; count++) this.change();
    this.#commit();
    this.#git("checkout", "--quiet", "main");
  }

  /** Where the name is declared now. */
  declared(name: string): FoundPlace {
    const [first] = this.references(name).filter(({ file }) => file === this.dialect.hub);
    if (first === undefined) throw new Error(`${name} is not declared`);
    return first;
  }

  /** Every reference to the name on disk, its declaration included. */
  references(name: string): FoundPlace[] {
    const word = new RegExp(`\\b${name}\\b`, "g");
    return this.#sources().flatMap((file) =>
      readFileSync(join(this.root, file), "utf8")
        .split("\n")
        .flatMap((text, index) =>
          text.startsWith(this.dialect.comment)
            ? []
            : [...text.matchAll(word)].map(({ index: at }) => ({ file, line: index + 1, column: at + 1 })),
        ),
    );
  }

  /** One random change, as an editor, a generator or a person with a shell makes it; returns what it was. */
  change(): string {
    const leaves = this.#sources().filter((file) => file !== this.dialect.hub);
    const leaf = leaves[Math.floor(this.#random() * leaves.length)];
    const kind = Math.floor(this.#random() * 6);
    if (leaf === undefined || kind === 0) return `create ${this.#create()}`;
    if (kind === 1) {
      rmSync(join(this.root, leaf));
      return `delete ${leaf}`;
    }
    if (kind === 2) {
      const to = leaf.replace(/f(\d+)(?=\.)/, `f${this.#made++}`);
      renameSync(join(this.root, leaf), join(this.root, to));
      return `rename ${leaf} to ${to}`;
    }
    if (kind === 3) {
      const head = this.dialect.head ?? "";
      const hub = readFileSync(join(this.root, this.dialect.hub), "utf8").slice(head.length);
      this.#write(this.dialect.hub, `${head}${this.dialect.comment} One line more.\n${hub}`);
      return `shift ${this.dialect.hub}`;
    }
    this.#write(leaf, this.#textOf(leaf));
    return `edit ${leaf}`;
  }

  /** To the other branch, which differs in hundreds of files; whatever was changed is thrown away. */
  checkout(branch: "main" | "other"): string {
    this.#git("checkout", "--quiet", "--force", branch);
    this.#git("clean", "--quiet", "-d", "--force");
    return `checkout ${branch}`;
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  // — below: private, in the order they are used —

  #write(path: string, text: string): void {
    const absolute = join(this.root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
  }

  #create(): string {
    const id = this.#made++;
    const directory = join(dirname(dirname(this.dialect.hub)), `d${id % directories}`);
    const { marker } = this.dialect;
    if (marker !== undefined) this.#write(join(directory, marker), "");
    const file = join(directory, `f${id}${this.dialect.extension}`);
    this.#write(file, this.#textOf(file));
    return file;
  }

  #textOf(file: string): string {
    const { dialect } = this;
    const names = dialect.names.filter(() => this.#random() < 0.08);
    const [, directory = "", id = ""] = /([^/]+)\/(f\d+)\.\w+$/.exec(file) ?? [];
    const mention = `${dialect.comment} Only named here: ${dialect.names.join(" ")}\n`;
    return mention.repeat(Math.floor(this.#random() * 3)) + dialect.use(directory, id, names, 1 + (this.#made % 3));
  }

  #sources(): string[] {
    // Git's own directory holds thousands of objects, and is not walked.
    const top = readdirSync(this.root, { withFileTypes: true }).filter(({ name }) => name !== ".git");
    const below = (name: string): string[] =>
      readdirSync(join(this.root, name), { recursive: true, encoding: "utf8" }).map((path) => join(name, path));
    return top
      .flatMap((entry) => (entry.isDirectory() ? below(entry.name) : [entry.name]))
      .filter((path) => path.endsWith(this.dialect.extension))
      .sort();
  }

  #commit(): void {
    this.#git("add", "--all");
    this.#git("commit", "--quiet", "--message", "State");
  }

  #git(...args: readonly string[]): void {
    const person = ["-c", "user.name=Generator", "-c", "user.email=generator@example.org", "-c", "gc.auto=0"];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
    execFileSync("git", [...person, ...args], { cwd: this.root, env, stdio: ["ignore", "ignore", "pipe"] });
  }
}

const names = Array.from({ length: 8 }, (_, index) => `Measure${index}`);

export const typescriptDialect: Dialect = {
  server: "typescript-native",
  comment: "//",
  extension: ".ts",
  hub: "src/hub/hub.ts",
  names,
  extras: {
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] }, "include": ["src"] }\n',
    "package.json": '{ "name": "generated", "private": true, "type": "module" }\n',
  },
  declare: (name) => `export function ${name}(value: number): number {\n  return value;\n}\n`,
  use: (_, id, used, times) =>
    [
      ...(used.length === 0 ? [] : [`import { ${used.join(", ")} } from "../hub/hub.js";`]),
      `export const ${id} = [0];`,
      ...used.flatMap((name) => Array.from({ length: times }, (_, index) => `${id}.push(${name}(${index}));`)),
      "",
    ].join("\n"),
};

export const goDialect: Dialect = {
  server: "gopls",
  comment: "//",
  extension: ".go",
  hub: "gen/hub/hub.go",
  names,
  extras: { "go.mod": "module example.org/generated\n\ngo 1.21\n" },
  head: "package hub\n\n",
  declare: (name) => `func ${name}(value int) int { return value }\n`,
  use: (directory, id, used, times) =>
    [
      `package ${directory}`,
      ...(used.length === 0 ? [] : ['import "example.org/generated/gen/hub"']),
      `var V${id} = 0`,
      ...used.map(
        (name) =>
          `var V${id}${name.toLowerCase()} = ${Array.from({ length: times }, (_, index) => `hub.${name}(${index})`).join(" + ")}`,
      ),
      "",
    ].join("\n"),
};

export const pythonDialect: Dialect = {
  server: "pyright",
  comment: "#",
  extension: ".py",
  hub: "gen/hub/hub.py",
  names,
  extras: {
    "pyproject.toml": '[project]\nname = "generated"\nversion = "0"\n',
    "gen/__init__.py": "",
    "gen/hub/__init__.py": "",
  },
  marker: "__init__.py",
  declare: (name) => `def ${name}(value: int) -> int:\n    return value\n`,
  use: (_, id, used, times) =>
    [
      ...(used.length === 0 ? [] : [`from gen.hub.hub import ${used.join(", ")}`]),
      `${id} = [0]`,
      ...used.flatMap((name) => Array.from({ length: times }, (_, index) => `${id}.append(${name}(${index}))`)),
      "",
    ].join("\n"),
};
