// Files that decide how others are read: a change to one of them may change the meaning of every file of its language.

import type { ServerEntry } from "../../catalog/entry.ts";
import { matchesTail } from "../../catalog/globs.ts";
import type { Family } from "../../languages/family.ts";
import type { TextChange } from "../../model/consequences.ts";

/** `entries` are the servers and linters of the language. */
export function isConfiguration(family: Family, entries: readonly ServerEntry[], change: TextChange): boolean {
  const { file, before = "", after = "" } = change;
  if (known[family].some((pattern) => matchesTail(pattern, file))) return true;
  if (family === "script" && /\.jsonc?$/.test(file) && /"compilerOptions"/.test(before + after)) return true;
  return entries.some(({ roots, exhaustiveOnlyWith = [], quirks }) =>
    [...roots.groups.flat(), ...exhaustiveOnlyWith, ...(quirks.alsoReads ?? [])].some((one) => matchesTail(one, file)),
  );
}

// — below: private, in the order they are used —

/** Beside what the servers look for themselves. */
const known: Readonly<Record<Family, readonly string[]>> = {
  script: ["*tsconfig*.json", "*jsconfig*.json", "package.json", ".npmrc", "pnpm-workspace.yaml", ".pnp.*"],
  python: [
    ...["pyproject.toml", "pyrightconfig.json", "setup.cfg", "setup.py", "requirements*.txt", "Pipfile*", "*.pth"],
    ...["mypy.ini", ".mypy.ini", "tox.ini", ".python-version", "py.typed", "ruff.toml", ".ruff.toml"],
  ],
  go: ["go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt", ".golangci.*"],
  rust: ["Cargo.toml", "Cargo.lock", "build.rs", "rust-toolchain*", ".cargo/config*", "clippy.toml"],
  java: ["pom.xml", "*.gradle", "*.gradle.kts", "gradle.properties", ".classpath", "*.versions.toml"],
  csharp: ["*.csproj", "*.fsproj", "*.sln", "*.slnx", "*.props", "*.targets", "global.json", "nuget.config"],
  c: [
    ...["compile_commands.json", "compile_flags.txt", ".clangd", ".clang-tidy", "CMakeLists.txt", "*.cmake"],
    ...["CMakePresets.json", "meson.build", "Makefile", "configure.ac", "*.pch"],
  ],
  other: [],
};
