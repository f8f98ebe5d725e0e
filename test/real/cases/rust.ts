// The case of rust-analyzer. Nothing here needs the standard library, whose sources a machine may lack.

import type { RealCase } from "../reading/real-case.ts";
import { odd, shopCrate } from "../reading/real-case.ts";

export const rustAnalyzer: RealCase = {
  server: "rust-analyzer",
  fixture: `${shopCrate}-- src/lib.rs --
pub mod «found|greet»;
pub mod more;
pub mod user;
pub mod wrong;
-- src/greet.rs --
/* ${odd} */ pub fn «def|«ref|«found|greet»»»(name: i32) -> i32 {
    name
}
-- src/user.rs --
use crate::greet::«ref|greet»;

/* ${odd} */ pub fn «sym|first»() -> i32 {
    /* ${odd} */ «ref|«hover|gre«^»et»»(1)
}
-- src/more.rs --
use crate::greet::«ref|greet»;

pub fn more() -> i32 {
    «ref|greet»(1) + «ref|greet»(2)
}
-- src/wrong.rs --
use crate::greet::«ref|greet»;

pub fn wrong() -> «hint|bool» {
    /* ${odd} */ «error|«error|«ref|greet»(3)»»
}
-- @hover --
pub fn greet(name: i32) -> i32
-- @symbols --
function first
-- @query --
greet
-- @messages --
expected \`bool\` because of return type
expected bool, found i32
mismatched types
`,
  changes: [
    {
      title: "an edit of a closed file",
      write: `-- src/more.rs --
// One line more, and one use less.
use crate::greet::«ref|greet»;

pub fn more() -> i32 {
    /* ${odd} */ «ref|greet»(1)
}
`,
      ask: ["references"],
    },
    {
      title: "an edit of the closed file that declares, which breaks others",
      write: `-- src/greet.rs --
// One line more.
/* ${odd} ${odd} */ pub fn «def|«ref|greet»»(name: bool) -> bool {
    name
}
-- src/user.rs --
use crate::greet::«ref|greet»;

/* ${odd} */ pub fn first() -> bool {
    /* ${odd} */ «ref|«hover|«hint|gre«^»et»»»(«error|«error|1»»)
}
-- src/wrong.rs --
use crate::greet::«ref|greet»;

pub fn wrong() -> bool {
    /* ${odd} */ «ref|«hint|greet»»(«error|«error|3»»)
}
-- @messages --
arguments to this function are incorrect
expected bool, found i32
mismatched types
arguments to this function are incorrect
expected bool, found i32
mismatched types
`,
      ask: ["definition", "references", "diagnostics"],
    },
    {
      title: "an edit of a file that is open and not asked about",
      write: `-- src/wrong.rs --
// One line more.
use crate::greet::«ref|greet»;

pub fn wrong() -> bool {
    /* ${odd} */ «ref|greet»(true)
}
`,
      ask: ["references"],
    },
    {
      title: "a new file in a new directory",
      write: `-- src/deep/mod.rs --
use crate::greet::«ref|greet»;

pub fn new() -> bool {
    /* ${odd} */ «ref|greet»(true)
}
-- src/lib.rs --
pub mod deep;
pub mod greet;
pub mod more;
pub mod user;
pub mod wrong;
`,
      ask: ["references"],
    },
    {
      title: "a deleted file",
      write: `-- src/lib.rs --
pub mod deep;
pub mod greet;
pub mod user;
pub mod wrong;
`,
      remove: ["src/more.rs"],
      ask: ["references"],
    },
  ],
  killedAt: "references",
};
