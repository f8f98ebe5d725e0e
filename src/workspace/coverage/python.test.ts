// What Python files import, where Pyright finds it, and which directories it has to be told of.

import { describe, expect, test } from "vitest";
import { coverageTexts, pathTexts } from "../../../test/support/kits/coverage-kit.ts";
import { configInJson, configInToml } from "../../languages/python/pyright-config.ts";
import { pythonImports } from "../../languages/python/imports.ts";
import { pythonCoverage } from "./python.ts";

describe("the imports of a text", () => {
  test.each([
    ["import a, b.c as d\n", ["a", "b.c"]],
    ["from a.b import c as d, e\n", ["a.b: c e"]],
    ["from a import (\n    b,  # why\n    c,\n)\n", ["a: b c"]],
    ["from a import \\\n    b\n", ["a: b"]],
    ["from a import *\n", ["a: *"]],
    ["from . import a\nfrom .b import c\n", []],
    ["x = 1; import a\nimport b; import c\n", ["a", "b", "c"]],
    ["def f():\n    import a\n", ["a"]],
    ['"""Read it:\n\nimport a\n"""\nimport b\n', ["b"]],
    ["x = '''\nimport a\n'''\n# import b\ny = '#'\nimport c\n", ["c"]],
    ["import größe\n", ["größe"]],
    ["importer = 1\nfrom_ = 2\n", []],
  ])("%j", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test.each([
    ["try:\n    import a\nexcept ImportError:\n    import b\nimport c\n", ["a?", "b?", "c"]],
    ["try: import a\nexcept ModuleNotFoundError: a = None\n", ["a?"]],
    ["try:\n    import a\nexcept:\n    pass\n", ["a?"]],
    ["try:\n    import a\nexcept ValueError:\n    pass\n", ["a"]],
    ["try:\n    import a\nexcept ImportError as fault:\n    raise SystemExit('install a') from fault\n", ["a"]],
    [
      "import sys\nif sys.version_info >= (3, 11):\n    import a\nelse:\n    import b\nimport c\n",
      ["sys", "a?", "b?", "c"],
    ],
    ["if TYPE_CHECKING:\n    import a\n", ["a"]],
  ])("what can be done without: %j", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test("a text that never ends does not take forever", () => {
    expect(texts(`import a\nx = """${"'\\".repeat(50_000)}import b`)).toEqual(["a"]);
  });
});

test("a configuration says where to look, in either form", () => {
  const expected = {
    extraPaths: ["libs"],
    environments: [{ root: "a", extraPaths: ["b"] }, { root: "c" }],
    stubPath: "stubs",
    venv: "envs/one",
  };
  const json = `{ "extraPaths": ["libs"], "executionEnvironments": [{ "root": "a", "extraPaths": ["b"] }, { "root": "c" }],
    "stubPath": "stubs", "venvPath": "envs", "venv": "one", }`;
  const toml = `[tool.pyright]\nextraPaths = ["libs"]\nstubPath = "stubs"\nvenvPath = "envs"\nvenv = "one"\n`;
  const tables = `[[tool.pyright.executionEnvironments]]\nroot = "a"\nextraPaths = ["b"]\n[[tool.pyright.executionEnvironments]]\nroot = "c"\n`;
  const inline = `executionEnvironments = [\n  { root = "a", extraPaths = ["b"] },\n  { root = "c" },\n]\n`;
  expect(configInJson(json)).toEqual(expected);
  expect(configInToml(toml + tables)).toEqual(expected);
  expect(configInToml(toml + inline)).toEqual(expected);
});

describe("directories that have to be told", () => {
  const a = "packages/a/pkg_a/__init__.py";
  test.each([
    ["a package that another one imports", [a, "packages/b/b.py=import pkg_a"], ["packages/a"]],
    ["no package that is found from the root", ["pkg_a/__init__.py", "b/b.py=import pkg_a"], []],
    ["none from src, unless src is a package", ["src/a.py", "b.py=import a"], []],
    ["none beside the file, or above it", ["x/a.py", "x/y/z/b.py=import a"], []],
    ["no second one of the name", [a, "old/pkg_a/__init__.py", "b.py=import pkg_a"], []],
    ["none that is installed", [a, "/site/pkg_a/__init__.py", "b.py=import pkg_a"], []],
    [
      "none beside which lies what is installed and imported",
      [a, "packages/a/numpy/__init__.py", "/site/numpy/__init__.py", "b.py=import pkg_a, numpy"],
      [],
    ],
    [
      "none beside which lies what means another thing elsewhere",
      [a, "packages/a/tests/__init__.py", "packages/b/tests/__init__.py", "packages/b/tests/t.py=import tests, pkg_a"],
      [],
    ],
    ["none of a sample", ["tests/fixtures/pkg_a/__init__.py", "b.py=import pkg_a"], []],
    ["a file of a project, but no other", ["p/setup.py", "p/one.py", "q/two.py", "b.py=import one, two"], ["p"]],
    ["a project that is called like its package", ["a/a/__init__.py", "b/b.py=from a import x"], ["a"]],
    [
      "the directory of a package that has a module of its own name",
      ["p/a/__init__.py", "p/a/util.py", "p/a/a.py=from a import util", "b.py="],
      ["p"],
    ],
    ["none where the configuration names others", ['pyrightconfig.json={"extraPaths":[]}', a, "b.py=import pkg_a"], []],
  ])("%s", async (_, files, expected) => {
    expect(await pathTexts(files)).toEqual(expected);
  });
});

describe("what is not found", () => {
  test.each([
    ["the standard library, stubs of the server, packages", "import os, yaml, a.b", ["/site/a/__init__.py"], []],
    ["a part of a package that others share", "import g.one", ["/site/g/one/__init__.py"], []],
    ["a native module", "import fast", ["/site/fast.cpython-311-x86_64-linux-gnu.so"], []],
    ["what a build would make", "from own._version import version", ["own/__init__.py"], []],
    ["one package", "import a", [], ["dependencies_missing: a is imported and not installed where The server looks"]],
    [
      "another part",
      "import g.two",
      ["/site/g/one/__init__.py"],
      ["dependencies_missing: g is imported and not installed where The server looks"],
    ],
    [
      "many packages",
      "import a.x, b, c, d, e",
      [],
      ["dependencies_missing: a, b, c and 2 more are imported and not installed where The server looks"],
    ],
    [
      "packages of the root that the server was not told of",
      "import a, b",
      ["p/a/__init__.py", "p/b/__init__.py", "q/b/__init__.py"],
      [
        "projects_not_loaded: main.py imports a from p, where The server does not search, and 1 more like it; add that directory to extraPaths in its configuration",
      ],
    ],
  ])("%s", async (_, text, files, expected) => {
    const { reasons } = await coverageTexts(pythonCoverage, { files: [`main.py=${text}`, ...files], asked: "main.py" });
    expect(reasons).toEqual(expected);
  });

  test("a directory that was told is looked into, and does not decide between two", async () => {
    const files = ["main.py=import a", "p/a/__init__.py"];
    const one = await coverageTexts(pythonCoverage, { files, asked: "main.py", extra: ["p"] });
    expect(one.reasons).toEqual([]);
    const two = await coverageTexts(pythonCoverage, {
      files: [...files, "q/a/__init__.py"],
      asked: "main.py",
      extra: ["p"],
    });
    expect(two.reasons).toHaveLength(1);
  });

  test("a build script may import what only the build has", async () => {
    const { reasons } = await coverageTexts(pythonCoverage, {
      files: ["setup.py=import setuptools", "a.py=import other"],
      asked: "a.py",
    });
    expect(reasons).toEqual(["dependencies_missing: other is imported and not installed where The server looks"]);
  });
});

// — below: private, in the order they are used —

function texts(text: string): string[] {
  return pythonImports(text).imports.map(({ module, names, isNeeded }) => {
    return `${module}${names === undefined ? "" : `: ${names.join(" ")}`}${isNeeded ? "" : "?"}`;
  });
}
