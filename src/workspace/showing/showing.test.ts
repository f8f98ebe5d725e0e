import { describe, expect, test } from "vitest";
import { clangd } from "../../catalog/servers/clang.ts";
import { filePath } from "../../model/file-path.ts";
import type { Disk } from "../../../test/support/kits/showing-kit.ts";
import { openDisk, refusedAs, withheldIn } from "../../../test/support/kits/showing-kit.ts";
import { mustWriteInside } from "./index-place.ts";

/** Packages of Python, one of which is found through a `.pth` file. */
const environment: Disk = {
  "/envs/own/lib/python3.12/site-packages/held/__init__.py": "key = 1",
  "/envs/own/lib/python3.12/site-packages/typed-stubs/__init__.pyi": "key: int",
  "/envs/own/lib/python3.12/site-packages/more.pth": "import sys\n/more\n",
  "/more/pathed/sub.py": "key = 1",
};

const nested = `${"[".repeat(50_000)}"x"${"]".repeat(50_000)}`;

const cases: Readonly<
  Record<string, { readonly disk: Disk; readonly ask: readonly string[]; readonly withheld: readonly string[] }>
> = {
  "an import that leads outside, and who imports its file": {
    disk: { "a.ts": 'export * from "../out/s.ts"', "b.ts": 'import "./a.ts"', "c.ts": "export const c = 1" },
    ask: ["a.ts", "b.ts", "c.ts"],
    withheld: ["a.ts", "b.ts"],
  },
  "an import without its ending": { disk: { "a.ts": 'import "/out/s"' }, ask: ["a.ts"], withheld: ["a.ts"] },
  "an import of what is not there": { disk: { "a.ts": 'import "../out/none.ts"' }, ask: ["a.ts"], withheld: [] },
  "a link to a module": {
    disk: { "link.ts": "->/out/s.ts", "a.ts": 'import "./link.ts"', "c.ts": "export const c = 1" },
    ask: ["a.ts", "c.ts"],
    withheld: ["a.ts"],
  },
  "a link to a script that all files see": {
    disk: { "link.ts": "->/out/g.ts", "c.ts": "export const c = 1", "d.py": "d = 1" },
    ask: ["c.ts", "d.py"],
    withheld: ["c.ts"],
  },
  "a configuration that leads outside": {
    disk: {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@x/*": ["../out/*"] } } }',
      "c.ts": "export const c = 1",
    },
    ask: ["c.ts"],
    withheld: ["c.ts"],
  },
  "a configuration that stays inside": {
    disk: {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@x/*": ["src/*"] } }, "include": ["src/**/*"] }',
      "c.ts": "export const c = 1",
    },
    ask: ["c.ts"],
    withheld: [],
  },
  "an include, and who includes its file": {
    disk: {
      "a.h": '#include "/out/s.h"',
      "b.c": '#include "a.h"',
      "c.c": "#include <stdio.h>\n#include <sys/types.h>",
    },
    ask: ["a.h", "b.c", "c.c"],
    withheld: ["a.h", "b.c"],
  },
  "a directory of headers outside": {
    disk: { "compile_flags.txt": "-I/out\n", "b.c": '#include "s.h"', "c.c": "#include <stdio.h>" },
    ask: ["b.c", "c.c"],
    withheld: ["b.c"],
  },
  "a header that is always included": {
    disk: { "compile_flags.txt": "-include\n/out/s.h\n", "c.c": "int c;" },
    ask: ["c.c"],
    withheld: ["c.c"],
  },
  "a database of values that are nested without end": {
    disk: {
      "compile_commands.json": `[{ "file": "b.c", "directory": ".", "command": "cc -I/out b.c", "arguments": ${nested} }, { "file": ${nested}, "directory": ${nested}, "command": "cc -I/out b.c" }]`,
      "tsconfig.json": `{ "include": ${nested}, "compilerOptions": { "paths": ${nested} } }`,
      "b.c": '#include "s.h"',
      "b.ts": "export const b = 1",
    },
    ask: ["b.c", "b.ts"],
    withheld: ["b.c"],
  },
  "a header that is always included, through another one and without an ending of C": {
    disk: {
      "compile_flags.txt": "-include\npre.txt\n",
      "pre.txt": '#include "a.h"',
      "a.h": '#include "/out/s.h"',
      "c.c": "int c;",
    },
    ask: ["c.c"],
    withheld: ["c.c"],
  },
  "headers that are called like something else": {
    disk: {
      "table.txt": '#include "more.py"',
      "more.py": '#include "/out/s.h"',
      "a.h": '#include "table.txt"',
      "b.c": '#include "a.h"',
      "c.c": "#include <vector>\nint c;",
      "d.c": '#include "plain.txt"',
      "plain.txt": "1, 2, 3",
    },
    ask: ["a.h", "b.c", "c.c", "d.c"],
    withheld: ["a.h", "b.c"],
  },
  "configurations that are not understood": {
    disk: {
      "tsconfig.json": '{ "extends": "./base", "include": ["a/*/../../../out/*"] }',
      "pyrightconfig.json": '{ "extends": "base.json" }',
      "base.json": '{ "extraPaths": ["../out"] }',
      "a.ts": "export const a = 1",
      "a.py": "a = 1",
    },
    ask: ["a.ts", "a.py"],
    withheld: ["a.ts", "a.py"],
  },
  "a configuration that is extended under a name without an ending": {
    disk: {
      "tsconfig.json": '{ "extends": "./base" }',
      base: '{ "files": ["../out/g.ts"] }',
      "a.ts": "export const a = 1",
    },
    ask: ["a.ts"],
    withheld: ["a.ts"],
  },
  "headers of the system": {
    disk: { "/usr/include/stdio.h": "", "c.c": "#include </usr/include/stdio.h>" },
    ask: ["c.c"],
    withheld: [],
  },
  "a macro that stands for a path": {
    disk: { "a.h": '#define P "/out/s.h"', "b.c": "#include P" },
    ask: ["b.c"],
    withheld: ["b.c"],
  },
  "a macro that no file of the root defines": {
    disk: { "a.h": "int a;", "c.c": "#include SYSTEM_H" },
    ask: ["a.h", "c.c"],
    withheld: [],
  },
  "leads that cannot be told": {
    disk: {
      "a.ts": 'import "alias/../../out/s"',
      "b.ts": String.raw`import "\x2e./out/s"`,
      "c.ts": "export const c = 1",
      "a.c": '#include \\\n"s.h"',
      "c.c": '#include "c.h"',
      "a.rs": 'include!(concat!("/", "out"));',
      "a.sh": "source a\\ b",
      "a.yaml": "$schema: &a b",
      "a.go": 'package a\n\nimport "\\x43"\n',
      "b.go": "package a\n",
    },
    ask: ["a.ts", "b.ts", "c.ts", "a.c", "c.c", "a.rs", "a.sh", "a.yaml", "a.go"],
    withheld: ["a.ts", "b.ts", "a.c", "a.rs", "a.sh", "a.yaml", "a.go"],
  },
  "a macro that a command line may define, where headers are searched outside": {
    disk: { "compile_flags.txt": "-I/out\n", "a.c": "#include P", "c.c": "int c;" },
    ask: ["a.c", "c.c"],
    withheld: ["a.c"],
  },
  "a relative import of Python that climbs": {
    disk: { "a.py": "from ..out.s import key", "b.py": "b = 1" },
    ask: ["a.py", "b.py"],
    withheld: ["a.py"],
  },
  "a schema": {
    disk: { "a.yaml": "# yaml-language-server: $schema=file:///out/s.json\n" },
    ask: ["a.yaml"],
    withheld: ["a.yaml"],
  },
  "a package that is a link, and who imports it by its name": {
    disk: {
      "package.json": "{}",
      "node_modules/evil": "->/out",
      "node_modules/@s/own/package.json": "{}",
      "node_modules/@s/far": "->/out",
      "node_modules/between/package.json": '{ "dependencies": { "evil": "*" } }',
      "node_modules/near/package.json": '{ "dependencies": { "other": "*" } }',
      "a.ts": 'export * from "evil/s"',
      "b.ts": 'import "./a.ts"',
      "c.ts": 'import "near"',
      "d.ts": 'import "between"',
      "e.ts": 'import type { x } from "@s/far"',
      "f.ts": 'import "@s/own"',
    },
    ask: ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.ts"],
    withheld: ["a.ts", "b.ts", "d.ts", "e.ts"],
  },
  "a package that is a link, and that no file imports": {
    disk: {
      "package.json": '{ "dependencies": { "evil": "file:../out" } }',
      "node_modules/near/package.json": "{}",
      "node_modules/evil": "->/out",
      "c.ts": "",
    },
    ask: ["c.ts"],
    withheld: [],
  },
  "a package that is a link, and that a configuration names": {
    disk: {
      "tsconfig.json": '{ "compilerOptions": { "types": ["evil/types"] } }',
      "node_modules/near/package.json": "{}",
      "node_modules/evil": "->/out",
      "c.ts": "",
    },
    ask: ["c.ts"],
    withheld: ["c.ts"],
  },
  "types of a package that are a link, taken in by themselves": {
    disk: {
      "node_modules/@types/own/package.json": "{}",
      "node_modules/@types/evil": "->/out",
      "c.ts": "export const c = 1",
    },
    ask: ["c.ts"],
    withheld: ["c.ts"],
  },
  "an environment of Python outside that only the repository names": {
    disk: {
      ...environment,
      "pyproject.toml": '[tool.pyright]\nvenvPath = "/envs"\nvenv = "own"\n',
      "a.py": "import held",
      "b.py": "from a import x",
      "c.py": "from pathed.sub import y",
      "d.py": "import os",
      "e.py": "import typed",
    },
    ask: ["a.py", "b.py", "c.py", "d.py", "e.py"],
    withheld: ["a.py", "b.py", "c.py", "e.py"],
  },
  "the same in a configuration that is extended, however it is written": {
    disk: {
      ...environment,
      "pyrightconfig.json": '{ "extends": "base.json" }',
      "base.json": '{ "venv\\u0050ath": "/envs", "venv": "own" }',
      "a.py": "import held",
    },
    ask: ["a.py"],
    withheld: ["a.py"],
  },
  "the same in an inline table behind a text that looks like a table": {
    disk: {
      ...environment,
      "pyproject.toml": '[tool]\nx = """\n[y]\n"""\npyright = { venvPath = \'\'\'/envs\'\'\', venv = "own" }\n',
      "a.py": "import held",
    },
    ask: ["a.py"],
    withheld: ["a.py"],
  },
  "an environment in the root": {
    disk: {
      "pyrightconfig.json": '{ "venvPath": ".", "venv": ".venv" }',
      ".venv/lib/python3.12/site-packages/held/__init__.py": "",
      "a.py": "import held",
    },
    ask: ["a.py"],
    withheld: [],
  },
  "an environment in the root that names a directory outside": {
    disk: {
      "pyrightconfig.json": '{ "venvPath": ".", "venv": ".venv" }',
      ".venv/lib/python3.12/site-packages/x.pth": "# paths\n/out\n",
      "a.py": "import s",
      "d.py": "import os",
    },
    ask: ["a.py", "d.py"],
    withheld: ["a.py"],
  },
  "a module of Go that is replaced": {
    disk: { "go.mod": "module a\n\nreplace s => ../out\n", "a.go": "package a" },
    ask: ["a.go"],
    withheld: ["a.go"],
  },
};

