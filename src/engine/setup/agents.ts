// The coding agents as data: where each keeps its configuration, and in which shape it takes an MCP server and hooks.
//
// A place begins with where it lies: `~` is the home directory, `{config}` where the system keeps settings of programs, `{xdg}` where
// Linux keeps them, `{appdata}` the same on Windows, `{claude}` and `{codex}` the directories of those agents. Without one it lies in the project.

export const setupScopes = ["user", "project"] as const;
export type SetupScope = (typeof setupScopes)[number];

/** Of several places the first that is there counts, else the first. */
export type ScopedPlaces = Readonly<Partial<Record<SetupScope, readonly string[]>>>;

export interface SetupAgent {
  readonly id: string;
  readonly title: string;
  /** Any of these places, or a program of one of these names, means that the agent is set up here. */
  readonly signs: readonly string[];
  readonly programs: readonly string[];
  readonly entry: EntryRow;
  readonly hooks?: HooksRow;
  /** Directories in which it finds skills. */
  readonly skills?: ScopedPlaces;
  /** What it reads of every session's beginning. */
  readonly guide?: ScopedPlaces;
  /** It has no project of its own, so its entry names the root. */
  readonly namesRoot?: boolean;
}

export interface EntryRow {
  readonly format: "json" | "toml";
  readonly places: ScopedPlaces;
  /** The keys that lead to the servers. */
  readonly path: readonly string[];
  /** Keys beside the command. */
  readonly fixed: Readonly<Record<string, string | boolean>>;
  /** The command and its arguments as two keys, or as one list. */
  readonly words: "split" | "list";
}

export type HooksRow =
  | {
      readonly kind: "json";
      readonly places: ScopedPlaces;
      readonly events: readonly string[];
      /** Keys that the file must have beside the hooks. */
      readonly fixed: Readonly<Record<string, number>>;
      /** What is listed for each event. */
      readonly item: (command: string) => object;
    }
  | { readonly kind: "plugin"; readonly places: ScopedPlaces };

const split = { format: "json", path: ["mcpServers"], fixed: {}, words: "split" } as const;
const shared = { user: ["~/.agents/skills"], project: [".agents/skills"] };
const grouped = (command: string): object => ({ hooks: [{ type: "command", command }] });

export const setupAgents: readonly SetupAgent[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    signs: ["{claude}/.claude.json", "{claude}/.claude", ".mcp.json", ".claude", "CLAUDE.md"],
    programs: ["claude"],
    entry: {
      ...split,
      fixed: { type: "stdio" },
      places: { user: ["{claude}/.claude.json"], project: [".mcp.json"] },
    },
    hooks: {
      kind: "json",
      places: { user: ["{claude-files}/settings.json"], project: [".claude/settings.json"] },
      events: ["SessionStart", "UserPromptSubmit", "PostToolUse", "SessionEnd"],
      fixed: {},
      item: grouped,
    },
    skills: { user: ["{claude-files}/skills"], project: [".claude/skills"] },
    guide: { user: ["{claude-files}/CLAUDE.md"], project: ["CLAUDE.md"] },
  },
  {
    id: "codex",
    title: "Codex",
    signs: ["{codex}", ".codex"],
    programs: ["codex"],
    entry: {
      format: "toml",
      path: ["mcp_servers"],
      fixed: {},
      words: "split",
      places: { user: ["{codex}/config.toml"], project: [".codex/config.toml"] },
    },
    hooks: {
      kind: "json",
      places: { user: ["{codex}/hooks.json"], project: [".codex/hooks.json"] },
      events: ["SessionStart", "UserPromptSubmit", "PostToolUse"],
      fixed: {},
      item: grouped,
    },
    skills: shared,
    guide: { user: ["{codex}/AGENTS.md"], project: ["AGENTS.md"] },
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    signs: ["~/.gemini/settings.json", "~/.gemini", ".gemini", "GEMINI.md"],
    programs: ["gemini"],
    entry: { ...split, places: { user: ["~/.gemini/settings.json"], project: [".gemini/settings.json"] } },
    hooks: {
      kind: "json",
      places: { user: ["~/.gemini/settings.json"], project: [".gemini/settings.json"] },
      events: ["SessionStart", "BeforeAgent", "AfterTool"],
      fixed: {},
      item: (command) => ({ hooks: [{ type: "command", command, timeout: 10_000 }] }),
    },
    skills: shared,
    guide: { user: ["~/.gemini/GEMINI.md"], project: ["GEMINI.md"] },
  },
  {
    id: "cursor",
    title: "Cursor",
    signs: ["~/.cursor", ".cursor"],
    programs: ["cursor", "cursor-agent"],
    entry: { ...split, places: { user: ["~/.cursor/mcp.json"], project: [".cursor/mcp.json"] } },
    hooks: {
      kind: "json",
      places: { user: ["~/.cursor/hooks.json"], project: [".cursor/hooks.json"] },
      events: ["sessionStart", "postToolUse"],
      fixed: { version: 1 },
      item: (command) => ({ command }),
    },
    skills: shared,
    guide: { project: ["AGENTS.md"] },
  },
  {
    id: "vscode",
    title: "VS Code",
    signs: ["{config}/Code/User", ".vscode"],
    programs: ["code"],
    entry: {
      ...split,
      path: ["servers"],
      fixed: { type: "stdio" },
      places: { user: ["{config}/Code/User/mcp.json"], project: [".vscode/mcp.json"] },
    },
    hooks: {
      kind: "json",
      places: { user: ["~/.copilot/hooks/sightline.json"], project: [".github/hooks/sightline.json"] },
      events: ["SessionStart", "UserPromptSubmit", "PostToolUse"],
      fixed: {},
      item: (command) => ({ type: "command", command, timeout: 10 }),
    },
    skills: shared,
    guide: { project: ["AGENTS.md"] },
  },
  {
    id: "zed",
    title: "Zed",
    signs: ["{appdata}/zed", ".zed"],
    programs: ["zed", "zeditor"],
    entry: {
      ...split,
      path: ["context_servers"],
      places: { user: ["{appdata}/zed/settings.json"], project: [".zed/settings.json"] },
    },
    skills: shared,
    guide: { project: ["AGENTS.md"] },
  },
  {
    id: "opencode",
    title: "opencode",
    signs: ["{xdg}/opencode", ".opencode", "opencode.json", "opencode.jsonc"],
    programs: ["opencode"],
    entry: {
      format: "json",
      path: ["mcp"],
      fixed: { type: "local", enabled: true },
      words: "list",
      places: {
        user: ["{xdg}/opencode/opencode.json", "{xdg}/opencode/opencode.jsonc"],
        project: ["opencode.json", "opencode.jsonc"],
      },
    },
    hooks: {
      kind: "plugin",
      places: { user: ["{xdg}/opencode/plugins/sightline.js"], project: [".opencode/plugins/sightline.js"] },
    },
    skills: shared,
    guide: { user: ["{xdg}/opencode/AGENTS.md"], project: ["AGENTS.md"] },
  },
  {
    id: "windsurf",
    title: "Windsurf",
    signs: ["~/.codeium/windsurf", ".windsurf"],
    programs: ["windsurf"],
    entry: { ...split, places: { user: ["~/.codeium/windsurf/mcp_config.json"] } },
    guide: { project: ["AGENTS.md"] },
  },
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    signs: ["{config}/Claude"],
    programs: [],
    entry: { ...split, places: { user: ["{config}/Claude/claude_desktop_config.json"] } },
    namesRoot: true,
  },
];
