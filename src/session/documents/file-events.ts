// Tells a server what happened to files on disk, and brings its open documents up to date.
//
// Invariant: after `flush()` every change delivered before it has been told, and every open document that changed on
// disk has been re-read. Without a flush the same happens once changes have been quiet for the debounce time.
// Invariant: what happens while the server is down or starting is kept and told when it is up.

import type { Quirks } from "../../catalog/quirks.ts";
import { matchesGlob } from "../../catalog/globs.ts";
import type { FileChange } from "../../host/watch.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, filePath, parentOf } from "../../model/file-path.ts";
import { toUri } from "../../protocol/uri.ts";
import type { ChangeKind, FileFilter } from "../../protocol/watchers.ts";
import { changeType, watchedFiles } from "../../protocol/watchers.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import { maxDebounceMs, maxOpenedToSee, maxParsedToSee, refreshMs } from "../limits.ts";
import { Refusal } from "../../model/refusal.ts";
import { ConnectionClosed, RequestTimedOut, RpcError } from "../../rpc/rpc-error.ts";
import type { Running } from "../process/running.ts";
import type { Documents } from "./documents.ts";

export interface FileEventContext {
  readonly clock: Clock;
  readonly debounceMs: number;
  /** What the server registered for; undefined when it registered nothing. */
  filter(): FileFilter | undefined;
  /** Whether the file is of a language of this server; used when it registered nothing. */
  readonly isOurs: (path: FilePath) => boolean;
  /** Other paths by which a server may await the same file. */
  readonly aliases: (path: FilePath) => readonly FilePath[];
  isOpen(path: FilePath): boolean;
  /** Whether there is a server to tell. */
  isUp(): boolean;
  notify(method: string, params: object): void;
  /** Files were created or deleted and the server has been told. */
  filesCameOrWent(): void;
  /** What this server needs besides being told. */
  readonly quirks: Pick<Quirks, "alsoReads" | "onDiskChange" | "renewOn">;
  /** A new start, for what nothing else makes the server read. */
  renew(why: string): Promise<void>;
  /** Brings the server to see one file: re-reads an open document, closes it when its file has gone, opens or asks. */
  refresh(path: FilePath, kind: ChangeKind): Promise<boolean>;
  defect(error: unknown): void;
}

export type Change = readonly [FilePath, ChangeKind];

export class FileEvents {
  readonly #context: FileEventContext;
  readonly #pending = new Map<FilePath, ChangeKind>();
  /** Changes for which the server was renewed: it has read them, but not our open documents. */
  readonly #renewed = new Map<FilePath, ChangeKind>();
  readonly #unseen = new Set<FilePath>();
  #timer: Timer | undefined;
  /** When the first change of the batch that is being collected came. */
  #since: number | undefined;
  /** Nothing is sent while an overlay is shown: it is kept until then. */
  #isHeld = false;
  /** The flush that is under way, so that no other overtakes it. */
  #last: Promise<void> = Promise.resolve();

  constructor(context: FileEventContext) {
    this.#context = context;
  }

  add(changes: readonly FileChange[]): void {
    for (const change of changes) this.#merge(filePath(change.path), change.kind);
    if (this.#pending.size > 0) this.#arm();
  }

  flush(): Promise<void> {
    const mine = this.#last.then(() => this.#flushNow());
    this.#last = mine.then(
      () => {},
      // The failure is for the caller of this flush; the next one begins afresh.
      () => {},
    );
    return mine;
  }

  /** From when this resolves nothing is told until `resume`. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    await this.#last;
  }

  resume(): void {
    this.#isHeld = false;
    if (this.#pending.size > 0) this.#arm();
  }

  /** Reports files that come or go only in an overlay. */
  pretend(changes: readonly Change[]): void {
    this.#tell(changes);
  }

  /** The server believes otherwise of this file; the next flush puts it right. */
  correct(path: FilePath, kind: ChangeKind | undefined): void {
    if (kind === undefined) this.#pending.delete(path);
    else this.#pending.set(path, kind);
  }

  /**
   * Whether the server reads the file from the disk although it is of no language of its. What it watches is a sign of
   * that only where nothing is known: some watch everything.
   */
  reads(path: FilePath): boolean {
    const { alsoReads, renewOn } = this.#context.quirks;
    if (isNamed(alsoReads, path) || isNamed(renewOn, path)) return true;
    return alsoReads === undefined && this.#context.filter()?.(path, "changed") === true;
  }

  stop(): void {
    this.#isHeld = false;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#since = undefined;
    this.#pending.clear();
    this.#renewed.clear();
    this.#unseen.clear();
  }

