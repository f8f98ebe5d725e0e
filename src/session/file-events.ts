// Tells a server what happened to files on disk, and brings its open documents up to date.
//
// Invariant: after `flush()` every change delivered before it has been told, and every open document that changed on
// disk has been re-read. Without a flush the same happens once changes have been quiet for the debounce time.

import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath } from "../model/file-path.ts";
import { toUri } from "../protocol/uri.ts";
import type { ChangeKind, FileFilter } from "../protocol/watchers.ts";
import { changeType, watchedFiles } from "../protocol/watchers.ts";
import type { Clock, Timer } from "../std/clock.ts";

export interface FileEventContext {
  readonly clock: Clock;
  readonly debounceMs: number;
  /** What the server registered for; undefined when it registered nothing. */
  filter(): FileFilter | undefined;
  /** Whether the file is of a language of this server; used when it registered nothing. */
  isOurs(path: FilePath): boolean;
  isOpen(path: FilePath): boolean;
  notify(method: string, params: object): void;
  /** Files were created or deleted and the server has been told. */
  filesCameOrWent(): void;
  /** Whether a changed file must be opened to be seen. */
  readonly opensChanged: boolean;
  /** Re-reads an open document, or closes it when its file has gone. */
  refresh(path: FilePath, kind: ChangeKind): Promise<void>;
  defect(error: unknown): void;
}

export class FileEvents {
  readonly #context: FileEventContext;
  readonly #pending = new Map<FilePath, ChangeKind>();
  #timer: Timer | undefined;

  constructor(context: FileEventContext) {
    this.#context = context;
  }

  add(changes: readonly FileChange[]): void {
    for (const change of changes) this.#merge(filePath(change.path), change.kind);
    if (this.#pending.size > 0)
      this.#timer ??= this.#context.clock.after(this.#context.debounceMs, () => this.#onTimer());
  }

  async flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#pending.size === 0) return;
    const changes = [...this.#pending];
    this.#pending.clear();
    this.#tell(changes);
    const open = changes.filter(([path, kind]) => this.#context.isOpen(path) || this.#mustOpen(path, kind));
    await Promise.all(open.map(([path, kind]) => this.#context.refresh(path, kind)));
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#pending.clear();
  }

  #onTimer(): void {
    this.flush().catch((error: unknown) => this.#context.defect(error));
  }

  #mustOpen(path: FilePath, kind: ChangeKind): boolean {
    return this.#context.opensChanged && kind !== "deleted" && this.#context.isOurs(path);
  }

  /** One path gives one change: the net effect since the last batch. */
  #merge(path: FilePath, kind: ChangeKind): void {
    const before = this.#pending.get(path);
    if (before === "created" && kind === "deleted") this.#pending.delete(path);
    else if (before === "created") this.#pending.set(path, "created");
    else if (before === "deleted" && kind === "created") this.#pending.set(path, "changed");
    else this.#pending.set(path, kind);
  }

  #tell(changes: readonly (readonly [FilePath, ChangeKind])[]): void {
    const filter = this.#context.filter() ?? ((path: FilePath) => this.#context.isOurs(path));
    const wanted = changes.filter(([path, kind]) => filter(path, kind));
    if (wanted.length === 0) return;
    if (wanted.some(([path, kind]) => kind !== "changed" && this.#context.isOurs(path)))
      this.#context.filesCameOrWent();
    this.#context.notify(watchedFiles, {
      changes: wanted.map(([path, kind]) => ({ uri: toUri(path), type: changeType[kind] })),
    });
  }
}
