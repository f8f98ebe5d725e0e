import { describe, expect, test } from "vitest";

import { CatalogFault } from "./catalog-fault.ts";
import type { ServerEntry } from "./entry.ts";
import { languageOf } from "./match.ts";
import type { CatalogOverrides } from "./override-forms.ts";
import { mergeCatalog } from "./overrides.ts";
import type { Catalog } from "./table.ts";
import { catalog, languageById, serverById, serversFor } from "./table.ts";

function merge(overrides: CatalogOverrides, base: Catalog = catalog): Catalog {
  return mergeCatalog(base, overrides);
}

/** The server that a file would get if every program were on the machine. */
function first(merged: Catalog, file: string): ServerEntry | undefined {
  return serversFor(merged, languageOf(merged, file)?.id ?? "")[0];
}

function faultOf(overrides: unknown): string {
  try {
    mergeCatalog(catalog, overrides as CatalogOverrides);
  } catch (error) {
    if (error instanceof CatalogFault) return error.field;
    throw error;
  }
  return "no fault";
}

test("no overrides leave the catalogue as it is", () => {
  expect(merge({})).toEqual(catalog);
});

describe("a full override", () => {
  test("replaces the given fields of a known server and keeps the others", () => {
    const merged = merge({
      servers: [
        { id: "gopls", args: ["-remote=auto"], env: { GOFLAGS: "-tags=x" }, settings: { gopls: { gofumpt: true } } },
      ],
    });
    const [before, after] = [serverById(catalog, "gopls"), serverById(merged, "gopls")];
    expect(after).toEqual({
      ...before,
      launch: { kind: "command", command: "gopls", args: ["-remote=auto"], env: { GOFLAGS: "-tags=x" } },
      settings: { gopls: { gofumpt: true } },
      proven: false,
    });
    expect(languageById(merged, "go")).toEqual(languageById(catalog, "go"));
  });

  test("adds a server for a known language, in front of the others", () => {
    const merged = merge({ servers: [{ id: "my-go", language: "go", command: "/opt/my-go", args: ["--lsp"] }] });
    expect(serversFor(merged, "go").map(({ id }) => id)).toEqual(["my-go", "gopls"]);
    expect(serverById(merged, "my-go")).toMatchObject({
      launch: { kind: "command", command: "/opt/my-go", args: ["--lsp"] },
      references: "unknown",
      readiness: { kind: "unknown" },
      restricted: { kind: "refused" },
      proven: false,
    });
  });

  test("adds a server and a language together", () => {
    const merged = merge({
      servers: [{ id: "zork", language: "zork", extensions: ["ZRK", ".zork"], command: "zork-ls" }],
    });
    expect(languageOf(merged, "a.zrk")).toEqual({ id: "zork", extensions: [".zrk", ".zork"], servers: ["zork"] });
    expect(languageOf(catalog, "a.zrk")).toBeUndefined();
  });

  test("serves several languages and may be a linter", () => {
    const merged = merge({ servers: [{ id: "lint", language: ["go", "rust"], role: "lint", command: "lint-ls" }] });
    expect(languageById(merged, "go")?.linters?.[0]).toBe("lint");
    expect(languageById(merged, "rust")?.linters?.[0]).toBe("lint");
    expect(languageById(merged, "go")?.servers).toEqual(["gopls"]);
  });

  test("can say all that a built-in entry says", () => {
    const { proven: _, ...entry } = serverById(catalog, "rust-analyzer") as ServerEntry;
    const merged = merge({ servers: [{ ...entry, id: "my-rust", language: "rust" }] });
    expect(serverById(merged, "my-rust")).toEqual({ ...entry, id: "my-rust", proven: false });
  });

  test("replaces an embedded server by a program, with the arguments it had", () => {
    const merged = merge({ servers: [{ id: "pyright", command: "/opt/pyright-langserver" }] });
    expect(serverById(merged, "pyright")?.launch).toEqual({
      kind: "command",
      command: "/opt/pyright-langserver",
      args: ["--stdio"],
    });
  });

  test("reaches a server that runs already", () => {
    const merged = merge({ servers: [{ id: "gdscript", launch: { kind: "tcp", host: "127.0.0.1", port: 6008 } }] });
    expect(serverById(merged, "gdscript")?.launch).toEqual({ kind: "tcp", host: "127.0.0.1", port: 6008 });
  });
});

