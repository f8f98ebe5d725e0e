// What a language's own tool says about a symbol: `go doc`, `pydoc`, `cargo doc`.

import type { FilePath } from "../model/file-path.ts";
import { display, filePath, isInside, joinPath, parentOf } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { at } from "../std/json.ts";
import type { Patience } from "../workspace/snapshot.ts";
import type { ProgramRun } from "../workspace/workbench-program.ts";
import type { Workbench } from "../workspace/workbench.ts";
import { interpreterOf } from "./python-project.ts";
import { rustdocText } from "./rustdoc-text.ts";

export interface Documentation {
  readonly doc: string;
  readonly signature: string;
  /** What was run, for people. */
  readonly command: string;
}

export type Documenting = (
  bench: Workbench,
  symbol: string,
  isFile: boolean,
  file: FilePath,
  patience: Patience,
) => Promise<Documentation>;

/** `go doc`, of the package of the file by its path in the module. */
export const goDocumentation: Documenting = async (bench, symbol, isFile, _file, patience) => {
  const command = await programOf(bench, "go", "the Go toolchain");
  const place = isFile ? await goPackage(bench) : undefined;
  const args = ["doc", "-u", ...(place === undefined ? [] : [place]), symbol];
  const run = await bench.run({ command, args, cwd: bench.directory }, patience);
  mustHaveWorked(run, symbol);
  const doc = plain(run.output);
  return { doc, signature: firstMatch(doc, /^(?:func|type|var|const)\b.*$/m), command: `go ${args.join(" ")}` };
};

async function goPackage(bench: Workbench): Promise<string | undefined> {
  const holder = await above(bench, "go.mod");
  const bytes = holder && (await bench.host.files.read(joinPath(holder, "go.mod")));
  if (holder === undefined || bytes === undefined) return undefined;
  const module = /^\s*module\s+"?([^\s"]+)"?/m.exec(bench.host.files.decode(bytes).text)?.[1];
  if (module === undefined) return undefined;
  const below = display(holder, bench.directory);
  return below === "." || below === "" ? module : `${module}/${below}`;
}

/** `pydoc`, which imports the module: the symbol is looked for in that of the file. */
export const pythonDocumentation: Documenting = async (bench, symbol, isFile, file, patience) => {
  const command = await interpreterOf(bench);
  const { module, top } = isFile ? await pythonModule(bench, file) : { module: "", top: bench.directory };
  const name = module === "" || symbol === module || symbol.startsWith(`${module}.`) ? symbol : `${module}.${symbol}`;
  const args = ["-m", "pydoc", name];
  const env = { PYTHONDONTWRITEBYTECODE: "1", PAGER: "cat", TERM: "dumb" };
  const run = await bench.run({ command, args, cwd: top, env }, patience);
  mustHaveWorked(run, name);
  if (/^No Python documentation found/m.test(run.output)) noSymbol(name, run.output);
  const doc = plain(run.output).replace(/^Help on [^\n]*\n+/, "");
  return { doc, signature: firstMatch(doc, /^.*\S.*$/m), command: `python3 ${args.join(" ")}` };
};

async function pythonModule(bench: Workbench, file: FilePath): Promise<{ module: string; top: FilePath }> {
  const { files } = bench.host;
  let top = bench.directory;
  while (isInside(bench.snapshot.root, top) && (await files.stat(joinPath(top, "__init__.py"))) !== undefined) {
    top = parentOf(top) ?? top;
  }
  const path = display(top, file).replace(/\.pyi?$/, "");
  return { module: path.replace(/(?:^|\/)__init__$/, "").replaceAll("/", "."), top };
}

/** `cargo doc` writes pages; the symbol's own text is read out of the one that is about it. */
export const rustDocumentation: Documenting = async (bench, symbol, _isFile, _file, patience) => {
  const command = await programOf(bench, "cargo", "the Rust toolchain");
  const cwd = bench.directory;
  const told = await bench.run({ command, args: ["metadata", "--no-deps", "--format-version", "1"], cwd }, patience);
  mustHaveWorked(told, symbol);
  const metadata: unknown = JSON.parse(told.output);
  const args = ["doc", "--no-deps", "--message-format", "short", "--document-private-items", "--color", "never"];
  mustHaveWorked(await bench.run({ command, args, cwd }, patience), symbol);
  const target = at(metadata, ["target_directory"]);
  const pages =
    typeof target === "string" ? await rustPages(bench, joinPath(filePath(target), "doc"), crates(metadata)) : [];
  const found = await rustItem(bench, pages, symbol.split(/::|\./));
  return found === undefined
    ? noSymbol(symbol, "cargo doc has no page about it.")
    : { ...found, command: `cargo ${args.join(" ")}` };
};

