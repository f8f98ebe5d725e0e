// Where git searches for the hooks of a checkout: read from its configuration without git, so that nothing runs.
//
// Every `hooksPath` of every file that may count does, also of one whose condition is not met: a directory too many is
// only protected needlessly.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, filePath, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { confinedPlace } from "../trust/confine.ts";
import { pointedBy } from "./version-control.ts";

const maxConfigurationBytes = 1_000_000;
const maxFiles = 32;

/** A directory of hooks, by its name and by where it really lies. */
export async function hookDirectoriesOf(host: Host, top: FilePath): Promise<readonly FilePath[]> {
  const own = await gitDirectoriesOf(host, top);
  const queue: FilePath[] = [...own.flatMap((one) => ["config", "config.worktree"].map((name) => joinPath(one, name)))];
  if (host.home !== undefined) queue.push(joinPath(host.home, ".gitconfig"), joinPath(host.home, ".config/git/config"));
  if (host.platform !== "win32") queue.push(filePath("/etc/gitconfig"));
  const found = new Set<FilePath>();
  const seen = new Set<FilePath>();
  for (let file = queue.shift(); file !== undefined && seen.size < maxFiles; file = queue.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const { hooks, includes } = settingsIn(await textOf(host, file));
    const beside = parentOf(file) ?? file;
    for (const value of hooks) found.add(pathOf(host, top, value));
    queue.push(...includes.map((value) => pathOf(host, beside, value)));
  }
  const real = await Promise.all([...found].map((directory) => confinedPlace(host, directory)));
  return [...new Set([...found, ...real])];
}

/** Whether git runs what lies there: all of a directory of hooks, but only the hooks of one that holds the checkout. */
export function isHook(top: FilePath, directory: FilePath, path: FilePath): boolean {
  if (!isInside(directory, path)) return false;
  return !isInside(directory, top) || (parentOf(path) === directory && hookName.test(baseName(path)));
}

// — below: private, in the order they are used —

const hookName =
  /^(?:(?:pre|post)-[a-z-]+|commit-msg|prepare-commit-msg|applypatch-msg|update|reference-transaction|push-to-checkout|proc-receive|sendemail-validate|fsmonitor-watchman|p4-[a-z]+)(?:\.[a-z]+)?$/i;

/** That of the checkout, and the one that a worktree shares with others. */
async function gitDirectoriesOf(host: Host, top: FilePath): Promise<FilePath[]> {
  const marker = joinPath(top, ".git");
  const own = (await pointedBy(host, marker)) ?? marker;
  const shared = (await textOf(host, joinPath(own, "commondir"))).trim();
  return shared === "" ? [own] : [own, parseFilePath(shared) ?? joinPath(own, shared)];
}

/** Nothing where there is no plain file of a sensible size. */
async function textOf({ files }: Host, file: FilePath): Promise<string> {
  return orIfUnreadable("", async () => {
    const bytes = await files.read(file, maxConfigurationBytes);
    return bytes === undefined ? "" : files.decode(bytes).text;
  });
}

function settingsIn(text: string): { readonly hooks: string[]; readonly includes: string[] } {
  const hooks: string[] = [];
  const includes: string[] = [];
  let isInclude = false;
  for (const line of text.split("\n")) {
    const header = line.trimStart();
    if (header.startsWith("[")) isInclude = /^\[\s*include/i.test(header);
    // A setting may stand behind the header of its section.
    const setting = header.startsWith("[") ? header.slice(header.indexOf("]") + 1) : header;
    const equals = setting.indexOf("=");
    if (equals < 0) continue;
    const name = setting.slice(0, equals).trim().toLowerCase();
    const value = unquoted(setting.slice(equals + 1).trim());
    if (name === "hookspath") hooks.push(value);
    if (name === "path" && isInclude) includes.push(value);
  }
  return { hooks, includes };
}

/** `"a \"b\"" ; words` is `a "b"`. */
function unquoted(value: string): string {
  if (!value.startsWith('"')) return (value.split(/[;#]/, 1)[0] ?? "").trim();
  let text = "";
  for (let at = 1; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === "\\") at++;
    text += value[at] ?? "";
  }
  return text;
}

function pathOf({ home }: Host, base: FilePath, value: string): FilePath {
  if (value.startsWith("~/") && home !== undefined) return joinPath(home, value.slice(2));
  return parseFilePath(value) ?? joinPath(base, value.replaceAll("\0", ""));
}
