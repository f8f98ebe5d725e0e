// The case of clangd.

import type { RealCase } from "../reading/real-case.ts";
import { odd } from "../reading/real-case.ts";

function database(...sources: readonly string[]): string {
  const records = sources.map((file) => ({ directory: "{root}", file, arguments: ["c++", "-std=c++17", "-c", file] }));
  return `-- compile_commands.json --\n${JSON.stringify(records, null, 1)}\n`;
}

export const clangd: RealCase = {
  server: "clangd",
  fixture: `${database("greet.cpp", "use.cpp", "more.cpp", "wrong.cpp")}-- greet.h --
#pragma once
/* ${odd} */ int «ref|greet»(int name);
-- greet.cpp --
#include "greet.h"
/* ${odd} */ int «def|«ref|«found|greet»»»(int name) { return name; }
-- use.cpp --
#include "greet.h"
/* ${odd} */ int «sym|first»() { return /* ${odd} */ «ref|«hover|gre«^»et»»(1); }
-- more.cpp --
#include "greet.h"
int more() { return «ref|greet»(1) + «ref|greet»(2L); }
-- wrong.cpp --
#include "greet.h"
/* ${odd} */ int *wrong() { return «error|«ref|greet»(3)»; }
-- @hover --
int greet(int name)
-- @symbols --
function first
-- @query --
greet
-- @messages --
Cannot initialize return object of type 'int *' with an rvalue of type 'int'
`,
  changes: [
    {
      title: "an edit of a closed file",
      write: `-- more.cpp --
// One line more, and one use less.
#include "greet.h"
/* ${odd} */ int more() { return «ref|greet»(2L); }
`,
      ask: ["references"],
    },
    {
      title: "an edit of the closed file that defines",
      write: `-- greet.cpp --
// One line more.
#include "greet.h"
/* ${odd} ${odd} */ int «def|«ref|greet»»(int name) { return name; }
`,
      ask: ["definition", "references"],
    },
    {
      title: "an edit of a closed header, by which a closed file means something else and an open one is wrong",
      write: `-- greet.h --
#pragma once
// One line more.
/* ${odd} ${odd} */ int «ref|greet»(int name);
int greet(long name);
int first;
-- more.cpp --
// One line more, and one use less.
#include "greet.h"
/* ${odd} */ int more() { return greet(2L); }
-- use.cpp --
#include "greet.h"
/* ${odd} */ int «error|first»() { return /* ${odd} */ «ref|«hover|gre«^»et»»(1); }
-- @messages --
Redefinition of 'first' as different kind of symbol
Cannot initialize return object of type 'int *' with an rvalue of type 'int'
`,
      ask: ["references", "diagnostics"],
    },
    {
      title: "an edit of the open file",
      write: `-- use.cpp --

#include "greet.h"
/* ${odd} */ int second() { /* ${odd} ${odd} */ «ref|«hover|gre«^»et»»(1); return «error|missing»; }
-- @messages --
Use of undeclared identifier 'missing'
Cannot initialize return object of type 'int *' with an rvalue of type 'int'
`,
      ask: ["references", "diagnostics"],
    },
    {
      title: "an edit of a file that is open and not asked about",
      write: `-- wrong.cpp --
// One line more.
#include "greet.h"
/* ${odd} */ int wrong() { return «ref|greet»(3); }
`,
      ask: ["references"],
    },
    {
      title: "a new file in a new directory",
      write: `-- deep/new.cpp --
#include "../greet.h"
/* ${odd} */ int fresh() { return «ref|greet»(4); }
${database("greet.cpp", "use.cpp", "more.cpp", "wrong.cpp", "deep/new.cpp")}`,
      ask: ["references"],
    },
    {
      title: "a deleted file",
      write: database("greet.cpp", "use.cpp", "wrong.cpp", "deep/new.cpp"),
      remove: ["more.cpp"],
      ask: ["references"],
    },
  ],
  killedAt: "references",
};
