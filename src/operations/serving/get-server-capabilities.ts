// `get_server_capabilities`: what the running servers can be asked, and so which operations work.

import { z } from "zod";
import { display } from "../../model/file-path.ts";
import type { FilePath } from "../../model/file-path.ts";
import { standingOf } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import type { ServerView } from "../../workspace/view.ts";
import type { Operation, Query } from "../define.ts";
import { defineQuery } from "../define.ts";
import { canServe } from "../requests.ts";

const input = { file_path: z.string().optional().describe("Only the server of this file, which is started for it.") };

export interface Described {
  readonly root: FilePath;
  readonly servers: readonly DescribedServer[];
}

export interface DescribedServer extends ServerView {
  readonly can: readonly string[];
  /** Those of `can` that need a capability which the server declares. */
  readonly asks: readonly string[];
  readonly cannot: readonly string[];
}

export interface ServerJson {
  readonly server: string;
  readonly root: string;
  readonly server_name?: string;
  readonly server_version?: string;
  /** Someone else runs it: it has no process here. */
  readonly connected_to?: string;
  readonly supported_tools: readonly string[];
  readonly unsupported_tools: readonly string[];
  readonly capabilities: unknown;
}

/** `operations` is a function because the table of all operations holds this one too. */
export function getServerCapabilities(
  operations: () => readonly Operation[],
): Query<"get_server_capabilities", typeof input, Described, readonly ServerJson[]> {
  return defineQuery({
    name: "get_server_capabilities",
    title: "Get Server Capabilities",
    summary: "Show what each running language server can be asked, and which operations that leaves out.",
    guidance: "Look here when an operation is refused as not supported.",
    exposure: "full",
    passive: true,
    cli: { command: "capabilities", positional: "file" },
    needs: [],
    input,
    async run({ view, patience }, { file_path }) {
      const servers = await view.servers(file_path, patience);
      const described = servers.map((server) => describedServer(server, operations()));
      return { value: { root: view.root, servers: described }, standing: standingOf([]) };
    },
    isEmpty: ({ servers }) => servers.length === 0,
    toText({ root, servers }, budget) {
      if (servers.length === 0)
        return "No language server is running; the first question about a file starts its server.";
      const head = (server: DescribedServer): string => {
        const where = server.root === root ? "" : `  in ${inertLine(display(root, server.root))}`;
        const version = server.version === undefined ? "" : ` ${inertLine(server.version, 80)}`;
        const at = server.connectedTo === undefined ? "" : `  at ${server.connectedTo}, run by someone else`;
        return `${server.server}${version}${where}${at}`;
      };
      const rows = (server: DescribedServer): string[] => [
        `  serves ${server.asks.join(", ")}`,
        ...(server.cannot.length === 0 ? [] : [`  cannot ${server.cannot.join(", ")}`]),
      ];
      const lacking = (server: DescribedServer): string =>
        `${head(server)}  ${server.cannot.length === 0 ? "serves all" : `cannot ${server.cannot.join(", ")}`}`;
      return fitting(
        [
          () => ({ text: servers.flatMap((server) => [head(server), ...rows(server)]).join("\n") }),
          () => ({ text: servers.map(lacking).join("\n"), leavesOut: "what each serves is left out" }),
          () => ({ text: `${servers.length} language servers are running.` }),
        ],
        budget,
      );
    },
    toJson: ({ servers }) => servers.map(serverJson),
    hints: ({ servers }) =>
      servers.length === 0
        ? [{ operation: "start_lsp", why: "to start what the root needs" }]
        : [{ operation: "find_symbol", why: "to search what they serve" }],
    examples: [{ title: "What the server of a file can do", input: { file_path: "src/money.ts" } }],
  });
}

// — below: private, in the order they are used —

/** What needs nothing of a server works with every one. */
function describedServer(server: ServerView, operations: readonly Operation[]): DescribedServer {
  const has = (method: string): boolean => server.supported.some((one) => one === method);
  const can = (operation: Operation): boolean => canServe(operation, has);
  const able = operations.filter(can);
  return {
    ...server,
    can: able.map(({ name }) => name),
    asks: able.filter(({ needs }) => needs.length > 0).map(({ name }) => name),
    cannot: operations.filter((operation) => !can(operation)).map(({ name }) => name),
  };
}

function serverJson(described: DescribedServer): ServerJson {
  const { server, root, name, version, can, cannot, capabilities, connectedTo } = described;
  return {
    server,
    root,
    ...(name === undefined ? {} : { server_name: name }),
    ...(version === undefined ? {} : { server_version: version }),
    ...(connectedTo === undefined ? {} : { connected_to: connectedTo }),
    supported_tools: can,
    unsupported_tools: cannot,
    capabilities,
  };
}