  /** Each change starts the quiet time anew; a steady stream of them gets out all the same. */
  #arm(): void {
    const { clock, debounceMs } = this.#context;
    this.#since ??= clock.now();
    const latest = this.#since + Math.max(debounceMs, maxDebounceMs);
    this.#timer?.cancel();
    this.#timer = clock.after(Math.max(0, Math.min(debounceMs, latest - clock.now())), () => this.#onTimer());
  }

  #onTimer(): void {
    this.flush().catch((error: unknown) => this.#context.defect(error));
  }

  async #flushNow(): Promise<void> {
    if (this.#isHeld) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#since = undefined;
    if (this.#pending.size + this.#renewed.size === 0 || !this.#context.isUp()) return;
    const changes = [...this.#pending];
    this.#pending.clear();
    const untold = this.#untold(changes);
    const cause = changes.find(([path]) => isNamed(this.#context.quirks.renewOn, path))?.[0];
    const limit = this.#context.quirks.onDiskChange === "open-and-ask" ? maxParsedToSee : maxOpenedToSee;
    if (cause !== undefined || untold.length > limit) {
      for (const [path, kind] of changes) this.#renewed.set(path, kind);
      return this.#context.renew(cause === undefined ? `${untold.length} files changed` : `${cause} changed`);
    }
    this.#tell(changes);
    const open = [...this.#renewed, ...changes].filter(([path]) => this.#context.isOpen(path));
    this.#renewed.clear();
    const needed = new Map([...open, ...untold]);
    await Promise.all([...needed].map(([path, kind]) => this.#refresh(path, kind)));
  }

  /** How many changed files the server may not have taken in; they are tried again with the next question. */
  get unseen(): number {
    return this.#unseen.size;
  }

  async #refresh(path: FilePath, kind: ChangeKind): Promise<void> {
    if (await this.#context.refresh(path, kind)) {
      this.#unseen.delete(path);
    } else {
      this.#unseen.add(path);
      if (!this.#pending.has(path)) this.#pending.set(path, kind);
    }
  }

  /** The changes of closed files that the server does not see by being told. */
  #untold(changes: readonly Change[]): readonly Change[] {
    const { onDiskChange = "tell" } = this.#context.quirks;
    if (onDiskChange === "tell") return [];
    const ours = changes.filter(([path, kind]) => kind !== "deleted" && this.#context.isOurs(path));
    if (onDiskChange !== "ask") return ours;
    // A new file brings its directory to be loaded; one of each is enough.
    const created = ours.filter(([, kind]) => kind === "created");
    return [...new Map(created.map((change) => [parentOf(change[0]), change])).values()];
  }

  /** One path gives one change: the net effect since the last batch. */
  #merge(path: FilePath, kind: ChangeKind): void {
    const before = this.#pending.get(path);
    if (before === "created" && kind === "deleted") this.#pending.delete(path);
    else if (before === "created") this.#pending.set(path, "created");
    else if (before === "deleted" && kind === "created") this.#pending.set(path, "changed");
    else this.#pending.set(path, kind);
  }

  #tell(changes: readonly Change[]): void {
    const { alsoReads } = this.#context.quirks;
    const filter =
      this.#context.filter() ?? ((path: FilePath) => this.#context.isOurs(path) || isNamed(alsoReads, path));
    const wanted = changes.filter(([path, kind]) => filter(path, kind));
    if (wanted.length === 0) return;
    if (wanted.some(([path, kind]) => kind !== "changed" && this.#context.isOurs(path)))
      this.#context.filesCameOrWent();
    const told = wanted.flatMap(([path, kind]): Change[] => {
      const others = kind === "changed" ? [] : this.#context.aliases(path);
      return [path, ...others].map((one) => [one, kind]);
    });
    this.#context.notify(watchedFiles, {
      changes: told.map(([path, kind]) => ({ uri: toUri(path), type: changeType[kind] })),
    });
  }
}

/** Whether a glob on base names means a file. */
export function isNamed(globs: readonly string[] | undefined, path: FilePath): boolean {
  return globs?.some((glob) => matchesGlob(glob, baseName(path))) === true;
}

// Brings one file that changed on disk to the server's notice, in the way this server needs.

interface RefreshContext {
  readonly documents: Documents;
  readonly running: Running | undefined;
  readonly onDiskChange: Quirks["onDiskChange"];
  /** Whether policy lets a server be asked this for our own purposes. */
  readonly mayAsk: (method: string) => boolean;
}

/**
 * Re-reads an open document, closes it when its file has gone; a closed file is opened or asked about.
 * False when the server may not have taken the change in.
 */
export async function refresh(context: RefreshContext, path: FilePath, kind: ChangeKind): Promise<boolean> {
  const { documents, running, onDiskChange, mayAsk } = context;
  if (kind === "deleted") {
    await documents.close(path);
    return true;
  }
  const textDocument = { uri: toUri(path) };
  const ask = (method: string, params: object): Promise<unknown> | undefined =>
    running?.channel.connection.request(method, params, { timeoutMs: refreshMs });
  try {
    if (onDiskChange !== "ask" || documents.get(path) !== undefined) await documents.synced(path);
    const question = onDiskChange === undefined ? undefined : questionAfter[onDiskChange];
    if (question === undefined) return true;
    if (!mayAsk(question)) return false;
    const position = question === "textDocument/hover" ? { position: { line: 0, character: 0 } } : {};
    await ask(question, { textDocument, ...position });
    return true;
  } catch (error) {
    // Gone again, grown too large, no text any more: closed, so that the server reads the disk itself.
    if (error instanceof Refusal) {
      await documents.close(path);
      return true;
    }
    if (!unanswered.some((kindOfError) => error instanceof kindOfError)) throw error;
    return false;
  }
}

const questionAfter: { readonly [K in NonNullable<Quirks["onDiskChange"]>]?: string } = {
  // The answer comes after the parse, and with the parse the server's index of the file is new.
  "open-and-ask": "textDocument/documentSymbol",
  // Any question about types makes the server load the package of the file; the answer does not matter.
  ask: "textDocument/hover",
};

const unanswered = [ConnectionClosed, RequestTimedOut, RpcError];
