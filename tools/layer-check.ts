// Checks the imports of `src/` against the table of layers.

import { builtinModules } from "node:module";

import { importsOf, resolveImport } from "./imports.ts";
import type { Layer } from "./layers.ts";
import type { Room } from "./rooms.ts";
import { isTest, type TextFile } from "./tree.ts";

/** Entries wire everything together, so they may import anything; nothing imports them. */
export const entries = ["src/bin.ts", "src/whole-bin.ts", "src/index.ts", "src/lsp.ts", "src/plugin.ts"];

/** Packages and built-in modules that only some places may know. Anything not named here is free. */
const confined: readonly { readonly what: string; readonly is: (name: string) => boolean; readonly to: string[] }[] = [
  { what: "a Node module", is: isNodeModule, to: ["src/host/", "src/doors/", "src/testing/"] },
  { what: "zod", is: (name) => inPackage(name, "zod"), to: ["src/operations/", "src/config/", "src/doors/"] },
  { what: "the MCP SDK", is: (name) => name.startsWith("@modelcontextprotocol/"), to: ["src/doors/mcp/"] },
];

/** Every breach of the tables as one sentence that names the file; tests are exempt. */
export function checkLayers(
  files: readonly TextFile[],
  layers: readonly Layer[],
  rooms: readonly Room[] = [],
): string[] {
  const sources = files.filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts") && !isTest(path));
  const graph = new Map<string, string[]>();
  const problems: string[] = [];
  for (const { path, text } of sources) {
    const targets: string[] = [];
    for (const specifier of importsOf(text)) {
      const target = resolveImport(path, specifier);
      const problem =
        target === undefined
          ? judgePackage(path, specifier)
          : (judgeFile(path, target, layers) ?? judgeRoom(path, target, rooms));
      if (problem !== undefined) problems.push(`${path} imports ${specifier}: ${problem}`);
      if (target !== undefined) targets.push(target);
    }
    graph.set(path, targets);
  }
  return [...problems, ...findCycles(graph).map((cycle) => `import cycle: ${cycle.join(" -> ")}`)];
}

/** What each room imports of its own layer. */
export function roomsImported(files: readonly TextFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const specifier of importsOf(text)) {
      const target = resolveImport(path, specifier);
      const crossing = target === undefined ? undefined : crossingOf(path, target);
      if (crossing !== undefined)
        found.set(crossing.from, (found.get(crossing.from) ?? new Set<string>()).add(crossing.to));
    }
  }
  return found;
}

/** A room and what it imports of its own layer; undefined for files that lie in no room, which wire the rooms. */
function crossingOf(path: string, target: string): { readonly from: string; readonly to: string } | undefined {
  const [from = "", to = ""] = [path, target].map((file) => file.split("/").slice(1, -1).join("/"));
  return from === to || !from.includes("/") || folderOf(path) !== folderOf(target) ? undefined : { from, to };
}

function judgePackage(path: string, specifier: string): string | undefined {
  if (entries.includes(path)) return;
  for (const { what, is, to } of confined) {
    if (is(specifier) && !to.some((folder) => path.startsWith(folder))) return `only ${to.join(", ")} may know ${what}`;
  }
  return;
}

function judgeFile(path: string, target: string, layers: readonly Layer[]): string | undefined {
  if (entries.includes(path)) return;
  if (!target.startsWith("src/")) return "it lies outside src/";
  const from = folderOf(path);
  const to = folderOf(target);
  const layer = layers.find(({ folder }) => folder === from);
  if (layer === undefined) return `${path} belongs to no layer`;
  if (to === undefined) return "an entry may not be imported";
  if (to === "doors" && from === "doors" && isOtherDoor(path, target)) return "no door imports another";
  if (to === from || layer.mayImport.includes(to)) return;
  return `${from} may import ${layer.mayImport.join(", ") || "nothing"}`;
}

function judgeRoom(path: string, target: string, rooms: readonly Room[]): string | undefined {
  const crossing = crossingOf(path, target);
  if (crossing === undefined) return;
  const { from, to } = crossing;
  const room = rooms.find(({ folder }) => folder === from);
  if (room === undefined) return rooms.length === 0 ? undefined : `${from} is in no row of tools/rooms.ts`;
  if (room.mayImport.includes(to)) return;
  return `${from} may import ${room.mayImport.join(", ") || "no other room"} of its layer`;
}

/** Files directly in `src/doors/` are shared by the doors; the folders below it are the doors. */
function isOtherDoor(path: string, target: string): boolean {
  const door = target.split("/").slice(0, -1)[2];
  return door !== undefined && !path.startsWith(`src/doors/${door}/`);
}

function folderOf(path: string): string | undefined {
  const parts = path.split("/");
  return parts.length > 2 ? parts[1] : undefined;
}

function isNodeModule(name: string): boolean {
  return name.startsWith("node:") || builtinModules.includes(name);
}

function inPackage(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}/`);
}

/** One cycle for every file at which a walk in depth meets its own way again. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const way: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    const met = way.indexOf(path);
    if (met >= 0) cycles.push([...way.slice(met), path]);
    if (met >= 0 || done.has(path)) return;
    way.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    way.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}
