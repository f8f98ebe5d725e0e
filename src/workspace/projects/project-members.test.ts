// Which files of a root no project's configuration takes in.

import { expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, relativeTo } from "../../model/file-path.ts";
import { parseFixture } from "../../testing/fixture.ts";
import { filesOutside } from "./project-members.ts";

const root = filePath("/project");

async function outside(fixture: string): Promise<string[]> {
  const texts = new Map([...parseFixture(fixture).files].map(([file, text]) => [filePath(`/project/${file}`), text]));
  const read = async (path: FilePath): Promise<string | undefined> => texts.get(path);
  const found = await filesOutside({ root, files: [...texts.keys()], read });
  return [...found].map((path) => relativeTo(root, path) ?? "");
}

const tests = "-- test/a.ts --\nimport '../source/a';\n";

test.each([
  [
    "tests beside include",
    `-- tsconfig.json --\n{ "include": ["source"] }\n-- source/a.ts --\n${tests}`,
    ["test/a.ts"],
  ],
  ["no configuration at all", `-- source/a.ts --\n${tests}`, []],
  [
    "another configuration takes them in",
    `-- tsconfig.json --\n{ "include": ["source"] }\n-- tsconfig.test.json --\n{ "include": ["test"] }\n-- source/a.ts --\n${tests}`,
    [],
  ],
  [
    "what is imported belongs to it",
    `-- tsconfig.json --\n{ "include": ["source"] }\n-- source/a.ts --\nimport "../lib/b.js";\n-- lib/b.ts --\nimport "./c";\n-- lib/c.ts --\n-- lib/d.ts --\n`,
    ["lib/d.ts"],
  ],
  [
    "a configuration that cannot be parsed",
    `-- tsconfig.json --\n{ "extends": "./none.json", "include": ["source"] }\n-- source/a.ts --\n${tests}`,
    [],
  ],
  [
    "a pyproject with include",
    '-- pyproject.toml --\n[tool.pyright]\ninclude = ["src", "tests/typing"]\n-- src/p/a.py --\n-- tests/typing/b.py --\n-- tests/c.py --\n',
    ["tests/c.py"],
  ],
  [
    "a pyrightconfig with exclude",
    '-- pyrightconfig.json --\n{ "exclude": ["**/gen", "docs/**"] }\n-- a.py --\n-- x/gen/b.py --\n-- docs/c.py --\n',
    ["x/gen/b.py", "docs/c.py"],
  ],
  ["a pyproject without limits", '-- pyproject.toml --\n[tool.pyright]\nstrict = ["x"]\n-- a.py --\n', []],
])("%s", async (_, fixture, expected) => {
  expect(await outside(fixture)).toEqual(expected);
});
