// Where the configuration of a project leads a server: files that it takes in, and directories in which it searches.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import { parseJsonc } from "../coverage-jsonc.ts";

export interface ConfigurationLead {
  readonly path: FilePath;
  /** As the configuration has it. */
  readonly written: string;
  /** `searched`: only what is imported or included is read there. */
  readonly way: "taken" | "searched";
}

/** Whose servers believe the file; undefined for one that is no configuration. */
export function configurationOf(file: string): "script" | "c" | "python" | "go" | "rust" | undefined {
  return names.find(([, name]) => name.test(file))?.[0];
}

export function configurationLeads(file: FilePath, text: string): ConfigurationLead[] {
  const home = parentOf(file) ?? file;
  const family = configurationOf(file) ?? "script";
  const found = readers[family](file, text, home);
  return found.flatMap(({ written, way, base }) => {
    const path = pathOf(base ?? home, written);
    return path === undefined ? [] : [{ path, written, way }];
  });
}

/** The configurations that one of TypeScript extends by a path. */
export function extendedBy(file: FilePath, text: string): FilePath[] {
  const read = parseJsonc(text);
  const extended = isRecord(read) ? strings(read["extends"]) : [];
  return extended.flatMap((one) => {
    const path = /^[./]/.test(one) ? pathOf(parentOf(file) ?? file, one) : undefined;
    return path === undefined ? [] : [path.endsWith(".json") ? path : joinPath(path, `../${baseName(path)}.json`)];
  });
}

// — below: private, in the order they are used —

const names: readonly (readonly ["script" | "c" | "python" | "go" | "rust", RegExp])[] = [
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

const readers: Readonly<
  Record<"script" | "c" | "python" | "go" | "rust", (file: FilePath, text: string, home: FilePath) => Written[]>
> = {
  script: (file, text, home) => (baseName(file) === "package.json" ? manifest(text) : tsconfig(text, home)),
  c: (file, text, home) => compilerFlags(file, text, home),
  python: (file, text) => pyright(file, text),
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
  return [
    ...beside.map((written): Written => ({ written, way: "taken" })),
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
  return all.map((written) => ({ written, way: "taken" }));
}

function pyright(file: FilePath, text: string): Written[] {
  const isJson = file.endsWith(".json");
  const own = isJson
    ? text
    : (text
        .split(/^(?=\[)/m)
        .filter((part) => part.startsWith("[tool.pyright"))
        .join("\n") ?? "");
  const read = own.matchAll(
    /["']?\b(?:include|extraPaths|stubPath|typeshedPath|root|extends|strict)["']?[ \t]*[:=][ \t]*(\[(?:[^[\]"']|"[^"\n]*"|'[^'\n]*')*\]|"[^"\n]*"|'[^'\n]*')/g,
  );
  return [...read].flatMap(([, value = ""]) =>
    [...value.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(
      (one): Written => ({ written: one[1] ?? one[2] ?? "", way: "taken" }),
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
