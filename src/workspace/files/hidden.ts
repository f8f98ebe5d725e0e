// Which hidden directories are read and watched: those that may hold sources, not those of tools.

import type { Skips } from "../../host/watch/ignore-rules.ts";

/** They hold copies, caches and installed packages, never the sources of a project. */
const toolDirectories: ReadonlySet<string> = new Set([
  ...[".git", ".hg", ".svn", ".jj", ".idea", ".vs", ".vscode-test", ".direnv", ".devenv", ".worktrees"],
  ...[".venv", ".env", ".tox", ".nox", ".eggs", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".ipynb_checkpoints"],
  ...[".cache", ".npm", ".yarn", ".pnp", ".pnpm-store", ".parcel-cache", ".turbo", ".nx", ".rollup.cache"],
  ...[".next", ".nuxt", ".output", ".svelte-kit", ".astro", ".angular", ".vercel", ".netlify", ".wrangler", ".expo"],
  ...[".nyc_output", ".docusaurus", ".gradle", ".terraform", ".cargo", ".ccls-cache", ".bundle", ".dart_tool"],
]);

/** Directories that are never part of a project, by name, wherever they lie. */
export const foreignDirectories: readonly string[] = [...toolDirectories, "node_modules", "__pycache__", "venv"];

/** Whole copies of the repository, which are roots of their own. */
const copies = /(?:^|\/)\.claude\/worktrees(?:\/|$)/;

/** What lies beside files for the moment in which they are changed. */
const ownName = /(?:^|\/)\.sightline-[^/]*$/;

/** The rules skip all that is hidden; by another name they only skip what they would skip elsewhere. */
export function withHidden(skips: Skips): Skips {
  return (path, isDirectory) => {
    if (ownName.test(path)) return true;
    if (!path.startsWith(".") && !path.includes("/.")) return skips(path, isDirectory);
    const parts = path.split("/");
    const directories = isDirectory ? parts : parts.slice(0, -1);
    if (directories.some((name) => toolDirectories.has(name)) || copies.test(path)) return skips(path, isDirectory);
    // A file keeps its name, by which ignore files and servers know it.
    const shown = [...directories.map(unhidden), ...(isDirectory ? [] : parts.slice(-1))];
    return skips(shown.join("/"), isDirectory);
  };
}

function unhidden(name: string): string {
  return name.replace(/^\.+(?=.)/, "");
}
