// What configurations and manifests of TypeScript, Python, Go and Rust lead to.

import { isClimbing } from "../../languages/leads/lead.ts";
import { isRecord, textsIn, textsUnder } from "../../std/json.ts";
import type { ConfiguredText } from "./configured-texts.ts";
import { imported, leavingTexts, readJson, taken } from "./configured-texts.ts";
import { packageNameOf } from "../../languages/script/package-json.ts";
import type { FilePath } from "../../model/file-path.ts";

export function pyrightTexts(text: string, isToml: boolean): ConfiguredText[] {
  const read = isToml ? undefined : readJson(text);
  if (read !== undefined && "texts" in read) return read.texts;
  const under = (key: string): string[] =>
    read === undefined ? tomlUnder(text, key) : textsUnder(read.value, (one) => one === key);
  const environments = under("venvPath").flatMap((path) =>
    under("venv").map((name): ConfiguredText => ({ ...pythonPath(`${path}/${name}`), way: "environment" })),
  );
  return [
    ...under("extends").map((one): ConfiguredText => ({ ...pythonPath(one), role: "settings" })),
    ...pyrightPaths.flatMap(under).map(pythonPath),
    ...environments,
  ];
}

/** Every path of a module that is written as one. */
export function goTexts(text: string): ConfiguredText[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const [code = ""] = line.split("//", 1);
    const words = code.split(/[\s"'`()]+/).filter((word) => /^(?:\.{1,2}(?:\/|$)|\/)/.test(word) || isClimbing(word));
    const escaped = /["'`][^"'`]*\\/.test(code) ? [taken(code.trim())] : [];
    return [...words.map(taken), ...escaped];
  });
}

export function cargoTexts(text: string): ConfiguredText[] {
  const escaped = [...text.matchAll(/"[^"\n\\]*\\[^"\n]*"[ \t]*[.=]/g)].map(
    ([key]): ConfiguredText => ({ written: key, way: "taken", unclear: "its keyword is spelled with an escape" }),
  );
  const values = text.matchAll(
    /(?<![\w-])(?:path|workspace|build|members|default-members)["']?[ \t]*=[ \t]*(\[[^[\]]*|"""|'''|"[^"\n]*|'[^'\n]*)/g,
  );
  return [...[...values].flatMap(([, value = ""]) => tomlValue(value)), ...escaped];
}

/** A description of crates for a server: whatever leads away counts, under each key. */
export function crateTexts(text: string): ConfiguredText[] {
  return leavingTexts(text);
}

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
    // By itself it includes nothing; imports are searched there like headers.
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

const pyrightPaths = ["include", "extraPaths", "stubPath", "typeshedPath", "root", "strict"];

/** Variables and the home directory are substituted by the reader. */
function pythonPath(written: string): ConfiguredText {
  return /^~|\$/.test(written) ? { written, way: "taken", unclear: "it is concatenated from parts" } : taken(written);
}

/** The texts that a key of Pyright's has in TOML; however a table is written, what names it is read. */
function tomlUnder(written: string, key: string): string[] {
  const text = written
    .replaceAll(/\\(?:u([\da-f]{4})|U([\da-f]{8})|x([\da-f]{2}))/gi, (all, four, eight, two) => {
      const code = Number.parseInt(String(four ?? eight ?? two), 16);
      return code > 0x10_ff_ff ? String(all) : String.fromCodePoint(code);
    })
    // No line of a text may pass for the head of a table.
    .replaceAll(/"""[\s\S]*?"""|'{3}[\s\S]*?'{3}/g, (text) => text.replaceAll(/\r?\n/g, ""));
  const own = text
    .split(/^(?=[ \t]*\[)/m)
    .filter((part) => part.includes("pyright"))
    .join("\n");
  const values = own.matchAll(
    new RegExp(
      String.raw`\b${key}["']?\s*[:=]\s*(\[(?:[^[\]"']|"[^"\n]*"|'[^'\n]*')*\]|"""[^"]*"""|'{3}[^']*'{3}|"[^"\n]*"|'[^'\n]*')`,
      "g",
    ),
  );
  return [...values].flatMap(([, value = ""]) =>
    [...value.matchAll(/"""([^"]*)"""|'{3}([^']*)'{3}|"([^"\n]*)"|'([^'\n]*)'/g)].map(
      (one) => one.slice(1).find((part) => part !== undefined) ?? "",
    ),
  );
}

/** A text of several lines begins with three quotes, and may hold anything. */
function tomlValue(value: string): ConfiguredText[] {
  if (/^(?:"""|''')/.test(value)) return [{ written: value, way: "taken", unclear: "it is concatenated from parts" }];
  if (!value.startsWith("[")) return [taken(value.slice(1))];
  if (/"""|'''/.test(value)) return [{ written: value, way: "taken", unclear: "it is concatenated from parts" }];
  return [...value.matchAll(/"([^"\n]*)"?|'([^'\n]*)'?/g)].map(([, double, single]) => taken(double ?? single ?? ""));
}

/** The directory of a configuration that extends this one lies in the root as well. */
function plain(written: string): string {
  return /\.\./.test(written) ? written : written.replace(/^\$\{configDir\}/, ".");
}

function settings(one: ConfiguredText): ConfiguredText {
  return one.way === "taken" ? { ...one, role: "settings" } : one;
}
