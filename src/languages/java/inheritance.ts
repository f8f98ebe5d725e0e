// Which types of Java inherit from one another, by the names that their headers write and the imports of their files.
//
// Invariant: a name is resolved in the order of the language: types around it, types of its file, imports of classes, its
// package, imports of packages. What is imported from outside of the root extends nothing of it.

import type { FilePath } from "../../model/file-path.ts";
import type { PlacedType, TypeHeaders, TypeRelations } from "../types.ts";
import type { JavaFile, JavaMember, JavaType } from "./types.ts";
import { javaTypesIn } from "./types.ts";

export interface PlacedJavaType extends JavaType, PlacedType {
  readonly members: readonly JavaMember[];
}

export const javaTypeHeaders: TypeHeaders = (members) => {
  const files = new Map<FilePath, JavaFile>();
  return {
    add: (file, text) => void files.set(file, javaTypesIn(file, text, members)),
    relations: () => new JavaRelations(files),
  };
};

export class JavaRelations implements TypeRelations<PlacedJavaType> {
  readonly types: readonly PlacedJavaType[];
  readonly #files: ReadonlyMap<FilePath, JavaFile>;
  /** By their whole names. */
  readonly #byName = new Map<string, PlacedJavaType[]>();
  readonly #byLast = new Map<string, PlacedJavaType[]>();
  readonly #bases = new Map<PlacedJavaType, ReadonlyMap<PlacedJavaType, boolean>>();
  readonly #above = new Map<PlacedJavaType, Above>();
  readonly #packages: ReadonlySet<string>;
  /** Types with a base that no text of the root declares although its name says so. */
  readonly #unknown = new Set<PlacedJavaType>();

  constructor(files: ReadonlyMap<FilePath, JavaFile>) {
    this.#files = files;
    this.#packages = new Set([...files.values()].map((one) => one.package));
    this.types = [...files].flatMap(([file, { types }]) => types.map((one) => ({ ...one, file })));
    for (const type of this.types) {
      put(this.#byName, this.#whole(type.file, type.path), type);
      put(this.#byLast, type.name, type);
    }
  }

  basesOf(type: PlacedJavaType): ReadonlyMap<PlacedJavaType, boolean> {
    const known = this.#bases.get(type);
    if (known !== undefined) return known;
    const found = new Map<PlacedJavaType, boolean>();
    this.#bases.set(type, found);
    for (const base of type.bases) {
      const { types, isCertain } = this.#meant(type, base);
      for (const one of types) if (one !== type) found.set(one, found.get(one) === true || isCertain);
      if (types.length === 0 && this.#mayBeGenerated(type, base)) this.#unknown.add(type);
    }
    return found;
  }

  aboveOf(type: PlacedJavaType): ReadonlyMap<PlacedJavaType, boolean> {
    return this.#aboveOf(type).types;
  }

  isUnclear(type: PlacedJavaType): boolean {
    return this.#aboveOf(type).isUnclear;
  }

  // — below: private, in the order they are used —

  #whole(file: FilePath, path: string): string {
    const own = this.#files.get(file)?.package ?? "";
    return own === "" ? path : `${own}.${path}`;
  }

  #aboveOf(type: PlacedJavaType): Above {
    const known = this.#above.get(type);
    if (known !== undefined) return known;
    const bases = this.basesOf(type);
    const found: Above = { types: new Map(), isUnclear: type.isUnclear || this.#unknown.has(type) };
    this.#above.set(type, found);
    for (const [base, isCertain] of bases) {
      const further = this.#aboveOf(base);
      found.isUnclear ||= further.isUnclear;
      for (const [one, certainly] of [[base, true] as const, ...further.types])
        found.types.set(one, found.types.get(one) === true || (isCertain && certainly));
    }
    return found;
  }

  /** The types that a name means in the header of a type. */
  #meant(type: PlacedJavaType, base: string): Meant {
    const { imports, package: own } = this.#files.get(type.file) ?? { imports: [], package: "" };
    const [head = "", ...rest] = base.split(".");
    const tail = rest.map((part) => `.${part}`).join("");
    const inPackage = own === "" ? "" : `${own}.`;
    const outer = type.path.split(".").slice(0, -1);
    const around = outer.map((_, at) => `${inPackage}${outer.slice(0, outer.length - at).join(".")}.${base}`);
    const named = imports.find(({ path, isAll }) => !isAll && path.endsWith(`.${head}`));
    const first = [...around, ...(named === undefined ? [`${inPackage}${base}`] : [named.path + tail])];
    for (const name of first) {
      const found = this.#byName.get(name) ?? [];
      if (found.length > 0) return { types: found, isCertain: found.length === 1 };
    }
    if (named !== undefined) return this.#inherited(named.path + tail);
    const wide = imports.filter(({ isAll }) => isAll).flatMap(({ path }) => this.#byName.get(`${path}.${base}`) ?? []);
    if (wide.length > 0) return { types: wide, isCertain: wide.length === 1 };
    const whole = this.#byName.get(base) ?? [];
    if (whole.length > 0) return { types: whole, isCertain: whole.length === 1 };
    return this.#inherited(base, type);
  }

  /** A type that is nested in a base of what its name says, or of the type around: any of that name may be meant. */
  #inherited(path: string, within?: PlacedJavaType): Meant {
    const last = path.split(".").at(-1) ?? "";
    const isNested = path.includes(".") || within?.path.includes(".") === true;
    const named = isNested ? (this.#byLast.get(last) ?? []) : [];
    return { types: named.filter((one) => one.path.includes(".")), isCertain: false };
  }

  /** A class of a package of the root that no text declares is generated, from a type of the root perhaps. */
  #mayBeGenerated({ file }: PlacedJavaType, base: string): boolean {
    const { imports } = this.#files.get(file) ?? { imports: [] };
    const [head = ""] = base.split(".");
    const named = imports.find(({ path, isAll }) => !isAll && path.endsWith(`.${head}`));
    const path = named?.path ?? (base.includes(".") ? base : undefined);
    if (path !== undefined) return this.#packages.has(path.slice(0, path.lastIndexOf(".")));
    return !alwaysImported.test(head) && !imports.some(({ path: all, isAll }) => isAll && !this.#packages.has(all));
  }
}

/** Classes of `java.lang` that are extended. */
const alwaysImported =
  /^(?:Object|Record|Enum|Number|Thread|ThreadGroup|ThreadLocal|InheritableThreadLocal|ClassLoader|Process|SecurityManager|Throwable|Runnable|Comparable|Iterable|Cloneable|AutoCloseable|CharSequence|Appendable|Readable|\w*(?:Exception|Error))$/;

interface Above {
  readonly types: Map<PlacedJavaType, boolean>;
  isUnclear: boolean;
}

interface Meant {
  readonly types: readonly PlacedJavaType[];
  readonly isCertain: boolean;
}

function put(into: Map<string, PlacedJavaType[]>, key: string, type: PlacedJavaType): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, [type]);
  else known.push(type);
}
