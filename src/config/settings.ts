// Every setting of Sightline: its type, its default and what it means, in one schema.
//
// Invariant: settings are parsed once at the edge and passed down frozen; no layer reads the environment for them.

import { z } from "zod";

/** What only the operator sets: single settings, and groups as a whole. */
const operatorOnly = new WeakSet<z.ZodType>();

/** A setting that a repository's own file is refused with; the sentence that it brings, without its full stop, then says so. */
function byOperator<T extends z.ZodType>(setting: T): T {
  const marked = setting.describe(`${setting.description}; not settable by a repository.`);
  operatorOnly.add(marked);
  return marked;
}

const ms = z.number().int().nonnegative();
const count = z.number().int().nonnegative();

const restart = z.strictObject({
  max: count.default(3).describe("Failed attempts before giving up."),
  trigger: z
    .enum(["auto", "on-call"])
    .default("auto")
    .describe("`auto` restarts after the back-off, `on-call` at the next call that needs the server."),
  calls: z
    .enum(["wait", "refuse"])
    .default("wait")
    .describe("What a call does while a restart is under way: wait within its deadline, or be told at once."),
  counting: z
    .enum(["consecutive", "lifetime"])
    .default("consecutive")
    .describe("With `consecutive` a successful start resets the count, with `lifetime` nothing does."),
  backoffMs: z.array(ms).min(1).default([1_000, 2_000, 4_000]).describe("Waits before each attempt; the last repeats."),
  capMs: ms.default(30_000).describe("The longest wait before an attempt."),
  breakerCrashes: count
    .default(5)
    .describe("Crashes within `breakerWindowMs` that end a server even if each restart succeeded; 0 for no limit."),
  breakerWindowMs: ms.default(180_000).describe("The time in which crashes are counted together."),
  breakerRestMs: ms.default(60_000).describe("Rest before one more attempt after that; 0 for never again by itself."),
  zeroExit: z.enum(["crash", "stop"]).default("crash").describe("What an unrequested exit with code 0 means."),
  quarantineAfter: count.default(2).describe("Crashes about the same file before that file is no longer sent."),
});

const request = z.strictObject({
  timeoutMs: ms.optional().describe("One time limit for all requests, instead of those of the method table."),
  initializeMs: ms.default(300_000).describe("Time limit of the handshake."),
  retryDelaysMs: z
    .array(ms)
    .default([500, 1_000, 2_000])
    .describe("Waits before each retry after ContentModified or ServerCancelled."),
  timeoutsBeforeProbe: count.default(3).describe("Timeouts in a row before a server is probed for life."),
  probeMs: ms.default(5_000).describe("Time limit of that probe."),
});

const ready = z.strictObject({
  waitMs: ms.default(10_000).describe("How long a query waits for readiness before it answers `partial`."),
  capMs: ms.default(60_000).describe("Announced work without an end stops counting after this."),
});

const documents = z.strictObject({
  maxOpen: count.default(500).describe("Open documents per server; the least recently used is closed beyond it."),
  maxBytes: count.default(10 * 1024 * 1024).describe("The largest file that is read or sent."),
});

const projects = z.strictObject({
  maxLoaded: count
    .default(100)
    .describe("Projects, and files outside of all, loaded for questions about the whole workspace; 0 = none."),
  memoryBytes: count
    .default(4 * 1024 ** 3)
    .describe("Memory of one server beyond which projects are closed, least recently used first; 0 = no limit."),
});

const account = z.strictObject({
  places: count
    .default(200)
    .describe("Places with a symbol's name that servers are asked about before an answer about its uses is labelled."),
  ms: ms
    .default(2_000)
    .describe("How long further places are asked about beyond that number; what is left is counted as not checked."),
});

const diagnostics = z.strictObject({
  quietMs: ms
    .default(500)
    .describe("Silence after the last push that counts as settled, where pushes carry no version."),
  waitMs: ms.default(10_000).describe("How long problems are waited for."),
});

const files = z.strictObject({
  debounceMs: ms.default(150).describe("Changes are collected this long before servers hear; a query flushes at once."),
});

const notices = z.strictObject({
  diagnosticsMs: ms
    .default(2_000)
    .describe("Changes of diagnostics are collected this long before those who subscribed to them hear of them."),
  staleMs: ms
    .default(3_000)
    .describe("Quiet after a change on disk before it is told that references told earlier may be stale."),
});

