// The layers of `src/`: what each folder is for and what it may import. One list, many readers.
//
// Read by the layer check, by the generated table in ARCHITECTURE.md and by the lint configuration.
// Invariant: this is an allow-list; an import that is not named here is forbidden.

export interface Layer {
  readonly folder: string;
  readonly purpose: string;
  readonly mayImport: readonly string[];
  /** What the layer does not know: the most useful sentence about it. */
  readonly doesNotKnow: string;
  /** Compiled without Node's and the DOM's types, so that an effect is a type error. */
  readonly pure?: boolean;
}

export const layers: readonly Layer[] = [
  {
    folder: "std",
    purpose: "what the platform lacks: bug, single-flight, deadline, clock interface",
    mayImport: [],
    doesNotKnow: "anything of this product",
    pure: true,
  },
  {
    folder: "model",
    purpose: "the nouns as pure values: paths, positions, line index, edits, plans, standing, refusals, events",
    mayImport: ["std"],
    doesNotKnow: "disk, process, protocol",
    pure: true,
  },
  {
    folder: "protocol",
    purpose: "LSP as data: the method table, capability paths, URIs, and one shape for each polymorphic result",
    mayImport: ["std", "model"],
    doesNotKnow: "bytes, processes, which server it is",
    pure: true,
  },
  {
    folder: "rpc",
    purpose: "framing and request matching over bytes",
    mayImport: ["std"],
    doesNotKnow: "any LSP method",
    pure: true,
  },
  {
    folder: "languages",
    purpose: "what is known of a language by its text: names, scopes, occurrences, class headers",
    mayImport: ["std", "model"],
    doesNotKnow: "disk, servers, operations",
    pure: true,
  },
  {
    folder: "render",
    purpose: "results to text within a token budget",
    mayImport: ["std", "model"],
    doesNotKnow: "where a result came from",
    pure: true,
  },
  {
    folder: "host",
    purpose: "every effect on the machine behind small interfaces, with a Node and a memory version",
    mayImport: ["std", "model"],
    doesNotKnow: "language servers",
  },
  {
    folder: "config",
    purpose: "one settings schema, parsed at the edge, passed down frozen; profiles are value sets of it",
    mayImport: ["std", "model"],
    doesNotKnow: "where a setting is used",
  },
  {
    folder: "catalog",
    purpose: "language servers as data",
    mayImport: ["std", "model", "config"],
    doesNotKnow: "this machine",
  },
  {
    folder: "policy",
    purpose: "who may do what: effect classes and trust decisions, pure",
    mayImport: ["std", "model", "config"],
    doesNotKnow: "how anything is done",
  },
  {
    folder: "session",
    purpose: "one running server: discovery on the machine, lifecycle, documents, capabilities, diagnostics, readiness",
    mayImport: ["std", "model", "protocol", "rpc", "host", "config", "catalog"],
    doesNotKnow: "agents, operations, tokens",
  },
  {
    folder: "store",
    purpose: "what outlives a process",
    mayImport: ["std", "model", "host"],
    doesNotKnow: "what its records mean",
  },
  {
    folder: "workspace",
    purpose: "one root: routing, snapshots, and the only writer of project files",
    mayImport: [
      "std",
      "model",
      "protocol",
      "rpc",
      "languages",
      "host",
      "config",
      "catalog",
      "policy",
      "session",
      "store",
    ],
    doesNotKnow: "how an answer is laid out; its texts are refusals, reasons and notes",
  },
  {
    folder: "toolchains",
    purpose:
      "what a language's own tools are asked: how each builds, tests and documents a project, and what they print",
    mayImport: ["std", "model", "languages", "protocol", "workspace"],
    doesNotKnow: "whether it may run; language servers",
  },
  {
    folder: "operations",
    purpose:
      "what can be asked and done: a record for each operation, its parts beside it, and the table that lists them",
    mayImport: ["std", "model", "languages", "render", "protocol", "workspace", "toolchains"],
    doesNotKnow: "files, processes, environment, doors",
  },
  {
    folder: "engine",
    purpose: "the one road: decode, allow, run, bound, record",
    mayImport: [
      "std",
      "model",
      "protocol",
      "rpc",
      "languages",
      "render",
      "host",
      "config",
      "catalog",
      "policy",
      "session",
      "store",
      "workspace",
      "toolchains",
      "operations",
    ],
    doesNotKnow: "any wire",
  },
  {
    folder: "context",
    purpose:
      "passive sight for a host: context for its model, verdicts on its changes, and the rounds in which it corrects them",
    mayImport: ["std", "model", "render", "config", "engine"],
    doesNotKnow: "files, servers, wires",
  },
  {
    folder: "doors",
    purpose: "a wire on one side, the engine on the other; no door imports another",
    mayImport: ["std", "model", "config", "engine", "context", "operations"],
    doesNotKnow: "language servers, LSP types",
  },
  {
    folder: "testing",
    purpose: "published test kit: fixture language, toy language server, fault servers",
    mayImport: ["std", "model", "protocol", "rpc", "host", "config", "catalog", "session", "workspace"],
    doesNotKnow: "operations, the engine, doors",
  },
];
