// Turns the edit a server proposes into a plan of plain values, or refuses it; nothing is carried out here.
//
// Spec: LSP 3.18 "WorkspaceEdit": `documentChanges` wins over `changes`, and its parts are carried out in order.
// Invariant: a plan touches no path outside the root, links resolved, and rests on the very texts the server had.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, isInside } from "../../model/file-path.ts";
import type { PositionEncoding } from "../../model/line-index.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { FileStep } from "../../model/offered-action.ts";
import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { isRange } from "../../protocol/locations.ts";
import { fromUri } from "../../protocol/uri.ts";
import type { JsonRecord } from "../../std/json.ts";
import { isRecord } from "../../std/json.ts";
import { counted } from "../../std/words.ts";

export type EditStep =
  /** `hash` is that of the content the new text was made from; none for a file that this plan creates. */
  | { readonly kind: "edit"; readonly file: FilePath; readonly hash: string | undefined; readonly text: string }
  | FileStep;

export interface EditedText {
  readonly text: string;
  readonly hash: string | undefined;
}

export interface ProposedEditContext {
  readonly root: FilePath;
  readonly encoding: PositionEncoding;
  /** Whether an end beyond the text is refused: a server means the whole document by it, a caller does not. */
  readonly endsInside?: boolean;
  /** What the server has of an open document. */
  open(file: FilePath): (EditedText & { readonly version: number }) | undefined;
  /** What lies on disk; undefined when there is no such file. */
  read(file: FilePath): Promise<EditedText | undefined>;
  /** The path with every link resolved; undefined when there is nothing at the path. */
  real(path: FilePath): Promise<FilePath | undefined>;
}

export async function fromLspWorkspaceEdit(edit: unknown, context: ProposedEditContext): Promise<EditStep[]> {
  const planner = new Planner(context);
  for (const part of partsOf(edit)) await planner.take(part);
  return planner.steps();
}

/** The parts in the order they are to be carried out; `changes` has none, so the order of its keys serves. */
function partsOf(edit: unknown): readonly JsonRecord[] {
  if (edit === null || edit === undefined) return [];
  if (!isRecord(edit)) return malformed("it is not an object");
  const { documentChanges, changes } = edit;
  if (Array.isArray(documentChanges)) {
    return documentChanges.map((part) => (isRecord(part) ? part : malformed("a part of it is not an object")));
  }
  if (!isRecord(changes)) return [];
  return Object.entries(changes).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }));
}

class Planner {
  readonly #context: ProposedEditContext;
  readonly #done: EditStep[] = [];
  /** What a path holds once the steps so far are carried out; null when it is gone. */
  readonly #now = new Map<FilePath, EditedText | null>();
  /** Edits that belong together: several parts may name one document. */
  readonly #open = new Map<FilePath, { readonly before: EditedText; readonly edits: OffsetEdit[] }>();

  constructor(context: ProposedEditContext) {
    this.#context = context;
  }

