// Where the configuration of a project leads a server: files that it takes in, and directories in which it searches.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { packageNameOf } from "../../languages/leads.ts";
import { isRecord } from "../../std/json.ts";
import { parseJsonc } from "../coverage-jsonc.ts";

export interface ConfigurationLead {
  readonly path: FilePath;
  /** As the configuration has it. */
  readonly written: string;
  /**
   * `searched`: only what is imported or included is read there. `environment`: it holds packages of Python. `named`: a
   * package is taken in by its name.
   */
  readonly way: "taken" | "searched" | "environment" | "named";
}

type ConfigurationFamily = "script" | "c" | "python" | "go" | "rust";

/** Whose servers believe the file; undefined for one that is no configuration. */
export function configurationOf(file: string): ConfigurationFamily | undefined {
  return names.find(([, name]) => name.test(file))?.[0];
}

/** One that is extended by another is read like that. */
export function configurationLeads(
  file: FilePath,
  text: string,
  family: ConfigurationFamily = configurationOf(file) ?? "script",
): ConfigurationLead[] {
  const home = parentOf(file) ?? file;
  const found = readers[family](file, text, home);
  return found.flatMap(({ written, way, base }) => {
    const path = pathOf(base ?? home, written);
    return path === undefined ? [] : [{ path, written, way }];
  });
}

/** The configurations that one of TypeScript or Pyright extends by a path. */
export function extendedBy(file: FilePath, text: string): FilePath[] {
  const isToml = file.endsWith(".toml");
  const read = isToml ? undefined : parseJsonc(text);
  const extended = isToml ? pyrightTexts(text, "extends") : isRecord(read) ? strings(read["extends"]) : [];
  return extended.flatMap((one) => {
    const isPath = /^[./]/.test(one) || configurationOf(file) !== "script";
    const path = isPath ? pathOf(parentOf(file) ?? file, one) : undefined;
    return path === undefined ? [] : [path.endsWith(".json") ? path : joinPath(path, `../${baseName(path)}.json`)];
  });
}

// — below: private, in the order they are used —

const names: readonly (readonly [ConfigurationFamily, RegExp])[] = [
  ["script", /(?:^|\/)(?:[tj]sconfig[^/]*\.json|package\.json)$/],
  ["c", /(?:^|\/)(?:compile_commands\.json|compile_flags\.txt|\.clangd)$/],
  ["python", /(?:^|\/)(?:pyrightconfig\.json|pyproject\.toml)$/],
  ["go", /(?:^|\/)go\.(?:mod|work)$/],
  ["rust", /(?:^|\/)(?:Cargo\.toml|\.?rust-project\.json)$/],
];

interface Written {
  readonly written: string;
  readonly way: ConfigurationLead["way"];
  readonly base?: FilePath;
}

