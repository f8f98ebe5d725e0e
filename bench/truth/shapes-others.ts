// Go, Python, JavaScript and C++ as repositories lay them out.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import type { GoConfiguration, Layout, Shape } from "./shape.ts";

const everywhere: readonly GoConfiguration[] = ["linux", "windows", "darwin", "freebsd"].map((os) => ({
  os,
  tags: "",
}));

function goShape(id: string, has: string, more: readonly GoConfiguration[] = []): Shape {
  return {
    id,
    language: "go",
    has,
    packages: [id],
    extensions: [".go"],
    askIn: /^(?!.*_test\.go$).*\.go$/,
    oracle: { kind: "go", configurations: [...everywhere, ...more] },
    build: (layout) => layout.copy(id, ".", "."),
  };
}

export const goShapes: readonly Shape[] = [
  goShape("cobra", "one file for Windows, a package for documentation, tests in and beside the package"),
  goShape("fsnotify", "one backend for each system by build tags, internal packages, a command", [
    { os: "solaris", tags: "" },
    { os: "linux", tags: "appengine" },
  ]),
  goShape("logrus", "files for systems by build tags and by their names, examples, hooks in nested packages", [
    { os: "js", tags: "" },
    { os: "linux", tags: "appengine" },
  ]),
];

function pythonShape(id: string, has: string, roots: readonly string[], askIn: RegExp): Shape {
  return {
    id: id.replace("-source", ""),
    language: "python",
    has,
    packages: [id, "python-dependencies"],
    extensions: [".py", ".pyi"],
    askIn,
    oracle: { kind: "python", roots },
    build(layout) {
      layout.copy(id, ".", ".", /\/(?:docs|PKG-INFO|[^/]*\.egg-info)$/);
      addEnvironment(layout);
    },
  };
}

/** An environment with what the package and its tests import, as in a checkout that is worked on. */
function addEnvironment(layout: Layout): void {
  const environment = join(layout.root, ".venv");
  const { status, stderr } = spawnSync("python3", ["-m", "venv", "--without-pip", environment], { encoding: "utf8" });
  if (status !== 0) throw new Error(`no Python environment: ${stderr}`);
  const [version = ""] = readdirSync(join(environment, "lib"));
  layout.write(`.venv/lib/${version}/site-packages/dependencies.pth`, `${layout.home("python-dependencies")}\n`);
}

export const pythonShapes: readonly Shape[] = [
  pythonShape(
    "requests-source",
    "a block for Windows, tests outside of the package, no configuration",
    ["src", "."],
    /^src\//,
  ),
  pythonShape("click-source", "`include` without the tests, blocks for Windows", ["src", "."], /^src\//),
  pythonShape("httpx-source", "a flat layout, tests that call through untyped fixtures", ["."], /^httpx\//),
  pythonShape(
    "attrs-source",
    "stubs beside the sources, two packages of one project, tests outside",
    ["src", "."],
    /^src\/.*\.py$/,
  ),
];

const scriptOptions = {
  allowJs: true,
  checkJs: false,
  noEmit: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "dom"],
  types: [],
  jsx: "preserve",
};

export const javascriptShapes: readonly Shape[] = [
  {
    id: "fastify",
    language: "javascript",
    has: "CommonJS, no project file, tests on values of unknown type, declaration files",
    packages: ["fastify"],
    extensions: [".js", ".mjs", ".cjs"],
    askIn: /^(?:fastify\.js|lib\/.*\.js)$/,
    oracle: {
      kind: "script",
      options: { ...scriptOptions, module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" },
    },
    build: (layout) => layout.copy("fastify", ".", ".", /^\/(?:docs|build|test\/types|test\/bundler|integration)$/),
  },
  {
    id: "preact",
    language: "javascript",
    has: "ES modules with JSDoc types, sub-packages that import each other by name, a jsconfig",
    packages: ["preact"],
    extensions: [".js"],
    askIn: /^(?:src|hooks|compat|debug)\/.*\.js$/,
    oracle: {
      kind: "script",
      options: {
        ...scriptOptions,
        paths: {
          preact: ["./src/index.js"],
          "preact/hooks": ["./hooks/src/index.js"],
          "preact/compat": ["./compat/src/index.js"],
        },
      },
    },
    build(layout) {
      layout.copy("preact", ".", ".", /\/dist$|\.(?:mjs|map|umd\.js)$|^\/README/);
      const compilerOptions = { ...scriptOptions, paths: { preact: ["./src/index.js"], "preact/*": ["./*"] } };
      layout.write("jsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*.js"] }));
    },
  },
  {
    id: "ramda",
    language: "javascript",
    has: "hundreds of small modules, each in CommonJS and as an ES module, names repeated everywhere",
    packages: ["ramda"],
    extensions: [".js"],
    askIn: /^src\/.*\.js$/,
    oracle: {
      kind: "script",
      options: { ...scriptOptions, module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" },
    },
    build: (layout) => layout.copy("ramda", ".", ".", /^\/dist$/),
  },
];
