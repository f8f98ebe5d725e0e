// What configurations of TypeScript and manifests of packages lead to.

import { isClimbing } from "../../languages/leads/lead.ts";
import { packageNameOf } from "../../languages/script/leads.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isRecord, textsIn } from "../../std/json.ts";
import type { ConfiguredText } from "./configured-texts.ts";
import { imported, readJson, taken } from "./configured-texts.ts";

export function tsconfigTexts(text: string, pathOf: (written: string) => FilePath | undefined): ConfiguredText[] {
  const read = readJson(text);
  if ("texts" in read) return read.texts;
  if (!isRecord(read.value)) return [];
  const { value } = read;
  const options = isRecord(value["compilerOptions"]) ? value["compilerOptions"] : {};
  const baseUrl = textsIn(options["baseUrl"])[0];
  const base = baseUrl === undefined ? undefined : pathOf(plain(baseUrl));
  const references = Array.isArray(value["references"]) ? value["references"].filter(isRecord) : [];
  const beside = [
    ...["files", "include"].flatMap((key) => textsIn(value[key])),
    ...["rootDirs", "typeRoots", "jsxImportSource"].flatMap((key) => textsIn(options[key])),
    // By itself it brings nothing in; what is imported from there is looked for like a header.
    ...(baseUrl === undefined ? [] : [baseUrl]),
  ];
  return [
    ...textsIn(value["extends"]).map((one) => settings(/^[./\\]/.test(one) ? taken(plain(one)) : imported(one))),
    ...references.flatMap(({ path }) => textsIn(path)).map((one) => settings(taken(plain(one)))),
    ...beside.map((one) => taken(plain(one))),
    ...textsIn(options["types"]).map(imported),
    ...textsIn(options["jsxImportSource"]).map(imported),
    ...textsIn(options["paths"]).map((one) => ({ ...taken(plain(one)), ...(base === undefined ? {} : { base }) })),
    ...textsIn(options["moduleSuffixes"])
      .filter((one) => /[\\/]/.test(one))
      .map((one): ConfiguredText => ({ written: one, way: "taken", unclear: "it is concatenated from parts" })),
  ];
}

export function manifestTexts(text: string): ConfiguredText[] {
  const read = readJson(text);
  if ("texts" in read) return read.texts;
  if (!isRecord(read.value)) return [];
  const { value } = read;
  const keys = ["main", "module", "types", "typings", "exports", "imports", "typesVersions"];
  const all = keys.flatMap((key) => textsIn(value[key])).filter((one) => /^[./\\]/.test(one) || isClimbing(one));
  const packages = textsIn(value["imports"]).filter((one) => !/^[./]/.test(one));
  return [...all.map(taken), ...packages.map((one): ConfiguredText => ({ written: packageNameOf(one), way: "named" }))];
}

// — below: private, in the order they are used —

/** The directory of a configuration that extends this one lies in the root as well. */
function plain(written: string): string {
  return /\.\./.test(written) ? written : written.replace(/^\$\{configDir\}/, ".");
}

function settings(one: ConfiguredText): ConfiguredText {
  return one.way === "taken" ? { ...one, role: "settings" } : one;
}
