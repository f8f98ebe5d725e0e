// Where sources of Go lead: packages by a path, embedded files, and the flags of cgo in comments.

import { goImports } from "./imports.ts";
import { cLeads } from "../c/leads.ts";
import type { FoundLeads } from "../leads/lead.ts";
import { climbsBehindName, isClimbing } from "../leads/lead.ts";

export function goLeads(text: string): FoundLeads[] {
  const imports = goImports(text);
  let from = 0;
  const found = imports.flatMap((path) => {
    // They come in the order in which they stand.
    from = Math.max(from, text.indexOf(path, from));
    return imported(path, from);
  });
  found.push(...embedded(text));
  if (imports.some((path) => path === "C" || path.includes("\\"))) found.push(...cgo(text));
  return found.sort((a, b) => a.at - b.at);
}

// — below: private, in the order they are used —

function imported(path: string, at: number): FoundLeads[] {
  if (path.includes("\\")) return [{ path, at, way: "beside", unclear: "it contains an escape" }];
  if (isClimbing(path) && !path.startsWith("."))
    return [{ path, at, way: "beside", unclear: "it has .. after a directory name" }];
  return /^[./]/.test(path) ? [{ path, at, way: "beside" }] : [];
}

/** The go command takes no pattern that climbs; this does not rest on it. */
function embedded(text: string): FoundLeads[] {
  return [...text.matchAll(/(?:^|[\n\r])[ \t]*(\/\/go:embed[ \t])([^\n\r]*)/g)].flatMap(
    ({ 0: line, 1: word = "", 2: patterns = "", index }) => {
      const at = index + line.length - word.length - patterns.length;
      return words(patterns).map((pattern): FoundLeads => {
        const path = pattern.replaceAll(/["`]/g, "").replace(/^all:/, "");
        return {
          path,
          at,
          way: "beside",
          ...(path.includes("\\") ? { unclear: "it contains an escape" as const } : {}),
        };
      });
    },
  );
}

function words(line: string): string[] {
  return line.split(/[ \t]+/).filter((word) => word !== "");
}

/** The comments are read as C, all of them: which one counts is left to cgo. */
function cgo(text: string): FoundLeads[] {
  const code = text.replaceAll(/\/\/|\/\*/g, "  ");
  return [...cLeads(code), ...flags(code)];
}

/** The flags behind which a path stands; others name none. */
const flag =
  /^(?:-(?:I|L|F|include|isystem|iquote|idirafter|isysroot|imacros|B|fplugin=|fmodule-map-file=)|--sysroot=?|@)/;

function flags(code: string): FoundLeads[] {
  return [...code.matchAll(/#cgo[ \t]([^\n\r]*)/g)].flatMap(({ 1: line = "", index: at }): FoundLeads[] => {
    const told = words(line.slice(line.indexOf(":") + 1).replaceAll(/["']/g, ""));
    return told.flatMap((word, index): FoundLeads[] => {
      if (word.includes("\\")) return [{ path: word, at, way: "beside", unclear: "it contains an escape" }];
      const known = flag.exec(word)?.[0];
      const value = word.slice((known ?? "").length).replace(/^-D\w*=/, "");
      if (value === "" || (known === undefined && !isPathAlone(value, told[index - 1]))) return [];
      const path = value.replace(/^\$\{SRCDIR\}/, ".");
      const doubt = climbsBehindName(path);
      return [{ path, at, way: "beside", ...(doubt === undefined ? {} : { unclear: doubt }) }];
    });
  });
}

/** What follows a flag, or could hold a path by itself. */
function isPathAlone(word: string, before: string | undefined): boolean {
  return (
    /^(?:\.{0,2}\/|\$\{SRCDIR\})/.test(word) ||
    (before !== undefined && before !== "" && flag.exec(before)?.[0] === before)
  );
}
