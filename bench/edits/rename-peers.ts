// Other products that rename: asked by name, as their tools want it, with the language servers that all of them share.

import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { peersDirectory } from "../../tools/peers/directory.mjs";
import { adapters } from "../peers/adapters.ts";
import { McpPeer } from "../peers/mcp-peer.ts";
import type { Shims } from "../peers/servers.ts";
import type { RenamablePackage } from "./packages.ts";
import type { Renamable, Renamer } from "./renames.ts";

export interface RenamingPeer {
  readonly title: string;
  /** Why it does not take part. */
  readonly absent: string | undefined;
  open(edited: RenamablePackage, shims: Shims, scratch: string, root: string): Promise<Renamer>;
}

const limitMs = 60_000;

/** Those that have such a tool; the others are named with the reason. */
export function renamingPeers(): RenamingPeer[] {
  const file = join(peersDirectory(process.env), "manifest.json");
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : { peers: {} };
  return peers.map(({ id, ...peer }) => {
    const installed = manifest.peers[id];
    return {
      title: peer.title,
      absent: installed === undefined ? "not installable here" : undefined,
      open: (edited, shims, scratch, root) =>
        opened(id, peer, installed?.command ?? [], { edited, shims, scratch, root }),
    };
  });
}

// — below: private, in the order they are used —

interface Manifest {
  readonly peers: Readonly<Record<string, { readonly command: readonly string[] }>>;
}

interface Tool {
  readonly title: string;
  input(symbol: Renamable, to: string, root: string): object;
  /** An answer that is no error, and says that nothing was done. */
  readonly failed: RegExp;
}

const peers: readonly (Tool & { readonly id: string })[] = [
  {
    id: "serena",
    title: "Serena",
    input: ({ name, file }, to) => ({ name_path: name, relative_path: file, new_name: to }),
    failed: /^Error|no symbol|not found/i,
  },
  {
    id: "cclsp",
    title: "cclsp",
    input: ({ name, file }, to, root) => ({ file_path: join(root, file), symbol_name: name, new_name: to }),
    failed: /No symbols? found|No rename edits|Error renaming|Multiple symbols/i,
  },
  { id: "agent-lsp", title: "agent-lsp", input: () => ({}), failed: /(?!)/ },
];

interface Place {
  readonly edited: RenamablePackage;
  readonly shims: Shims;
  readonly scratch: string;
  readonly root: string;
}

async function opened(id: string, tool: Tool, program: readonly string[], place: Place): Promise<Renamer> {
  const { edited, shims, scratch, root } = place;
  const adapter = adapters.find((one) => one.id === id);
  if (adapter === undefined) throw new Error(`it is unknown how ${id} is started`);
  const home = mkdtempSync(join(scratch, `${id}-`));
  const peer = new McpPeer(adapter.start({ root, language: edited.language, shims, home, program }));
  await peer.initialize(limitMs);
  return {
    title: tool.title,
    async rename(symbol, to) {
      const { outcome, text } = await peer.call("rename_symbol", tool.input(symbol, to, root), limitMs);
      if (outcome === "hang") return "no answer within the limit";
      return outcome === "error" || tool.failed.test(text) ? text.replaceAll(root, "").slice(0, 200) : undefined;
    },
    close: async () => peer.kill(),
  };
}
