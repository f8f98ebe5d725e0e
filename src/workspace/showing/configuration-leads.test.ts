// Where configurations lead, and which of them are not written so that every reader takes them alike.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { configurationLeads, settingsAt } from "./configuration-leads.ts";

function leads(name: string, text: string): string[] {
  return configurationLeads(filePath(`/r/${name}`), text).map(({ path, written, way, unclear, role }) => {
    const place = way === "named" ? written : path;
    return [way, place, ...(role === undefined ? [] : [role]), ...(unclear === undefined ? [] : ["?"])].join(" ");
  });
}

const options = (text: string): string => `{ "compilerOptions": { ${text} } }`;

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ["tsconfig.json", '{ "extends": "./\\u0061.json" }', ["taken /r/a.json settings"]],
  ["tsconfig.json", '{ "extends": ["pkg/base", "../b"] }', ["named pkg", "taken /b settings"]],
  ["tsconfig.json", '{ "extends": "pkg/../../out/b.json" }', ["taken /out/b.json settings ?"]],
  ["tsconfig.json", '{ "extends": "..\\\\out\\\\b.json" }', ["taken /r/..\\out\\b.json settings ?"]],
  ["tsconfig.json", '{ "references": [{ "path": "./conf/b.json" }] }', ["taken /r/conf/b.json settings"]],
  ["tsconfig.json", '{ "include": ["${configDir}/src/**/*", "a/*"] }', ["taken /r/src", "taken /r/a"]],
  ["tsconfig.json", '{ "include": ["${configDir}/../out"] }', ["taken /r ?"]],
  ["tsconfig.json", '{ "files": ["a/../../out/s.ts"] }', ["taken /out/s.ts ?"]],
  ["tsconfig.json", '{ "include": ["a/*/../../../out/*"] }', ["taken /r/a ?"]],
  ["tsconfig.json", options('"paths": { "@x/*": ["./src/*"] }, "baseUrl": "./b"'), ["taken /r/b", "taken /r/b/src"]],
  ["tsconfig.json", options('"types": ["node", "p/../../out"]'), ["named node", "taken /out ?"]],
  ["tsconfig.json", options('"moduleSuffixes": [".ios", "/../../out/s"]'), ["taken /out/s ?"]],
  ["tsconfig.json", '{ "files": ["../out/s.ts"], "files": [] }', ['taken /out/s.ts"], "files": [] } ?']],
  ["tsconfig.json", "{ files: ['../*'], x: 1 ", ["taken / ?"]],
  ["tsconfig.json", '{ "files": ["a.ts"], oops', []],
  ["package.json", '{ "main": "a/../../out.js", "types": "lib/index.d.ts" }', ["taken /out.js ?"]],
  ["package.json", '{ "imports": { "#a": "./a.js", "#b": "dep/b" } }', ["taken /r/a.js", "named dep"]],
  ["pyrightconfig.json", '{ "executionEnvironments": [{ "root": "..\\/out" }] }', ["taken /out"]],
  [
    "pyrightconfig.json",
    '{ "extraPaths": ["~/x", "a"], "extends": "b.json" }',
    ["taken /r/b.json settings", "taken /r/~/x ?", "taken /r/a"],
  ],
  ["pyproject.toml", '[tool.pyright]\n"extra\\x50aths" = ["../out"]\n', ["taken /out"]],
  ["go.mod", "module a\nreplace b => ../out // ../none\nreplace (\n\tc => ./c\n)\n", ["taken /out", "taken /r/c"]],
  ["go.mod", 'replace b => "\\x2e./out"\n', ['taken /r/replace b => "\\x2e./out" ?']],
  ["go.work", "use (\n\t./a\n\tb/../../out\n)\n", ["taken /r/a", "taken /out ?"]],
  [
    "Cargo.toml",
    '[dependencies]\na = { path = "../out" }\n[lib]\npath = "src/lib.rs"\n',
    ["taken /out", "taken /r/src/lib.rs"],
  ],
  ["Cargo.toml", 'a.path = """\n/out"""\nb.path = "\\u002fout"\n', ['taken /r/""" ?', "taken /r/\\u002fout ?"]],
  ["Cargo.toml", '[workspace]\nmembers = [\n  "crates/*", # all\n  "../out",\n]\n', ["taken /r/crates", "taken /out"]],
  ["Cargo.toml", '[package]\nreadme = "../README.md"\nworkspace.path = true\n', []],
  ["Cargo.toml", '"p\\u0061th" = "../out"\n', ['taken /r/"p\\u0061th" = ?']],
  ["rust-project.json", '{ "crates": [{ "root\\u005fmodule": "/out/s.rs", "edition": "2021" }] }', ["taken /out/s.rs"]],
  [
    "compile_flags.txt",
    "-Iinc\n-isystem-after/out\n--sysroot=/sys\n-Wall\n-O2\n",
    ["searched /r/inc", "searched /out", "taken /sys"],
  ],
  [
    "compile_flags.txt",
    "@a.rsp\n-include\nb.h\n-ivfsoverlay\nc.yaml\n-fmodule-map-file=d.map\n",
    ["taken /r/a.rsp flags", "taken /r/b.h code", "taken /r/c.yaml opaque", "taken /r/d.map modulemap"],
  ],
  ["compile_flags.txt", "-Xclang\n-Wp,-include,/out/s.h\n", ["taken /r/-Xclang ?", "taken /r/-Wp,-include,/out/s.h ?"]],
  [
    "compile_commands.json",
    '[{ "directory": "/r/b", "command": "cc \\"-I../i\\" -c a.c", "arguments": ["cc", "-I/j"] }]',
    ["searched /j", "searched /r/i"],
  ],
  ["compile_commands.json", "- directory: /r\n  command: cc -I/out\n", ["taken /r/- directory: /r\n  co ?"]],
  [".clangd", "CompileFlags:\n  Add: [-I/out]\n  CompilationDatabase: build\n", ["searched /out", "taken /r/build"]],
  [
    ".clangd",
    'If:\n  PathMatch: .*\\.h\nCompileFlags:\n  Add: ["\\x2dinclude", &a /out]\n',
    ['taken /r/"\\x2dinclude" ?'],
  ],
];

test.each(cases)("%s: %j", (name, text, wanted) => {
  expect(leads(name, text)).toEqual(wanted);
});

test("flags of a file that another names climb from an unknown directory", () => {
  const found = configurationLeads(filePath("/r/a.rsp"), '-I "in c" -I../x', "flags");
  expect(found.map(({ written, unclear }) => [written, unclear !== undefined])).toEqual([
    ["in c", false],
    ["../x", true],
  ]);
});

test("settings are named with their ending or without", () => {
  const named = ["./base", "./base.json"].flatMap((path) =>
    configurationLeads(filePath("/r/tsconfig.json"), JSON.stringify({ extends: path })).map(settingsAt),
  );
  expect(named).toEqual([["/r/base", "/r/base.json"], ["/r/base.json"]]);
});