describe("what may be shown in a root that is not trusted [S10 S12]", () => {
  test.each(Object.entries(cases))("%s", async (_, { disk, ask, withheld }) => {
    await using toy = openDisk(disk);
    expect(await withheldIn(toy, ask)).toEqual(withheld);
  });

  test("why says which file and which line", async () => {
    await using toy = openDisk({ "a.ts": '\nimport "../out/s.ts"' });
    const why = await toy.clock.until(toy.workspace.showing.withheld(toy.path("a.ts"), false));
    expect(why).toEqual({ where: "a.ts:2", why: "a.ts:2 leads to ../out/s.ts, outside the root" });
  });

  test("why says what is not understood", async () => {
    await using toy = openDisk({ "a.ts": String.raw`import "\x2e./out/s.ts"` });
    const why = await toy.clock.until(toy.workspace.showing.withheld(toy.path("a.ts"), false));
    expect(why).toEqual({ where: "a.ts:1", why: "where a.ts:1 leads cannot be determined: it contains an escape" });
  });

  test("what is written later counts", async () => {
    await using toy = openDisk({ "a.ts": "export const a = 1" });
    expect(await withheldIn(toy, ["a.ts"])).toEqual([]);
    toy.host.files.write(toy.path("a.ts"), 'import "/out/s.ts"');
    await toy.clock.until(toy.workspace.filesChanged([{ path: toy.path("a.ts"), kind: "changed" }]));
    expect(await withheldIn(toy, ["a.ts"])).toEqual(["a.ts"]);
  });

  test("what a root that is opened later holds is shown at once", async () => {
    await using toy = openDisk({ "a.ts": 'import "../out/s.ts"' });
    expect(await withheldIn(toy, ["a.ts"])).toEqual(["a.ts"]);
    toy.workspace.baseline.beside(() => [{ root: filePath("/out"), files: async () => [] }]);
    expect(await withheldIn(toy, ["a.ts"])).toEqual([]);
  });

  test("while texts are supposed, every file of the language may see what leads outside", async () => {
    await using toy = openDisk({ "a.ts": 'import "/out/s.ts"', "b.ts": "export const b = 1" });
    const ask = (isSupposing: boolean) =>
      toy.clock.until(toy.workspace.showing.withheld(toy.path("b.ts"), isSupposing));
    expect([await ask(false), (await ask(true)) !== undefined]).toEqual([undefined, true]);
  });

  test("an environment that the operator named is installed, with what its .pth files name", async () => {
    const config = { "pyrightconfig.json": '{ "venvPath": "/envs", "venv": "own" }' };
    const files = { ...environment, ...config, "a.py": "import held", "c.py": "import pathed" };
    await using toy = openDisk(files, { env: { PATH: "/bin", VIRTUAL_ENV: "/envs/own" } });
    expect(await withheldIn(toy, ["a.py", "c.py"])).toEqual([]);
  });

  test("a text that is only supposed may import what such an environment holds", async () => {
    const config = { "pyrightconfig.json": '{ "venvPath": "/envs", "venv": "own" }' };
    await using toy = openDisk({ ...environment, ...config, "a.py": "x = 1" });
    const ask = (isSupposing: boolean) =>
      toy.clock.until(toy.workspace.showing.withheld(toy.path("a.py"), isSupposing));
    expect([await ask(false), (await ask(true)) !== undefined]).toEqual([undefined, true]);
  });

  test("a trusted root is believed", async () => {
    await using toy = openDisk({ "a.ts": 'import "/out/s.ts"' }, { trusted: true });
    expect(await withheldIn(toy, ["a.ts"])).toEqual([]);
  });

  test("the checkout of which the root is a part is shown", async () => {
    await using toy = openDisk({ "/.git/HEAD": "ref: refs/heads/main", "a.ts": 'import "../out/s.ts"' });
    expect(await withheldIn(toy, ["a.ts"])).toEqual([]);
  });
});

const indexes: readonly (readonly [string, Disk, boolean])[] = [
  ["of an ordinary project", { "compile_commands.json": "[]" }, false],
  ["through a link", { "compile_commands.json": "[]", ".cache": "->/out/sub" }, true],
  ["above a directory of builds", { "build/compile_commands.json": "[]", ".cache": "->/out/sub" }, true],
  ["of a database that is named", { ".clangd": "CompileFlags:\n  CompilationDatabase: /out\n" }, true],
  ["of a database that is named inside", { ".clangd": "CompileFlags:\n  CompilationDatabase: build\n" }, false],
];

test.each(indexes)("the index %s: whether it would be written outside", async (_, disk, isOutside) => {
  await using toy = openDisk(disk);
  const { host, root } = toy.workspace;
  const files = Object.keys(disk).map((file) => toy.path(file));
  const written = mustWriteInside(host, root, clangd, files);
  expect(await refusedAs(written, ({ code }) => code)).toBe(isOutside ? "not_trusted" : undefined);
});
