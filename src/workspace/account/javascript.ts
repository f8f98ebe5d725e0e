// Which JavaScript can name what TypeScript declares: files that import it, also through other files, or a package of the root.
//
// Outputs of a build, bundles and vendored scripts hold the same names and use nothing of the sources.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { importedFiles, scriptImports } from "../../languages/script/imports.ts";
import { packageNameOf, parsePackage } from "../../languages/script/package-json.ts";

export interface JavaScriptContext {
  files(): Promise<readonly FilePath[]>;
  read(file: FilePath): Promise<LineIndex | undefined>;
}

const javascript = /\.[cm]?jsx?$/;
const typescript = /\.(?:[cm]?ts|tsx)$/;
const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;

/** Directories of build outputs, which may not exist yet. */
const output = /(?:^|\/)(?:dist|build|lib|out|esm?|cjs)\//;

/** The most files read on the way from one file to the sources. */
const maxFollowed = 200;

export function isScript(file: FilePath): boolean {
  return javascript.test(file);
}

/** Whether a script was generated or copied from elsewhere: then it uses only what it imports. */
export function isMade(file: FilePath): boolean {
  return /\.min\.[cm]?js$|[.-]bundle\.[cm]?js$/.test(file) || made.test(file);
}

const made = /\/(?:dist|build|lib|out|esm?|cjs|umd|vendors?|third[_-]party|public|static|assets|coverage|docs?)\//;

export class JavaScriptUsers {
  readonly #context: JavaScriptContext;
  readonly #imports = new Map<FilePath, Promise<readonly string[]>>();
  readonly #aliases = new Map<string, boolean>();
  #surroundings: Promise<Surroundings> | undefined;

  constructor(context: JavaScriptContext) {
    this.#context = context;
  }

  /** Whether a script may use something that TypeScript of the root declares. */
  async mayUse(file: FilePath): Promise<boolean> {
    if (/\.min\.[cm]?js$/.test(file)) return false;
    this.#surroundings ??= this.#readSurroundings();
    const surroundings = await this.#surroundings;
    const { files } = surroundings;
    const seen = new Set([file]);
    for (const one of seen) {
      if (seen.size > maxFollowed) return true;
      for (const specifier of await this.#importsOf(one)) {
        if (!specifier.startsWith(".")) {
          if (this.#mayBeOurs(specifier, surroundings)) return true;
          continue;
        }
        const led = [...importedFiles(one, specifier), ...scriptsAt(one, specifier)].filter((path) => files.has(path));
        if ((led.length === 0 && output.test(specifier)) || led.some(isSource)) return true;
        for (const path of led) if (javascript.test(path)) seen.add(path);
      }
    }
    return false;
  }

  // — below: private, in the order they are used —

  async #readSurroundings(): Promise<Surroundings> {
    const files = await this.#context.files();
    const packages = new Set<string>();
    for (const file of files) {
      if (baseName(file) !== "package.json") continue;
      const { name } = parsePackage((await this.#context.read(file))?.text);
      if (name !== undefined) packages.add(name);
    }
    const stems = files.filter(isSource).map((file) => file.replace(/(?:\/index)?\.[^./]*$/, ""));
    return { files: new Set(files), packages, stems };
  }

  /** Whether a specifier names a package of the root, or a configuration may map it to a source, whose path ends like it. */
  #mayBeOurs(specifier: string, { packages, stems }: Surroundings): boolean {
    if (packages.has(packageNameOf(specifier)) || /^[#~@]\/|^#/.test(specifier)) return true;
    let known = this.#aliases.get(specifier);
    if (known === undefined) {
      const [, ...rest] = specifier.replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, "").split("/");
      const tail = `/${rest.join("/")}`;
      known = rest.length > 0 && stems.some((stem) => stem.endsWith(tail));
      this.#aliases.set(specifier, known);
    }
    return known;
  }

  #importsOf(file: FilePath): Promise<readonly string[]> {
    let known = this.#imports.get(file);
    if (known === undefined) {
      known = this.#context.read(file).then((index) => (index === undefined ? [] : scriptImports(index.text)));
      this.#imports.set(file, known);
    }
    return known;
  }
}

interface Surroundings {
  readonly files: ReadonlySet<FilePath>;
  readonly packages: ReadonlySet<string>;
  /** The paths of the sources, without their endings. */
  readonly stems: readonly string[];
}

function isSource(file: FilePath): boolean {
  return typescript.test(file) && !declarations.test(file);
}

/** The scripts that a relative import may lead to. */
function scriptsAt(from: FilePath, specifier: string): FilePath[] {
  const base = joinPath(parentOf(from) ?? from, specifier);
  const endings = [".js", ".cjs", ".mjs", ".jsx"];
  return endings.flatMap((ending) => [`${base}${ending}` as FilePath, `${base}/index${ending}` as FilePath]);
}
