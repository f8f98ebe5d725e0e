// A change on disk reaches every subscriber of a file's diagnostics, of servers that push and of servers that are asked.

import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { isInSoak } from "../../support/soak.ts";
import { hearing, read } from "../../support/hearing.ts";
import { project } from "../../support/project.ts";
import { connect, eras } from "../../support/sightline.ts";
import { commandOf, hasServer } from "../installed.ts";
import { shopCrate } from "./real-case.ts";

interface Changed {
  readonly server: string;
  readonly fixture: string;
  /** The file that is subscribed to; it has no problem at first. */
  readonly file: string;
  /** The file itself changes, then one that it uses, then all is well again. */
  readonly edits: readonly (readonly [file: string, text: string, problem: RegExp | undefined])[];
}

const changes: readonly Changed[] = [
  {
    server: "typescript-native",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/right.ts --
export const right: number = 1;
-- src/user.ts --
import { right } from "./right";
export const user: number = right;
`,
    file: "src/user.ts",
    edits: [
      ["src/user.ts", 'import { right } from "./right";\nexport const user: string = right;\n', /not assignable/],
      ["src/right.ts", 'export const right: string = "one";\n', undefined],
      ["src/right.ts", "export const wrong: number = 1;\n", /has no exported member/],
    ],
  },
  {
    server: "pyright",
    fixture: `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- right.py --
right: int = 1
-- user.py --
from right import right

user: int = right
`,
    file: "user.py",
    edits: [
      ["user.py", "from right import right\n\nuser: str = right\n", /not assignable/],
      ["right.py", 'right: str = "one"\n', undefined],
      ["right.py", "wrong: int = 1\n", /unknown import symbol/],
    ],
  },
  {
    server: "gopls",
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- right.go --
package shop

var Right int = 1
-- user.go --
package shop

var User int = Right
`,
    file: "user.go",
    edits: [
      ["user.go", "package shop\n\nvar User string = Right\n", /cannot use Right/],
      ["right.go", 'package shop\n\nvar Right string = "one"\n', undefined],
      ["right.go", "package shop\n\nvar Wrong int = 1\n", /undefined: Right/],
    ],
  },
  {
    server: "rust-analyzer",
    fixture: `${shopCrate}-- src/lib.rs --
pub mod right;
pub mod user;
-- src/right.rs --
pub const RIGHT: i32 = 1;
-- src/user.rs --
use crate::right::RIGHT;

pub const USER: i32 = RIGHT;
`,
    file: "src/user.rs",
    edits: [
      ["src/user.rs", "use crate::right::RIGHT;\n\npub const USER: bool = RIGHT;\n", /mismatched types|expected bool/],
      ["src/right.rs", "pub const RIGHT: bool = true;\n", undefined],
      ["src/right.rs", "pub const WRONG: i32 = 1;\n", /RIGHT/],
    ],
  },
];

const here = changes.filter(({ server }) => hasServer(server)).map((one, at) => ({ ...one, at }));
/** The servers take turns otherwise: what differs between the eras is ours. */
const hasBoth = isInSoak("the other era of each server");

describe.each(here)("$server", ({ server, fixture, file, edits, at }) => {
  test.each(hasBoth ? eras : eras.filter((_, era) => era === at % eras.length))(
    "%s era: each change is told, and reading then tells the new state [AGL-331 AGL-333]",
    async (era) => {
      using made = project(fixture);
      const [program] = commandOf(server) ?? [];
      const path = [...(program === undefined ? [] : [dirname(program)]), process.env["PATH"]].join(":");
      await using agent = await connect(made, era, ["mcp", "--root", ".", "--trust"], { PATH: path });
      const heard = hearing(agent, era);
      const uri = `lsp-diagnostics:///${made.root}/${file}`;
      await heard.subscribe(uri);
      for (const [edited, text, problem] of edits) {
        made.write(edited, text);
        let found = "";
        // A server may find out in steps, and each of them is told of.
        for (let told = heard.updates.length; !isSo(found, problem); told++) {
          await heard.until(() => heard.updates.length > told);
          found = (await read(agent, uri)).text;
        }
      }
      expect(new Set(heard.updates)).toEqual(new Set([uri]));
    },
  );
});

function isSo(found: string, problem: RegExp | undefined): boolean {
  if (found === "") return false;
  return problem === undefined ? found.includes(":[]") : problem.test(found);
}
