// The language server itself with every source open: the limit of what it knows when it is shown everything.

import { readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { clientCapabilities } from "../../src/protocol/client-capabilities.ts";
import { childEnvironment } from "../../src/session/process/child-env.ts";
import { commandOf } from "../../test/real/installed.ts";
import { limited } from "../peers/raw-arm.ts";
import type { RawCommand } from "../shared/raw-client.ts";
import { RawClient } from "../shared/raw-client.ts";
import type { Answered } from "./answer.ts";
import type { BuiltShape, TruthLanguage } from "./shape.ts";
import type { TrueSymbol } from "./symbols.ts";

const servers: Readonly<Record<TruthLanguage, string>> = {
  typescript: "typescript",
  javascript: "typescript",
  python: "pyright",
  go: "gopls",
  cpp: "clangd",
  rust: "rust-analyzer",
};

const languageIds: Readonly<Record<string, string>> = {
  ".ts": "typescript",
  ".mts": "typescript",
  ".tsx": "typescriptreact",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".py": "python",
  ".pyi": "python",
  ".go": "go",
  ".cc": "cpp",
  ".h": "cpp",
  ".rs": "rust",
};

const limitMs = 60_000;

interface WireLocation {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number } };
}

export async function askRaw(
  language: TruthLanguage,
  { root, sources }: BuiltShape,
  symbols: readonly TrueSymbol[],
): Promise<Answered[]> {
  const client = new RawClient(rawCommand(language), root);
  const uriOf = (file: string): string => pathToFileURL(join(root, file)).href;
  try {
    await client.initialize(root, clientCapabilities(undefined));
    for (const file of sources)
      client.open(uriOf(file), languageIds[extname(file)] ?? language, readFileSync(join(root, file), "utf8"));
    const answers: Answered[] = [];
    for (const [index, { declared }] of symbols.entries()) {
      const [at] = declared;
      if (at === undefined) continue;
      const began = performance.now();
      const asked = client.request("textDocument/references", {
        textDocument: { uri: uriOf(at.file) },
        position: { line: at.line - 1, character: at.column - 1 },
        context: { includeDeclaration: false },
      });
      const [outcome] = await Promise.allSettled([limited(asked, index === 0 ? 4 * limitMs : limitMs)]);
      const found = outcome.status === "fulfilled" ? outcome.value : undefined;
      const uses = ((found ?? []) as readonly WireLocation[]).map(
        ({ uri, range }) => `${relative(root, fileURLToPath(uri))}:${range.start.line + 1}`,
      );
      const ms = performance.now() - began;
      const state = found === undefined ? "refused" : "unlabelled";
      answers.push({
        index,
        state,
        uses: [...new Set(uses)],
        through: [],
        possible: [],
        unchecked: 0,
        why: [],
        ms,
        tokens: 0,
      });
    }
    return answers;
  } finally {
    await limited(client.stop(), 5_000).catch(() => process.kill(client.pid));
  }
}

function rawCommand(language: TruthLanguage): RawCommand {
  const [command, ...args] = commandOf(servers[language]) ?? [];
  if (command === undefined) throw new Error(`${servers[language]} is not here; run: npm run servers`);
  return { command, args, env: childEnvironment(process.env) };
}
