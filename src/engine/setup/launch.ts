// What an agent's configuration starts: the command that still works tomorrow, from whatever starts the agent.
//
// Why not the bare name everywhere: agents with windows are not started from a shell, and do not have its search path. A file that
// is shared with other people names nothing of this machine, where that can be helped.

import type { Host } from "../../host/host.ts";
import { ownExecutable } from "../../host/node/own-executable.ts";
import { ownScript } from "../../host/own-script.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath, parseFilePath } from "../../model/file-path.ts";
import type { SetupScope } from "./agents.ts";

export interface AgentLaunch {
  /** The program and the words before a command of ours. */
  readonly words: readonly string[];
  /** True where the words mean the same on another machine. */
  readonly isShared: boolean;
}

export async function launchFor(host: Host, scope: SetupScope): Promise<AgentLaunch> {
  const single = ownExecutable();
  if (single !== undefined) return launchOfExecutable(host, scope, filePath(single.path));
  const own = filePath(ownScript("bin"));
  const named = await inSearchPath(host, "sightline", own);
  // What `npx` has unpacked may be gone at any time.
  if (own.includes("/_npx/")) return { words: shimmed(host, ["npx", "-y", "sightline"]), isShared: true };
  if (scope === "project" && named !== undefined) return { words: shimmed(host, ["sightline"]), isShared: true };
  const node = filePath(host.nodePath);
  // A link in the search path outlives the version that it leads to.
  const runtime = (await inSearchPath(host, "node", node)) ?? node;
  return { words: [runtime, named ?? own], isShared: false };
}

/** As one text for a shell, as hooks take it. */
export function commandLineOf(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

/** Whether the words run Sightline, from whatever installation; `rest` is what they ask of it. */
export function ourWords(
  words: readonly string[],
): { readonly launch: readonly string[]; readonly rest: readonly string[] } | undefined {
  const at = words.findIndex((word) => isOurProgram(word));
  return at < 0 || !words.slice(0, at).every(isRunner)
    ? undefined
    : { launch: words.slice(0, at + 1), rest: words.slice(at + 1) };
}

// — below: private, in the order they are used —

/** The files that it has laid out go with the next update but two: what stays is the executable itself. */
async function launchOfExecutable(host: Host, scope: SetupScope, path: FilePath): Promise<AgentLaunch> {
  const named = await inSearchPath(host, host.platform === "win32" ? "sightline.exe" : "sightline", path);
  const isShared = scope === "project" && named !== undefined;
  return { words: [isShared ? "sightline" : (named ?? path)], isShared };
}

/** The name by which the search path finds this very file, by whatever link. */
async function inSearchPath(host: Host, name: string, target: FilePath): Promise<FilePath | undefined> {
  const separator = host.platform === "win32" ? ";" : ":";
  const real = await host.files.real(target);
  for (const directory of (host.env["PATH"] ?? host.env["Path"] ?? "").split(separator)) {
    const place = parseFilePath(directory);
    const found = place && joinPath(place, name);
    if (found !== undefined && real !== undefined && (await host.files.real(found)) === real) return found;
  }
  return undefined;
}

/** On Windows both are scripts of the shell, which no program starts by itself. */
function shimmed({ platform }: Host, words: readonly string[]): readonly string[] {
  return platform === "win32" ? ["cmd", "/c", ...words] : words;
}

/** What may stand before a program of ours: an interpreter, what fetches packages, and their options. */
function isRunner(word: string): boolean {
  return /^(?:.*[\\/])?(?:node|bun|npx|bunx|pnpm|yarn|cmd)(?:\.exe|\.cmd)?$|^(?:-y|--[\w-]+(?:=.*)?|dlx|exec|\/c)$/.test(
    word,
  );
}

function isOurProgram(word: string): boolean {
  return /(?:^|[\\/])(?:sightline(?:@[\w.-]+|-(?:linux|darwin|win32)-\w+)?(?:\.cmd|\.exe)?|dist[\\/]bin\.js)$/.test(
    word,
  );
}
