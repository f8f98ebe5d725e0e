// Where executables are looked for: PATH, helped out by the places version managers use.
//
// A program started from a desktop gets a minimal PATH without the directories a login shell would add.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";

/** Below the home directory, in order of how deliberate an installation there is. */
const underHome = [
  ".local/bin",
  ".cargo/bin",
  "go/bin",
  ".volta/bin",
  ".asdf/shims",
  ".local/share/mise/shims",
  ".pyenv/shims",
  ".rbenv/shims",
  ".nodenv/shims",
  ".bun/bin",
  ".deno/bin",
  ".npm-global/bin",
  ".dotnet/tools",
  ".ghcup/bin",
  ".opam/default/bin",
  ".pub-cache/bin",
  ".luarocks/bin",
  ".nimble/bin",
  ".composer/vendor/bin",
  ".sdkman/candidates/java/current/bin",
  ".juliaup/bin",
  ".elan/bin",
];
const everywhere = [
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  "/opt/homebrew/bin",
  "/opt/local/bin",
  "/snap/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

/** Absolute directories only: an empty or relative entry of PATH would mean the repository's own directory. */
export async function searchPath(host: Host): Promise<FilePath[]> {
  const separator = host.platform === "win32" ? ";" : ":";
  const listed = (host.env["PATH"] ?? host.env["Path"] ?? "").split(separator);
  const more = [host.env["GOBIN"], suffixed(host.env["GOPATH"], "bin"), suffixed(host.env["CARGO_HOME"], "bin")];
  const home = host.home === undefined ? [] : underHome.map((directory) => `${host.home}/${directory}`);
  const managed = await nodeVersions(host);
  const candidates = [...listed, ...more, ...home, ...managed, ...(host.platform === "win32" ? [] : everywhere)];
  const found = candidates.flatMap((candidate) => (candidate === undefined ? [] : (parseFilePath(candidate) ?? [])));
  return [...new Set(found)];
}

/** nvm and fnm keep one directory per version; the newest first. */
async function nodeVersions(host: Host): Promise<FilePath[]> {
  const { home } = host;
  if (home === undefined) return [];
  const parents = [joinPath(home, ".nvm/versions/node"), joinPath(home, ".local/share/fnm/node-versions")];
  const found: FilePath[] = [];
  for (const parent of parents) {
    const versions = (await host.files.list(parent)) ?? [];
    const names = versions.map((entry) => entry.name).sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
    for (const name of names) found.push(joinPath(parent, name, "bin"), joinPath(parent, name, "installation/bin"));
  }
  return found;
}

function suffixed(base: string | undefined, suffix: string): string | undefined {
  return base === undefined || base === "" ? undefined : `${base}/${suffix}`;
}
