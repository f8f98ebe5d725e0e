// The case of bash-language-server. What it knows of problems comes from shellcheck, which a machine may have or not.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { RealCase } from "../reading/real-case.ts";
import { odd } from "../reading/real-case.ts";

const path = (process.env["PATH"] ?? "").split(delimiter);
const hasShellcheck = path.some((directory) => existsSync(join(directory, "shellcheck")));

export const bash: RealCase = {
  server: "bash-language-server",
  fixture: `-- greet.sh --
#!/bin/bash
: "${odd}"; «def|«found|«ref|greet»() {
  echo "$1"
}»»
-- use.sh --
#!/bin/bash
# shellcheck disable=all
source ./greet.sh
: "${odd}"; «sym|first=1»; «ref|gre«^»et» "${odd}$first"
-- more.sh --
#!/bin/bash
source ./greet.sh
«ref|greet» one
«ref|greet» two
-- @hover --
Function: **greet** - *defined in greet.sh*
-- @symbols --
variable first
-- @query --
greet
`,
  short: hasShellcheck ? {} : { diagnostics: ["nothing_received"] },
  changes: [
    {
      title: "an edit of a closed file",
      write: `-- more.sh --
#!/bin/bash
# One line more, and one use less.
source ./greet.sh
: "${odd}"; «ref|greet» one
`,
      ask: ["references"],
    },
    {
      title: "an edit of the closed file that declares",
      write: `-- greet.sh --
#!/bin/bash
# One line more.
: "${odd} ${odd}"; «def|«found|«ref|greet»() {
  echo "$1"
}»»
`,
      ask: ["definition", "references", "workspaceSymbols"],
    },
    {
      title: "an edit of the open file",
      write: `-- use.sh --
#!/bin/bash

source ./greet.sh
: "${odd} ${odd}"; «ref|gre«^»et» "${odd}"
`,
      ask: ["references"],
    },
    {
      title: "a new file in a new directory",
      write: `-- deep/new.sh --
#!/bin/bash
source ../greet.sh
: "${odd}"; «ref|greet» new
`,
      ask: ["references"],
    },
    { title: "a deleted file", remove: ["more.sh"], ask: ["references"] },
  ],
  killedAt: "references",
};
