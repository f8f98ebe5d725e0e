// The cases of the servers for JSON and YAML.

import type { RealCase } from "../reading/real-case.ts";
import { odd } from "../reading/real-case.ts";

export const json: RealCase = {
  server: "vscode-json-language-server",
  fixture: `-- schema.json --
{ "type": "object", "properties": { "size": { "type": "number", "description": "How large it is" } } }
-- thing.json --
{ «sym|"$schema"»: "./schema.json", «sym|"name"»: "${odd}", «sym|«hover|"si«^»ze"»»: «warning|"${odd}"» }
-- broken.json --
{ "name": "${odd}", "size": «error|}»
-- @hover --
How large it is
-- @symbols --
string $schema
string name
string size
-- @messages --
Incorrect type. Expected "number".
Value expected
`,
  lacks: ["definition", "references", "workspaceSymbols"],
  changes: [
    {
      title: "an edit of the schema",
      write: `-- schema.json --
{ "type": "object", "properties": { "size": { "type": "array", "description": "What it holds" } } }
-- @hover --
What it holds
-- @messages --
Incorrect type. Expected "array".
Value expected
`,
      ask: ["hover", "diagnostics"],
    },
    {
      title: "an edit of the open file",
      write: `-- thing.json --

{ "$schema": "./schema.json", "name": "${odd} ${odd}", «hover|"si«^»ze"»: [«error|]» }
`,
      ask: ["hover"],
    },
  ],
  killedAt: "hover",
};

export const yaml: RealCase = {
  server: "yaml-language-server",
  fixture: `-- schema.json --
{ "type": "object", "properties": { "size": { "type": "number", "description": "How large it is" } } }
-- thing.yaml --
# yaml-language-server: $schema=schema.json
«sym|base»: &base «def|[«sym|«sym|1»»]»
«sym|copy»: { «sym|"${odd}"»: *ba«^»se }
-- wrong.yaml --
# yaml-language-server: $schema=schema.json
{ "name": "${odd}", "size": «error|"${odd}"» }
-- @symbols --
array base
  number 0
module copy
  array ${odd}
    number 0
-- @messages --
Incorrect type. Expected "number".
`,
  lacks: ["references", "workspaceSymbols"],
  changes: [
    {
      title: "an edit of the open file",
      write: `-- thing.yaml --
# yaml-language-server: $schema=schema.json

base: &base «def|[1]»
copy: { "${odd} ${odd}": *ba«^»se }
`,
      ask: ["definition"],
    },
    {
      title: "another edit of the open file",
      write: `-- thing.yaml --
# yaml-language-server: $schema=schema.json
{ "${odd}": 1, «hover|si«^»ze»: «error|"${odd}"» }
-- @hover --
How large it is
-- @messages --
Incorrect type. Expected "number".
Incorrect type. Expected "number".
`,
      ask: ["hover", "diagnostics"],
    },
    {
      title: "an edit of the schema",
      write: `-- schema.json --
{ "type": "object", "properties": { "size": { "type": "array", "description": "What it holds" } } }
-- @hover --
What it holds
-- @messages --
Incorrect type. Expected "array".
Incorrect type. Expected "array".
`,
      ask: ["hover", "diagnostics"],
    },
  ],
  killedAt: "definition",
};
