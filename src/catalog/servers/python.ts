// Servers for Python.

import { defineServer } from "../entry.ts";
import type { ReadinessRule, RootMarkers, ServerEntry } from "../entry.ts";
import { command, drained, immediately, inOrder, listed, refused, unknownReadiness } from "../forms.ts";
import { capMs } from "../limits.ts";

const roots: RootMarkers = inOrder([
  "pyrightconfig.json",
  "ty.toml",
  "pyrefly.toml",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "requirements.txt",
  "Pipfile",
  "uv.lock",
]);

/** References asked before this line are wrong (1 of 4 in a project of three files), not late. */
const sourceFilesFound: ReadinessRule = { kind: "log", contains: "source file", capMs };

const interpreterSetting = ["python", "pythonPath"];

const partialSettings =
  "A partial answer to workspace/configuration loses references in silence (82 % in a project of 431 files), so nothing is set but the interpreter and, where they are needed, more paths to search, with all that belongs to them.";

const renamedImports = { syntax: "python", told: "apart" } as const;

const constructors = ["__init__", "__new__"];

const unread = "Source file could not be read";

export const pyright = defineServer({
  id: "pyright",
  title: "Pyright",
  launch: {
    kind: "embedded",
    package: "pyright",
    runtime: "node",
    entry: "langserver.index.js",
    args: ["--stdio"],
    fallback: { command: "pyright-langserver", args: ["--stdio"] },
  },
  roots,
  install: { any: "npm i -g pyright" },
  readiness: sourceFilesFound,
  diagnostics: "pull",
  finds: "all",
  references: "exhaustive",
  // All 2,400 of 2,400 were named.
  symbolSearch: "exhaustive",
  coverage: "python",
  restsOn: "python",
  // Without an interpreter setting it asks python3 on the PATH, and never one in the repository, not even by venvPath.
  restricted: { kind: "adjusted", interpreter: "outside-root", smaller: true },
  obeys: [
    // The interpreter is overridden. Paths and environments are obeyed: what rests on them is judged by what may be shown.
    { name: "pyrightconfig.json", names: ["interpreter", "path"], untrusted: "overridden" },
    { name: "pyproject.toml", names: ["interpreter", "path"], untrusted: "overridden", isManifest: true },
    { name: "pyvenv.cfg", names: ["interpreter"], untrusted: "ignored" },
    { name: ".python-version", names: ["interpreter"], untrusted: "ignored" },
  ],
  quirks: {
    rescansOnCreate: true,
    declarationHidesUses: true,
    renamedImports,
    constructors,
    unread,
    organizesBy: "pyright.organizeimports",
    interpreterSetting,
    // Without the second it would no longer search `src`.
    searchPaths: {
      setting: ["python", "analysis", "extraPaths"],
      only: { python: { analysis: { autoSearchPaths: true } } },
    },
    notes: [
      partialSettings,
      "1.1.414: references without the declaration leave out the place that was asked about, whatever it is.",
      "1.1.414: takes `Y` of `import X as Y` for a symbol of its own in references and calls.",
      "1.1.414: declares source.organizeImports and never offers it, nor does it declare its command for that; it sorts and keeps what is unused.",
      "1.1.414: a file that is opened again with the text it had before, and is not on disk, is the file it could not read meanwhile.",
      "1.1.414: registers pull diagnostics dynamically, not in the initialize result.",
      "1.1.414: a new or deleted file is known 200-400 ms after it was told, when it has counted its source files again.",
    ],
  },
  proven: true,
});

export const basedpyright = defineServer({
  id: "basedpyright",
  title: "basedpyright",
  launch: command("basedpyright-langserver", "--stdio"),
  roots,
  install: { any: "pipx install basedpyright" },
  readiness: sourceFilesFound,
  diagnostics: "pull",
  references: "exhaustive",
  coverage: "python",
  restricted: refused("it runs .venv/bin/python of the repository when it looks for packages"),
  // What it takes over from Pyright.
  quirks: {
    declarationHidesUses: true,
    renamedImports,
    constructors,
    unread,
    interpreterSetting,
    notes: [partialSettings],
  },
});

export const ty = listed(["ty", "ty"], command("ty", "server"), roots, "uv tool install ty", {
  diagnostics: "pull",
  quirks: { versionArgs: ["--version"] },
});

export const pyrefly = listed(["pyrefly", "Pyrefly"], command("pyrefly", "lsp"), roots, "pipx install pyrefly", {
  readiness: drained({ capMs: 30_000 }),
  quirks: {
    versionArgs: ["--version"],
    interpreterSetting,
    notes: ["1.1.1: indexes only after workspace/configuration was answered."],
  },
});

export const pylsp = defineServer({
  id: "pylsp",
  title: "python-lsp-server",
  launch: command("pylsp"),
  roots,
  install: { any: "pip install python-lsp-server" },
  readiness: immediately,
  diagnostics: "push-versioned",
  finds: "some",
  references: "partial",
  restricted: refused(
    "rope and the linters it loads run configuration of the repository, such as .ropeproject/config.py",
  ),
  quirks: {
    saysItIs: "pylsp",
    versionArgs: ["--version"],
    encoding: "utf-32",
    declarationHidesUses: true,
    renamedImports,
    // It asks for no settings; without this it would not get the interpreter.
    pushSettings: true,
    interpreterSetting: ["pylsp", "plugins", "jedi", "environment"],
    notes: [
      "1.15.0: counts code points, whatever was offered, in what it is asked, in what it answers and in changes.",
      "1.15.0: references without the declaration leave out imports.",
      "1.15.0: pyflakes gives the column of a problem in bytes; behind other letters than ASCII it is too large.",
      "1.7.1: found 80 of 1,107 references (7 %) in a project of 431 files.",
      "Without linter plug-ins it publishes an empty list for a file with errors.",
    ],
  },
  proven: true,
});

export const jedi = listed(
  ["jedi-language-server", "jedi-language-server"],
  command("jedi-language-server"),
  roots,
  "pipx install jedi-language-server",
  { quirks: { versionArgs: ["--version"] } },
);

export const zuban = listed(["zuban", "Zuban"], command("zuban", "server"), roots, "pipx install zuban", {
  readiness: unknownReadiness,
});

export const pythonServers: readonly ServerEntry[] = [pyright, basedpyright, ty, pyrefly, pylsp, jedi, zuban];
