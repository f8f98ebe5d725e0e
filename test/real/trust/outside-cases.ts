// Ways by which a repository or an agent may lead a server to a file outside the root.
//
// `OUT` stands for the directory outside, `SECRET` for what must never be shown; `«ask|…»` marks where questions are asked.

export interface OutsideCase {
  readonly name: string;
  readonly server: string;
  /** Files of the root. */
  readonly root: string;
  /** Files beside it. */
  readonly outside: string;
  /** Links of the root, each with the file outside that it leads to. */
  readonly links?: Readonly<Record<string, string>>;
  /** It is not opened in a trusted root either. */
  readonly isRead?: false;
  /** A text that an agent gives, in place of that of a file. */
  readonly given?: { readonly file: string; readonly text: string };
  /** A file of the root that leads nowhere, of which everything is shown. */
  readonly plain?: string;
}

const tsconfig =
  '-- tsconfig.json --\n{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "allowImportingTsExtensions": true, "module": "preserve", "resolveJsonModule": true }, "include": ["src"] }\n';
const secretModule = '-- s.ts --\n/** SECRET */\nexport const key = "SECRET" as const;\n';
const use = "export const «ask|used»: number = «ask|key»;\n";
const plainFile = "-- src/plain.ts --\nexport const plain: number = 1;\n";

/** Imports that mean the same, and do not look like it. */
const spelled: readonly { readonly name: string; readonly line: string }[] = [
  { name: "an import with an escape", line: 'import { key } from "\\x2e\\u002e/../out/s.ts";' },
  { name: "an import whose words have escapes", line: 'imp\\u006frt { key } fr\\u006fm "../../out/s.ts";' },
  { name: "an import whose quotes do not close", line: 'import { key } from "../../out/s.ts' },
  { name: "an import behind another end of a line", line: 'import { key } from // a\u2028"../../out/s.ts";' },
  { name: "an import behind a mark of a conflict", line: 'import { key } from\n<<<<<<< a\n"../../out/s.ts";' },
];