const stop = z.strictObject({
  shutdownMs: ms.default(1_500).describe("Wait for the reply to shutdown."),
  exitMs: ms.default(1_000).describe("Wait for the exit after it."),
  termMs: ms.default(500).describe("Wait for the exit after SIGTERM; then the whole process group is killed."),
});

const idle = z.strictObject({
  teardownMs: ms.default(600_000).describe("A server without a call for this long is stopped; 0 for never."),
  memoryBytes: count
    .default(0)
    .describe(
      "Memory of all servers together; beyond it idle ones are stopped, least recently used first. 0 for no limit; in a daemon, for half of the machine's.",
    ),
  checkMs: ms.default(30_000).describe("How often idleness and memory are looked at."),
});

const daemon = z.strictObject({
  idleMs: ms.default(1_800_000).describe("How long the daemon of a root lives after its last client has gone."),
});

const languages = z.strictObject({
  enabled: z
    .array(z.string())
    .default([])
    .describe("Languages that may be served, by their ids; an empty list means all."),
  prefer: byOperator(
    z.array(z.string()).default([]).describe("Ids of servers that are looked for before the others of their language"),
  ),
  prewarm: z
    .array(z.string())
    .default([])
    .describe("Languages whose servers start when the engine opens, where there are files of them; `*` for all."),
  extensions: byOperator(
    z
      .array(z.string())
      .default([])
      .describe("Languages whose own operations are offered, besides those that are configured"),
  ),
});

const servers = z.strictObject({
  install: byOperator(
    z
      .enum(["ask", "never"])
      .default("ask")
      .describe(
        "Whether `sightline servers install` may install language servers after a person agreed; agents never do",
      ),
  ),
});

const commands = z.strictObject({
  allow: byOperator(
    z
      .record(z.string(), z.array(z.string()))
      .default({})
      .describe("Commands of servers that `execute_command` may run, by the id of the server"),
  ),
});

const edits = z.strictObject({
  protect: z
    .array(z.string())
    .default([])
    .describe("Patterns of files that need an explicit allow to be changed, besides those that always do."),
  checkMs: ms
    .default(15_000)
    .describe("How long the files that a change can reach are looked at before it is told what came of it."),
  wholeFiles: count
    .default(200)
    .describe(
      "Up to so many files of the languages that a change concerns, all are looked at, not only its importers.",
    ),
  keep: count.default(200).describe("Transactions of a root that can be undone; older ones are forgotten."),
  keepBytes: count.default(256 * 1024 ** 2).describe("Former contents kept for that, for each root."),
  laneMs: ms.default(60_000).describe("How long speculative texts may keep a server from other callers at a stretch."),
});

const correction = z.strictObject({
  rounds: count
    .default(2)
    .describe(
      "How often the model of a host is asked to correct errors that its change brought, before the operator is.",
    ),
});

const words = z.array(z.string().min(1)).min(1).optional();

const rule = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "letters, digits, dots, hyphens and underscores")
      .describe("By which decisions, refusals and records name it."),
    decide: z.enum(["allow", "deny"]),
    reason: z.string().max(200).optional().describe("Why, in a few words; a refusal shows it."),
    callers: z
      .array(z.string().regex(/^(?:mcp|cli|library|agent:.+)$/, "mcp, cli, library or agent:ID"))
      .min(1)
      .optional()
      .describe("Doors, or `agent:ID` for an agent that `--agents` binds."),
    roots: z
      .array(z.string().regex(/^(?:\/|\*\*|[A-Za-z]:\/)/, "an absolute path, or a pattern that begins with **"))
      .min(1)
      .optional()
      .describe("Absolute paths, each with what lies below it; with `*` and `**`."),
    operations: words.describe("Names, or beginnings of names with a closing `*`."),
    effects: z
      .array(z.enum(["read", "control", "propose", "write", "exec", "network"]))
      .min(1)
      .optional()
      .describe("Required where the rule allows, so that it lifts only what it names."),
    methods: words.describe("LSP methods, or beginnings with a closing `*`: the rule is about requests to servers."),
    modes: z
      .array(z.enum(["interactive", "non_interactive", "read_only"]))
      .min(1)
      .optional()
      .describe("Modes in which the rule holds."),
    files: words.describe("Patterns of paths relative to the root: the file that is asked about or written."),
  })
  .refine(({ decide, effects }) => decide === "deny" || effects !== undefined, {
    path: ["effects"],
    message: "a rule with decide: allow must list its effects",
  });

