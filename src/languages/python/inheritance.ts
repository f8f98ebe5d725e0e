// Which classes of Python inherit from one another, read from the texts of a root.
//
// Invariant: a class that may be a base is one; whether it is one for certain is said. Where what a class extends is
// computed by something that is not understood, the class is unclear.

import type { FilePath } from "../../model/file-path.ts";
import type { TypeHeaders, TypeRelations } from "../types.ts";
import type { PythonClass, PythonNames } from "./classes.ts";
import { pythonNames } from "./classes.ts";

export interface PlacedClass extends PythonClass {
  readonly file: FilePath;
}

export const pythonTypeHeaders: TypeHeaders = (members) => {
  const files = new Map<FilePath, PythonNames>();
  return {
    add: (file, text) => void files.set(file, pythonNames(text, members)),
    relations: () => new PythonRelations(files),
  };
};

export class PythonRelations implements TypeRelations<PlacedClass> {
  readonly #files: ReadonlyMap<FilePath, PythonNames>;
  readonly #modules = new Map<string, FilePath[]>();
  readonly #above = new Map<PythonClass, Above>();
  readonly types: readonly PlacedClass[];

  constructor(files: ReadonlyMap<FilePath, PythonNames>) {
    this.#files = files;
    for (const file of files.keys()) {
      const module = moduleOf(file);
      this.#modules.set(module, [...(this.#modules.get(module) ?? []), file]);
    }
    this.types = [...files].flatMap(([file, { classes }]) => classes.map((one) => ({ ...one, file })));
  }

  /** What it extends, directly or not, each with whether that is certain. */
  aboveOf(type: PlacedClass): ReadonlyMap<PlacedClass, boolean> {
    return this.#aboveOf(type).types;
  }

  /** What it extends directly. */
  basesOf(type: PlacedClass): ReadonlyMap<PlacedClass, boolean> {
    const meant: Meant = { types: new Map(), isUnclear: false, seen: new Set() };
    for (const base of type.bases) this.#follow(type.file, base, true, meant);
    return meant.types;
  }

  /** Whether it, or something above it, extends something unknown. */
  isUnclear(type: PlacedClass): boolean {
    return this.#aboveOf(type).isUnclear;
  }

  // — below: private —

