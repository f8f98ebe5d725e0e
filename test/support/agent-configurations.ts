// Configuration files of coding agents as people have them, and the shapes in which they are met.

export interface AgentFile {
  readonly agent: string;
  /** From the home directory. */
  readonly path: string;
  /** The keys that lead to our server. */
  readonly keys: readonly string[];
  readonly text: string;
}

const json = (agent: string, path: string, key: string, text: string): AgentFile => ({
  ...{ agent, path, text },
  keys: [key, "sightline"],
});

/** Each with servers of others that have environments, addresses, headers and keys that only their agent knows. */
export const agentFiles: readonly AgentFile[] = [
  json(
    "claude-code",
    ".claude.json",
    "mcpServers",
    `{
  "numStartups": 212,
  "tipsHistory": { "new-user-warmup": 4 },
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": { "Authorization": "Bearer github_pat_11AAAAAAA0aaaaaaaaaaaa" }
    },
    "db": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-postgres"],
      "env": { "DATABASE_URL": "postgres://u:p@h/d" },
      "alwaysLoad": true
    }
  },
  "projects": { "/srv/shop": { "allowedTools": [], "mcpServers": {} } },
  "userID": "5f2e"
}
`,
  ),
  {
    agent: "codex",
    path: ".codex/config.toml",
    keys: ["mcp_servers", "sightline"],
    text: `model = "gpt-5-codex" # what I use
model_reasoning_effort = "high"
notify = [
  "python3", # with a comment
  "/srv/me/.codex/notify.py",
]

[projects."/srv/shop"]
trust_level = "trusted"

[mcp_servers.docs]
url = "https://example.com/mcp"
http_headers = { "X-Key" = "v", Accept = 'text/plain' }

[mcp_servers.db]
command = "npx"
args = ["-y", "server-postgres"]
startup_timeout_sec = 20.5

[mcp_servers.db.env]
DATABASE_URL = """
postgres://u:p@h/d"""
# the end
`,
  },
  json(
    "gemini",
    ".gemini/settings.json",
    "mcpServers",
    `{
  // Gemini reads comments.
  "security": { "auth": { "selectedType": "oauth-personal" } },
  "mcpServers": {
    "remote": { "httpUrl": "https://example.com/mcp", "headers": { "K": "v" }, "trust": false, "includeTools": ["a"] }
  },
  "hooks": {
    "AfterTool": [{ "matcher": "write_file", "hooks": [{ "type": "command", "command": "./lint.sh" }] }]
  }
}
`,
  ),
  json(
    "cursor",
    ".cursor/mcp.json",
    "mcpServers",
    `{
  "mcpServers": {
    "figma": { "url": "http://127.0.0.1:3845/mcp" },
    "x": { "command": "\${userHome}/x", "args": [], "envFile": "\${workspaceFolder}/.env" }
  }
}
`,
  ),
  json(
    "vscode",
    ".config/Code/User/mcp.json",
    "servers",
    `{
	"servers": {
		"github": {
			"url": "https://api.githubcopilot.com/mcp/",
			"type": "http"
		}
	},
	"inputs": [
		{ "id": "key", "type": "promptString", "description": "A key", "password": true }
	]
}
`,
  ),
  json(
    "zed",
    ".config/zed/settings.json",
    "context_servers",
    `// Zed settings
//
// For information on how to configure Zed, see the Zed
// documentation: https://zed.dev/docs/configuring-zed
{
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  "context_servers": {
    "mcp-server-context7": { "source": "extension", "enabled": true, "settings": { "k": "v" } }, // docs
  },
  /* fonts */
  "buffer_font_size": 15,
}
`,
  ),
  json(
    "opencode",
    ".config/opencode/opencode.json",
    "mcp",
    `{
  "$schema": "https://opencode.ai/config.json",
  "model": "anthropic/claude-sonnet-5-5",
  "mcp": {
    "context7": { "type": "remote", "url": "https://mcp.context7.com/mcp", "headers": { "KEY": "{env:KEY}" } }
  },
  "lsp": false
}
`,
  ),
  json(
    "windsurf",
    ".codeium/windsurf/mcp_config.json",
    "mcpServers",
    `{
  "mcpServers": {
    "r": { "serverUrl": "https://example.com/sse", "disabledTools": ["x"] },
    "github": { "command": "docker", "args": ["run", "-i", "--rm", "ghcr.io/github/github-mcp-server"], "env": { "T": "" } }
  }
}
`,
  ),
  json(
    "claude-desktop",
    ".config/Claude/claude_desktop_config.json",
    "mcpServers",
    `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "filesystem": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv/me/Ünï"] }
  }
}
`,
  ),
];

const isToml = ({ path }: AgentFile): boolean => path.endsWith(".toml");

/** What becomes of each file; undefined for one that is not there. */
export const shapes: Readonly<Record<string, (file: AgentFile) => string | undefined>> = {
  "as people have them": ({ text }) => text,
  absent: () => undefined,
  "without a byte": () => "",
  "a blank line": () => "\n",
  "empty objects": (file) => (isToml(file) ? "# nothing\n" : "{}"),
  "an empty object over two lines": (file) => (isToml(file) ? "\n\n" : "{\n}\n"),
  "other settings alone": (file) => (isToml(file) ? 'model = "o3"\n' : '{\n    "a": { "b": [1, 2] }\n}\n'),
  "an empty list of servers": (file) =>
    isToml(file) ? "[mcp_servers]\n" : `{\n  "${file.keys[0]}": {},\n  "z": null\n}\n`,
  "a list of servers with a comment alone": (file) =>
    isToml(file) ? "[mcp_servers] # mine\n# none\n" : `{\n  "${file.keys[0]}": {\n    // none yet\n  }\n}\n`,
  "line ends of Windows": ({ text }) => text.replaceAll("\n", "\r\n"),
  tabs: ({ text }) => text.replaceAll(/^(?: {2})+/gm, (indent) => "\t".repeat(indent.length / 2)),
  "four blanks": ({ text }) => text.replaceAll(/^ +/gm, (indent) => indent.repeat(2)),
  "no end of the last line": ({ text }) => text.trimEnd(),
  "a mark of the byte order": ({ text }) => `\uFEFF${text}`,
  "one line": (file) =>
    isToml(file) ? "a = 1" : `{"${file.keys[0]}":{"x":{"command":"y","env":{"K":"${"v".repeat(40)}"}}},"e":[]}`,
};
