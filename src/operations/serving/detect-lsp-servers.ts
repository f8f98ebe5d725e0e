// `detect_lsp_servers`: which languages a directory holds, and what this machine has for them.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import { standingOf } from "../../model/standing.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import type { InstalledServer, Survey, SurveyedLanguage } from "../../workspace/servers/survey.ts";
import { defineQuery } from "../define.ts";

const input = { workspace_dir: z.string().optional().describe("A directory of a root; the main root without it.") };

export interface SurveyJson {
  readonly workspace_dir: string;
  readonly workspace_languages: readonly string[];
  readonly file_counts: Readonly<Record<string, number>>;
  /** A few files of each language. */
  readonly samples: Readonly<Record<string, readonly string[]>>;
  readonly installed_servers: readonly {
    readonly language: string;
    readonly server: string;
    /** Not for a server that someone else runs, which has an address instead. */
    readonly path?: string;
    readonly address?: string;
    readonly version?: string;
    readonly config_entry?: string;
  }[];
  readonly suggested_config: readonly string[];
  readonly not_installed: readonly string[];
  /** Servers that are here and that policy does not start, because they are not registered; only where there are any. */
  readonly unregistered_servers?: readonly {
    readonly language: string;
    readonly server: string;
    readonly path: string;
  }[];
  /** By language how to install what is missing, where that is known. */
  readonly install: Readonly<Record<string, string>>;
}

export const detectLspServers = defineQuery<"detect_lsp_servers", typeof input, Survey, SurveyJson>({
  name: "detect_lsp_servers",
  title: "Detect Language Servers",
  summary:
    "List the languages of a directory with the servers that are installed for them, and how to install the others.",
  guidance: "Starts nothing. Look here when a question is refused because no server was found.",
  exposure: "full",
  passive: true,
  cli: { command: "detect", positional: "directory" },
  needs: [],
  input,
  run: async ({ view }, { workspace_dir }) => ({ value: await view.survey(workspace_dir), standing: standingOf([]) }),
  isEmpty: ({ languages }) => languages.length === 0,
  toText({ directory, languages }, budget) {
    const shown = inertLine(directory);
    if (languages.length === 0) return `No file of a known language in ${shown}.`;
    const head = `${counted(languages.length, "language")} in ${shown}`;
    const unserved = languages.filter(({ installed }) => installed.length === 0).length;
    const short = (): Rendering => ({
      text: `${head}: ${languages.map(({ language, files }) => `${language} ${files}`).join(", ")}`,
      leavesOut: "servers left out: too many",
    });
    return fitting(
      [
        () => ({ text: [head, ...languages.map(languageText)].join("\n") }),
        short,
        () => ({ text: `${head}, ${unserved} without a server` }),
      ],
      budget,
    );
  },
  toJson: surveyJson,
  hints: ({ languages }) =>
    languages.some(({ installed }) => installed.length > 0)
      ? [
          { operation: "find_symbol", why: "to search what they serve" },
          { operation: "start_lsp", why: "to start one before it is asked" },
        ]
      : [],
  examples: [{ title: "What is here, and who serves it", input: { workspace_dir: "src" } }],
});

// — below: private, in the order they are used —

/** `typescript  120 files  typescript-native 7.0.2`, or what to install. */
function languageText({ language, files, installed, missing, unregistered }: SurveyedLanguage): string {
  const servers = installed.map(({ server, version, address }) =>
    [
      server,
      ...(version === undefined ? [] : [inertLine(version, 60)]),
      ...(address === undefined ? [] : [`at ${address}`]),
    ].join(" "),
  );
  const lacking =
    missing === undefined
      ? unregistered === undefined
        ? "no server is known"
        : `no registered server; ${unregistered.server} is here, ${inertLine(unregistered.path)}`
      : `no server; ${missing.install === undefined ? `${missing.server} would serve it` : `install ${missing.server}: ${missing.install}`}`;
  const who = servers.length > 0 ? servers.join(", ") : lacking;
  return `  ${language}  ${counted(files, "file")}  ${who}`;
}

/** As a server is named when starting: `go:gopls`, with its arguments after commas. One that others run is not started. */
function configEntry(language: string, { command }: InstalledServer): readonly string[] {
  return command === undefined ? [] : [`${language}:${command.join(",")}`];
}

function withConfigEntry(language: string, server: InstalledServer): { readonly config_entry?: string } {
  const [config_entry] = configEntry(language, server);
  return config_entry === undefined ? {} : { config_entry };
}

function surveyJson({ directory, languages }: Survey): SurveyJson {
  const rows = languages.flatMap(({ language, installed }) => installed.map((server) => ({ language, server })));
  const unregistered = languages.flatMap(({ language, unregistered: one }) =>
    one === undefined ? [] : [{ language, ...one }],
  );
  return {
    workspace_dir: directory,
    workspace_languages: languages.map(({ language }) => language),
    file_counts: Object.fromEntries(languages.map(({ language, files }) => [language, files])),
    samples: Object.fromEntries(languages.map(({ language, samples }) => [language, samples])),
    installed_servers: rows.map(({ language, server }) => ({
      language,
      server: server.server,
      ...(server.command === undefined ? {} : { path: server.command[0] }),
      ...(server.address === undefined ? {} : { address: server.address }),
      ...(server.version === undefined ? {} : { version: server.version }),
      ...withConfigEntry(language, server),
    })),
    suggested_config: languages.flatMap(({ language, installed: [first] }) =>
      first === undefined ? [] : configEntry(language, first),
    ),
    not_installed: languages.flatMap(({ language, missing }) =>
      missing === undefined ? [] : [`${language} (${missing.server})`],
    ),
    ...(unregistered.length === 0 ? {} : { unregistered_servers: unregistered }),
    install: Object.fromEntries(
      languages.flatMap(({ language, missing }) =>
        missing?.install === undefined ? [] : [[language, missing.install] as const],
      ),
    ),
  };
}