const script: readonly Omit<OutsideCase, "server">[] = [
  {
    name: "an import by a path",
    root: `${tsconfig}-- src/a.ts --\nimport { key } from "../../out/s.ts";\n${use}-- src/b.ts --\nimport { used } from "./a.ts";\nexport const «ask|more»: string = «ask|used»;\n${plainFile}`,
    outside: secretModule,
    plain: "src/plain.ts",
  },
  {
    name: "an import of a link",
    root: `${tsconfig}-- src/a.ts --\nimport { key } from "./link.ts";\n${use}${plainFile}`,
    outside: secretModule,
    links: { "src/link.ts": "s.ts" },
    plain: "src/plain.ts",
  },
  {
    name: "a link that declares for all",
    root: `${tsconfig}-- src/a.ts --\nexport {};\n${use}`,
    outside: '-- s.ts --\ndeclare const key: "SECRET";\n',
    links: { "src/link.ts": "s.ts" },
  },
  {
    name: "paths of the configuration",
    root: `-- tsconfig.json --\n{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "paths": { "@x/*": ["OUT/*"] } } }\n-- src/a.ts --\nimport { key } from "@x/s";\n${use}`,
    outside: secretModule,
  },
  {
    name: "files of the configuration",
    root: `-- tsconfig.json --\n{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "files": ["src/a.ts", "../out/s.ts"] }\n-- src/a.ts --\nexport {};\n${use}`,
    outside: '-- s.ts --\ndeclare const key: "SECRET";\n',
  },
  {
    name: "a configuration that is extended",
    root: `-- tsconfig.json --\n{ "extends": "./base.json" }\n-- base.json --\n{ "compilerOptions": { "strict": true, "noEmit": true, "types": ["g"], "typeRoots": ["OUT/types"] } }\n-- src/a.ts --\nexport {};\n${use}`,
    outside: '-- types/g/index.d.ts --\ndeclare const key: "SECRET";\n',
  },
  {
    name: "a package that is a link",
    root: `${tsconfig}-- package.json --\n{ "name": "p" }\n-- src/a.ts --\nimport { key } from "evil/s";\n${use}${plainFile}`,
    outside: secretModule,
    links: { "node_modules/evil": "." },
    plain: "src/plain.ts",
  },
  {
    name: "a reference and an import of a type",
    root: `${tsconfig}-- src/a.ts --\n/// <reference path="../../out/g.d.ts" />\nexport type «ask|T» = import("OUT/s.ts").K;\n${use}`,
    outside: '-- g.d.ts --\ndeclare const key: "SECRET";\n-- s.ts --\nexport type K = "SECRET";\n',
  },
  ...spelled.map(({ name, line }) => ({
    name,
    root: `${tsconfig}-- src/a.ts --\n${line}\n${use}${plainFile}`,
    outside: secretModule,
    plain: "src/plain.ts",
  })),
  {
    name: "an alias that climbs",
    root: `${tsconfig.replace('"strict"', '"paths": { "@x/*": ["./src/*"] }, "strict"')}-- src/a.ts --\nimport { key } from "@x/../../out/s.ts";\n${use}${plainFile}`,
    outside: secretModule,
    plain: "src/plain.ts",
  },
  {
    name: "files from the directory of the configuration",
    root: `${tsconfig.replace('["src"]', '["src", "$' + '{configDir}/../out"]')}-- src/a.ts --\nexport {};\n${use}`,
    outside: '-- g.ts --\ndeclare const key: "SECRET";\n',
  },
  {
    name: "an agent's import with an escape",
    root: `${tsconfig}-- src/a.ts --\nexport const «ask|used» = 1;\n`,
    outside: secretModule,
    given: { file: "src/a.ts", text: 'import { key } from "\\x2e./../out/s.ts";\nexport const used: number = key;\n' },
  },
  {
    name: "an agent's base of a configuration",
    root: `-- tsconfig.json --\n{ "extends": "./base.json" }\n-- base.json --\n{}\n-- src/a.ts --\nexport const «ask|used» = 1;\n`,
    outside: secretModule,
    given: { file: "base.json", text: '{ "files": ["OUT/s.ts"] }\n' },
  },
  {
    name: "an agent's import",
    root: `${tsconfig}-- src/a.ts --\nexport const «ask|used» = 1;\n`,
    outside: secretModule,
    given: { file: "src/a.ts", text: 'import { key } from "../../out/s.ts";\nexport const used: number = key;\n' },
  },
  {
    name: "an agent's JSON module",
    root: `${tsconfig}-- src/a.ts --\nexport const «ask|used» = 1;\n`,
    outside: '-- s.json --\n{ "SECRET": "SECRET" }\n',
    given: { file: "src/a.ts", text: 'import key from "OUT/s.json";\nexport const used: number = key;\n' },
  },
  {
    name: "an agent's configuration",
    root: `${tsconfig}-- src/a.ts --\nimport { key } from "@x/s";\n${use}`,
    outside: secretModule,
    given: { file: "tsconfig.json", text: '{ "compilerOptions": { "paths": { "@x/*": ["OUT/*"] } } }' },
  },
];

const secretHeader = '-- s.h --\n// SECRET\n#define KEY "SECRET"\nstatic const char *key = "SECRET";\nSECRET x;\n';
const database = (flags: string): string =>
  `-- compile_commands.json --\n[{ "directory": "ROOT", "file": "a.c", "command": "cc ${flags} -c a.c" }, { "directory": "ROOT", "file": "plain.c", "command": "cc -c plain.c" }]\n-- plain.c --\nint plain(void) { return 1; }\n`;

