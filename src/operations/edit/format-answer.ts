// What formatting a file and formatting a stretch of it have in common: the plan, and the server's edits beside it.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, display, joinPath } from "../../model/file-path.ts";
import { indentationOf } from "../../model/indentation.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { Place, Span } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { hunksBetween } from "../../model/text-changes.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import type { Patience } from "../../std/patience.ts";
import { counted } from "../../std/words.ts";
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
  const asked = formatted(snapshot, { file, span, tabSize, insertSpaces }, patience);
  const { value, standing, note } = await orInstead(asked, instead);
  const { before, hash, text, edits } = value;
  const steps = before === text ? [] : [{ kind: "edit" as const, file, hash, before, text }];
  const remark = steps.length === 0 ? undefined : await formatterRemark(snapshot, file);
  const about = {
    base: snapshot.base,
    done: `Formatted ${shown}`,
    would: `Format ${shown}`,
    edits,
    remarks: [note, remark].filter((one) => one !== undefined),
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

const instead = "Run the project's own formatter (such as prettier, black or shfmt), or edit it with apply_edit.";

interface Laid extends Answer<Formatted> {
  /** How it was found, where not as it was asked. */
  readonly note?: string;
}

/** A server that formats only whole files is asked for that; what of it lies in the stretch is the answer, and says so. */
async function formatted(
  snapshot: Snapshot,
  request: Parameters<Snapshot["formatting"]>[0],
  patience: Patience,
): Promise<Laid> {
  const { span, ...whole } = request;
  if (span === undefined) return snapshot.formatting(whole, patience);
  try {
    return await snapshot.formatting(request, patience);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "capability_missing") throw error;
    const { value, standing } = await snapshot.formatting(whole, patience);
    const { leftOut, ...within } = withinStretch(value, span);
    const how = "The server formats only whole files: this is what it would change within these lines";
    const rest = leftOut === 0 ? "" : `; ${counted(leftOut, "change")} reaching beyond them left out`;
    return { value: within, standing, note: `${how}${rest}.` };
  }
}

// — The part of a whole file's format that lies in a stretch of it —
//
// Invariant: nothing outside of the stretch changes; an edit that reaches beyond it is split where lines are the same in
// both texts, and what still reaches beyond it is left out and counted.

/** What a server makes of a text. */
type Formatted = Awaited<ReturnType<Snapshot["formatting"]>>["value"];

interface FormattedStretch extends Formatted {
  /** Edits that begin or end outside. */
  readonly leftOut: number;
}

function withinStretch({ before, hash, edits }: Formatted, span: Span): FormattedStretch {
  const index = new LineIndex(before);
  const [from, to] = [index.offsetOf(span.start), index.offsetOf(span.end)];
  const isWithin = ({ start, end }: OffsetEdit): boolean => start >= from && end <= to;
  const touches = ({ start, end }: OffsetEdit): boolean => start < to && end > from;
  const pieces = edits.flatMap((edit) => {
    const whole = { start: index.offsetOf(edit.span.start), end: index.offsetOf(edit.span.end), newText: edit.newText };
    return isWithin(whole) ? [whole] : piecesOf(before, whole);
  });
  const kept = pieces.filter(isWithin);
  return {
    before,
    hash,
    text: applyEdits(before, kept),
    edits: kept.map(({ start, end, newText }) => ({
      span: { start: index.placeOf(start), end: index.placeOf(end) },
      newText,
    })),
    leftOut: pieces.filter((piece) => !isWithin(piece) && touches(piece)).length,
  };
}

function piecesOf(text: string, { start, end, newText }: OffsetEdit): OffsetEdit[] {
  return hunksBetween(text.slice(start, end), newText).map(({ edit }) => ({
    ...edit,
    start: start + edit.start,
    end: start + edit.end,
  }));
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
