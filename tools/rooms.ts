// The rooms inside the layers: what each is for, and which other rooms of its layer it may import.
//
// What a room imports of other layers is the layer's row. Files that lie in no room, such as tables, wire the rooms and
// may import all of them; a room names its layer where it may import those files.
// Invariant: this is an allow-list of what is really imported, so that a new crossing is seen in a review.

export interface Room {
  readonly folder: string;
  readonly purpose: string;
  readonly mayImport: readonly string[];
}

export const rooms: readonly Room[] = [
  {
    folder: "catalog/servers",
    purpose: "the entries, one file per family of languages",
    mayImport: ["catalog"],
  },
  {
    folder: "context/changes",
    purpose: "the changes of an agent's session: what each made worse and better, told once",
    mayImport: ["context"],
  },
  {
    folder: "doors/cli",
    purpose: "the command line: arguments in, text and exit codes out",
    mayImport: ["doors/cli/commands"],
  },
  {
    folder: "doors/cli/commands",
    purpose: "commands that are more than one operation",
    mayImport: ["doors/cli"],
  },
  {
    folder: "doors/daemon",
    purpose: "the process of a daemon: its signals, its log, the commands that clients hand to it",
    mayImport: [],
  },
  {
    folder: "doors/hooks",
    purpose: "hooks of coding agents: their events in, what is new in their own shapes out",
    mayImport: [],
  },
  {
    folder: "doors/library",
    purpose: "the embeddable library",
    mayImport: [],
  },
  {
    folder: "doors/mcp",
    purpose: "the MCP server, and its wire over standard streams",
    mayImport: [],
  },
  {
    folder: "doors/mcp/http",
    purpose: "its wire over HTTP: who is let in, sessions, streams, endings",
    mayImport: ["doors/mcp"],
  },
  {
    folder: "doors/plugin",
    purpose: "the plugin that an agent embeds: tools, hooks, signals, and what follows the agent's file tools",
    mayImport: [],
  },
  {
    folder: "doors/plugin/adapters",
    purpose: "the plugin in the words of one agent framework each",
    mayImport: ["doors/plugin"],
  },
  {
    folder: "engine/daemon",
    purpose: "one warm engine for many processes: the wire, where a daemon is found, its life, its clients",
    mayImport: ["engine", "engine/trust"],
  },
  {
    folder: "engine/evidence",
    purpose:
      "what calls leave behind: records, packets of raw answers, the audit log, and how they are shown and replayed",
    mayImport: ["engine", "engine/text", "engine/trust"],
  },
  {
    folder: "engine/notices",
    purpose: "what an agent hears without asking: changed diagnostics, stale answers, states of servers",
    mayImport: ["engine", "engine/text"],
  },
  {
    folder: "engine/servers",
    purpose: "language servers that Sightline installs for a person: what is run, where they go, which there are",
    mayImport: ["engine", "engine/trust"],
  },
  {
    folder: "engine/setup",
    purpose: "our entries in the configuration of coding agents: put in, taken out, and all else kept byte for byte",
    mayImport: ["engine", "engine/skills", "engine/text", "engine/trust"],
  },
  {
    folder: "engine/single",
    purpose: "the one `lsp` tool of an embedding agent, and its rows",
    mayImport: ["engine", "engine/text"],
  },
  {
    folder: "engine/skills",
    purpose: "the skills that ship with us, and the phases that calls are held against",
    mayImport: [],
  },
  {
    folder: "engine/text",
    purpose: "events, refusals, progress and reasons as a person reads them",
    mayImport: ["engine"],
  },
  {
    folder: "engine/trust",
    purpose: "whether a root is trusted, what that allows, and where our own files may lie",
    mayImport: ["engine", "engine/text"],
  },
  {
    folder: "engine/update",
    purpose: "whether there is a newer release, and how the single executable becomes it",
    mayImport: [],
  },
  {
    folder: "host/database",
    purpose: "files that hold tables, by a driver of this machine",
    mayImport: ["host"],
  },
  {
    folder: "host/memory",
    purpose: "a machine in memory, in which nothing happens unless a test makes it happen",
    mayImport: ["host", "host/database", "host/node", "host/process", "host/sandbox", "host/watch"],
  },
  {
    folder: "host/node",
    purpose: "the real machine, by Node",
    mayImport: ["host", "host/database", "host/process", "host/sandbox", "host/watch"],
  },
  {
    folder: "host/process",
    purpose: "child processes: the guard, the registry of what runs, confinement, how ours ends",
    mayImport: ["host"],
  },
  {
    folder: "host/sandbox",
    purpose: "programs of callers: an interpreter that can touch nothing, each in a thread that ends with it",
    mayImport: ["host"],
  },
  {
    folder: "host/watch",
    purpose: "file watching: events, the picture of the tree, and whether the kernel dropped something",
    mayImport: ["host"],
  },
  {
    folder: "languages/c",
    purpose: "what is known of C and C++",
    mayImport: [
      "languages",
      "languages/conditional",
      "languages/declarations",
      "languages/imports",
      "languages/leads",
      "languages/modules",
      "languages/names",
      "languages/syntax",
    ],
  },
  {
    folder: "languages/change",
    purpose: "what a change of a text can concern: nothing, a body, or names that others link to",
    mayImport: ["languages", "languages/syntax"],
  },
  {
    folder: "languages/conditional",
    purpose: "what is compiled only under a condition",
    mayImport: ["languages", "languages/syntax"],
  },
  {
    folder: "languages/csharp",
    purpose: "what is known of C#",
    mayImport: ["languages", "languages/declarations", "languages/imports", "languages/names", "languages/syntax"],
  },
  {
    folder: "languages/declarations",
    purpose: "where a declaration begins and ends, its body, its lead, its layout, and what it hands on",
    mayImport: ["languages", "languages/names", "languages/python", "languages/syntax"],
  },
  {
    folder: "languages/formats",
    purpose: "JSON with comments, TOML, and configurations that name nothing to run",
    mayImport: [],
  },
  {
    folder: "languages/go",
    purpose: "what is known of Go",
    mayImport: [
      "languages",
      "languages/c",
      "languages/change",
      "languages/declarations",
      "languages/imports",
      "languages/leads",
      "languages/modules",
      "languages/names",
      "languages/syntax",
    ],
  },
  {
    folder: "languages/imports",
    purpose: "what a text imports, and how it lays imports out",
    mayImport: ["languages", "languages/syntax"],
  },
  {
    folder: "languages/java",
    purpose: "what is known of Java",
    mayImport: [
      "languages",
      "languages/change",
      "languages/declarations",
      "languages/imports",
      "languages/modules",
      "languages/names",
      "languages/syntax",
    ],
  },
  {
    folder: "languages/leads",
    purpose: "where a text leads by a path: imports, includes, embedded files, schemas",
    mayImport: ["languages", "languages/c"],
  },
  {
    folder: "languages/modules",
    purpose: "where imports lead in a root: files, directories, out of it, or anywhere",
    mayImport: [],
  },
  {
    folder: "languages/names",
    purpose: "where names stand, how far they reach, and which symbols are used without their name",
    mayImport: ["languages", "languages/imports", "languages/syntax"],
  },
  {
    folder: "languages/other",
    purpose: "what is taken for granted of a language that is not known",
    mayImport: ["languages", "languages/syntax"],
  },
  {
    folder: "languages/python",
    purpose: "what is known of Python",
    mayImport: [
      "languages",
      "languages/conditional",
      "languages/declarations",
      "languages/formats",
      "languages/imports",
      "languages/leads",
      "languages/modules",
      "languages/names",
      "languages/syntax",
    ],
  },
  {
    folder: "languages/quoted",
    purpose: "where a text that a caller quotes stands in a file",
    mayImport: ["languages", "languages/syntax"],
  },
  {
    folder: "languages/rust",
    purpose: "what is known of Rust",
    mayImport: [
      "languages",
      "languages/declarations",
      "languages/imports",
      "languages/leads",
      "languages/names",
      "languages/syntax",
    ],
  },
  {
    folder: "languages/script",
    purpose: "what is known of JavaScript and TypeScript",
    mayImport: [
      "languages",
      "languages/change",
      "languages/declarations",
      "languages/formats",
      "languages/imports",
      "languages/leads",
      "languages/names",
      "languages/syntax",
    ],
  },
  {
    folder: "languages/syntax",
    purpose: "comments, strings, tokens and identifiers",
    mayImport: ["languages", "languages/names", "languages/script"],
  },
  {
    folder: "model/records",
    purpose:
      "items of context with where they come from, and what servers say unasked; evidence is `model/evidence.ts`",
    mayImport: ["model"],
  },
  {
    folder: "model/sandbox",
    purpose: "a program of a caller: what it may take, what it asks, and how it ends",
    mayImport: ["model"],
  },
  {
    folder: "operations/callers",
    purpose: "who calls whom, and which type derives from which",
    mayImport: ["operations", "operations/impact"],
  },
  {
    folder: "operations/context",
    purpose: "what a host asks on behalf of its model: context for it, and the verdict on its changes",
    mayImport: ["operations", "operations/impact", "operations/read"],
  },
  {
    folder: "operations/drafts",
    purpose: "edits that live in memory until they are committed",
    mayImport: ["operations", "operations/edit"],
  },
  {
    folder: "operations/edit",
    purpose: "changes of files: applied, previewed, formatted, taken back",
    mayImport: ["operations", "operations/find", "operations/problems"],
  },
  {
    folder: "operations/extensions",
    purpose: "operations that only one language has",
    mayImport: ["operations"],
  },
  {
    folder: "operations/find",
    purpose: "from a place to uses, definitions and implementations, also in other repositories",
    mayImport: ["operations", "operations/callers", "operations/rename"],
  },
  {
    folder: "operations/impact",
    purpose: "what a change reaches: users, tests, exported symbols, changed symbols",
    mayImport: ["operations", "operations/symbols"],
  },
  {
    folder: "operations/problems",
    purpose: "diagnostics, and what can be done about them",
    mayImport: ["operations", "operations/edit"],
  },
  {
    folder: "operations/read",
    purpose: "what is known at a place or of a file: documentation, source, hints, completions, context",
    mayImport: ["operations", "operations/callers", "operations/find", "operations/impact", "operations/symbols"],
  },
  {
    folder: "operations/rename",
    purpose: "a new name for a symbol or a file: the rules that a rename must pass",
    mayImport: ["operations", "operations/edit", "operations/find"],
  },
  {
    folder: "operations/runs",
    purpose: "builds and tests",
    mayImport: ["operations"],
  },
  {
    folder: "operations/script",
    purpose: "many questions in one call: a program of the caller over all that can be read",
    mayImport: ["operations", "operations/impact", "operations/problems", "operations/symbols"],
  },
  {
    folder: "operations/serving",
    purpose: "servers, documents, roots, skills and log levels",
    mayImport: ["operations"],
  },
  {
    folder: "operations/symbol-edit",
    purpose: "edits of a named symbol: replace, insert, delete",
    mayImport: [
      "operations",
      "operations/edit",
      "operations/find",
      "operations/impact",
      "operations/read",
      "operations/rename",
      "operations/symbols",
    ],
  },
  {
    folder: "operations/symbols",
    purpose: "symbols by name and by path",
    mayImport: ["operations"],
  },
  {
    folder: "session/documents",
    purpose: "the documents that a server has open, and what it is told of them and of files",
    mayImport: ["session", "session/problems", "session/process"],
  },
  {
    folder: "session/edits",
    purpose: "edits that a server proposes: renames, actions, formatting, commands",
    mayImport: ["session", "session/documents", "session/problems", "session/process", "session/questions"],
  },
  {
    folder: "session/problems",
    purpose: "diagnostics: pulled, pushed, checked, and whether they can be believed",
    mayImport: ["session", "session/documents", "session/process", "session/questions"],
  },
  {
    folder: "session/process",
    purpose: "from a catalogue entry to a running server: discovery, launch, handshake, life, readiness",
    mayImport: ["session", "session/edits", "session/problems"],
  },
  {
    folder: "session/questions",
    purpose: "questions about code, as plain values with their standing",
    mayImport: ["session", "session/documents", "session/problems", "session/process"],
  },
  {
    folder: "store/cache",
    purpose: "answers that outlive a process, each with the state of the root that it holds for",
    mayImport: ["store"],
  },
  {
    folder: "store/evidence",
    purpose: "the record of what was asked and done: chains of lines, their packets, verifying, retention",
    mayImport: ["store"],
  },
  {
    folder: "testing/faults",
    purpose: "servers that misuse the protocol, each in one way",
    mayImport: ["testing/kits"],
  },
  {
    folder: "testing/kits",
    purpose: "what opens a session on the toy server in memory",
    mayImport: ["testing", "testing/toy"],
  },
  {
    folder: "testing/toy",
    purpose: "the toy language and its server",
    mayImport: [],
  },
  {
    folder: "toolchains/go",
    purpose: "the go command",
    mayImport: ["toolchains", "toolchains/reports"],
  },
  {
    folder: "toolchains/java",
    purpose: "maven and gradle",
    mayImport: ["toolchains", "toolchains/reports"],
  },
  {
    folder: "toolchains/node",
    purpose: "packages of JavaScript and TypeScript, and their test runners",
    mayImport: ["toolchains", "toolchains/reports"],
  },
  {
    folder: "toolchains/python",
    purpose: "pytest, unittest and pydoc",
    mayImport: ["toolchains", "toolchains/reports"],
  },
  {
    folder: "toolchains/reports",
    purpose: "what test runners and compilers print and write",
    mayImport: ["toolchains"],
  },
  {
    folder: "toolchains/rust",
    purpose: "cargo",
    mayImport: ["toolchains"],
  },
  {
    folder: "workspace/account",
    purpose: "every occurrence of a symbol's names: a use, a relative, something else, or possible",
    mayImport: ["workspace/asking", "workspace/files"],
  },
  {
    folder: "workspace/asking",
    purpose: "questions of one caller: which server is asked, and what its answer does not cover",
    mayImport: ["workspace", "workspace/coverage", "workspace/projects", "workspace/servers"],
  },
  {
    folder: "workspace/change",
    purpose: "what a change does to the problems of a root, foreseen and found; drafts and commits",
    mayImport: ["workspace", "workspace/coverage", "workspace/projects", "workspace/reach", "workspace/write"],
  },
  {
    folder: "workspace/coverage",
    purpose: "which files a loaded server cannot see, by the rules of each language",
    mayImport: ["workspace", "workspace/files"],
  },
  {
    folder: "workspace/files",
    purpose: "the files of a root: texts, facts by content, ignore rules, the watch",
    mayImport: ["workspace", "workspace/change", "workspace/trust"],
  },
  {
    folder: "workspace/git",
    purpose: "what git knows of a checkout, asked without running its configuration",
    mayImport: ["workspace/files", "workspace/runs", "workspace/trust"],
  },
  {
    folder: "workspace/projects",
    purpose: "the projects inside a root: which there are, what loads them, what of the root they take",
    mayImport: ["workspace/coverage", "workspace/files", "workspace/servers"],
  },
  {
    folder: "workspace/proof",
    purpose: "which answers of earlier processes hold still, and the proof of it",
    mayImport: [],
  },
  {
    folder: "workspace/reach",
    purpose: "which files may notice that others change",
    mayImport: ["workspace/coverage", "workspace/files"],
  },
  {
    folder: "workspace/runs",
    purpose: "programs of a toolchain, run without a shell and bounded",
    mayImport: ["workspace"],
  },
  {
    folder: "workspace/servers",
    purpose: "the servers of one root: which apply to a file, their sessions, their commands",
    mayImport: [
      "workspace",
      "workspace/coverage",
      "workspace/files",
      "workspace/projects",
      "workspace/showing",
      "workspace/trust",
      "workspace/write",
    ],
  },
  {
    folder: "workspace/showing",
    purpose: "which text may be shown: what rests on open roots, their checkout or installed packages",
    mayImport: ["workspace", "workspace/files", "workspace/reach", "workspace/trust"],
  },
  {
    folder: "workspace/trust",
    purpose: "what of a path, a program and a place may be used where a root is not trusted",
    mayImport: ["workspace", "workspace/files", "workspace/showing"],
  },
  {
    folder: "workspace/write",
    purpose: "the only writer of project files: transactions, recovery, history",
    mayImport: ["workspace", "workspace/git", "workspace/trust"],
  },
];
