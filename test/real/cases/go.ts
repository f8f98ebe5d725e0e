// The case of gopls.

import type { RealCase } from "../reading/real-case.ts";
import { odd } from "../reading/real-case.ts";

export const gopls: RealCase = {
  server: "gopls",
  fixture: `-- go.mod --
module example.org/shop

go 1.21
-- greet.go --
package shop

/* ${odd} */ func «def|«ref|«found|Greet»»»(name string) string {
	return name
}
-- use.go --
package shop

/* ${odd} */ var «sym|First» = «ref|«hover|Gre«^»et»»("third")
-- more.go --
package shop

var More = []string{«ref|Greet»("one"), «ref|Greet»("two")}
-- wrong/wrong.go --
package wrong

import "example.org/shop"

/* ${odd} */ var Wrong int = «error|shop.«ref|Greet»("three")»
-- @hover --
func Greet(name string) string
-- @symbols --
variable First
-- @query --
Greet
-- @messages --
cannot use shop.Greet("three") (value of type string) as int value in variable declaration
`,
  changes: [
    {
      title: "an edit of a closed file",
      write: `-- more.go --
package shop

// One line more, and one use less.
/* ${odd} */ var More = «ref|Greet»("one")
`,
      ask: ["references"],
    },
    {
      title: "an edit of the closed file that declares, which breaks others",
      write: `-- greet.go --
package shop

// One line more.
/* ${odd} ${odd} */ func «def|«ref|Greet»»(name int) int {
	return name
}
-- use.go --
package shop

/* ${odd} */ var First = «ref|«hover|Gre«^»et»»(«error|"third"»)
-- wrong/wrong.go --
package wrong

import "example.org/shop"

/* ${odd} */ var Wrong int = shop.«ref|Greet»(«error|"three"»)
-- @messages --
cannot use "third" (untyped string constant) as int value in argument to Greet
cannot use "three" (untyped string constant) as int value in argument to shop.Greet
`,
      ask: ["definition", "references", "diagnostics"],
    },
    {
      title: "an edit of the open file",
      write: `-- use.go --

package shop

/* ${odd} ${odd} */ var First = «ref|«hover|Gre«^»et»»(«error|missing»)
-- @messages --
undefined: missing
cannot use "three" (untyped string constant) as int value in argument to shop.Greet
`,
      ask: ["references", "diagnostics"],
    },
    {
      title: "an edit of a file that is open and not asked about",
      write: `-- wrong/wrong.go --
package wrong

// One line more.
import "example.org/shop"

/* ${odd} */ var Wrong int = shop.«ref|Greet»(2)
`,
      ask: ["references"],
    },
    {
      title: "a new file in a new directory",
      write: `-- deep/new.go --
package deep

import "example.org/shop"

/* ${odd} */ var New = shop.«ref|Greet»(3)
`,
      ask: ["references"],
    },
    { title: "a deleted file", remove: ["more.go"], ask: ["references"] },
  ],
  killedAt: "references",
};
