// Decides which paths below a root are watched, by a list of names, the repository's ignore files, and exceptions.
//
// Invariant: pure. The caller passes the texts of the ignore files, and makes new rules when one of them changes.

import { expandBraces } from "../../std/braces.ts";
import type { Segment } from "../../std/path-pattern.ts";
import { compilePattern, followPattern, matchesSegment } from "../../std/path-pattern.ts";

export interface IgnoreFile {
  /** The directory that holds it, relative to the root with `/` between its parts; empty for the root. */
  readonly directory: string;
  /** In the syntax of `.gitignore`. */
  readonly text: string;
}

export interface SkipOptions {
  /** If two lie in one directory, the later one wins: `.git/info/exclude`, `.gitignore`, `.ignore`. */
  readonly ignoreFiles: readonly IgnoreFile[];
  /**
   * Globs relative to the root, in the syntax of the language server protocol: files they match are never skipped.
   * A glob reaches into a skipped directory only if it spells out the name of that directory, such as
   * `build/compile_commands.json`: or else a package.json below `**` would bring in every installed package.
   */
  readonly alwaysWatch?: readonly string[];
  /**
   * Whether language servers read a file. If given, fewer paths are skipped, because a skipped source makes a stale
   * answer look fresh: an ignored source is watched (generated code is part of the program), and a directory with the
   * name of an output (`build`, `dist`, `target`, `vendor`) is skipped only if it is ignored.
   */
  readonly isSource?: (relativePath: string) => boolean;
}

export type Skips = (relativePath: string, isDirectory: boolean) => boolean;

export function skipRules(options: SkipOptions): Skips {
  const rules = new SkipRules(options);
  return (relativePath, isDirectory) => rules.skips(relativePath, isDirectory);
}

/** Whether ignore files hide a file, by its own name or by that of a directory above it. */
export function ignoreRules(ignoreFiles: readonly IgnoreFile[]): (relativePath: string) => boolean {
  const rules = new SkipRules({ ignoreFiles });
  return (relativePath) => rules.ignores(relativePath);
}

const skippedNames: ReadonlySet<string> = new Set([
  "node_modules",
  "target",
  "build",
  "dist",
  "vendor",
  "__pycache__",
  "venv",
]);

/** Names of output directories, which a tracked directory of sources may also have. */
const outputNames: ReadonlySet<string> = new Set(["target", "build", "dist", "vendor"]);

// Files that decide how a server reads a project: they are watched even if they are ignored.
const decisiveNames: readonly Segment[] = [
  "*.lock",
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "bun.lockb",
  "tsconfig*.json",
  "jsconfig*.json",
  "deno.json",
  "deno.jsonc",
  "go.mod",
  "go.sum",
  "go.work",
  "go.work.sum",
  "Cargo.toml",
  "rust-project.json",
  "rust-toolchain",
  "rust-toolchain.toml",
  "pyproject.toml",
  "pyrightconfig.json",
  "setup.py",
  "setup.cfg",
  "requirements*.txt",
  "Pipfile",
  "compile_commands.json",
  "compile_flags.txt",
  "CMakeLists.txt",
  ".clangd",
  ".clang-tidy",
  ".gitignore",
  ".ignore",
  "pom.xml",
  "*.gradle",
  "*.gradle.kts",
  "*.csproj",
  "*.sln",
  "Gemfile",
  "composer.json",
  "mix.exs",
].flatMap((name) => compilePattern(name) ?? []);

interface IgnorePattern {
  readonly segments: readonly Segment[];
  readonly isNegated: boolean;
  readonly isDirectoryOnly: boolean;
  /** The pattern has no slash inside, so only the last part of a path is compared with it. */
  readonly isForName: boolean;
}

/** Each file needs the decisions about its parents, so they are memoized, and cleared when there are this many. */
const MAX_KEPT_DECISIONS = 50_000;

class SkipRules {
  readonly #patterns = new Map<string, IgnorePattern[]>();
  readonly #globs: readonly (readonly Segment[])[];
  readonly #decisions = new Map<string, number>();
  readonly #ignored = new Map<string, boolean>();
  readonly #isSource: ((relativePath: string) => boolean) | undefined;

  constructor(options: SkipOptions) {
    this.#isSource = options.isSource;
    for (const file of options.ignoreFiles) {
      const earlier = this.#patterns.get(file.directory) ?? [];
      this.#patterns.set(file.directory, [...earlier, ...parseIgnoreFile(file.text)]);
    }
    this.#globs = (options.alwaysWatch ?? []).flatMap(compileGlob);
  }

  ignores(path: string): boolean {
    return this.#isIgnored(path.split("/"), false);
  }

