// The page about settings, derived from the table of options, the schema of settings and the profiles.

import { z } from "zod";
import type { OptionRow } from "../src/config/options.ts";
import { optionNames, optionTable } from "../src/config/options.ts";
import { profileNames, profiles } from "../src/config/profiles.ts";
import type { SettingRow } from "../src/config/listed-settings.ts";
import { settingRows } from "../src/config/listed-settings.ts";
import { settingsSchema } from "../src/config/settings.ts";
import { at } from "../src/std/json.ts";
import { markdownTable } from "./markdown-table.ts";

/** What the key `settings` of a configuration may hold, for editors and for the checks of an operator. */
export function settingsJsonSchema(): string {
  const schema = z.toJSONSchema(settingsSchema, { io: "input" });
  return `${JSON.stringify({ title: "Settings of Sightline", ...schema }, null, 2)}\n`;
}

export function settingsPage(): string {
  const options = markdownTable(
    ["flag", "environment", "values", "default", "meaning"],
    optionNames.map((name) => optionCells(optionTable[name])),
  );
  const settings = markdownTable(["setting", "values", "default", "meaning"], settingRows().map(settingCells));
  const others = profileNames.filter((name) => name !== "standard");
  const profileTable = markdownTable(
    ["setting", ...others.map((name) => `\`${name}\``)],
    settingRows().flatMap((row) => profileCells(row, others)),
  );
  return [
    "# Settings",
    introduction,
    "## Options of a start",
    options,
    optionNotes,
    "## Settings",
    settingsIntroduction,
    settings,
    "## Profiles",
    "A profile is nothing but other defaults for the settings above; `standard` changes none.",
    profileTable,
    "## A configuration file",
    fileNotes,
    "",
  ].join("\n\n");
}

const introduction = [
  "Generated from `src/config/` by `node tools/run.mjs tools/gen.ts --write`. `sightline config` shows the values in effect and where each",
  "comes from. Of several sources the strongest wins: a flag, a variable `SIGHTLINE_…`, the name that another program gave the",
  "variable, the operator's file, the workspace's own file (once its root is trusted), the profile, the default.",
].join("\n");

const optionNotes = [
  "- Several roots in one variable are separated as in `PATH`.",
  "- `AGENT_LSP_OUTPUT_FORMAT=gcf` means `text`. `LOG_LEVEL` belongs to many programs: a value that is no level is left alone.",
  "- A variable that names a file or directory of Sightline's own (configuration, agents, state) holds an absolute path. These files lie",
  "  outside of every root that is served and of every checkout around one, or, but for the state, in a root that is trusted; only",
  "  you can write them or a directory that contains them. Anything else is refused. Your home directory itself counts as neither.",
  "- There is no variable for trust. A variable holds for every root that is opened below it, and trust is given to one root at a",
  "  time: by `--trust` for one run, by `sightline trust` until it is taken back. In a trusted root builds, tests, documentation tools",
  "  and the commands of servers that `commands.allow` names may be run, servers leave their restricted form, and its own",
  "  configuration is read; `--allow-exec` allows the runs alone.",
].join("\n");

const settingsIntroduction =
  'These stand under `settings` in a configuration file, e.g. `{ "settings": { "restart": { "max": 5 } } }`.';

const fileNotes = [
  "`--config FILE`, `--merge-config FILE` and a trusted root's `.sightline/lsp.json` have the same form: a JSON object with `servers`,",
  "`languages` and `settings`, each of which may be left out. An unknown key, a wrong type or a text that is no JSON ends the start",
  "with exit code 2 and names the fault, with its line.",
  "",
  "```json",
  JSON.stringify(
    {
      servers: [
        { extensions: ["go"], command: ["gopls"], language_id: "go", settings: { gopls: { gofumpt: true } } },
        { extensions: ["ts", "tsx"], command: ["typescript-language-server", "--stdio"] },
        { language: "haskell", binary: "haskell-language-server-wrapper", args: ["--lsp"], env: { A: "1" } },
        { id: "rust-analyzer", initializationOptions: { check: { command: "clippy" } } },
      ],
    },
    null,
    2,
  ),
  "```",
  "",
  "- With `--config` the servers of the list are the only ones; a file that none of them handles is refused, with the server that would.",
  "  Without a list of servers, all that are known stay. With `--merge-config`, and in a workspace's own file, the list comes before",
  "  what is known.",
  "- The first entry that lists an extension wins it. Extensions are compared in lower case, with or without their dot.",
  "- `env`, `initializationOptions` and `settings` of the short forms are laid over what is known of a server; those of an entry with an",
  "  `id` replace it.",
  "- The same as words of the command line: `sightline go gopls` (one server for every file; what follows the program is its own) and",
  "  `sightline go:gopls typescript:typescript-language-server,--stdio`.",
  '- A server that someone else runs: `{ "id": "gopls", "launch": { "kind": "tcp", "host": "127.0.0.1", "port": 9999 } }`, beside',
  "  `gopls -listen=127.0.0.1:9999`. `sightline start --language-id go --connect localhost:9999` and `start_lsp` do the same for one run. It is",
  "  connected to when it is needed, never shut down, and connected to again by the rules of `restart` when the connection is lost.",
  '  `"alone": true` in the launch says that it has no other client: without it answers are `partial`, and drafts are not shown to it,',
  "  unless the server is known to keep its clients apart ([servers.md](servers.md)).",
  "- Such a server is used only in a trusted root, since what it executes cannot be restricted any more, or where its entry says",
  '  `"restricted": { "kind": "safe" }`. A host other than this machine is named by you: in the launch of your own file, or in `passive.hosts` for what',
  "  callers and trusted repositories name.",
].join("\n");

// — below: private, in the order they are used —

function optionCells(row: OptionRow<unknown>): string[] {
  const { flag, short, value, env, kind, choices, byDefault, description } = row;
  const flags = [...(short === undefined ? [] : [`-${short}`]), ...(flag === undefined ? [] : [`--${flag}`])];
  return [
    flags.map((one) => code(value === undefined ? one : `${one} ${value}`)).join(", "),
    env.map(({ name }) => code(name)).join(", "),
    choices === undefined
      ? {
          switch: "",
          text: "text",
          words: "words, separated by commas",
          paths: "directories",
          milliseconds: "milliseconds",
          port: "port",
          choice: "",
        }[kind]
      : choices.map(code).join(", "),
    byDefault === undefined || byDefault === false || (Array.isArray(byDefault) && byDefault.length === 0)
      ? ""
      : code(typeof byDefault === "string" ? byDefault : JSON.stringify(byDefault)),
    description,
  ];
}

function settingCells({ name, type, byDefault, description }: SettingRow): string[] {
  return [code(name), type, byDefault === undefined ? "" : code(JSON.stringify(byDefault)), description];
}

function profileCells({ name }: SettingRow, others: readonly (typeof profileNames)[number][]): string[][] {
  const values = others.map((profile) => at(profiles[profile], name.split(".")));
  if (values.every((value) => value === undefined)) return [];
  return [[code(name), ...values.map((value) => (value === undefined ? "" : code(JSON.stringify(value))))]];
}

function code(text: string): string {
  return `\`${text}\``;
}
