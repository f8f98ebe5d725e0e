// Where shell scripts lead: scripts that they source, and those that a directive names.
//
// Quirk(bash-language-server 5.8.1): of a path that begins with one expansion it follows what stands behind that, from
// the directory of the script; of any other expansion nothing.

import type { FoundLeads, WrittenLead } from "./lead.ts";
import { climbsBehindName, unsupportedCharacters, stickyAt } from "./lead.ts";

export function shellLeads(text: string): FoundLeads[] {
  const all = [...sources(text), ...directives(text)];
  return all.sort((a, b) => a.at - b.at);
}

// — below: private, in the order they are used —

/** `load` is a command of Bats. */
const commands = /(?<![^;&|({\s`])(?:source|load|\.)(?=[ \t]|\\[\n\r])/g;

function sources(text: string): FoundLeads[] {
  return [...text.matchAll(commands)].flatMap(({ 0: command, index: at }): FoundLeads[] => {
    const blank = stickyAt(/(?:[ \t]|\\(?:\r\n|\n|\r))*/y, text, at + command.length) ?? "";
    const word = wordAt(text, at + command.length + blank.length);
    const path = word === "" ? undefined : pathOf(word);
    const isJoined = path !== undefined && blank.includes("\\");
    const written: WrittenLead | undefined = isJoined
      ? { ...path, unclear: "its line is joined with the next one" }
      : path;
    if (written === undefined || (written.unclear !== undefined && !isCommand(text, at))) return [];
    const unclear = written.unclear ?? unsupportedCharacters(written.path) ?? climbsBehindName(written.path);
    return [{ path: written.path, at, way: "searched", ...(unclear === undefined ? {} : { unclear }) }];
  });
}

/** Up to where it ends for certain: a blank or an operator that no quote and no bracket holds. */
function wordAt(text: string, at: number): string {
  return (
    stickyAt(
      /(?:[^\s"'`\\;&|<>()$]|\\[\s\S]|"(?:[^"\\]|\\[\s\S]){0,1000}"|'[^']{0,1000}'|\$\([^()\n]{0,500}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\$\{[^{}\n]{0,500}\}|`[^`\n]{0,500}`|\$){1,1000}/y,
      text,
      at,
    ) ?? ""
  );
}

/** One expansion at the beginning of a word. */
const expansion = /^(?:\$\w+|\$[@*#?$!-]|\$\{[^{}\n]*\}|\$\((?:[^()\n]|\([^()\n]*\))*\)|`[^`\n]*`)/;

/** Undefined for what no server can know. */
function pathOf(word: string): WrittenLead | undefined {
  const plain = /^"([^"$`]*)"$|^'([^']*)'$|^([^"'$`]+)$/.exec(word);
  if (plain !== null) return staticPath(plain[1] ?? plain[2] ?? plain[3] ?? "", plain[3] !== undefined);
  const made: WrittenLead = { path: word, unclear: "it is concatenated from parts" };
  if (!/[$`]/.test(word) || /^'|\$["']/.test(word)) return made;
  const flat = word.replaceAll(/["']/g, "");
  const led = expansion.exec(flat)?.[0] ?? "";
  const rest = flat.slice(led.length);
  if (!/[$`]/.test(rest)) return rest.startsWith("/") ? staticPath(`.${rest}`, false) : undefined;
  // In quotes it may be no expansion.
  return word.includes("'") || rest.includes("\\") ? made : firstPart(led, rest);
}

/** Of several expansions the first part counts where the rest cannot be parsed; a directory alone is no script. */
function firstPart(led: string, rest: string): WrittenLead | undefined {
  const [part = ""] = rest.split(/[$`\\]/, 1);
  if (part === "" || part.endsWith("/") || (led !== "" && !part.startsWith("/"))) return undefined;
  return { path: led === "" ? part : `.${part}` };
}

function staticPath(path: string, isBare: boolean): WrittenLead {
  if (path.includes("\\")) return { path: path.replaceAll(/\\([\s\S])/g, "$1"), unclear: "it contains an escape" };
  return isBare && /[*?[\]{}]/.test(path) ? { path, unclear: "it is concatenated from parts" } : { path };
}

/** Whether a command may begin there: before it stand only words that give values, or that begin another command. */
function isCommand(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  const words = (before.split(/[;&|(){`\n\r]/).at(-1) ?? "").split(/[ \t]+/).filter((word) => word !== "");
  return words.every((word) => /^\w+=/.test(word) || beginning.has(word));
}

const beginning: ReadonlySet<string> = new Set("! then do else elif if while until time builtin command".split(" "));

function directives(text: string): FoundLeads[] {
  return [...text.matchAll(/shellcheck[ \t][^\n\r]{0,200}?source(?:-path)?=("?[^\s]{1,1000})/g)].map(
    ({ 1: value = "", index: at }): FoundLeads => {
      const path = value.replaceAll(/^["']|["']$/g, "");
      const doubt = /[\\"']/.test(path) ? "it contains an escape" : climbsBehindName(path);
      return { path, at, way: "searched", ...(doubt === undefined ? {} : { unclear: doubt }) };
    },
  );
}