const policy = z.strictObject({
  version: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,64}$/, "letters, digits, dots, hyphens and underscores")
    .default("")
    .describe(
      "The operator's name for this policy; every decision carries it. Not settable by a repository, like all of `policy`.",
    ),
  mode: z
    .enum(["interactive", "non_interactive", "read_only"])
    .default("interactive")
    .describe(
      "`non_interactive`: only servers that the operator registers are started, because no person is there to notice. " +
        "`read_only`: questions only.",
    ),
  servers: z
    .enum(["any", "registered"])
    .default("any")
    .describe(
      "`registered`: only servers that the operator, or the file of a trusted root, registers completely are started; others that are found are announced.",
    ),
  surface: z
    .enum(["tools", "passive"])
    .default("tools")
    .describe(
      "`passive`: an MCP client is offered context, validation and status, and asks language servers nothing else.",
    ),
  methods: z
    .array(z.string().min(1))
    .default([])
    .describe("LSP methods that may be sent to servers; an empty list means all that operations declare."),
  rules: z
    .array(rule)
    .default([])
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, "two rules have the same id")
    .describe("Rules of the operator, of which the first that matches decides (docs/governance.md)."),
});

const mebibyte = 1024 ** 2;

const evidence = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe(
      "Whether calls, requests to servers and changes are recorded (docs/governance.md); what cannot be recorded is refused. Not settable by a repository, like all of `evidence`.",
    ),
  raw: z
    .enum(["off", "redacted", "full"])
    .default("redacted")
    .describe(
      "What is kept of requests and answers of servers beside the records: nothing, their form without texts, or everything, which includes contents of files.",
    ),
  rotateBytes: count
    .min(4_096)
    .max(256 * mebibyte)
    .default(16 * mebibyte)
    .describe("The size at which a file of a chain is closed and the next one begun."),
  keepBytes: count.default(512 * mebibyte).describe("Evidence kept for each root, the oldest goes first; 0 for all."),
  keepDays: count.default(90).describe("Older evidence is removed; 0 for never."),
});

const cache = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe(
      "Whether complete answers are kept for later processes, and given again where they are proven to hold still (docs/cache.md).",
    ),
  maxBytes: byOperator(
    count
      .default(256 * mebibyte)
      .describe("How much is kept for each root, of which what was used longest ago goes first."),
  ),
});

const passive = z.strictObject({
  hosts: byOperator(
    z
      .array(z.string())
      .default([])
      .describe("Hosts beside this machine whose servers a caller or a repository may name to be connected to"),
  ),
});

const untrusted = z.strictObject({
  confine: byOperator(
    z
      .enum(["auto", "always", "never"])
      .default("auto")
      .describe(
        "Whether the system keeps servers of roots that are not trusted from reading other files (Landlock on Linux): " +
          "`auto` where it can, `always` starts none where it cannot",
      ),
  ),
  allow: byOperator(
    z
      .array(z.string())
      .default([])
      .describe("Directories, by their absolute paths, whose files and programs confined servers may use besides"),
  ),
});

export const settingsSchema = z.strictObject({
  restart: restart.prefault({}),
  request: request.prefault({}),
  ready: ready.prefault({}),
  documents: documents.prefault({}),
  projects: projects.prefault({}),
  account: account.prefault({}),
  diagnostics: diagnostics.prefault({}),
  files: files.prefault({}),
  notices: notices.prefault({}),
  stop: stop.prefault({}),
  idle: idle.prefault({}),
  daemon: daemon.prefault({}),
  languages: languages.prefault({}),
  servers: servers.prefault({}),
  commands: commands.prefault({}),
  edits: edits.prefault({}),
  correction: correction.prefault({}),
  untrusted: untrusted.prefault({}),
  passive: passive.prefault({}),
  policy: policy.prefault({}),
  evidence: evidence.prefault({}),
  cache: cache.prefault({}),
});

// The first setting of each says it of all.
for (const group of [policy, evidence]) operatorOnly.add(group);

/**
 * The paths of what only the operator sets. Which commands may run the operator says; a repository that could say it too would
 * allow itself everything. And what is offered is settled before any repository is known.
 */
export const operatorOnlyPaths: readonly (readonly string[])[] = Object.entries(settingsSchema.shape).flatMap(
  ([group, schema]) => {
    const settings = schema.unwrap();
    const own = Object.entries(settings.shape).filter(([, setting]) => operatorOnly.has(setting));
    const isWhole = operatorOnly.has(settings) || own.length === Object.keys(settings.shape).length;
    return isWhole ? [[group]] : own.map(([key]) => [group, key]);
  },
);

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;