describe("a registry record", () => {
  test("of language, program and arguments is enough for a new server [SYN-48]", () => {
    const record = { language: "gleam", binary: "my-gleam", args: ["lsp", "--quiet"], env: { A: "1" } };
    const merged = merge({ servers: [JSON.parse(JSON.stringify(record))] });
    expect(first(merged, "a.gleam")).toMatchObject({
      id: "my-gleam",
      launch: { kind: "command", command: "my-gleam", args: ["lsp", "--quiet"], env: { A: "1" } },
    });
  });

  test("of a known program keeps what is known about it [SYN-47]", () => {
    const merged = merge({
      servers: [{ language: "rust", binary: "rust-analyzer", args: ["--log-file=/tmp/ra.log"] }],
    });
    const known = serverById(catalog, "rust-analyzer");
    expect(first(merged, "lib.rs")).toEqual({
      ...known,
      launch: { ...known?.launch, args: ["--log-file=/tmp/ra.log"] },
      proven: false,
    });
  });

  test("gives Haskell its wrapper [SYN-47]", () => {
    const merged = merge({
      servers: [{ language: "haskell", binary: "haskell-language-server-wrapper", args: ["--lsp"] }],
    });
    expect(first(merged, "A.hs")?.launch).toEqual({
      kind: "command",
      command: "haskell-language-server-wrapper",
      args: ["--lsp"],
    });
  });

  test("prefers another known program, found by its name alone", () => {
    const merged = merge({ servers: [{ language: "python", binary: "C:\\py\\pylsp.exe" }] });
    expect(
      serversFor(merged, "python")
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(["pylsp", "pyright"]);
    expect(first(merged, "a.py")?.references).toBe("partial");
  });

  test("is not taken for a server of another language that happens to use the same program", () => {
    const merged = merge({ servers: [{ language: "python", binary: "python3", args: ["-m", "my_server"] }] });
    const added = first(merged, "a.py");
    expect(added).toMatchObject({ id: "python3", restricted: { kind: "refused" } });
    expect(serverById(merged, "esbonio")).toEqual(serverById(catalog, "esbonio"));
  });

  test("that cannot be built is refused", () => {
    expect(faultOf({ servers: [{ language: "go", binary: "" }] })).toBe("servers[0].binary");
    expect(faultOf({ servers: [{ language: "unheard-of", binary: "x" }] })).toBe("servers[0].extensions");
  });
});

describe("a command record", () => {
  const example = `{ "servers": [
    { "extensions": ["go"], "command": ["gopls"], "language_id": "go" },
    { "extensions": ["ts", "tsx", "js", "jsx"], "command": ["typescript-language-server", "--stdio"], "language_id": "typescript" },
    { "extensions": ["py"], "command": ["pylsp"] }
  ] }`;

  test("routes its extensions, each with the language id of its dialect [AGL-185]", () => {
    const merged = merge(JSON.parse(example));
    const routes = ["a.go", "a.ts", "a.tsx", "a.js", "a.jsx", "a.py"].map((file) => [
      languageOf(merged, file)?.id,
      first(merged, file)?.id,
    ]);
    expect(routes).toEqual([
      ["go", "gopls"],
      ["typescript", "typescript-language-server"],
      ["typescriptreact", "typescript-language-server"],
      ["javascript", "typescript-language-server"],
      ["javascriptreact", "typescript-language-server"],
      ["python", "pylsp"],
    ]);
    expect(first(merged, "a.go")?.launch).toEqual({ kind: "command", command: "gopls", args: [] });
  });

  test("infers a missing language id from the first extension [AGL-184]", () => {
    const merged = merge({
      servers: [
        { extensions: ["py", "pyx"], command: ["my-py"] },
        { extensions: ["zrk"], command: ["zork"] },
      ],
    });
    expect(languageOf(merged, "a.py")?.id).toBe("python");
    expect(languageOf(merged, "a.pyx")?.id).toBe("python");
    expect(languageOf(merged, "a.zrk")?.id).toBe("zrk");
    expect([first(merged, "a.pyx")?.id, first(merged, "a.zrk")?.id]).toEqual(["my-py", "zork"]);
  });

  test("routes what it lists, and not the rest of the language it names", () => {
    const merged = merge({ servers: [{ extensions: ["tsx"], command: ["my-tsx"], language_id: "typescript" }] });
    expect([first(merged, "a.tsx")?.id, first(merged, "a.ts")?.id]).toEqual(["my-tsx", "typescript-native"]);
    expect(languageOf(merged, "a.tsx")?.id).toBe("typescriptreact");
  });

  test("that comes first wins an extension which a later one lists too", () => {
    const merged = merge({
      servers: [
        { extensions: ["zrk"], command: ["zork-a"], language_id: "zork" },
        { extensions: ["zrk"], command: ["zork-b"], language_id: "other" },
        { extensions: ["go"], command: ["go-a"] },
        { extensions: ["go"], command: ["go-b"], language_id: "go" },
      ],
    });
    expect(languageOf(merged, "a.zrk")).toMatchObject({ id: "zork", servers: ["zork-a", "zork-b"] });
    expect(languageOf(merged, "a.go")?.servers).toEqual(["go-a", "go-b", "gopls"]);
  });

  test("decides what an ambiguous extension means", () => {
    const merged = merge({ servers: [{ extensions: ["pl"], command: ["swipl", "-g", "x"], language_id: "prolog" }] });
    expect(languageOf(merged, "a.pl")?.id).toBe("prolog");
    expect(languageById(merged, "perl")?.extensions).not.toContain(".pl");
    expect(first(merged, "a.pl")?.id).toBe("swipl");
  });

  test("that starts the same process for another language shares the server", () => {
    const command = ["my-ls", "--stdio"];
    const merged = merge({
      servers: [
        { extensions: ["go"], command },
        { extensions: ["rs"], command },
        { extensions: ["zig"], command: ["my-ls", "--zig"] },
      ],
    });
    expect(["a.go", "a.rs", "a.zig"].map((file) => first(merged, file)?.id)).toEqual(["my-ls", "my-ls", "my-ls-zig"]);
  });

  test("that starts a known program in another way than an earlier one gets an entry of its own", () => {
    const program = "typescript-language-server";
    const merged = merge({
      servers: [
        { extensions: ["ts"], command: [program, "--stdio", "--log-level=4"] },
        { extensions: ["js"], command: [program, "--stdio"] },
      ],
    });
    const [typed, plain] = [first(merged, "a.ts"), first(merged, "a.js")];
    expect([typed?.id, typed?.launch]).toMatchObject([program, { args: ["--stdio", "--log-level=4"] }]);
    expect([plain?.id, plain?.launch]).toMatchObject([`${program}-javascript`, { args: ["--stdio"] }]);
    expect(plain?.initializationOptions).toEqual(serverById(catalog, program)?.initializationOptions);
  });
});

describe("a language override", () => {
  test("replaces the given fields and takes its patterns from the others", () => {
    const merged = merge({ languages: [{ id: "cpp", extensions: [".h", "hpp", "cpp"], servers: ["ccls"] }] });
    expect(languageOf(merged, "a.h")).toMatchObject({ id: "cpp", servers: ["ccls"] });
    expect(languageOf(merged, "a.h", ["App.xcodeproj"])?.id).toBe("cpp");
    expect(languageOf(merged, "a.cc")).toBeUndefined();
    expect(languageById(merged, "c")?.extensions).toEqual([".c"]);
  });

  test("adds a language that names a server of the same configuration", () => {
    const merged = merge({
      languages: [{ id: "zork", fileNames: ["Zorkfile", "*.zork.conf"], servers: ["zork-ls"] }],
      servers: [{ id: "zork-ls", command: "zork-ls" }],
    });
    expect(first(merged, "/r/zorkfile")?.id).toBe("zork-ls");
    expect(first(merged, "/r/a.zork.conf")?.id).toBe("zork-ls");
  });
});

test("a second layer is laid over the first", () => {
  const user = merge({ servers: [{ extensions: ["zrk"], command: ["zork-a"], language_id: "zork" }] });
  const project = merge({ servers: [{ extensions: ["zrk"], command: ["zork-b"], language_id: "other" }] }, user);
  expect(languageOf(project, "a.zrk")).toMatchObject({ id: "other", servers: ["zork-b"] });
});

test("the base is never changed", () => {
  const before = JSON.stringify(catalog);
  merge({
    languages: [{ id: "cpp", extensions: ["h"] }],
    servers: [
      { id: "gopls", args: [] },
      { language: "rust", binary: "x" },
    ],
  });
  expect(JSON.stringify(catalog)).toBe(before);
});

test.each<[string, unknown]>([
  ["servers[0]", { servers: ["gopls"] }],
  ["servers[0].id", { servers: [{ command: "x" }] }],
  ["servers[0].comand", { servers: [{ id: "x", comand: "x" }] }],
  ["servers[0].command", { servers: [{ id: "unheard-of" }] }],
  ["servers[0].command", { servers: [{ id: "x", command: "./bin/x" }] }],
  ["servers[0].command", { servers: [{ id: "x", command: "x", launch: { kind: "tcp", host: "h", port: 1 } }] }],
  ["servers[1].args[1]", { servers: [{ id: "gopls" }, { id: "gopls", args: ["a", 1] }] }],
  ["servers[0].args", { servers: [{ id: "gopls", args: "serve" }] }],
  ["servers[0].args", { servers: [{ id: "gdscript", args: ["x"] }] }],
  ["servers[0].env.A", { servers: [{ id: "gopls", env: { A: 1 } }] }],
  ["servers[0].env", { servers: [{ id: "pyright", env: { A: "1" } }] }],
  ["servers[0].launch.kind", { servers: [{ id: "x", launch: { kind: "pipe" } }] }],
  ["servers[0].launch.port", { servers: [{ id: "x", launch: { kind: "tcp", host: "h", port: 70_000 } }] }],
  ["servers[0].launch.package", { servers: [{ id: "x", launch: { kind: "embedded" } }] }],
  ["servers[0].readiness.kind", { servers: [{ id: "gopls", readiness: { kind: "soon" } }] }],
  ["servers[0].readiness.capMs", { servers: [{ id: "gopls", readiness: { kind: "diagnostics", capMs: -1 } }] }],
  ["servers[0].readiness.contains", { servers: [{ id: "gopls", readiness: { kind: "log", capMs: 1 } }] }],
  [
    "servers[0].roots.groups[0]",
    { servers: [{ id: "gopls", roots: { groups: ["go.mod"], pick: "nearest", singleFile: true } }] },
  ],
  ["servers[0].roots.singleFile", { servers: [{ id: "gopls", roots: { groups: [["go.mod"]], pick: "nearest" } }] }],
  ["servers[0].references", { servers: [{ id: "gopls", references: "all" }] }],
  ["servers[0].restricted.why", { servers: [{ id: "gopls", restricted: { kind: "refused" } }] }],
  ["servers[0].install.any", { servers: [{ id: "gopls", install: { any: "" } }] }],
  ["servers[0].settings", { servers: [{ id: "gopls", settings: [] }] }],
  ["servers[0].language", { servers: [{ id: "gopls", language: "" }] }],
  ["servers[0].extensions", { servers: [{ id: "x", command: "x", language: "zork" }] }],
  ["servers[0].extensions", { servers: [{ extensions: [], command: ["x"] }] }],
  ["servers[0].extensions[1]", { servers: [{ extensions: ["a", "b/c"], command: ["x"] }] }],
  ["servers[0].extensions[0]", { servers: [{ extensions: ["."], command: ["x"] }] }],
  ["servers[0].command[0]", { servers: [{ extensions: ["a"], command: [] }] }],
  ["servers[0].language_id", { servers: [{ extensions: ["a"], command: ["x"], language_id: 1 }] }],
  ["languages[0].id", { languages: [{ extensions: ["a"] }] }],
  ["languages[0].extensions", { languages: [{ id: "zork" }] }],
  ["languages[0].servers[1]", { languages: [{ id: "go", servers: ["gopls", "unheard-of"] }] }],
  ["languages[0].linters[0]", { languages: [{ id: "go", linters: ["unheard-of"] }] }],
])("wrong configuration is refused by the name of its field: %s", (field, overrides) => {
  expect(faultOf(overrides)).toBe(field);
});

test("a fault says what is wrong in a sentence that begins with the field", () => {
  expect(() => merge({ servers: [{ id: "unheard-of" }] })).toThrow(
    "servers[0].command must be given, because the server unheard-of is not known",
  );
});