  #aboveOf(type: PlacedClass): Above {
    const known = this.#above.get(type);
    if (known !== undefined) return known;
    const found: Above = { types: new Map(), isUnclear: false };
    this.#above.set(type, found);
    for (const base of type.bases) {
      const meant: Meant = { types: new Map(), isUnclear: false, seen: new Set() };
      this.#follow(type.file, base, true, meant);
      found.isUnclear ||= meant.isUnclear;
      for (const [one, isCertain] of meant.types) {
        const further = this.#aboveOf(one);
        found.isUnclear ||= further.isUnclear;
        for (const [each, certainly] of [[one, true] as const, ...further.types])
          found.types.set(each, found.types.get(each) === true || (isCertain && certainly));
      }
    }
    return found;
  }

  /** An expression: a name with dots leads on, from everything else it may be any of the names in it. */
  #follow(file: FilePath, text: string, isCertain: boolean, meant: Meant): void {
    const plain = (text.endsWith("]") ? (text.split("[", 1)[0] ?? "") : text).trim();
    if (/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(plain)) return this.#name(file, plain, isCertain, meant);
    for (const [name] of plain.matchAll(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*(?!\s*=(?!=))/gu))
      this.#name(file, name, false, meant);
  }

  #name(file: FilePath, dotted: string, isCertain: boolean, meant: Meant): void {
    const key = `${dotted} ${file}`;
    if (meant.seen.has(key)) return;
    meant.seen.add(key);
    const [head = "", ...rest] = dotted.split(".");
    const last = rest.at(-1);
    const names = this.#files.get(file);
    const here = last === undefined ? this.#declared(file, head) : [];
    for (const one of here) meant.types.set(one, meant.types.get(one) === true || isCertain);
    const bound = names?.bound.get(head) ?? [];
    for (const each of bound) {
      const isSure = isCertain && bound.length + here.length === 1;
      if (each.kind === "function") meant.isUnclear = true;
      else if (each.kind === "import") this.#imported(file, each, last, isSure, meant);
      else if (last === undefined) this.#follow(file, each.text, isSure, meant);
      else this.#anywhere(last, meant);
    }
    if (here.length + bound.length > 0 || builtin.test(head)) return;
    if (last === undefined && names !== undefined && names.stars.length > 0) {
      for (const module of names.stars) this.#imported(file, { module, name: head }, undefined, isCertain, meant);
      return;
    }
    // A parameter, a name of a loop, or a class in a class.
    if (last === undefined || !this.#anywhere(last, meant)) meant.isUnclear = true;
  }

  /** What a module of the root means by a name; one from elsewhere extends nothing of the root. */
  #imported(
    file: FilePath,
    { module, name }: { readonly module: string; readonly name?: string },
    last: string | undefined,
    isCertain: boolean,
    meant: Meant,
  ): void {
    const wanted = last ?? name;
    if (wanted === undefined) return;
    const path =
      last === undefined || name === undefined ? module : `${module}${module.endsWith(".") ? "" : "."}${name}`;
    const tail = path.split(".").at(-1) ?? "";
    const targets = this.#modules.get(tail) ?? [];
    const isOnly = isCertain && targets.length === 1;
    for (const target of targets) this.#exported(target, wanted, isOnly && this.#isPathOf(file, path, target), meant);
    // A name of the directory itself, what a module hands on from one that is not told, or a package without a file.
    const isPackage = last !== undefined && name === undefined && targets.length === 0;
    if (tail === "" || isPackage) this.#anywhere(wanted, meant);
  }

  /** Whether a file certainly means another one by the path of a module; packages that are installed may have the same. */
  #isPathOf(file: FilePath, path: string, target: FilePath): boolean {
    const [dots = ""] = /^\.*/.exec(path) ?? [];
    const tail = `/${path.slice(dots.length).replaceAll(".", "/")}`;
    const module = target.replace(/(?:\/__init__)?\.pyi?$/, "");
    if (!module.endsWith(tail)) return false;
    const from = module.slice(0, -tail.length);
    if (dots !== "") return file.split("/").slice(0, -dots.length).join("/") === from;
    const isInPackage = this.#files.has(`${from}/__init__.py` as FilePath);
    return !isInPackage && (file.startsWith(`${from}/`) || /\/(?:src|lib)$/.test(from));
  }

  #exported(file: FilePath, name: string, isCertain: boolean, meant: Meant): void {
    const names = this.#files.get(file);
    const isKnown = names?.bound.has(name) === true || this.#declared(file, name).length > 0;
    if (isKnown || (names?.stars.length ?? 0) > 0) this.#name(file, name, isCertain, meant);
    else this.#anywhere(name, meant);
  }

  #declared(file: FilePath, name: string): PlacedClass[] {
    return this.types.filter((one) => one.file === file && one.name === name);
  }

  #anywhere(name: string, meant: Meant): boolean {
    const found = this.types.filter((one) => one.name === name);
    for (const one of found) meant.types.set(one, meant.types.get(one) === true);
    return found.length > 0;
  }
}

interface Above {
  readonly types: Map<PlacedClass, boolean>;
  isUnclear: boolean;
}

interface Meant extends Above {
  readonly seen: Set<string>;
}

const builtin =
  /^(?:object|type|int|float|complex|str|bytes|bytearray|bool|dict|list|set|frozenset|tuple|property|staticmethod|classmethod|super|memoryview|range|slice|None|True|False|if|else|and|or|not|in|is|for|lambda|[A-Z]\w*(?:Error|Exception|Warning|Group)|Exception|SystemExit|KeyboardInterrupt|GeneratorExit|Stop\w*Iteration)$/;

/** The last part of the name that a file is imported by. */
function moduleOf(file: string): string {
  const parts = file.replace(/\.pyi?$/, "").split("/");
  return (parts.at(-1) === "__init__" ? parts.at(-2) : parts.at(-1)) ?? "";
}