function crates(metadata: unknown): string[] {
  const packages = at(metadata, ["packages"]);
  if (!Array.isArray(packages)) return [];
  return packages.flatMap((one: unknown) => {
    const targets = at(one, ["targets"]);
    const names = (Array.isArray(targets) ? targets : []).map((target: unknown) => at(target, ["name"]));
    return names.flatMap((name) => (typeof name === "string" ? [name.replaceAll("-", "_")] : []));
  });
}

interface RustPage {
  readonly path: FilePath;
  /** The modules above it, the crate first, then its own name. */
  readonly names: readonly string[];
}

async function rustPages(bench: Workbench, top: FilePath, names: readonly string[]): Promise<RustPage[]> {
  const pages: RustPage[] = [];
  const walk = async (directory: FilePath, above_: readonly string[]): Promise<void> => {
    for (const { name, kind } of (await bench.host.files.list(directory)) ?? []) {
      if (kind === "directory") await walk(joinPath(directory, name), [...above_, name]);
      const item = /^(?:struct|enum|trait|fn|type|macro|constant|static|union|derive|attr)\.(.+)\.html$/.exec(
        name,
      )?.[1];
      if (item !== undefined) pages.push({ path: joinPath(directory, name), names: [...above_, item] });
      else if (name === "index.html") pages.push({ path: joinPath(directory, name), names: above_ });
    }
  };
  for (const name of new Set(names)) await walk(joinPath(top, name), [name]);
  return pages;
}

/** The page whose path ends in the names; else the page of all but the last, of which that is a member. */
async function rustItem(
  bench: Workbench,
  pages: readonly RustPage[],
  names: readonly string[],
): Promise<{ doc: string; signature: string } | undefined> {
  const owner = names.slice(0, -1);
  const candidates = [
    ...pages.filter((page) => endsIn(page.names, names)).map((page) => ({ page, member: undefined })),
    ...(owner.length === 0
      ? []
      : pages.filter((page) => endsIn(page.names, owner)).map((page) => ({ page, member: names.at(-1) }))),
  ];
  for (const { page, member } of candidates) {
    const bytes = await bench.host.files.read(page.path);
    const text = bytes && rustdocText(bench.host.files.decode(bytes).text, member);
    if (text !== undefined) return text;
  }
  return undefined;
}

function endsIn(names: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name, index) => names[names.length - wanted.length + index] === name);
}

// — what they share —

async function above({ host, snapshot, directory }: Workbench, marker: string): Promise<FilePath | undefined> {
  for (
    let here: FilePath | undefined = directory;
    here !== undefined && isInside(snapshot.root, here);
    here = parentOf(here)
  ) {
    if ((await host.files.stat(joinPath(here, marker)))?.kind === "file") return here;
  }
  return undefined;
}

async function programOf(bench: Workbench, name: string, what: string): Promise<FilePath> {
  const found = await bench.find(name);
  return (
    found ??
    refuse({
      code: "server_not_found",
      what: `${name} is not on this machine.`,
      next: `Install ${what}, or use inspect_symbol, which asks the language server.`,
    })
  );
}

function mustHaveWorked(run: ProgramRun, symbol: string): void {
  if (run.timedOut) {
    refuse({
      code: "timed_out",
      what: `${run.command} did not end in time.`,
      next: "Use inspect_symbol, which asks the language server.",
    });
  }
  if (run.code !== 0) noSymbol(symbol, run.errors || run.output);
}

function noSymbol(symbol: string, said: string): never {
  const [why = ""] = plain(said).trim().split("\n");
  return refuse({
    code: "no_symbol",
    what: `There is no documentation of ${symbol}.`,
    ...(why === "" ? {} : { why: why.slice(0, 300) }),
    next: "find_symbol tells how it is called; file_path tells where to look.",
  });
}

const escape = String.fromCharCode(0x1b);
const bell = String.fromCharCode(0x07);
const backspace = String.fromCharCode(0x08);
const escapes = new RegExp(
  `${escape}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)|[@-Z\\\\-_])`,
  "g",
);
const overstruck = new RegExp(`.${backspace}`, "gs");

/** Without colours, and without the overstriking by which terminals showed bold letters. */
export function plain(text: string): string {
  return text.replace(escapes, "").replace(overstruck, "");
}

function firstMatch(text: string, pattern: RegExp): string {
  return (pattern.exec(text)?.[0] ?? "").trim();
}
