// The audit log: a file of the operator's choice with one line of JSON for each call, for tools that read such a file.
//
// It is a view of the evidence, in the fields of agent-lsp. Lines of several processes stand whole beside each other.

import type { Host } from "../../host/host.ts";
import type { LogFile } from "../../host/writing.ts";
import { WriteFault } from "../../host/writing.ts";
import type { CallRecord, ChangeRecord, RecordedProblems } from "../../model/evidence.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import type { ChangedFile, Receipt } from "../../model/receipt.ts";
import { refuse, Refusal } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";
import { makeDirectories } from "../../store/state-place.ts";
import type { Invocation } from "../engine.ts";
import { filesNamed } from "./targets.ts";

export class AuditLog {
  readonly #host: Pick<Host, "files" | "writing" | "logFiles">;
  readonly #path: FilePath;
  readonly #root: FilePath;
  #file: Promise<LogFile> | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(host: Pick<Host, "files" | "writing" | "logFiles">, path: FilePath, root: FilePath) {
    this.#host = host;
    this.#path = path;
    this.#root = root;
  }

  /** Refuses where it cannot be written. */
  async mustBeOpen(): Promise<void> {
    await this.#orRefuse(() => this.#opened());
  }

  /** In the order in which calls end. */
  append(line: string): Promise<void> {
    const turn = this.#tail.then(() => this.#orRefuse(async () => (await this.#opened()).append(encoder.encode(line))));
    this.#tail = turn.catch(() => {
      // Its own caller hears of it.
    });
    return turn;
  }

  async close(): Promise<void> {
    await this.#tail;
    const [file] = await Promise.allSettled([this.#file]);
    if (file?.status === "fulfilled") await file.value?.close();
    this.#file = undefined;
  }

  // — below: private, in the order they are used —

  #opened(): Promise<LogFile> {
    this.#file ??= this.#open().catch((error: unknown) => {
      this.#file = undefined;
      throw error;
    });
    return this.#file;
  }

  async #open(): Promise<LogFile> {
    const path = await this.#real();
    mustLieOutside(this.#root, path);
    await makeDirectories(this.#host.writing, parentOf(path) ?? path);
    return this.#host.logFiles.share(path);
  }

  /** With the links of its directories resolved; itself it must be no link. */
  async #real(): Promise<FilePath> {
    for (const directory of ancestors(this.#path)) {
      const real = await this.#host.files.real(directory);
      if (real !== undefined) return joinPath(real, relativeTo(directory, this.#path) ?? baseName(this.#path));
    }
    return this.#path;
  }

  async #orRefuse<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WriteFault)) throw error;
      throw new Refusal(
        {
          code: "not_recorded",
          what: "The audit log cannot be written, so nothing is answered or changed.",
          why: `${error.path} cannot be written: the system says ${error.code}.`,
          next: "Make it writable, or name another file with --audit-log.",
        },
        error,
      );
    }
  }
}

/** Every call would be a change of the project. */
function mustLieOutside(root: FilePath, path: FilePath): void {
  if (!isInside(root, path)) return;
  refuse({
    code: "bad_input",
    what: `The audit log ${path} lies inside the project.`,
    why: "Every call would change the project that it asks about.",
    next: "Name a file outside of it.",
  });
}

export interface Audited {
  /** Milliseconds of the wall clock. */
  readonly at: number;
  readonly invocation: Invocation;
  readonly call: CallRecord;
  readonly changes: readonly ChangeRecord[];
  readonly receipts: readonly Receipt[];
  readonly refusal: string | undefined;
  /** Texts are shown in part, because the operator wants raw evidence in full. */
  readonly showsTexts: boolean;
}

export function auditLine({ at, invocation, call, changes, receipts, refusal, showsTexts }: Audited): string {
  const diagnostics = changes.map((change) => change.diagnostics).find((one) => one?.before !== undefined);
  const changed = receipts.flatMap(({ files }) => files.flatMap(({ file, from }) => [file, ...(from ? [from] : [])]));
  const files = [...new Set([...filesNamed(invocation.input), ...changed])];
  const summary = summaryOf(invocation, call, receipts, showsTexts);
  const line = {
    timestamp: new Date(at).toISOString(),
    tool: call.operation,
    ...(call.caller === undefined ? {} : { agent: call.caller }),
    files,
    ...sessionOf(invocation.input),
    ...(summary === undefined ? {} : { edit_summary: summary }),
    ...(diagnostics === undefined ? {} : deltaOf(diagnostics)),
    success: call.succeeded,
    ...(refusal === undefined ? {} : { error_message: showsTexts ? refusal : withoutQuotes(refusal) }),
    duration_ms: call.ms,
  };
  return `${JSON.stringify(line)}\n`;
}

// — below: private, in the order they are used —

const encoder = new TextEncoder();

/** What is quoted may be a text of a file. */
function withoutQuotes(message: string): string {
  return message.replaceAll(/"[^"]*"|`[^`]*`/g, (quoted) => `«${quoted.length - 2}»`);
}

function sessionOf(input: unknown): { readonly session_id: string } | undefined {
  const id = isRecord(input) ? input["session_id"] : undefined;
  return typeof id === "string" ? { session_id: id } : undefined;
}

function deltaOf({ before, after, filesChecked }: NonNullable<ChangeRecord["diagnostics"]>): object {
  const [was, is] = [before ?? none, after ?? none];
  return {
    diagnostics_before: { ...was, files_checked: filesChecked },
    diagnostics_after: { ...is, files_checked: filesChecked },
    net_delta: is.errors + is.warnings - was.errors - was.warnings,
  };
}

const none: RecordedProblems = { errors: 0, warnings: 0 };

/** Of what changes files or would: how, which, and how much; parts of texts only where the operator wants them. */
function summaryOf(
  { input }: Invocation,
  { effect }: CallRecord,
  receipts: readonly Receipt[],
  showsTexts: boolean,
): object | undefined {
  if (effect !== "write" && effect !== "propose" && receipts.length === 0) return undefined;
  const files = receipts.flatMap((receipt) => receipt.files);
  const named = isRecord(input) ? input : {};
  const newName = named["new_name"];
  const symbol = named["symbol_path"] ?? named["symbol"];
  return {
    mode: receipts.length > 0 ? "applied" : "proposed",
    ...(files.length === 1 && files[0] !== undefined ? { path: files[0].file } : {}),
    ...(typeof newName === "string" ? { rename: { symbol: symbol ?? null, new_name: newName } } : {}),
    files: files.map((file) => ({
      path: file.file,
      ...(file.from === undefined ? {} : { from: file.from }),
      mode: modeOf(file),
      old_length: file.before?.length ?? 0,
      new_length: file.after?.length ?? 0,
      ...(showsTexts ? previewOf(file) : {}),
    })),
  };
}

function modeOf({ before, after, from }: ChangedFile): string {
  if (from !== undefined) return "moved";
  if (before === undefined) return "created";
  return after === undefined ? "deleted" : "changed";
}

const previewCharacters = 200;

/** The beginning of the part that differs. */
function previewOf({ before = "", after = "" }: ChangedFile): object {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const part = (text: string): string => text.slice(start, text.length - end).slice(0, previewCharacters);
  return { old_text: part(before), new_text: part(after) };
}
