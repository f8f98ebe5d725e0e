// What a fully loaded server says of the symbols at the top of every file: the truth where no compiler can be asked.

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { FoundPlace } from "../../test/real/reading/asked-package.ts";
import type { RawCommand } from "../shared/raw-client.ts";
import type { Known } from "./question.ts";
import { limited, RawArm } from "./raw-arm.ts";

interface WireSymbol {
  readonly name: string;
  readonly kind: number;
  readonly selectionRange: { readonly start: { readonly line: number; readonly character: number } };
  readonly children?: readonly WireSymbol[];
}

interface WireLocation {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** Spec: LSP SymbolKind. */
const [namespaceKind, wantedKinds] = [3, [5, 12, 23]];
const loadLimitMs = 90_000;

export async function serverTruth(
  command: RawCommand,
  root: string,
  languageId: string,
  sources: readonly string[],
): Promise<Known[]> {
  const server = new RawArm(command, root, languageId);
  try {
    await server.initialize();
    server.open(sources[0] ?? "");
    await limited(server.ready, loadLimitMs);
    const known: Known[] = [];
    for (const file of sources) {
      const uri = server.open(file);
      const outline = (await server.request("textDocument/documentSymbol", { textDocument: { uri } })) as
        | readonly WireSymbol[]
        | null;
      for (const symbol of unambiguous(outline ?? [])) known.push(await usesOf(server, uri, file, symbol));
    }
    return known.filter(({ declared }) => declared.length > 0);
  } finally {
    await server.end();
  }
}

async function usesOf(server: RawArm, uri: string, file: string, symbol: WireSymbol): Promise<Known> {
  const { start } = symbol.selectionRange;
  const at = { file, line: start.line + 1, column: start.character + 1 };
  const ask = async (includeDeclaration: boolean): Promise<FoundPlace[]> => {
    const context = { includeDeclaration };
    const found = await server.request("textDocument/references", {
      textDocument: { uri },
      position: start,
      context,
    });
    return ((found ?? []) as readonly WireLocation[]).map((one) => placeOf(server.root, one));
  };
  const references = await ask(false);
  const spelled = new Set(references.map(({ file: in_, line }) => `${in_}:${line}`));
  const declared = (await ask(true)).filter(({ file: in_, line }) => !spelled.has(`${in_}:${line}`));
  return { name: symbol.name, declared: [at, ...declared], references };
}

/** At the top, or in namespaces at the top; a name that comes twice in a file cannot be asked for by name. */
function unambiguous(outline: readonly WireSymbol[]): WireSymbol[] {
  const everywhere = flatten(outline);
  const top = (symbols: readonly WireSymbol[]): WireSymbol[] =>
    symbols.flatMap((one) => (one.kind === namespaceKind ? top(one.children ?? []) : [one]));
  return top(outline).filter(
    ({ name, kind }) => wantedKinds.includes(kind) && everywhere.filter((one) => one.name === name).length === 1,
  );
}

function flatten(symbols: readonly WireSymbol[]): WireSymbol[] {
  return symbols.flatMap((one) => [one, ...flatten(one.children ?? [])]);
}

function placeOf(root: string, { uri, range }: WireLocation): FoundPlace {
  return { file: relative(root, fileURLToPath(uri)), line: range.start.line + 1, column: range.start.character + 1 };
}
