import { describe, expect, test } from "vitest";

import { languageOf } from "./match.ts";
import { catalog, makeCatalog } from "./table.ts";

function idOf(path: string, present: readonly string[] = []): string | undefined {
  return languageOf(catalog, path, present)?.id;
}

test("every extension opens with the language id of its own dialect [AGL-002]", () => {
  const wanted: Record<string, string> = {
    "src/a.ts": "typescript",
    "src/a.mts": "typescript",
    "src/a.tsx": "typescriptreact",
    "src/a.js": "javascript",
    "src/a.cjs": "javascript",
    "src/a.jsx": "javascriptreact",
    "a.py": "python",
    "a.pyi": "python",
    "main.go": "go",
    "go.mod": "go.mod",
    "lib.rs": "rust",
    "a.c": "c",
    "a.cpp": "cpp",
    "a.hpp": "cpp",
    "a.mm": "objective-cpp",
    "a.cu": "cuda-cpp",
    "A.java": "java",
    "A.cs": "csharp",
    "a.ml": "ocaml",
    "a.mli": "ocaml.interface",
    "a.scss": "scss",
    "a.json": "json",
    "a.jsonc": "jsonc",
    "a.sh": "shellscript",
    "a.tfvars": "terraform-vars",
    "a.heex": "phoenix-heex",
    "a.tex": "latex",
  };
  expect(Object.fromEntries(Object.keys(wanted).map((path) => [path, idOf(path)]))).toEqual(wanted);
});

describe("of several patterns the strongest wins", () => {
  test("a name before an extension", () => {
    expect(idOf("tsconfig.json")).toBe("jsonc");
    expect(idOf("pkg/CMakeLists.txt")).toBe("cmake");
    expect(idOf("Cargo.lock")).toBe("toml");
  });

  test("a glob before an extension", () => {
    expect(idOf("docker/Dockerfile.dev")).toBe("dockerfile");
    expect(idOf("tsconfig.build.json")).toBe("jsonc");
    expect(idOf("docker-compose.prod.yaml")).toBe("dockercompose");
    expect(idOf("/r/.github/workflows/ci.yml")).toBe("github-actions-workflow");
    expect(idOf("/r/workflows/ci.yml")).toBe("yaml");
  });

  test("a longer extension before a shorter one", () => {
    expect(idOf("views/a.blade.php")).toBe("blade");
    expect(idOf("views/a.b.php")).toBe("php");
    expect(idOf("src/a.app.src")).toBe("erlang");
  });
});

test("case and the kind of separator do not count", () => {
  expect(idOf("A.TS")).toBe("typescript");
  expect(idOf("solver.F90")).toBe("fortran");
  expect(idOf("a.R")).toBe("r");
  expect(idOf("DOCKERFILE")).toBe("dockerfile");
  expect(idOf("C:\\r\\.github\\workflows\\ci.yml")).toBe("github-actions-workflow");
});

test("a file that only looks like one has no language", () => {
  expect(idOf("README")).toBeUndefined();
  expect(idOf("a.unheard-of")).toBeUndefined();
  expect(idOf("src.ts/notes")).toBeUndefined();
  // The leading dot of a hidden file begins no extension.
  expect(idOf("/r/.ts")).toBeUndefined();
  expect(idOf("/r/.bashrc")).toBe("shellscript");
});

test.each([
  [".h", undefined, "c"],
  [".h", "main.cpp", "cpp"],
  [".h", "App.xcodeproj", "objective-c"],
  [".m", undefined, "objective-c"],
  [".m", "model.prj", "matlab"],
  [".v", undefined, "verilog"],
  [".v", "v.mod", "v"],
  [".v", "_CoqProject", "coq"],
  [".pl", undefined, "perl"],
  [".pl", "pack.pl", "prolog"],
  [".fs", undefined, "fsharp"],
  [".fs", "sky.vert", "glsl"],
  [".pp", undefined, "puppet"],
  [".pp", "app.lpi", "pascal"],
  [".inc", undefined, undefined],
  [".inc", "composer.json", "php"],
  [".d", undefined, undefined],
  [".d", "Cargo.toml", undefined],
  [".d", "dub.json", "d"],
  [".d", "app.d", "d"],
  [".tpl", undefined, undefined],
  [".tpl", "Chart.yaml", "helm"],
])("an ambiguous %s with %s present means %s", (extension, present, id) => {
  expect(idOf(`src/a${extension}`, present === undefined ? [] : [present])).toBe(id);
});

test("a pattern that nothing in the project speaks for gives way to a weaker one", () => {
  expect(idOf("templates/a.yaml")).toBe("yaml");
  expect(idOf("templates/a.yaml", ["Chart.yaml"])).toBe("helm");
  expect(idOf("deploy/tasks/main.yml")).toBe("yaml");
  expect(idOf("deploy/tasks/main.yml", ["ansible.cfg"])).toBe("ansible");
  expect(idOf("scripts/build")).toBeUndefined();
  expect(idOf("pkg/BUILD", ["MODULE.bazel"])).toBe("starlark");
});

test("what a configuration has decided is not guessed at again", () => {
  const decided = makeCatalog({
    ...catalog,
    languages: [{ id: "forth", extensions: [".fs"], servers: [] }],
    decided: [".fs"],
  });
  expect(languageOf(decided, "a.fs")?.id).toBe("forth");
  expect(languageOf(decided, "a.fs", ["sky.vert"])?.id).toBe("forth");
});
