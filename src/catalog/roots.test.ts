import { expect, test } from "vitest";

import type { FilePath } from "../model/file-path.ts";
import { filePath, parentOf } from "../model/file-path.ts";
import type { RootMarkers } from "./entry.ts";
import { findProjectRoot } from "./roots.ts";
import { catalog, serverById } from "./table.ts";

/** A tree is a list of files below `/r`, some with a text, and the search begins at one of them. */
function find(
  markers: RootMarkers,
  files: Record<string, string>,
  file: string,
  limit = "/r",
): Promise<FilePath | undefined> {
  const texts = new Map(Object.entries(files).map(([path, text]) => [filePath(path), text]));
  const names = new Map<FilePath, Set<string>>();
  for (const path of texts.keys()) {
    for (let here = path, up = parentOf(path); up !== undefined; here = up, up = parentOf(up)) {
      const known = names.get(up) ?? new Set();
      names.set(up, known.add(here.slice(here.lastIndexOf("/") + 1)));
    }
  }
  return findProjectRoot({
    file: filePath(file),
    limit: filePath(limit),
    markers,
    list: async (directory) => [...(names.get(directory) ?? [])],
    read: async (path) => texts.get(path),
  });
}

function rootsOf(id: string): RootMarkers {
  const entry = serverById(catalog, id);
  if (entry === undefined) throw new Error(`no server ${id}`);
  return entry.roots;
}

test("the nearest directory with a marker is the project", async () => {
  const tree = { "/r/setup.py": "", "/r/lib/pyproject.toml": "", "/r/lib/a/b.py": "" };
  expect(await find(rootsOf("pyright"), tree, "/r/lib/a/b.py")).toBe("/r/lib");
  expect(await find(rootsOf("pyright"), tree, "/r/top.py")).toBe("/r");
});

test("a marker that tools share counts for the one that it speaks of", async () => {
  const at = (files: Record<string, string>): Promise<FilePath | undefined> =>
    find(rootsOf("ruff"), { "/r/lib/a.py": "", ...files }, "/r/lib/a.py");
  expect(await at({ "/r/lib/pyproject.toml": '[project]\nname = "ruff"\n# [tool.ruff]\n' })).toBeUndefined();
  expect(await at({ "/r/lib/pyproject.toml": "[project]\n[tool.ruff.lint]\n" })).toBe("/r/lib");
  expect(await at({ "/r/lib/pyproject.toml": "[project]\n", "/r/pyproject.toml": "[tool.ruff]\n" })).toBe("/r");
  expect(await at({ "/r/lib/pyproject.toml": "", "/r/ruff.toml": "" })).toBe("/r");
});

test("a marker may be a glob", async () => {
  const tree = { "/r/App.sln": "", "/r/App/App.csproj": "", "/r/App/A.cs": "" };
  expect(await find(rootsOf("csharp-ls"), tree, "/r/App/A.cs")).toBe("/r");
  expect(await find(rootsOf("csharp-ls"), { "/r/App/App.csproj": "", "/r/App/x/A.cs": "" }, "/r/App/x/A.cs")).toBe(
    "/r/App",
  );
});

test("a workspace of modules comes before a nearer module", async () => {
  const modules = { "/r/a/go.mod": "", "/r/a/x/a.go": "" };
  expect(await find(rootsOf("gopls"), { ...modules, "/r/go.work": "" }, "/r/a/x/a.go")).toBe("/r");
  expect(await find(rootsOf("gopls"), modules, "/r/a/x/a.go")).toBe("/r/a");
});

test("the lock file of a monorepo comes before the manifest of a package", async () => {
  const tree = { "/r/pnpm-lock.yaml": "", "/r/packages/a/package.json": "", "/r/packages/a/tsconfig.json": "" };
  expect(await find(rootsOf("typescript-native"), tree, "/r/packages/a/src/x.ts")).toBe("/r");
});

test("a crate belongs to the workspace above it, unless it is one itself", async () => {
  const workspace = { "/r/Cargo.toml": '[workspace]\nmembers = ["a"]\n', "/r/a/Cargo.toml": '[package]\nname = "a"\n' };
  expect(await find(rootsOf("rust-analyzer"), workspace, "/r/a/src/lib.rs")).toBe("/r");
  const fuzz = { ...workspace, "/r/fuzz/Cargo.toml": '[package]\nname = "fuzz"\n\n[workspace]\n' };
  expect(await find(rootsOf("rust-analyzer"), fuzz, "/r/fuzz/src/main.rs")).toBe("/r/fuzz");
  const plain = { ...workspace, "/r/Cargo.toml": '[package]\nname = "not a [workspace]"\n' };
  expect(await find(rootsOf("rust-analyzer"), plain, "/r/a/src/lib.rs")).toBe("/r/a");
});

test("without a way to read, the nearest marker is taken", async () => {
  const list = async (directory: FilePath): Promise<string[]> =>
    directory === "/r" || directory === "/r/a" ? ["Cargo.toml"] : [];
  const search = { file: filePath("/r/a/src/lib.rs"), limit: filePath("/r"), markers: rootsOf("rust-analyzer"), list };
  expect(await findProjectRoot(search)).toBe("/r/a");
});

test("of an umbrella the outermost directory is the project", async () => {
  const tree = { "/r/mix.exs": "", "/r/apps/a/mix.exs": "" };
  expect(await find(rootsOf("elixir-ls"), tree, "/r/apps/a/lib/a.ex")).toBe("/r");
});

test("a Deno project nearer than any marker is none for TypeScript, and only then", async () => {
  const inner = { "/r/package.json": "", "/r/edge/deno.json": "" };
  expect(await find(rootsOf("typescript-native"), inner, "/r/edge/a.ts")).toBeUndefined();
  expect(await find(rootsOf("deno"), inner, "/r/edge/a.ts")).toBe("/r/edge");
  expect(await find(rootsOf("typescript-native"), inner, "/r/a.ts")).toBe("/r");
  const both = { "/r/package.json": "", "/r/deno.json": "" };
  expect(await find(rootsOf("typescript-native"), both, "/r/a.ts")).toBe("/r");
  expect(await find(rootsOf("typescript-native"), { "/r/deno.json": "" }, "/r/a.ts")).toBeUndefined();
});

test("without any marker a single file is served from the root, where the server can", async () => {
  expect(await find(rootsOf("pyright"), {}, "/r/a/b.py")).toBe("/r");
  expect(await find(rootsOf("eslint"), {}, "/r/a/b.ts")).toBeUndefined();
});

test("nothing above the root is looked at, and nothing outside it is served", async () => {
  const tree = { "/package.json": "", "/r/a/b.ts": "" };
  expect(await find(rootsOf("typescript-native"), tree, "/r/a/b.ts")).toBe("/r");
  expect(await find(rootsOf("typescript-native"), tree, "/elsewhere/b.ts")).toBeUndefined();
  expect(await find(rootsOf("typescript-native"), tree, "/r-evil/b.ts")).toBeUndefined();
});
