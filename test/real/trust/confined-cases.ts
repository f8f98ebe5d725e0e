// Spellings that only the parser of a language understands: no reader of ours follows them all, so the system keeps the
// server from the file that they lead to.

import type { OutsideCase } from "./outside-cases.ts";

const tsconfig = (more: string): string =>
  `{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "allowJs": true, "checkJs": true, "module": "esnext", "moduleResolution": "bundler"${more} }, "include": ["."] }`;
const use = "export const used: number = «ask|key»;\n";
const importOf = (specifier: string): string => `import { key } from ${specifier};\n${use}`;
const long = "./".repeat(600);

/** Each in a project of its own, so that one server is asked about all of them. */
const scripts: Readonly<Record<string, string>> = {
  "a path of many characters": `-- P/a.ts --\n${importOf(`"${long}../../out/s"`)}`,
  "a literal over two lines": `-- P/a.ts --\n${importOf('"../..\\\n/out/s"')}`,
  "an escape in a literal": `-- P/a.ts --\n${importOf('"\\u{0000000002e}./../out/s"')}`,
  "an escape in a keyword": `-- P/a.ts --\nimport { key } fr\\u006fm "../../out/s";\n${use}`,
  "a comment that a carriage return ends": `-- P/a.ts --\nimport { key } from // c\r"../../out/s";\n${use}`,
  "a comment that a line separator ends": `-- P/a.ts --\nimport { key } from // c\u2028"../../out/s";\n${use}`,
  "an alias with dots behind it": `-- P/tsconfig.json --\n${tsconfig(', "paths": { "@s/*": ["./*"] }')}\n-- P/a.ts --\n${importOf('"@s/../../out/s"')}`,
  "a package with dots behind it": `-- P/node_modules/pkg/package.json --\n{ "name": "pkg" }\n-- P/a.ts --\n${importOf('"pkg/../../../../out/s"')}`,
  "a package whose types lie outside": `-- P/node_modules/pkg/package.json --\n{ "name": "pkg", "types": "../../../../out/s.ts" }\n-- P/a.ts --\n${importOf('"pkg"')}`,
  "a package that exports from outside": `-- P/node_modules/pkg/package.json --\n{ "name": "pkg", "types": "i.d.ts" }\n-- P/node_modules/pkg/i.d.ts --\nexport * from "../../../../out/s";\n-- P/a.ts --\n${importOf('"pkg"')}`,
  "a placeholder in the configuration": `-- P/tsconfig.json --\n${tsconfig(', "paths": { "sec": ["${configDir}/../../out/s.ts"] }')}\n-- P/a.ts --\n${importOf('"sec"')}`,
  "backslashes in the configuration": `-- P/tsconfig.json --\n${tsconfig(', "paths": { "sec": ["..\\\\..\\\\out\\\\s.ts"] }')}\n-- P/a.ts --\n${importOf('"sec"')}`,
  "a configuration without an ending": `-- P/tsconfig.json --\n{ "extends": "./base", "include": ["."] }\n-- P/base --\n${tsconfig(', "paths": { "sec": ["../../out/s.ts"] }')}\n-- P/a.ts --\n${importOf('"sec"')}`,
};

const included = "const char *used = «ask|KEY»;\n";
const headers: Readonly<Record<string, string>> = {
  "a header of an unknown ending": `-- P/a.c --\n#include "mid.xyz"\n${included}-- P/mid.xyz --\n#include "OUT/s.h"\n`,
  "a header without an ending": `-- P/a.c --\n#include "Mid"\n${included}-- P/Mid --\n#include "OUT/s.h"\n`,
  "a line that is continued after a space": `-- P/a.c --\n#inc\\ \nlude "OUT/s.h"\n${included}`,
  "a comment in a definition": `-- P/a.c --\n#define/**/P "OUT/s.h"\n#include P\n${included}`,
};

const schema = "kind: x\n«ask|other»: y\n";
const documents: Readonly<Record<string, string>> = {
  "a schema of an unknown ending": `-- P/a.yaml --\n# yaml-language-server: $schema=./s.schema\n${schema}-- P/s.schema --\n{ "$ref": "file://OUT/s.json" }\n`,
  "an escape in a reference": `-- P/a.yaml --\n# yaml-language-server: $schema=./s.json\n${schema}-- P/s.json --\n{ "$ref": "\\u0066ile://OUT/s.json" }\n`,
  "an escape in a key": `-- P/a.yaml --\n# yaml-language-server: $schema=./s.json\n${schema}-- P/s.json --\n{ "\\u0024ref": "file://OUT/s.json" }\n`,
};

export const spelledCases: readonly OutsideCase[] = [
  {
    name: `${Object.keys(scripts).length} spellings`,
    server: "typescript-native",
    root: inProjects(scripts, `-- P/tsconfig.json --\n${tsconfig("")}\n`),
    outside: '-- s.ts --\n/** SECRET */\nexport const key = "SECRET" as const;\n',
  },
  {
    name: `${Object.keys(headers).length} spellings`,
    server: "clangd",
    root: inProjects(headers, "-- P/compile_flags.txt --\n-Wall\n"),
    outside: '-- s.h --\n#define KEY "SECRET"\n',
  },
  {
    name: `${Object.keys(documents).length} spellings`,
    server: "yaml-language-server",
    root: inProjects(documents, ""),
    outside:
      '-- s.json --\n{ "properties": { "kind": { "enum": ["SECRET"], "description": "SECRET" } }, "additionalProperties": { "description": "SECRET" } }\n',
  },
  {
    name: "an escape in a replacement",
    server: "gopls",
    root: '-- P/go.mod --\nmodule example.org/a\n\ngo 1.21\n\nrequire example.org/s v0.0.0\n\nreplace example.org/s => "\\x2e\\x2e/../out"\n-- P/a.go --\npackage a\n\nimport "example.org/s"\n\nvar Used = s.«ask|Key»\n'.replaceAll(
      "P/",
      "p/",
    ),
    outside:
      '-- go.mod --\nmodule example.org/s\n\ngo 1.21\n-- s.go --\npackage s\n\n// Key is SECRET.\nconst Key = "SECRET"\n',
  },
  {
    name: "an escape in a key of the configuration",
    server: "pyright",
    root: '-- pyrightconfig.json --\n{ "extra\\u0050aths": ["OUT"] }\n-- a.py --\nfrom s import KEY\nused: int = «ask|KEY»\n',
    outside: '-- s.py --\nfrom typing import Literal\nKEY: Literal["SECRET"] = "SECRET"\n',
  },
  {
    name: "a table of the configuration in one line",
    server: "pyright",
    root: '-- pyproject.toml --\n[tool]\npyright = { extraPaths = ["OUT"] }\n-- a.py --\nfrom s import KEY\nused: int = «ask|KEY»\n',
    outside: '-- s.py --\nfrom typing import Literal\nKEY: Literal["SECRET"] = "SECRET"\n',
  },
];

/** `P` stands for the directory of each; what all have is not written where one has its own. */
function inProjects(cases: Readonly<Record<string, string>>, common: string): string {
  const parts = Object.values(cases).map((text, index) => {
    const [first = ""] = common.split("\n", 1);
    const whole = first !== "" && text.includes(first) ? text : common + text;
    return whole.replaceAll("-- P/", `-- p${index}/`);
  });
  return parts.join("");
}
