import { expect, test } from "vitest";

import type { JsonObject } from "./json.ts";
import { languageOf } from "./match.ts";
import type { CatalogOverrides } from "./override-forms.ts";
import { mergeCatalog, replaceServers } from "./overrides.ts";
import { everyFileTo, unserved } from "./selection.ts";
import type { Catalog } from "./table.ts";
import { catalog, serverById, serversFor } from "./table.ts";

function routes(overrides: CatalogOverrides, files: readonly string[]): (string | undefined)[] {
  const made = replaceServers(catalog, overrides);
  return files.map((file) => serversFor(made, languageOf(made, file)?.id ?? "")[0]?.id);
}

const twoServers: CatalogOverrides = {
  servers: [
    { language: "go", binary: "gopls" },
    { extensions: ["TS", ".tsx"], command: ["typescript-language-server", "--stdio"], language_id: "typescript" },
  ],
};

test("a list of servers is the whole list: files go by extension, in lower case, and to no other server [AGL-176]", () => {
  const files = ["a.go", "A.GO", "a.ts", "A.Tsx", "a.py", "a.rs"];
  const tsls = "typescript-language-server";
  expect(routes(twoServers, files)).toEqual(["gopls", "gopls", tsls, tsls, undefined, undefined]);
});

test("the first entry that lists an extension wins, whatever a later one says [AGL-177]", () => {
  const overrides: CatalogOverrides = {
    servers: [
      { extensions: ["py"], command: ["first-py"] },
      { extensions: ["PY", "zrk"], command: ["second-py"], language_id: "zork" },
    ],
  };
  expect(routes(overrides, ["a.py", "A.PY", "a.zrk"])).toEqual(["first-py", "first-py", "second-py"]);
});

test("a configuration without a list of servers leaves them all", () => {
  const tuned = replaceServers(catalog, { languages: [{ id: "cpp", extensions: ["h", "cpp"] }] });
  expect(serversFor(tuned, "go")[0]?.id).toBe("gopls");
  expect(serversFor(tuned, "cpp")[0]?.id).toBe("clangd");
});

test("a known server that is only adjusted keeps its languages", () => {
  expect(routes({ servers: [{ id: "gopls", args: ["-remote=auto"] }] }, ["a.go", "a.ts"])).toEqual([
    "gopls",
    undefined,
  ]);
});

test("a file without a server is told which one would handle it [AGL-178]", () => {
  const made = replaceServers(catalog, twoServers);
  expect(unserved(made, "/r/a.rs")).toEqual({
    why: "The servers that were named do not handle rust.",
    next: "rust-analyzer would: add rust:rust-analyzer to the list of servers, or use --merge-config.",
  });
  expect(unserved(made, "/r/a.unheard").why).toBe("Nothing in the catalogue handles a.unheard.");
});

test("one server gets every file, each with the language it is known to have [AGL-175]", () => {
  const made = everyFileTo(catalog, "gopls", "go");
  const seen = ["a.go", "a.py", "notes.unheard", "Makefile"].map((file) => {
    const language = languageOf(made, file);
    return [language?.id, language?.servers, language?.linters];
  });
  expect(seen).toEqual([
    ["go", ["gopls"], undefined],
    ["python", ["gopls"], undefined],
    ["go", ["gopls"], undefined],
    ["makefile", ["gopls"], undefined],
  ]);
});

test("one server may be for an unknown language", () => {
  const withServer = mergeCatalog(catalog, { servers: [{ id: "zork-ls", command: "zork-ls" }] });
  const made = everyFileTo(withServer, "zork-ls", "zork");
  expect(languageOf(made, "a.zrk")).toEqual({ id: "zork", extensions: [], servers: ["zork-ls"] });
});

test("a short record may give environment, options and settings, laid over what a known server needs [AGL-187]", () => {
  const extra = { env: { A: "1" }, initializationOptions: { b: 2 }, settings: { gopls: { gofumpt: true } } };
  const made = replaceServers(catalog, {
    servers: [
      { extensions: ["go"], command: ["gopls"], ...extra },
      {
        extensions: ["ts"],
        command: ["typescript-language-server", "--stdio"],
        initializationOptions: { preferences: { mine: 1 } },
      },
    ],
  });
  const { env, ...fields } = extra;
  expect(serverById(made, "gopls")).toMatchObject({ ...fields, launch: { env } });
  const options = (of: Catalog): JsonObject =>
    serverById(of, "typescript-language-server")?.initializationOptions ?? {};
  expect(Object.keys(options(catalog))).not.toEqual([]);
  expect(options(made)).toMatchObject({ ...options(catalog), preferences: { mine: 1 } });
});

test("the same program with other settings is another server", () => {
  const made = replaceServers(catalog, {
    servers: [
      { extensions: ["go"], command: ["my-ls"], settings: { a: 1 } },
      { extensions: ["rs"], command: ["my-ls"], settings: { a: 2 } },
    ],
  });
  const settings = ["go", "rust"].map((language) => serversFor(made, language)[0]?.settings);
  expect(settings).toEqual([{ a: 1 }, { a: 2 }]);
});
