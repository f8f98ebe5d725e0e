// What a package.json says of its package.

import { at, isRecord } from "../../std/json.ts";
import { parseJsonc } from "../formats/jsonc.ts";

export type DependencyList = "dependencies" | "devDependencies" | "peerDependencies" | "optionalDependencies";

export interface PackageManifest {
  /** Undefined where it has none that an import could use. */
  readonly name: string | undefined;
  /** What stands under a key. */
  get(key: string): unknown;
  /** The text under a key. */
  text(key: string): string | undefined;
  /** The packages of these lists, with what is said of their versions. */
  dependencies(...lists: readonly DependencyList[]): readonly (readonly [name: string, version: unknown])[];
  readonly scripts: Readonly<Record<string, string>>;
}

/** A text that is no JSON says nothing. */
export function parsePackage(text: string | undefined): PackageManifest {
  const value = parseJsonc(text ?? "");
  const get = (key: string): unknown => at(value, [key]);
  const entries = (key: string): [string, unknown][] => {
    const found = get(key);
    return isRecord(found) ? Object.entries(found) : [];
  };
  const textAt = (key: string): string | undefined => {
    const found = get(key);
    return typeof found === "string" ? found : undefined;
  };
  const name = textAt("name");
  return {
    name: name === "" || name?.includes("\0") === true ? undefined : name,
    get,
    text: textAt,
    dependencies: (...lists) => lists.flatMap(entries),
    scripts: Object.fromEntries(
      entries("scripts").filter((row): row is [string, string] => typeof row[1] === "string"),
    ),
  };
}

/** The package that holds what is imported: `@scope/name/file` is of `@scope/name`. */
export function packageNameOf(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}