  skips(path: string, isDirectory: boolean): boolean {
    const parts = path.split("/");
    if (isDirectory) {
      const skippedAt = this.#skippedAt(parts);
      return skippedAt >= 0 && !this.#globs.some((glob) => followPattern(glob, parts, skippedAt).isPrefix);
    }
    const skippedAt = this.#skippedAt(parts.slice(0, -1));
    if (skippedAt < 0 && !this.#isIgnored(parts, false)) return false;
    const name = parts.at(-1) ?? "";
    if (skippedAt < 0 && this.#isSource?.(path) === true) return false;
    if (skippedAt < 0 && decisiveNames.some((decisive) => matchesSegment(decisive, name))) return false;
    return !this.#globs.some((glob) => followPattern(glob, parts, skippedAt).isWhole);
  }

  /** The index of the outermost part of a directory's path that is skipped, or -1. */
  #skippedAt(parts: readonly string[]): number {
    if (parts.length === 0) return -1;
    const path = parts.join("/");
    const known = this.#decisions.get(path);
    if (known !== undefined) return known;
    const above = this.#skippedAt(parts.slice(0, -1));
    const name = parts.at(-1) ?? "";
    const isOwn = above < 0 && this.#isSkippedHere(name, parts);
    const decision = isOwn ? parts.length - 1 : above;
    if (this.#decisions.size >= MAX_KEPT_DECISIONS) this.#decisions.clear();
    this.#decisions.set(path, decision);
    return decision;
  }

  #isSkippedHere(name: string, parts: readonly string[]): boolean {
    if (name.startsWith(".")) return true;
    if (this.#isSource === undefined) return skippedNames.has(name) || this.#isIgnoredDirectory(parts);
    return skippedNames.has(name) && (!outputNames.has(name) || this.#isIgnoredDirectory(parts));
  }

  /** Whether the ignore files hide a path, by its own name or by that of a directory above it. */
  #isIgnored(parts: readonly string[], isDirectory: boolean): boolean {
    if (this.#patterns.size === 0) return false;
    if (parts.length > 1 && this.#isIgnoredDirectory(parts.slice(0, -1))) return true;
    const bytes = parts.map(toBytes);
    // The innermost ignore file with a matching line decides, by its last matching line.
    for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
      const patterns = this.#patterns.get(parts.slice(0, depth).join("/"));
      const below = bytes.slice(depth);
      const decisive = patterns?.findLast((pattern) => concerns(pattern, below, isDirectory));
      if (decisive !== undefined) return !decisive.isNegated;
    }
    return false;
  }

  #isIgnoredDirectory(parts: readonly string[]): boolean {
    const path = parts.join("/");
    const known = this.#ignored.get(path);
    if (known !== undefined) return known;
    const decision = this.#isIgnored(parts, true);
    if (this.#ignored.size >= MAX_KEPT_DECISIONS) this.#ignored.clear();
    this.#ignored.set(path, decision);
    return decision;
  }
}

function concerns(pattern: IgnorePattern, parts: readonly string[], isDirectory: boolean): boolean {
  if (pattern.isDirectoryOnly && !isDirectory) return false;
  if (!pattern.isForName) return followPattern(pattern.segments, parts).isWhole;
  const [segment] = pattern.segments;
  return segment !== undefined && matchesSegment(segment, parts.at(-1) ?? "");
}

function parseIgnoreFile(text: string): IgnorePattern[] {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  return lines.flatMap((line) => parseIgnoreLine(line.replace(/\r$/, "")) ?? []);
}

function parseIgnoreLine(line: string): IgnorePattern | undefined {
  if (line.startsWith("#")) return undefined;
  const trimmed = trimEnd(line);
  const isNegated = trimmed.startsWith("!");
  const whole = isNegated ? trimmed.slice(1) : trimmed;
  const isDirectoryOnly = whole.endsWith("/");
  const body = isDirectoryOnly ? whole.slice(0, -1) : whole;
  const segments = compilePattern(toBytes(body.startsWith("/") ? body.slice(1) : body));
  if (body === "" || segments === undefined) return undefined;
  // At the end of a pattern `**` matches everything inside the directory, but not the directory itself.
  const ending: readonly Segment[] = segments.at(-1) === "**" ? (compilePattern("*") ?? []) : [];
  return { segments: [...segments, ...ending], isNegated, isDirectoryOnly, isForName: !body.includes("/") };
}

/** One character for each byte of UTF-8, because to git `?` and `[…]` stand for a byte. */
function toBytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Drops spaces at the end, but not one behind a backslash. */
function trimEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end -= 1;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes += 1;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

function compileGlob(glob: string): (readonly Segment[])[] {
  const relative = glob.replace(/^\.?\//, "");
  return expandBraces(relative).flatMap((alternative) => {
    const segments = compilePattern(alternative);
    if (segments === undefined) return [];
    return [alternative.includes("/") ? segments : ["**" as const, ...segments]];
  });
}
