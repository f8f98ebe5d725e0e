// The cases of the servers for CSS and HTML.

import type { RealCase } from "../reading/real-case.ts";
import { odd } from "../reading/real-case.ts";

export const css: RealCase = {
  server: "vscode-css-language-server",
  fixture: `-- base.css --
:root { --size: 2px; }
-- thing.css --
«sym|:root» { «def|«ref|--size»»: 1px; }
/* ${odd} */ «sym|.first» { «hover|width: var(«ref|--si«^»ze»)»; }
-- wrong.css --
/* ${odd} */ .wrong { color: red; } .«error|{» color: red; }
-- @hover --
Specifies the width of the content area
-- @symbols --
class :root
class .first
-- @messages --
identifier expected
`,
  lacks: ["workspaceSymbols"],
  // The other file declares the same property, which means the same wherever both are loaded.
  short: { references: ["possible_uses"] },
  changes: [
    {
      title: "an edit of the open file",
      write: `-- thing.css --

:root { «def|«ref|--size»»: 1px; }
/* ${odd} ${odd} */ .first { width: var(«ref|--si«^»ze»); }
`,
      ask: ["definition", "references"],
    },
  ],
  killedAt: "references",
};

export const html: RealCase = {
  server: "vscode-html-language-server",
  fixture: `-- base.html --
<!doctype html>
-- thing.html --
<!doctype html>
«sym|<p>${odd} «sym|<em id="a">x</em>»</p>»
«sym|<script>let «sym|«def|«ref|total»» = 1»; /* ${odd} */ «ref|«hover|to«^»tal»»++;</script>»
-- wrong.html --
<!doctype html>
<p>${odd}</p>
<script>/* ${odd} */ let wrong = «error|;»</script>
-- @hover --
let total: number
-- @symbols --
variable total
field p
  field em#a
field script
-- @messages --
Expression expected.
`,
  lacks: ["workspaceSymbols"],
  changes: [
    {
      title: "an edit of the open file",
      write: `-- thing.html --
<!doctype html>

<p>${odd} <em id="a">x</em></p>
<script>let «def|«ref|total»» = 1; /* ${odd} ${odd} */ «ref|«hover|to«^»tal»»++;</script>
`,
      ask: ["definition", "references"],
    },
  ],
  killedAt: "references",
};