const c: readonly Omit<OutsideCase, "server">[] = [
  {
    name: "an include by a path",
    root: `${database("")}-- a.c --\n#include "../out/s.h"\nconst char *«ask|used» = «ask|KEY»;\nint «ask|n» = «ask|key»;\n`,
    outside: secretHeader,
    plain: "plain.c",
  },
  {
    name: "an include in a header",
    root: `${database("")}-- a.c --\n#include "b.h"\nconst char *«ask|used» = «ask|KEY»;\n-- b.h --\n#include "OUT/s.h"\n`,
    outside: secretHeader,
    plain: "plain.c",
  },
  {
    name: "an embedded file",
    root: `${database("-std=c23")}-- a.c --\nconstexpr unsigned char «ask|used»[] = {\n#embed "OUT/s.h"\n};\nstatic_assert(«ask|used»[3] == 1);\n`,
    outside: "-- s.h --\nSECRET\n",
  },
  {
    name: "a flag that includes",
    root: `${database("-include OUT/s.h")}-- a.c --\nconst char *«ask|used» = «ask|KEY»;\nint «ask|n» = «ask|key»;\n`,
    outside: secretHeader,
  },
  {
    name: "a directory that is searched",
    root: `${database("-IOUT")}-- a.c --\n#include <s.h>\nconst char *«ask|used» = «ask|KEY»;\n`,
    outside: secretHeader,
    plain: "plain.c",
  },
  {
    name: "an include by a macro",
    root: `${database("")}-- a.c --\n#define P "OUT/s.h"\n#include P\nconst char *«ask|used» = «ask|KEY»;\n`,
    outside: secretHeader,
    plain: "plain.c",
  },
  {
    name: "flags of .clangd",
    root: `${database("")}-- .clangd --\nCompileFlags:\n  Add: [-include, OUT/s.h]\n-- a.c --\nconst char *«ask|used» = «ask|KEY»;\n`,
    outside: secretHeader,
  },
  {
    name: "an include of a link",
    root: `${database("")}-- a.c --\n#include "link.h"\nconst char *«ask|used» = «ask|KEY»;\n`,
    outside: secretHeader,
    links: { "link.h": "s.h" },
    plain: "plain.c",
  },
  {
    name: "an include over joined lines",
    root: `${database("")}-- a.c --\n#inc\\  \nlude \\\n"../out/s.h"\nconst char *«ask|used» = «ask|KEY»;\n`,
    outside: secretHeader,
    plain: "plain.c",
  },
  {
    name: "an include of a header that is called like something else",
    root: `${database("")}-- a.c --\n#include "table.txt"\nconst char *«ask|used» = «ask|KEY»;\n-- table.txt --\n#include "OUT/s.h"\n`,
    outside: secretHeader,
    plain: "plain.c",
  },
  {
    name: "a header that is always included",
    root: `${database("-include b.h")}-- a.c --\nconst char *«ask|used» = «ask|KEY»;\n-- b.h --\n#include "OUT/s.h"\n`,
    outside: secretHeader,
  },
  {
    name: "an agent's file of flags",
    root: `${database("@a.rsp")}-- a.c --\nint «ask|used» = 1;\n-- a.rsp --\n-Wall\n`,
    outside: secretHeader,
    given: { file: "a.rsp", text: "-Wall -include OUT/s.h\n" },
  },
  {
    name: "an agent's embedded file",
    root: `${database("")}-- a.c --\nint «ask|used» = 1;\n`,
    outside: "-- s.h --\nSECRET\n",
    given: { file: "a.c", text: 'const char used[] = {\n#embed "OUT/s.h"\n};\nint n = SECRET_AGENT;\n' },
  },
  {
    name: "an agent's include by a macro",
    root: `${database("")}-- a.c --\nint «ask|used» = 1;\n`,
    outside: secretHeader,
    given: { file: "a.c", text: "#define S(x) #x\n#include S(OUT/s.h)\nint used = KEY;\n" },
  },
];

const secretPython = 'from typing import Final\nkey: Final = "SECRET"\n';

