// The language servers that all products share: how each is started, and a directory that puts them on PATH.

import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { at } from "../../src/std/json.ts";
import { commandOf } from "../../test/real/installed.ts";
import { cacheDirectory } from "../../tools/servers/cache.mjs";
import type { RawCommand } from "../shared/raw-client.ts";
import type { Language } from "./question.ts";

interface ServerOf {
  /** In the manifest of the servers. */
  readonly id: string;
  /** What it is called on PATH. */
  readonly program: string;
  readonly args: readonly string[];
  /** Its command line, once it runs. */
  readonly runs: RegExp;
}

export const serverOf: Readonly<Record<Language, ServerOf>> = {
  typescript: {
    id: "typescript-language-server",
    program: "typescript-language-server",
    args: ["--stdio"],
    runs: /typescript-language-server|tsserver\.js|tsc --lsp/,
  },
  go: { id: "gopls", program: "gopls", args: [], runs: /(?:^|\/)gopls(?! mcp)/ },
  python: {
    id: "pyright",
    program: "pyright-langserver",
    args: ["--stdio"],
    runs: /langserver\.index|pyright-langserver|pylsp/,
  },
  cpp: { id: "clangd", program: "clangd", args: ["--background-index"], runs: /(?:^|\/)clangd\b/ },
};

/** As it was installed; what servers say of themselves is often nothing. */
export function versionOf(language: Language): string {
  const { id } = serverOf[language];
  const [file, keys] =
    id === "pyright"
      ? [join(process.cwd(), "node_modules", "pyright", "package.json"), ["version"]]
      : [join(cacheDirectory(process.env), "manifest.json"), ["servers", id, "version"]];
  const version = at(JSON.parse(readFileSync(file, "utf8")), keys);
  return `${id} ${typeof version === "string" ? version : ""}`.trim();
}

export class Shims {
  readonly directory: string;
  /** The environment of every product: the same servers first on PATH. */
  readonly env: Readonly<Record<string, string | undefined>>;

  constructor(scratch: string) {
    this.directory = join(scratch, "bin");
    mkdirSync(this.directory, { recursive: true });
    for (const { id, program } of Object.values(serverOf)) {
      // The one that comes with the checkout is the same for all.
      const own = [process.execPath, join(process.cwd(), "node_modules", "pyright", "langserver.index.js")];
      this.#put(program, id === "pyright" ? own : commandOf(id));
    }
    this.#put("pylsp", commandOf("pylsp"));
    const path = [this.directory, process.env["PATH"] ?? ""].join(delimiter);
    this.env = { ...process.env, PATH: path };
  }

  path(language: Language): string {
    return join(this.directory, serverOf[language].program);
  }

  /** For the client that only sends and receives. */
  raw(language: Language): RawCommand {
    const env = Object.fromEntries(Object.entries(this.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
    return { command: this.path(language), args: serverOf[language].args, env };
  }

  #put(program: string, command: readonly string[] | undefined): void {
    const [first, script] = command ?? [];
    if (first === undefined) return;
    const path = join(this.directory, program);
    if (!basename(first).startsWith("node") || script === undefined) return symlinkSync(first, path);
    writeFileSync(path, `#!/bin/sh\nexec "${first}" "${script}" "$@"\n`);
    chmodSync(path, 0o755);
  }
}