  async take(part: JsonRecord): Promise<void> {
    if (part["kind"] === undefined) return this.#edit(part);
    this.#finishEdits();
    const options = isRecord(part["options"]) ? part["options"] : {};
    const flag = (name: string): boolean => options[name] === true;
    // Spec: `overwrite` wins over `ignoreIfExists`. A part that is ignored is no step, and later edits apply to the existing file.
    const givesWay = flag("ignoreIfExists") && !flag("overwrite");
    switch (part["kind"]) {
      case "create": {
        const file = await this.#inside(part["uri"]);
        if (givesWay && (await this.#isThere(file))) return;
        this.#now.set(file, { text: "", hash: undefined });
        return this.#add({
          kind: "create",
          file,
          overwrite: flag("overwrite"),
          ignoreIfExists: flag("ignoreIfExists"),
        });
      }
      case "rename": {
        const from = await this.#inside(part["oldUri"]);
        const to = await this.#inside(part["newUri"]);
        const moved = await this.#text(from);
        if (from === to || (givesWay && (await this.#isThere(to)))) return;
        this.#now.set(to, moved);
        this.#now.set(from, null);
        return this.#add({
          kind: "rename",
          from,
          to,
          overwrite: flag("overwrite"),
          ignoreIfExists: flag("ignoreIfExists"),
        });
      }
      case "delete": {
        const file = await this.#inside(part["uri"]);
        this.#now.set(file, null);
        return this.#add({
          kind: "delete",
          file,
          recursive: flag("recursive"),
          ignoreIfNotExists: flag("ignoreIfNotExists"),
        });
      }
      default:
        return malformed(`it has a part of the unknown kind ${JSON.stringify(part["kind"])}`);
    }
  }

  steps(): EditStep[] {
    this.#finishEdits();
    return this.#done;
  }

  async #edit(part: JsonRecord): Promise<void> {
    const target = isRecord(part["textDocument"]) ? part["textDocument"] : {};
    const file = await this.#inside(target["uri"]);
    const before = this.#open.get(file)?.before ?? (await this.#text(file));
    this.#mustBeCurrent(file, target["version"]);
    const index = new LineIndex(before.text);
    const { edits } = part;
    if (!Array.isArray(edits)) return malformed("a document in it has no list of edits");
    const offsets = edits.map((edit) => this.#offsets(edit, index));
    const open = this.#open.get(file) ?? { before, edits: [] };
    const known = new Set(open.edits.map(keyOf));
    for (const one of offsets) {
      // Quirk(typescript 7.0.2): the name of an overloaded function that is exported anew comes once for each overload.
      if (one.end > one.start && known.has(keyOf(one))) continue;
      known.add(keyOf(one));
      open.edits.push(one);
    }
    this.#open.set(file, open);
  }

  #offsets(edit: unknown, index: LineIndex): OffsetEdit {
    if (!isRecord(edit) || !isRange(edit["range"]) || typeof edit["newText"] !== "string") {
      return malformed("an edit in it has no range or no text");
    }
    const { start, end } = edit["range"];
    const { encoding, endsInside } = this.#context;
    if ([start.line, start.character, end.line, end.character].some((count) => !Number.isInteger(count) || count < 0))
      return malformed("an edit in it has a place that does not count from 0");
    // Servers mean the whole document by an end beyond the text; a start beyond it belongs to another text.
    if (start.line > index.lineCount) return beyondEnd("begins", start.line, index);
    const isBehind = end.line > index.lineCount || (end.line === index.lineCount && end.character > 0);
    if (endsInside === true && isBehind) return beyondEnd("ends", end.line, index);
    return {
      start: index.offsetOfUnits(start, encoding),
      end: index.offsetOfUnits(end, encoding),
      newText: edit["newText"],
    };
  }

  /** Spec: a version of null means that the content on disk is meant. */
  #mustBeCurrent(file: FilePath, version: unknown): void {
    if (version === null || version === undefined || this.#now.has(file)) return;
    const open = this.#context.open(file);
    // Quirk(gopls 0.23.0): a file that is not open has version 0.
    if ((open?.version ?? 0) === version) return;
    refuse({
      code: "stale_document",
      what: `The edit is for another version of ${baseName(file)}.`,
      why: `It is for version ${JSON.stringify(version)}, ${open === undefined ? "and the file is not open" : `now it is ${open.version}`}.`,
      next: "Ask for the edit again; nothing was changed.",
    });
  }

  async #text(file: FilePath): Promise<EditedText> {
    const planned = this.#now.get(file);
    if (planned === null) {
      return refuse({
        code: "conflicting_edit",
        what: `The edit uses ${baseName(file)} after deleting it.`,
        next: "Make the change in another way, such as safe_apply_edit; nothing was changed.",
      });
    }
    const found = planned ?? this.#context.open(file) ?? (await this.#context.read(file));
    if (found !== undefined) return { text: found.text, hash: found.hash };
    return refuse({
      code: "file_not_found",
      what: "file not found",
      why: `The edit is for ${file}, which does not exist.`,
      next: "Check the path; nothing was changed.",
    });
  }

  /** Whether something is at the path once the steps so far are carried out. */
  async #isThere(file: FilePath): Promise<boolean> {
    const planned = this.#now.get(file);
    if (planned !== undefined) return planned !== null;
    return (await this.#context.real(file)) !== undefined || this.#context.open(file) !== undefined;
  }

  /** Refuses what lies outside the root, also by way of a link in any directory above it. */
  async #inside(uri: unknown): Promise<FilePath> {
    const file = typeof uri === "string" ? fromUri(uri) : malformed("a document in it has no address");
    if (typeof file !== "string" || !isInside(this.#context.root, file))
      return outside(typeof file === "string" ? file : file.external);
    for (const path of [file, ...ancestors(file, this.#context.root)]) {
      const real = await this.#context.real(path);
      if (real === undefined) continue;
      return isInside(this.#context.root, real) ? file : outside(file);
    }
    return file;
  }

  #finishEdits(): void {
    for (const [file, { before, edits }] of this.#open) {
      const text = applyEdits(before.text, edits);
      this.#now.set(file, { text, hash: before.hash });
      if (text !== before.text) this.#add({ kind: "edit", file, hash: before.hash, text });
    }
    this.#open.clear();
  }

  #add(step: EditStep): void {
    this.#done.push(step);
  }
}

function keyOf({ start, end, newText }: OffsetEdit): string {
  return `${start} ${end} ${newText}`;
}

function beyondEnd(what: "begins" | "ends", line: number, { lineCount }: LineIndex): never {
  return refuse({
    code: "conflicting_edit",
    what: `An edit ${what} beyond the end of its file.`,
    why: `It ${what} on line ${line + 1} of a file of ${counted(lineCount, "line")}.`,
    next: "Make the edit for the current text; nothing was changed.",
  });
}

function outside(where: string): never {
  return refuse({
    code: "outside_root",
    what: `The edit would change ${where}, which is outside the root.`,
    next: "Nothing was changed. If that is intended, rename or edit with another tool.",
  });
}

function malformed(why: string): never {
  return refuse({
    code: "malformed_reply",
    what: "The server's edit is malformed.",
    why: `It is not a valid workspace edit: ${why}.`,
    next: "Ask for it again; nothing was changed.",
  });
}
