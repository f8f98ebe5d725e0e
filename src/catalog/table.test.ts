import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { ambiguities } from "./ambiguity.ts";
import type { ServerEntry } from "./entry.ts";
import { languageOf } from "./match.ts";
import { writeProtectedNames, stoppingFiles } from "./obeyed.ts";
import { recipes } from "./recipes.ts";
import { catalog, languageById, lintersFor, serverById, serversFor } from "./table.ts";

const { languages, servers } = catalog;

function server(id: string): ServerEntry {
  const entry = serverById(catalog, id);
  if (entry === undefined) throw new Error(`no server ${id}`);
  return entry;
}

describe("the table holds together", () => {
  test("ids are unique", () => {
    expect(repeated(languages.map(({ id }) => id))).toEqual([]);
    expect(repeated(servers.map(({ id }) => id))).toEqual([]);
  });

  test("there are at least a hundred languages, and each has a server", () => {
    expect(languages.length).toBeGreaterThanOrEqual(100);
    expect(languages.filter((language) => language.servers.length === 0)).toEqual([]);
  });

  test("every server that a language names exists in the right role", () => {
    const wrong = languages.flatMap(({ id, servers: types, linters = [] }) => [
      ...types.filter((one) => serverById(catalog, one)?.role !== "types").map((one) => `${id}: ${one}`),
      ...linters.filter((one) => serverById(catalog, one)?.role !== "lint").map((one) => `${id}: ${one}`),
    ]);
    expect(wrong).toEqual([]);
  });

  test("every server serves a language", () => {
    const named = new Set(languages.flatMap((language) => [...language.servers, ...(language.linters ?? [])]));
    expect(servers.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
  });

  test("a recipe belongs to a server, and installs the program that is started", () => {
    expect(Object.keys(recipes).filter((id) => serverById(catalog, id) === undefined)).toEqual([]);
    const wrong = servers.filter(
      ({ recipe, launch }) => recipe !== undefined && !(launch.kind === "command" && launch.command === recipe.bin),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("a recipe pins a version and what its content hashes to", () => {
    const hashes = { npm: /^sha512-[\w+/]{86}==$/, pypi: /^[0-9a-f]{64}$/, "go-module": /^h1:[\w+/]{43}=$/ };
    for (const { id, recipe } of servers) {
      if (recipe === undefined) continue;
      expect(recipe.version, id).toMatch(/^v?\d+\.\d+\.\d+$/);
      for (const one of [recipe.integrity].flat()) expect(one, id).toMatch(hashes[recipe.kind]);
    }
  });

  test("an interpreter on the path is no server: it is asked for the package that is one", () => {
    const interpreters = new Set(["R", "julia", "node", "perl", "php", "python", "python3", "racket", "ruby", "swipl"]);
    const shared = servers.filter(({ launch }) => launch.kind === "command" && interpreters.has(launch.command));
    expect(
      shared.map(({ id, quirks }) => [
        id,
        /languageserver|langserver|lsp_server/i.exec(quirks.versionArgs?.join(" ") ?? "")?.[0],
      ]),
    ).toEqual([
      ["r-languageserver", "languageserver"],
      ["julia", "LanguageServer"],
      ["racket-langserver", "langserver"],
      ["swipl", "lsp_server"],
    ]);
    expect(server("esbonio")).toMatchObject({ launch: { command: "esbonio" }, quirks: { versionArgs: ["--version"] } });
  });

  test("extensions are lower case and begin with a dot, and no language lists one twice", () => {
    const all = languages.flatMap(({ extensions }) => extensions);
    expect(
      all.filter((extension) => !/^\.[^\s/*?]+$/.test(extension) || extension !== extension.toLowerCase()),
    ).toEqual([]);
    for (const { id, extensions, fileNames = [] } of languages)
      expect([id, repeated([...extensions, ...fileNames])]).toEqual([id, []]);
    expect(languages.filter(({ extensions, fileNames = [] }) => extensions.length + fileNames.length === 0)).toEqual(
      [],
    );
  });

  test("a pattern of two languages is explained, and an explanation names only languages that claim it", () => {
    const claims = languages.flatMap(({ id, extensions, fileNames = [] }) =>
      [...extensions, ...fileNames].map((pattern) => ({ id, pattern })),
    );
    const shared = repeated(claims.map(({ pattern }) => pattern.toLowerCase()));
    expect(shared.filter((pattern) => !ambiguities.some((one) => one.pattern.toLowerCase() === pattern))).toEqual([]);
    for (const { pattern, byDefault, hints } of ambiguities) {
      const claimants = claims.filter((claim) => claim.pattern === pattern).map(({ id }) => id);
      const named = [...hints.map(({ language }) => language), ...(byDefault === undefined ? [] : [byDefault])];
      expect([pattern, [...new Set(named)].sort()]).toEqual([pattern, [...claimants].sort()]);
    }
  });

  test("every launch can be executed", () => {
    for (const { id, launch } of servers) {
      const words =
        launch.kind === "tcp"
          ? [launch.host]
          : launch.kind === "embedded"
            ? [launch.package, launch.entry]
            : [launch.command];
      // A blank in a command would be a shell line, and there is no shell.
      expect([id, words.filter((word) => !/^\S+$/.test(word))]).toEqual([id, []]);
    }
  });

  test("every server says how to get it, in one line", () => {
    for (const { id, install, launch } of servers) {
      const hints = Object.values(install);
      expect([id, launch.kind === "embedded" || hints.length > 0]).toEqual([id, true]);
      expect([id, hints.filter((hint) => hint.trim() === "" || hint.includes("\n"))]).toEqual([id, []]);
    }
  });

  test("a refusal reads as the middle of a sentence", () => {
    const reasons = servers.flatMap(({ restricted }) => (restricted.kind === "refused" ? [restricted.why] : []));
    expect(reasons.filter((why) => why === "" || why.endsWith("."))).toEqual([]);
  });

  test("nothing of which readiness is unknown claims to be exhaustive", () => {
    const wrong = servers.filter(
      ({ readiness, references }) => readiness.kind === "unknown" && references === "exhaustive",
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("a private data directory is the only thing that is filled into arguments", () => {
    const args = servers.flatMap(({ launch }) => (launch.kind === "tcp" ? [] : launch.args));
    const filled = args.flatMap((arg) => arg.match(/\{\w+\}/g) ?? []);
    expect([...new Set(filled)]).toEqual(["{dataDir}"]);
  });

  test("what ships with Sightline is one of its optional dependencies", () => {
    const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      optionalDependencies: Record<string, string>;
    };
    const shipped = servers.flatMap(({ launch }) => (launch.kind === "embedded" ? [launch.package] : []));
    expect(shipped.sort()).toEqual(["pyright", "typescript"]);
    expect(shipped.filter((name) => manifest.optionalDependencies[name] === undefined)).toEqual([]);
  });

  test("it cannot be changed", () => {
    expect(() => Object.assign(server("gopls").launch, { command: "evil" })).toThrow(TypeError);
    expect(() => (languages as unknown[]).push({})).toThrow(TypeError);
    expect(() =>
      Object.assign(server("rust-analyzer").initializationOptions?.["cargo"] ?? {}, { targetDir: false }),
    ).toThrow(TypeError);
  });
});

describe("a language id gives its servers", () => {
  test("with program and default arguments [SYN-31]", () => {
    expect(serversFor(catalog, "go").map(({ launch }) => launch)).toEqual([
      { kind: "command", command: "gopls", args: ["serve"] },
    ]);
    expect(serversFor(catalog, "no such language")).toEqual([]);
    expect(lintersFor(catalog, "python").map(({ id }) => id)).toContain("ruff");
  });

  test.each([
    ["rust", "rust-analyzer", []],
    ["go", "gopls", ["serve"]],
    ["python", "pylsp", []],
    ["typescript", "typescript-language-server", ["--stdio"]],
    // What is given to clangd only lifts its limits on long lists; it works without.
    ["c", "clangd", ["--limit-references=0", "--limit-results=0", "--use-dirty-headers"]],
  ])("%s can be served by %s with %j", (language, command, args) => {
    const found = serversFor(catalog, language).flatMap(({ launch }) => (launch.kind === "command" ? [launch] : []));
    expect(found.find((launch) => launch.command === command)).toMatchObject({ command, args });
  });

  test.each([
    ["lib.rs", "rust-analyzer", "rustup component add rust-analyzer"],
    ["a.py", "pylsp", "pip install python-lsp-server"],
    ["a.ts", "typescript-language-server", "npm i -g typescript-language-server"],
    ["a.js", "typescript-language-server", "npm i -g typescript-language-server"],
    ["a.go", "gopls", "go install golang.org/x/tools/gopls@latest"],
  ])("%s belongs to %s, with the way to install it", (file, command, hint) => {
    const language = languageOf(catalog, file);
    const found = serversFor(catalog, language?.id ?? "").find(
      ({ launch }) => launch.kind === "command" && launch.command === command,
    );
    expect(found?.install.any).toBe(hint);
  });

  test("JavaScript goes to the servers of TypeScript [NEX-41]", () => {
    const typescript = languageById(catalog, "typescript")?.servers;
    for (const file of ["a.js", "a.mjs", "a.cjs", "a.jsx"])
      expect([file, languageOf(catalog, file)?.servers]).toEqual([file, typescript]);
  });

  test.each([
    [[".go"], ["gopls"]],
    [[".ts", ".tsx", ".js", ".jsx"], ["typescript-language-server"]],
    [[".rs"], ["rust-analyzer"]],
    [[".py"], ["pylsp", "pyright"]],
    [[".c", ".cpp", ".h", ".hpp"], ["clangd"]],
    [[".java"], ["jdtls"]],
    [[".rb"], ["ruby-lsp", "solargraph"]],
    [[".cs"], ["omnisharp"]],
  ])("files in %j are served by %j [SYC-13]", (extensions, ids) => {
    for (const extension of extensions)
      expect(languageOf(catalog, `a${extension}`)?.servers).toEqual(expect.arrayContaining(ids));
  });
});

describe("what was measured is written down", () => {
  test("TypeScript and Python are answered by what ships with Sightline", () => {
    expect(languageById(catalog, "typescript")?.servers[0]).toBe("typescript-native");
    expect(languageById(catalog, "python")?.servers[0]).toBe("pyright");
  });

  test("pyright gets no settings, because a partial answer loses references in silence", () => {
    expect(server("pyright").settings).toBeUndefined();
    const form = server("pyright").restricted;
    expect(form.kind === "adjusted" && form.settings).toBe(undefined);
    expect(server("pyright").quirks.interpreterSetting).toEqual(["python", "pythonPath"]);
  });

  test("servers known to miss references never earn a complete answer", () => {
    expect(["pylsp", "bash-language-server", "ocamllsp", "zls"].map((id) => server(id).references)).toEqual(
      Array(4).fill("partial"),
    );
  });

  test("style sheets are validated, because without settings every file is called clean", () => {
    expect(server("vscode-css-language-server").settings).toMatchObject({
      css: { validate: true },
      scss: { validate: true },
      less: { validate: true },
    });
    expect(server("vscode-html-language-server").settings).toMatchObject({ css: { validate: true, lint: {} } });
  });

  test("a repository that is not trusted gets no build script, toolchain or driver of its own", () => {
    expect(server("rust-analyzer").restricted).toMatchObject({
      kind: "adjusted",
      initializationOptions: {
        cargo: { buildScripts: { enable: false } },
        procMacro: { enable: false },
        checkOnSave: false,
      },
      env: { RUSTC_WRAPPER: "", RUSTC: "rustc" },
      smaller: true,
    });
    expect(stoppingFiles(server("rust-analyzer")).map(({ name }) => name)).toEqual([
      ...["rust-analyzer.toml", "rust-project.json", ".rust-project.json"],
      ...[".cargo/config.toml", ".cargo/config", "Cargo.toml"],
    ]);
    expect(server("gopls").restricted).toMatchObject({
      kind: "adjusted",
      env: { GOTOOLCHAIN: "local", GOPROXY: "off", CGO_ENABLED: "0", GOPACKAGESDRIVER: "off" },
      smaller: true,
    });
    const notStarted = [
      "eslint",
      "svelte-language-server",
      "tailwindcss-language-server",
      "jdtls",
      "kotlin-lsp",
      "metals",
      "basedpyright",
    ];
    expect(notStarted.filter((id) => server(id).restricted.kind !== "refused")).toEqual([]);
    expect(["typescript-native", "clangd"].map((id) => server(id).restricted.kind)).toEqual(["safe", "safe"]);
  });

  test("of every server that an untrusted root may start it is known which files it obeys", () => {
    const started = catalog.servers.filter(({ restricted }) => restricted.kind !== "refused");
    expect(started.filter(({ obeys }) => obeys === undefined).map(({ id }) => id)).toEqual([]);
    // Nothing else is changed for it, so there is nothing that could win over a file.
    const safe = started.filter(({ restricted }) => restricted.kind === "safe");
    expect(safe.flatMap(({ obeys = [] }) => obeys.filter(({ untrusted }) => untrusted === "overridden"))).toEqual([]);
  });

  test("settings of servers are kept from agents, manifests are not", () => {
    const kept = writeProtectedNames(catalog.servers);
    expect(kept).toEqual(expect.arrayContaining(["**/rust-analyzer.toml", "**/.clangd", "**/.cargo/config.toml"]));
    expect(kept.filter((one) => /tsconfig|package\.json|Cargo\.toml|go\.mod|pyproject/.test(one))).toEqual([]);
  });
});

function repeated(list: readonly string[]): string[] {
  return list.filter((one, index) => list.indexOf(one) !== index);
}
