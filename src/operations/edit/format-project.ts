// Which tool a project formats its files with, where that is not the language server.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, display, joinPath } from "../../model/file-path.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";

/** A remark for an answer about the layout of a file; undefined where nothing else is set up for it. */
export async function formatterRemark(snapshot: Snapshot, file: FilePath): Promise<string | undefined> {
  if (!/\.(?:[cm]?[jt]sx?|vue|svelte|astro|json[c5]?|css|s[ac]ss|less|html?|md)$/.test(file)) return undefined;
  const names = new Set(await snapshot.files());
  for (const directory of ancestors(file, snapshot.root)) {
    for (const { title, config } of formatters) {
      const found = config.map((name) => joinPath(directory, name)).find((path) => names.has(path));
      if (found !== undefined) return remarkOn(snapshot, title, found);
    }
    const manifest = joinPath(directory, "package.json");
    const text = names.has(manifest) ? (await snapshot.textOrNone(manifest))?.text : undefined;
    if (text !== undefined && /^[ \t]*"prettier"\s*:\s*[{"](?!\^|~|\d|workspace)/m.test(text)) {
      return remarkOn(snapshot, "Prettier", manifest);
    }
  }
  return undefined;
}

// — below: private, in the order they are used —

const endings = (stem: string): string[] =>
  ["js", "cjs", "mjs", "ts", "cts", "mts"].map((ending) => `${stem}.${ending}`);

const formatters = [
  { title: "Biome", config: ["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"] },
  {
    title: "Prettier",
    config: [
      ".prettierrc",
      ...["json", "json5", "yaml", "yml", "toml"].map((ending) => `.prettierrc.${ending}`),
      ...endings(".prettierrc"),
      ...endings("prettier.config"),
    ],
  },
  { title: "dprint", config: ["dprint.json", "dprint.jsonc", ".dprint.json"] },
] as const;

function remarkOn(snapshot: Snapshot, title: string, config: FilePath): string {
  const shown = baseName(config) === "package.json" ? display(snapshot.base, config) : baseName(config);
  return `The project formats with ${title} (${shown}); this is the format of the language server.`;
}