const readers: Readonly<Record<ConfigurationFamily, (file: FilePath, text: string, home: FilePath) => Written[]>> = {
  script: (file, text, home) => (baseName(file) === "package.json" ? manifest(text) : tsconfig(text, home)),
  c: (file, text, home) => compilerFlags(file, text, home),
  python: (_, text) => pyright(text),
  go: (_, text) =>
    text
      .split("\n")
      .flatMap((line) => [
        ...line.trimStart().matchAll(/(?:=>|^(?:use\b)?)[ \t]*["`]?(\.{1,2}(?:\/[^\s"`)]*)?|\/[^\s"`)]+)/g),
      ])
      .map(taken),
  rust: (_, text) =>
    [...text.matchAll(/\b(?:path|root_module|sysroot_src)["']?[ \t]*[=:][ \t]*["']([^"'\n]+)["']/g)].map(taken),
};

function taken(match: RegExpMatchArray): Written {
  return { written: match[1] ?? "", way: "taken" };
}

/** What is before the first wildcard. */
function pathOf(base: FilePath, written: string): FilePath | undefined {
  const plain = written.split(/[*?{]/, 1)[0] ?? "";
  const cut = plain === written || plain.endsWith("/") ? plain : plain.slice(0, plain.lastIndexOf("/") + 1);
  if (cut.includes("\0")) return undefined;
  return parseFilePath(cut) ?? joinPath(base, cut);
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return isRecord(value) ? Object.values(value).flatMap(strings) : [];
}

function tsconfig(text: string, home: FilePath): Written[] {
  const read = parseJsonc(text);
  if (!isRecord(read)) return [];
  const options = isRecord(read["compilerOptions"]) ? read["compilerOptions"] : {};
  const baseUrl = strings(options["baseUrl"])[0];
  const base = baseUrl === undefined ? home : (pathOf(home, baseUrl) ?? home);
  const references = Array.isArray(read["references"]) ? read["references"].filter(isRecord) : [];
  const beside = [
    ...strings(read["extends"]).filter((one) => /^[./]/.test(one)),
    ...["files", "include"].flatMap((key) => strings(read[key])),
    ...references.flatMap(({ path }) => strings(path)),
    ...["rootDirs", "typeRoots", "jsxImportSource"].flatMap((key) => strings(options[key])),
    ...strings(options["types"]).filter((one) => /^[./]/.test(one)),
  ];
  const packages = [
    ...[...strings(read["extends"]), ...strings(options["types"])].filter((one) => !/^[./]/.test(one)),
    ...strings(options["jsxImportSource"]),
  ];
  return [
    ...beside.map((written): Written => ({ written, way: "taken" })),
    ...packages.map((one): Written => ({ written: packageNameOf(one), way: "named" })),
    ...strings(options["paths"]).map((written): Written => ({ written, way: "taken", base })),
    // By itself it brings nothing in; what is imported from there is looked for like a header.
    ...(baseUrl === undefined ? [] : [{ written: baseUrl, way: "taken" as const }]),
  ];
}

function manifest(text: string): Written[] {
  const read = parseJsonc(text);
  if (!isRecord(read)) return [];
  const keys = ["main", "module", "types", "typings", "exports", "imports", "typesVersions"];
  const all = keys.flatMap((key) => strings(read[key])).filter((one) => /^[./]/.test(one));
  const packages = strings(read["imports"]).filter((one) => !/^[./]/.test(one));
  return [
    ...all.map((written): Written => ({ written, way: "taken" })),
    ...packages.map((one): Written => ({ written: packageNameOf(one), way: "named" })),
  ];
}

const pyrightPaths = ["include", "extraPaths", "stubPath", "typeshedPath", "root", "extends", "strict"];

function pyright(text: string): Written[] {
  const environments = pyrightTexts(text, "venvPath").flatMap((path) =>
    pyrightTexts(text, "venv").map((name): Written => ({ written: `${path}/${name}`, way: "environment" })),
  );
  const taken = pyrightPaths.flatMap((key) => pyrightTexts(text, key));
  return [...taken.map((written): Written => ({ written, way: "taken" })), ...environments];
}

/** The texts that a key of Pyright's has, in JSON or in TOML; however a table is written, what names it is read. */
function pyrightTexts(written: string, key: string): string[] {
  const text = written
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    // No line of a text may pass for the head of a table.
    .replaceAll(/"""[\s\S]*?"""|'{3}[\s\S]*?'{3}/g, (text) => text.replaceAll(/\r?\n/g, ""));
  const own = /^\s*(?:\{|\/[/*])/.test(text)
    ? text
    : text
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

const searchFlags =
  /^(?:-I|-isystem|-iquote|-idirafter|-iframework|-F|-isysroot|--sysroot|-resource-dir|-cxx-isystem|--embed-dir|\/I|-iprefix|-iwithprefix|-iwithprefixbefore)=?/;
const takenFlags =
  /^(?:-include-pch|-include|-imacros|-ivfsoverlay|-fmodule-map-file|-fmodule-file|-fprebuilt-module-path|--config|@|\/FI|-D|-Xclang)=?/;

/** In `.clangd` flags stand as words too. */
function compilerFlags(file: FilePath, text: string, home: FilePath): Written[] {
  if (!file.endsWith("compile_commands.json")) {
    const isClangd = baseName(file) === ".clangd";
    const words = isClangd ? text.split(/[\s,[\]"']+/) : text.split(/[\r\n]+/).map((line) => line.trim());
    const database = isClangd
      ? [...text.matchAll(/\b(?:CompilationDatabase|File|MountPoint)[ \t]*:[ \t]*([^\s#]+)/g)].map(taken)
      : [];
    return [...fromFlags(words, home), ...database];
  }
  const read = parseJsonc(text);
  const known = new Map<string, Written>();
  for (const entry of Array.isArray(read) ? read.filter(isRecord) : []) {
    const directory = pathOf(home, strings(entry["directory"])[0] ?? ".") ?? home;
    const words = Array.isArray(entry["arguments"])
      ? strings(entry["arguments"])
      : shellWords(strings(entry["command"])[0] ?? "");
    for (const one of fromFlags(words.slice(1), directory)) known.set(`${one.way}\n${one.written}\n${directory}`, one);
  }
  return [...known.values()];
}

function shellWords(command: string): string[] {
  const words = command.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g);
  return [...words].map(([word]) => word.replaceAll(/\\(.)|["']/g, "$1"));
}

function fromFlags(words: readonly string[], base: FilePath): Written[] {
  return words.flatMap((word, index): Written[] => {
    for (const [flags, way] of [
      [searchFlags, "searched"],
      [takenFlags, "taken"],
    ] as const) {
      const flag = flags.exec(word)?.[0];
      if (flag === undefined) continue;
      const value = word.slice(flag.length) || (words[index + 1] ?? "");
      // A macro may hold a path.
      const written = flag === "-D" ? /["'<]?((?:\.{0,2}\/)[^"'>]*)/.exec(value)?.[1] : value;
      return written === undefined || written === "" || written.startsWith("-") ? [] : [{ written, way, base }];
    }
    return [];
  });
}
