// A configuration of Pyright inside of the root holds for files that no server of the root judges by it.

import { expect, test } from "vitest";
import { reached } from "../../../test/support/kits/reach-kit.ts";

const code = "-- lib.py --\nx = 1\n-- sub/g.py --\nfrom lib import x\nprint(x)\n-- other/h.py --\ny = 1\n";
const strict = '{ "typeCheckingMode": "strict" }';

test.each([
  [
    "that a file below imports",
    `-- sub/pyrightconfig.json --\n${strict}\n`,
    "sub/pyrightconfig.json applies to sub/g.py",
  ],
  [
    "in a manifest",
    '-- sub/pyproject.toml --\n[tool.pyright]\ntypeCheckingMode = "strict"\n',
    "sub/pyproject.toml applies to sub/g.py",
  ],
  [
    "of another checker of the kind",
    '-- sub/pyproject.toml --\n[tool.basedpyright]\nstrict = ["g.py"]\n',
    "sub/pyproject.toml applies to sub/g.py",
  ],
  [
    "whose options are nested without end",
    `-- sub/pyrightconfig.json --\n{ "x": ${"[".repeat(50_000)}${"]".repeat(50_000)} }\n`,
    "sub/pyrightconfig.json applies to sub/g.py",
  ],
  [
    "that names it by its path",
    '-- other/pyrightconfig.json --\n{ "pythonVersion": "3.8", "include": [".", "../lib.py"] }\n',
    "other/pyrightconfig.json applies to lib.py",
  ],
])("a module %s", async (_, config, told) => {
  const { doubts } = await reached(`${config}${code}`, { "lib.py": "x = 2\n" });
  expect(doubts).toEqual([`${told}, with options that were not checked`]);
});

test.each([
  ["no file below imports", `-- other/pyrightconfig.json --\n${strict}\n`],
  ["a manifest says nothing about", '-- sub/pyproject.toml --\n[project]\nname = "sub"\n'],
  [
    "the root has the same options for",
    `-- pyrightconfig.json --\n${strict}\n-- sub/pyrightconfig.json --\n${strict}\n`,
  ],
  ["the root itself has one for", `-- pyrightconfig.json --\n${strict}\n`],
])("no doubt about a module that %s", async (_, config) => {
  expect((await reached(`${config}${code}`, { "lib.py": "x = 2\n" })).doubts).toEqual([]);
});

test.each([
  ["line ends of one sign", "uni.py", "import os\rfrom uni import k\rn: int = k\r"],
  ["letters that mean the same", "uni.py", "from ｕｎｉ import k\n"],
  ["a file whose name is spelled in parts", "cafe\u0301.py", "import caf\u00e9\n"],
])("an import with %s", async (_, file, text) => {
  const { direct } = await reached(`-- ${file} --\nk = 1\n-- user.py --\n${text}\n`, { [file]: "k = 2\n" });
  expect(direct).toEqual(["user.py"]);
});
