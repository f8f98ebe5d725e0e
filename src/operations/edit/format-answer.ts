// What formatting a file and formatting a stretch of it have in common: the plan, and the server's edits beside it.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, display, joinPath } from "../../model/file-path.ts";
import { indentationOf } from "../../model/indentation.ts";
import type { Place, Span } from "../../model/place.ts";
import type { Answer } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { DraftContext, Edited, Hint, Proposed } from "../define.ts";
import type { AboutEdit, EditedJson } from "./edited-answer.ts";
import { editedJson, hintsAfter } from "./edited-answer.ts";
import { orInstead } from "../find/locations-answer.ts";

export const formatInput = {
  tab_size: z.int().min(1).max(16).optional().describe("Default: as the file is, else 4."),
  insert_spaces: z.boolean().optional(),
  apply: z.boolean().default(false).describe("Else only shown."),
};

interface Choice {
  readonly tab_size?: number | undefined;
  readonly insert_spaces?: boolean | undefined;
}

export interface AboutFormat extends AboutEdit {
  /** As the server gave them. */
  readonly edits: readonly { readonly span: Span; readonly newText: string }[];
}

interface EditJson {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly new_text: string;
}

export interface FormattedJson extends EditedJson {
  readonly edits: readonly EditJson[];
}

/** The stretch of a file that is meant, as a reader should see it. */
export interface FormatPlace {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly shown: string;
  readonly span?: Span | undefined;
}

export async function formatPlan(
  { patience }: DraftContext,
  { snapshot, file, shown, span }: FormatPlace,
  { tab_size, insert_spaces }: Choice,
): Promise<Answer<Proposed<AboutFormat>>> {
  const found = indentationOf((await snapshot.text(file)).text);
  const tabSize = tab_size ?? found.tabSize;
  const insertSpaces = insert_spaces ?? (tab_size === undefined ? found.insertSpaces : true);
  const asked = snapshot.formatting({ file, span, tabSize, insertSpaces }, patience);
  const { value, standing } = await orInstead(asked, instead(span !== undefined));
  const { before, hash, text, edits } = value;
  const steps = before === text ? [] : [{ kind: "edit" as const, file, hash, before, text }];
  const remark = steps.length === 0 ? undefined : await formatterRemark(snapshot, file);
  const about = {
    base: snapshot.base,
    done: `Formatted ${shown}`,
    would: `Format ${shown}`,
    edits,
    ...(remark === undefined ? {} : { remarks: [remark] }),
  };
  return {
    value: { about, plan: { root: snapshot.root, why: `format ${shown}`, steps } },
    standing,
  };
}

export function formattedJson(edited: Edited<AboutFormat>): FormattedJson {
  return {
    ...editedJson(edited),
    edits: edited.about.edits.map(({ span, newText }) => ({
      range: { start: { ...span.start }, end: { ...span.end } },
      new_text: newText,
    })),
  };
}

export function hintsAfterFormat(operation: string): (edited: Edited<AboutFormat>) => readonly Hint[] {
  return (edited) =>
    hintsAfter(edited, edited.plan.steps.length === 0 ? [] : [{ operation, why: "with apply: true, to do it" }]);
}

// — below: private, in the order they are used —

function instead(isPart: boolean): string {
  const other = isPart ? "format_document may format the whole file; otherwise run" : "Run";
  return `${other} the project's own formatter (such as prettier, black or shfmt), or edit it with apply_edit.`;
}

// — Which tool a project formats its files with, where that is not the language server —

/** A remark for an answer about the layout of a file; undefined where nothing else is set up for it. */
async function formatterRemark(snapshot: Snapshot, file: FilePath): Promise<string | undefined> {
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
