// The fixture of the two servers for TypeScript, and the case of each.

import type { RealCase } from "../reading/real-case.ts";
import { odd } from "../reading/real-case.ts";

const project = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/use.ts --
import { «ref|greet» } from "./greet";
/* ${odd} */ export const «sym|first» = «ref|«hover|gre«^»et»»("${odd}");
-- src/more.ts --
import { «ref|greet» } from "./greet";
export const more = [«ref|greet»("one"), «ref|greet»("two")];
-- src/wrong.ts --
import { «ref|greet» } from "./greet";
/* ${odd} */ export const «error|wrong»: number = «ref|greet»("three");
-- @query --
greet
-- @messages --
Type 'string' is not assignable to type 'number'.
`;

const changes: RealCase["changes"] = [
  {
    title: "an edit of a closed file",
    write: `-- src/more.ts --
// One line more, and one use less.
import { «ref|greet» } from "./greet";
/* ${odd} */ export const more = [«ref|greet»("one")];
`,
    ask: ["references"],
  },
  {
    title: "an edit of the closed file that declares, which breaks others",
    write: `-- src/greet.ts --
// One line more.
/* ${odd} ${odd} */ export function «def|«ref|greet»»(name: number): number {
  return name;
}
-- src/use.ts --
import { «ref|greet» } from "./greet";
/* ${odd} */ export const first = «ref|«hover|gre«^»et»»(«error|"${odd}"»);
-- src/wrong.ts --
import { «ref|greet» } from "./greet";
/* ${odd} */ export const wrong: number = «ref|greet»(«error|"three"»);
-- @messages --
Argument of type 'string' is not assignable to parameter of type 'number'.
Argument of type 'string' is not assignable to parameter of type 'number'.
`,
    ask: ["definition", "references", "diagnostics"],
  },
  {
    title: "an edit of the open file",
    write: `-- src/use.ts --

import { «ref|greet» } from "./greet";
/* ${odd} ${odd} */ export const first = «ref|«hover|gre«^»et»»(1, «error|2»);
-- @messages --
Expected 1 arguments, but got 2.
Argument of type 'string' is not assignable to parameter of type 'number'.
`,
    ask: ["references", "diagnostics"],
  },
  {
    title: "an edit of a file that is open and not asked about",
    write: `-- src/wrong.ts --
// One line more.
import { «ref|greet» } from "./greet";
/* ${odd} */ export const wrong: number = «ref|greet»(2);
`,
    ask: ["references"],
  },
  {
    title: "a new file in a new directory",
    write: `-- src/deep/new.ts --
import { «ref|greet» } from "../greet";
/* ${odd} */ «ref|greet»(3);
`,
    ask: ["references"],
  },
  { title: "a deleted file", remove: ["src/more.ts"], ask: ["references"] },
];

export const typescriptNative: RealCase = {
  server: "typescript-native",
  fixture: `${project}-- src/greet.ts --
/* ${odd} */ export function «def|«ref|«found|greet»»»(name: string): string {
  return name;
}
-- @hover --
function greet(name: string): string
-- @symbols --
variable greet
variable first
`.replace("{ «ref|greet» }", "{ «sym|«ref|greet»» }"),
  changes,
  killedAt: "references",
};

export const typescriptLanguageServer: RealCase = {
  server: "typescript-language-server",
  fixture: `${project}-- src/greet.ts --
/* ${odd} */ «found|export function «def|«ref|greet»»(name: string): string {
  return name;
}»
-- @hover --
(alias) greet(name: string): string
-- @symbols --
constant first
`,
  changes,
  killedAt: "references",
};
