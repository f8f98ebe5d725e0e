// What an answer about Go rests on beside the files of its root: the toolchain, its settings, and the modules that are there.
//
// A module in the module cache is what its version in go.sum says: the go command writes it once, and read-only. So whether
// it is there counts, and not what it holds.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, joinPath, parseFilePath } from "../../model/file-path.ts";
import { SpawnFault } from "../../host/processes.ts";
import { textOrNothing } from "../../host/files.ts";
import { textBytes } from "../../host/read-limits.ts";
import { probeMs } from "../../session/limits.ts";
import { isRecord } from "../../std/json.ts";
import { noOutside, proofHash } from "./outside.ts";
import type { Outside, OutsideContext } from "./outside.ts";

export async function goOutside(context: OutsideContext): Promise<Outside> {
  const { host, programs, root } = context;
  for (const directory of ancestors(root)) {
    for (const name of ["go.work", "go.mod"]) {
      if ((await host.files.stat(joinPath(directory, name))) !== undefined)
        return { ...noOutside, unproven: `${joinPath(directory, name)} lies above the root` };
    }
  }
  if ((await programs.find("gopackagesdriver")) !== undefined)
    return { ...noOutside, unproven: "a driver decides what belongs to a package" };
  const settings = await settingsOf(context);
  if (typeof settings === "string") return { ...noOutside, unproven: settings };
  const { GOMODCACHE: cache, CGO_ENABLED: cgo } = settings;
  if (cgo === "1" && (await usesC(context))) return { ...noOutside, unproven: "C code is compiled with it" };
  const modules = parseFilePath(cache ?? "");
  if (modules === undefined) return { ...noOutside, unproven: "the go command names no module cache" };
  const there = await modulesThere(context, modules);
  const told = deciding.map((name) => settings[name] ?? "");
  return {
    parts: { toolchain: proofHash(host, told), installed: proofHash(host, there.present) },
    changedAt: there.changedAt,
  };
}

// — below: private, in the order they are used —

/** What decides which files are compiled, and how; places of the machine are left out. */
const deciding = [
  ...["GOVERSION", "GOOS", "GOARCH", "GOFLAGS", "GOEXPERIMENT", "GO111MODULE", "GOTOOLCHAIN", "CGO_ENABLED"],
  ...["GOAMD64", "GOARM", "GOARM64", "GO386", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM", "GOFIPS140"],
];

async function settingsOf({ host, programs }: OutsideContext): Promise<Readonly<Record<string, string>> | string> {
  const command = await programs.find("go");
  if (command === undefined) return "there is no go command";
  try {
    // Where nothing of the repository has a say in it; what its own files say is among its files.
    const cwd = await programs.neutralDirectory();
    const env = await programs.environmentFor(command, { GOTOOLCHAIN: "local" });
    const { exit, output } = await host.processes.run({ command, args: ["env", "-json"], cwd, env }, probeMs);
    const value: unknown = exit.code === 0 ? JSON.parse(output) : undefined;
    if (!isRecord(value)) return "the go command does not tell its settings";
    if (value["GO111MODULE"] === "off") return "packages are searched in GOPATH";
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]));
  } catch (error) {
    if (error instanceof SpawnFault || error instanceof SyntaxError) return "the go command does not tell its settings";
    throw error;
  }
}

async function usesC({ host, files, filesWith }: OutsideContext): Promise<boolean> {
  const sources = (await files()).filter((file) => file.endsWith(".go"));
  for (const file of await filesWith(["C"], sources)) {
    const text = await textOrNothing(host.files, file, textBytes);
    if (text === undefined || /^(?:[ \t]|import)*"C"/m.test(text)) return true;
  }
  return false;
}

/** Those of the modules that the root's sums name, and the toolchains, each with whether it is in the cache. */
async function modulesThere(
  { host, files }: OutsideContext,
  cache: FilePath,
): Promise<{ readonly present: readonly string[]; readonly changedAt: number }> {
  const sums = (await files()).filter((file) => /\/go(?:\.work)?\.sum$/.test(file));
  const texts = await Promise.all(sums.map((file) => textOrNothing(host.files, file, textBytes)));
  const named = texts.flatMap((text) => (text ?? "").split("\n").flatMap(moduleOf));
  const present: string[] = [];
  let changedAt = 0;
  for (const module of [...new Set(named)].sort()) {
    const stat = await host.files.stat(joinPath(cache, module));
    if (stat === undefined) continue;
    present.push(module);
    changedAt = Math.max(changedAt, stat.changedAt);
  }
  const toolchains = (await host.files.list(joinPath(cache, "golang.org"))) ?? [];
  for (const { name } of toolchains) if (name.startsWith("toolchain@")) present.push(name);
  return { present, changedAt };
}

/** `github.com/!burnt!sushi/toml@v1.2.0`, as the cache spells it. */
function moduleOf(line: string): string[] {
  const [module, version] = line.split(" ");
  if (module === undefined || version === undefined || version.endsWith("/go.mod")) return [];
  return [`${module}@${version}`.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)];
}
