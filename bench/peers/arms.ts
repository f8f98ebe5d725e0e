// The products that take part, each as something that can be opened on a root, asked and ended; with the server itself and a text
// search beside them.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { peersDirectory } from "../../tools/peers/directory.mjs";
import type { Adapter } from "./adapters.ts";
import { adapters } from "./adapters.ts";
import type { Farewell } from "./mcp-peer.ts";
import { McpPeer } from "./mcp-peer.ts";
import type { Process } from "./processes.ts";
import { kill } from "./processes.ts";
import type { AskedSymbol, Fact, Kind, Language, Reply } from "./question.ts";
import { limited, RawArm } from "./raw-arm.ts";
import type { Shims } from "./servers.ts";
import { serverOf } from "./servers.ts";
import type { Subject } from "./subjects.ts";

/** One that runs. */
export interface Runner {
  /** Undefined: it has no tool for that. */
  ask(kind: Kind, symbol: AskedSymbol, limitMs: number): Promise<Reply | undefined>;
  facts(text: string, symbol: AskedSymbol): Set<Fact>;
  caveat(text: string): string;
  /** What the arguments of a call cost besides the answer, as the text a model writes. */
  argumentsOf(kind: Kind, symbol: AskedSymbol): string;
  tools(): Promise<readonly object[]>;
  processes(): Process[];
  /** Undefined where no input is awaited. */
  end(): Promise<Farewell | undefined>;
  kill(): void;
}

export interface Arm {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly languages: readonly Language[];
  /** Neither the server itself nor a search: one whose behaviour is looked at. */
  readonly isProduct: boolean;
  open(subject: Subject, root: string, limitMs: number): Promise<Runner>;
}

export interface Absent {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly why: string;
}

export function findArms(shims: Shims, scratch: string, ownVersion: string): { arms: Arm[]; absent: Absent[] } {
  const manifest = readManifest();
  const arms: Arm[] = [rawArm(shims)];
  const absent: Absent[] = [];
  for (const adapter of adapters) {
    const installed = manifest.peers[adapter.id];
    const isOwn = adapter.id.startsWith("sightline");
    const lack = manifest.missing.find(({ id }) => id === adapter.id);
    if (isOwn || adapter.id === "gopls-mcp") {
      arms.push(productArm(adapter, [], isOwn ? ownVersion : "", shims, scratch));
    } else if (installed !== undefined) {
      arms.push(productArm(adapter, installed.command, installed.version, shims, scratch));
    } else {
      const { id, title } = adapter;
      absent.push({ id, title, version: lack?.version ?? "", why: lack?.why ?? "not installed; run: npm run peers" });
    }
  }
  return { arms: [...arms, searchArm()], absent };
}

// — below: private, in the order they are used —

interface Manifest {
  readonly peers: Readonly<Record<string, { readonly version: string; readonly command: readonly string[] }>>;
  readonly missing: readonly { readonly id: string; readonly version: string; readonly why: string }[];
}

function readManifest(): Manifest {
  const file = join(peersDirectory(process.env), "manifest.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : { peers: {}, missing: [] };
}

export function productArm(
  adapter: Adapter,
  program: readonly string[],
  version: string,
  shims: Shims,
  scratch: string,
): Arm {
  const { id, title, languages } = adapter;
  return {
    id,
    title,
    version,
    languages,
    isProduct: true,
    open: async (subject, root, limitMs) => {
      mkdirSync(scratch, { recursive: true });
      const home = mkdtempSync(join(scratch, `${id}-`));
      const peer = new McpPeer(adapter.start({ root, language: subject.language, shims, home, program }));
      await peer.initialize(limitMs);
      const before = adapter.prepare?.({ root, language: subject.language });
      if (before !== undefined) await peer.call(before.tool, before.input, limitMs);
      return productRunner(adapter, peer, root);
    },
  };
}

function productRunner(adapter: Adapter, peer: McpPeer, root: string): Runner {
  return {
    ask: async (kind, symbol, limitMs) => {
      const call = adapter.ask(kind, symbol, root);
      return call === undefined ? undefined : peer.call(call.tool, call.input, limitMs);
    },
    facts: (text, symbol) => adapter.facts(text, root, symbol),
    caveat: (text) => adapter.caveat(text),
    argumentsOf: (kind, symbol) => JSON.stringify(adapter.ask(kind, symbol, root) ?? ""),
    tools: () => peer.list(10_000),
    processes: () => peer.processes(),
    end: () => peer.end(),
    kill: () => peer.kill(),
  };
}

function rawArm(shims: Shims): Arm {
  return {
    id: "raw",
    title: "the server itself",
    version: "",
    languages: ["typescript", "go", "python", "cpp"],
    isProduct: false,
    open: async ({ language, languageId }, root, limitMs) => {
      const raw = new RawArm(shims.raw(language), root, languageId);
      await limited(raw.initialize(), limitMs);
      return {
        ask: (kind, symbol, within) => raw.ask(kind, symbol, within),
        facts: (text) => raw.factsIn(text),
        caveat: () => "",
        argumentsOf: () => "",
        tools: async () => [],
        processes: () => raw.processes(),
        end: async () => {
          await raw.end();
          return undefined;
        },
        kill: () => kill(raw.processes()),
      };
    },
  };
}

/** What an agent does without any of this. */
function searchArm(): Arm {
  return {
    id: "grep",
    title: "grep -rnw",
    version: "",
    languages: ["typescript", "go", "python", "cpp"],
    isProduct: false,
    open: async (_, root) => ({
      ask: async (kind, { name }) => (kind === "references" ? await search(root, name) : undefined),
      facts: (text) => new Set([...text.matchAll(/^(?:\.\/)?([^:\n]+:\d+):/gm)].map(([, fact = ""]) => fact)),
      caveat: () => "",
      argumentsOf: (_kind, { name }) => `grep -rnw ${name} .`,
      tools: async () => [],
      processes: () => [],
      end: async () => undefined,
      kill: () => {},
    }),
  };
}

const execute = promisify(execFile);

async function search(root: string, name: string): Promise<Reply> {
  const began = performance.now();
  const args = ["-rnwI", "--exclude=compile_commands.json", name, "."];
  const { stdout } = await execute("grep", args, { cwd: root, maxBuffer: 2 ** 26 });
  return { ms: performance.now() - began, outcome: "answer", text: stdout };
}

/** The processes of the language server below a product. */
export function serversIn(processes: readonly Process[], language: Language): Process[] {
  return processes.filter(({ line }) => serverOf[language].runs.test(line) && !/ mcp\b| \*\* telemetry/.test(line));
}
