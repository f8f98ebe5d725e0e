// The cases of the two servers for Python.

import type { Change, RealCase } from "../reading/real-case.ts";
import { odd } from "../reading/real-case.ts";

const manifest = `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
`;

const edits: readonly Change[] = [
  {
    title: "an edit of a closed file",
    write: `-- shop/more.py --
# One line more, and one use less.
from shop.greet import «ref|greet»

text = "${odd}"; more = [«ref|greet»("one")]
`,
    ask: ["references"],
  },
  {
    title: "an edit of the closed file that declares",
    write: `-- shop/greet.py --
# One line more.
text = "${odd}"


def «def|«ref|greet»»(name: int) -> int:
    return name
`,
    ask: ["definition", "references"],
  },
];

const comings: readonly Change[] = [
  {
    title: "an edit of a file that is open and not asked about",
    write: `-- shop/wrong.py --
from shop.greet import «ref|greet»

text = "${odd}"; right = «ref|greet»(2)
`,
    ask: ["references"],
  },
  {
    title: "a new file in a new directory",
    write: `-- shop/deep/__init__.py --
-- shop/deep/new.py --
from shop.greet import «ref|greet»

text = "${odd}"; new = «ref|greet»(3)
`,
    ask: ["references"],
  },
  { title: "a deleted file", remove: ["shop/more.py"], ask: ["references"] },
];

export const pyright: RealCase = {
  server: "pyright",
  fixture: `${manifest}-- shop/greet.py --
text = "${odd}"


def «def|«ref|«found|greet»»»(name: str) -> str:
    return name
-- shop/use.py --
from shop.greet import «ref|greet»

«sym|text» = "${odd}"; «sym|first» = «ref|«hover|gre«^»et»»("${odd}")
-- shop/more.py --
from shop.greet import «ref|greet»

more = [«ref|greet»("one"), «ref|greet»("two")]
-- shop/wrong.py --
from shop.greet import «ref|greet»

text = "${odd}"; wrong: int = «error|«ref|greet»("three")»
-- @hover --
(function) def greet(name: str) -> str
-- @symbols --
variable text
variable first
-- @query --
greet
-- @messages --
Type "str" is not assignable to declared type "int"
`,
  changes: [
    ...edits,
    {
      title: "what that edit broke in a file that was not touched",
      write: `-- shop/use.py --
from shop.greet import «ref|greet»

text = "${odd}"; first = «ref|«hover|gre«^»et»»(«error|"${odd}"»)
-- shop/wrong.py --
from shop.greet import «ref|greet»

text = "${odd}"; wrong: int = «ref|greet»(«error|"three"»)
-- @messages --
Argument of type "Literal['${odd}']" cannot be assigned to parameter "name" of type "int" in function "greet"
Argument of type "Literal['three']" cannot be assigned to parameter "name" of type "int" in function "greet"
`,
      ask: ["diagnostics"],
    },
    {
      title: "an edit of the open file",
      write: `-- shop/use.py --

from shop.greet import «ref|greet»

text = "${odd} ${odd}"; first = «ref|«hover|gre«^»et»»(«error|missing»)
-- @messages --
"missing" is not defined
Argument of type "Literal['three']" cannot be assigned to parameter "name" of type "int" in function "greet"
`,
      ask: ["references", "diagnostics"],
    },
    ...comings,
  ],
  killedAt: "references",
};

export const pylsp: RealCase = {
  server: "pylsp",
  fixture: `${manifest}-- shop/greet.py --
text = "${odd}"


def «def|«ref|greet»»(name: str) -> str:
    return name
-- shop/use.py --
«sym|from shop.greet import «ref|greet»»

«sym|text = "${odd}"»; «sym|first = «ref|gre«^»et»("${odd}")»
-- shop/more.py --
from shop.greet import «ref|greet»

more = [«ref|greet»("one"), «ref|greet»("two")]
-- shop/wrong.py --
wrong = «error|missing  # ${odd}»
-- @hover --
greet(name: str) -> str
-- @symbols --
function greet
variable text
variable first
-- @messages --
undefined name 'missing'
`,
  lacks: ["workspaceSymbols"],
  changes: [
    ...edits,
    {
      title: "an edit of the open file",
      write: `-- shop/use.py --

from shop.greet import «ref|greet»

first = «error|missing; text = "${odd} ${odd}"; second = «ref|gre«^»et»(1)»
-- @messages --
undefined name 'missing'
undefined name 'missing'
`,
      ask: ["references", "diagnostics"],
    },
    ...comings,
  ],
  killedAt: "references",
};
