// The checkouts whose labels are judged: real packages, laid out as repositories have them.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { packagesDirectory } from "../../tools/packages/directory.mjs";

export const truthLanguages = ["typescript", "javascript", "python", "go", "cpp", "rust"] as const;
export type TruthLanguage = (typeof truthLanguages)[number];

/** Where the truth about a shape comes from. */
export type Oracle =
  | { readonly kind: "script"; readonly options: object }
  | { readonly kind: "go"; readonly configurations: readonly GoConfiguration[] }
  | { readonly kind: "python"; readonly roots: readonly string[] }
  | { readonly kind: "cpp"; readonly configurations: readonly (readonly string[])[] };

export interface GoConfiguration {
  readonly os: string;
  readonly tags: string;
}

export interface Shape {
  readonly id: string;
  readonly language: TruthLanguage;
  /** What real checkouts have that it has, in a few words. */
  readonly has: string;
  /** In the manifest of the packages. */
  readonly packages: readonly string[];
  /** Sources, by how their names end. */
  readonly extensions: readonly string[];
  /** The files whose symbols are asked about. */
  readonly askIn: RegExp;
  readonly oracle: Oracle;
  build(layout: Layout): void;
}

/** A root that is being put together. */
export interface Layout {
  readonly root: string;
  /** Copies a directory of a package. */
  copy(packageId: string, from: string, to: string, leaveOut?: RegExp): void;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Where the sources of a package lie outside of the root. */
  home(packageId: string): string;
}

export interface BuiltShape {
  readonly root: string;
  /** Every source, relative to the root, in order. */
  readonly sources: readonly string[];
  remove(): void;
}

/** Directories that are not of the repository itself. */
const foreign = /(?:^|\/)(?:node_modules|\.venv|\.git)(?:\/|$)/;

interface Manifest {
  readonly packages: Readonly<Record<string, { readonly directory: string }>>;
}

export class Packages {
  readonly #directories: Manifest["packages"];

  constructor() {
    const file = join(packagesDirectory(process.env), "bench-manifest.json");
    this.#directories = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest).packages : {};
  }

  /** The packages that a shape lacks here. */
  missing(shape: Shape): readonly string[] {
    return shape.packages.filter((id) => this.#directories[id] === undefined);
  }

  home(id: string): string {
    const found = this.#directories[id];
    if (found === undefined) throw new Error(`the package ${id} was not fetched; run: node tools/packages.mjs --bench`);
    return found.directory;
  }

  build(shape: Shape): BuiltShape {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-truth-")));
    const root = join(home, shape.id);
    mkdirSync(root);
    shape.build(layoutOf(root, (id) => this.home(id)));
    const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => shape.extensions.includes(extname(path)) && !foreign.test(path))
      .sort();
    return { root, sources, remove: () => rmSync(home, { recursive: true, force: true }) };
  }
}

function layoutOf(root: string, home: (id: string) => string): Layout {
  return {
    root,
    home,
    copy(packageId, from, to, leaveOut = /(?!)/) {
      const filter = (path: string): boolean => !leaveOut.test(path.slice(home(packageId).length));
      cpSync(join(home(packageId), from), join(root, to), { recursive: true, filter });
    },
    write(file, text) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    },
    read: (file) => readFileSync(join(root, file), "utf8"),
  };
}
