// The files of a root as one query sees them: as they are on disk, or as they would be.

import type { Settings } from "../../config/settings.ts";
import { stampOf } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { ContextStamp } from "../../model/records/context-item.ts";
import type { Base, FilePath } from "../../model/file-path.ts";
import { baseName, isInside } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { orIfRefused, refuse } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import { stepsOnDisk } from "../../session/edits/code-actions-edit.ts";
import { readDocument } from "../../session/documents/document.ts";
import { confinedPath, notThere } from "../trust/confine.ts";
import type { ChangeBaseline } from "../change/change-baseline.ts";
import type { Supposed, Supposition } from "../supposition.ts";
import { isThere } from "../supposition.ts";
import type { Texts } from "./texts.ts";

export interface FilesContext {
  readonly host: Host;
  readonly root: FilePath;
  /** What paths are shown relative to, for the caller: the main root of several, or the current directory. */
  readonly base: Base;
  readonly settings: Settings;
  readonly texts: Texts;
  readonly freshness: readonly Reason[];
  /** Every file that a server can be asked about, and what was left out; of all, or of those that are meant. */
  sources(isMeant?: (file: FilePath) => boolean): Promise<RootSources>;
  /** Every file that is not skipped, whatever it holds. */
  files(): Promise<readonly FilePath[]>;
  /** The sources that no project's configuration takes in. */
  outsideProjects(): Promise<ReadonlySet<FilePath>>;
  /** The id of the language that a file is in. */
  languageOf(file: FilePath): string | undefined;
  /** Files as they would be, where that is what is asked about. */
  readonly supposition?: Pick<Supposition, "supposed"> | undefined;
  readonly baseline: ChangeBaseline;
  /** Those of the files whose lines the caller may see; all of them without it. */
  readonly mayShow?: MayShow | undefined;
}

export type MayShow = (files: readonly FilePath[]) => Promise<readonly FilePath[]>;

export interface SourceFile {
  readonly file: FilePath;
  readonly language: string;
}

/** The files of a root that can be checked for problems. */
export interface RootSources {
  readonly files: readonly SourceFile[];
  /** False when part of the tree was not seen: a file that is missing here may well be there. */
  readonly isWhole: boolean;
  /** What is not among the files. */
  readonly reasons: readonly Reason[];
}

export class SnapshotFiles {
  readonly #context: FilesContext;

  constructor(context: FilesContext) {
    this.#context = context;
  }

  get root(): FilePath {
    return this.#context.root;
  }

  /** What is known of the root beside what servers answer, for judging a change. */
  get baseline(): ChangeBaseline {
    return this.#context.baseline;
  }

  /** Whether changes on disk are reported, so that what was read may be memoized. */
  get isFollowed(): boolean {
    return this.#context.freshness.length === 0;
  }

  /** What paths are shown relative to, in every root the same, so that a path that was shown can be given back. */
  get base(): Base {
    return this.#context.base;
  }

  /** Files as they would be, where every answer is about that; undefined for what is on disk. */
  get supposed(): Supposed | undefined {
    return this.#context.supposition?.supposed;
  }

  /** Those of the files whose lines an answer may show; the others it only names. */
  async shown(files: readonly FilePath[]): Promise<readonly FilePath[]> {
    return this.#context.mayShow?.(files) ?? files;
  }

  /** A path that a caller gave, as a file inside the root; refused when it is not. */
  async file(raw: string): Promise<FilePath> {
    const { host, root } = this.#context;
    const { path, exists } = await confinedPath(host.files, [root], raw);
    return isThere(this.supposed, path, exists) ? path : notThere(root, raw);
  }

  /** The text of a file as a server sees it. */
  async text(file: FilePath): Promise<LineIndex> {
    const text = this.supposed?.get(file);
    if (text === null) return notThere(this.root, file);
    return text === undefined ? this.#context.texts.of(file) : new LineIndex(text);
  }

  /** The same; undefined where it cannot be read. */
  async textOrNone(file: FilePath): Promise<LineIndex | undefined> {
    return orIfRefused(
      () => undefined,
      () => this.text(file),
    );
  }

  /** The text of a file on disk and the hash of its bytes, for a plan that rests on it; refused where it cannot be written back. */
  async editable(file: FilePath): Promise<{ readonly text: string; readonly hash: string }> {
    const { host, root, settings } = this.#context;
    const { text, hash, lossy } = await readDocument(host, file, settings.documents.maxBytes, root);
    if (!lossy) return { text, hash };
    return refuse({
      code: "binary_file",
      what: `${baseName(file)} is not valid UTF-8.`,
      why: "Writing it back would lose the bytes that could not be decoded.",
      next: "Edit it with another tool.",
    });
  }

  /** What an edit of the protocol would do to what lies on disk; refused where it cannot be carried out as it is. */
  stepsOf(edit: unknown): Promise<ProposedStep[]> {
    const { host, root, settings } = this.#context;
    return stepsOnDisk(host, root, settings.documents.maxBytes, edit);
  }

  /** The id of the language that a file is in, where it is a known one. */
  languageOf(file: FilePath): string | undefined {
    return this.#context.languageOf(file);
  }

  /** Whether a file lies below the root, so that its text may be shown. */
  holds(file: FilePath): boolean {
    return isInside(this.#context.root, file);
  }

  /** The hash of a text, which distinguishes an answer from a later one. */
  hash(text: string): string {
    return this.#context.host.files.hash(new TextEncoder().encode(text));
  }

  /** How a file of the root is on disk now; without a time where it is only supposed, or cannot be looked at. */
  async stamp(file: FilePath): Promise<ContextStamp> {
    return this.supposed?.has(file) === true ? { file } : stampOf(this.#context.host.files, file);
  }

  /** The time of the wall clock, for records. */
  now(): string {
    return new Date(this.#context.host.clock.wall()).toISOString();
  }

  /** Every file of the root that is not skipped, whatever it holds. */
  files(): Promise<readonly FilePath[]> {
    return this.#context.files();
  }

  /** Every file of the root that holds code that a server understands, or data whose server is here. */
  async sources(): Promise<readonly SourceFile[]> {
    return (await this.rootSources()).files;
  }

  /** The same, with what is left out: it belongs into the standing of an answer about the whole root. */
  rootSources(isMeant?: (file: FilePath) => boolean): Promise<RootSources> {
    return this.#context.sources(isMeant);
  }

  /** The sources that no project's configuration takes in, so that its own checker does not judge them. */
  outsideProjects(): Promise<ReadonlySet<FilePath>> {
    return this.#context.outsideProjects();
  }
}