const python: readonly Omit<OutsideCase, "server">[] = [
  {
    name: "an import of a link",
    root: "-- a.py --\nfrom link import key\n«ask|used»: int = «ask|key»\n-- plain.py --\nplain = 1\n",
    outside: '-- s.py --\nfrom typing import Final\nkey: Final = "SECRET"\n',
    links: { "link.py": "s.py" },
    plain: "plain.py",
  },
  {
    name: "a relative import that climbs",
    root: "-- p/__init__.py --\n-- p/a.py --\nfrom ...out.s import key\n«ask|used»: int = «ask|key»\n",
    outside: '-- __init__.py --\n-- s.py --\nfrom typing import Final\nkey: Final = "SECRET"\n',
  },
  {
    name: "a configuration of paths",
    root: '-- pyrightconfig.json --\n{ "extraPaths": ["OUT"] }\n-- a.py --\nfrom s import key\n«ask|used»: int = «ask|key»\n',
    outside: '-- s.py --\nfrom typing import Final\nkey: Final = "SECRET"\n',
  },
  {
    name: "an environment that only the configuration names",
    root: '-- pyproject.toml --\n[tool.pyright]\nvenvPath = "OUT"\nvenv = "env"\n-- a.py --\nfrom held import key\nfrom pathed import other\n«ask|used»: int = «ask|key»\n«ask|more»: int = «ask|other»\n-- plain.py --\nplain = 1\n',
    outside: `-- env/pyvenv.cfg --\nhome = /usr/bin\n-- env/lib/python3.12/site-packages/held/py.typed --\n-- env/lib/python3.12/site-packages/held/__init__.py --\n${secretPython}-- env/lib/python3.12/site-packages/more.pth --\n../../../../more\n-- more/pathed.py --\n${secretPython.replaceAll("key", "other")}`,
    plain: "plain.py",
  },
  {
    name: "a link that is a source",
    root: "-- a.py --\n«ask|used» = 1\n",
    outside: "-- s.py --\nSECRET = OTHER_SECRET\n",
    links: { "x.py": "s.py" },
    isRead: false,
    plain: "a.py",
  },
];

const others: readonly OutsideCase[] = [
  {
    name: "a module that is replaced",
    server: "gopls",
    root: '-- go.mod --\nmodule example.org/a\n\ngo 1.21\n\nrequire example.org/s v0.0.0\n\nreplace example.org/s => ../out\n-- a.go --\npackage a\n\nimport "example.org/s"\n\nvar «ask|Used» int = s.«ask|Key»\n',
    outside:
      '-- go.mod --\nmodule example.org/s\n\ngo 1.21\n-- s.go --\npackage s\n\n// SECRET\nconst Key = "SECRET"\n',
  },
  {
    name: "an agent's include of cgo",
    server: "gopls",
    root: "-- go.mod --\nmodule example.org/a\n\ngo 1.21\n-- a.go --\npackage a\n\nvar «ask|Used» = 1\n",
    outside: secretHeader,
    given: { file: "a.go", text: 'package a\n\n// #include "OUT/s.h"\nimport "C"\n\nvar Used = C.key\n' },
  },
  {
    name: "a schema of a document",
    server: "yaml-language-server",
    root: "-- a.yaml --\n# yaml-language-server: $schema=file://OUT/s.json\n«ask|key»: 1\n-- plain.yaml --\nplain: 1\n",
    outside: '-- s.json --\n{ "properties": { "key": { "enum": ["SECRET"], "description": "SECRET" } } }\n',
  },
  {
    name: "a schema of a document",
    server: "vscode-json-language-server",
    root: '-- a.json --\n{ "$schema": "file://OUT/s.json", "«ask|key»": 1 }\n',
    outside: '-- s.json --\n{ "properties": { "key": { "enum": ["SECRET"], "description": "SECRET" } } }\n',
  },
  {
    name: "a script that is sourced",
    server: "bash-language-server",
    root: "-- a.sh --\n#!/bin/bash\nsource OUT/s.sh\n«ask|greet»\n",
    outside: "-- s.sh --\n# SECRET\ngreet() { echo SECRET; }\n",
  },
];

const sourced: OutsideCase = {
  name: "a script that is sourced behind an expansion",
  server: "bash-language-server",
  root: '-- a.sh --\n#!/bin/bash\nsource "$HERE/../out/s.sh"\n«ask|greet»\n',
  outside: "-- s.sh --\n# SECRET\ngreet() { echo SECRET; }\n",
};

export const outsideCases: readonly OutsideCase[] = [
  ...script.map((one) => ({ ...one, server: "typescript-native" })),
  ...c.map((one) => ({ ...one, server: "clangd" })),
  ...python.map((one) => ({ ...one, server: "pyright" })),
  ...others,
  sourced,
];
