// A disk between the writer and the real one that can end, fail or let another program act at any of its calls.

import type { FilePath } from "../../src/model/file-path.ts";
import type { Holder, Writing } from "../../src/host/writing.ts";
import { WriteFault } from "../../src/host/writing.ts";

/** The process is gone: nothing that would run after this runs. */
export class Crash extends Error {
  override readonly name = "Crash";
}

export interface DiskCall {
  readonly index: number;
  readonly act: "look" | "read" | "create" | "link" | "rename" | "remove" | "make" | "empty" | "sync";
  readonly path: FilePath;
}

/** Before each call: `half` makes a file with half of its content and then crashes or fails as the next word says. */
export type Verdict = "go" | "crash" | "half, crash" | { readonly fail: string } | { readonly half: string };

/** A process that has ended long ago. */
const gone: Holder = { pid: 4_194_303, startTime: "1", machine: "", boot: "", namespace: "" };

export class ShimmedDisk implements Writing {
  readonly #inner: Writing;
  readonly #before: (call: DiskCall) => Verdict;
  readonly calls: DiskCall[] = [];
  #hasCrashed = false;

  constructor(inner: Writing, before: (call: DiskCall) => Verdict = () => "go") {
    this.#inner = inner;
    this.#before = before;
  }

  look: Writing["look"] = (path) => this.#at("look", path, () => this.#inner.look(path));
  read: Writing["read"] = (path) => this.#at("read", path, () => this.#inner.read(path));
  create: Writing["create"] = (path, bytes, like) =>
    this.#at(
      "create",
      path,
      () => this.#inner.create(path, bytes, like),
      () => this.#inner.create(path, bytes.subarray(0, bytes.length / 2), like),
    );
  adorned: Writing["adorned"] = (paths) => this.#inner.adorned(paths);
  adorn: Writing["adorn"] = (from, to) => this.#at("create", to, () => this.#inner.adorn(from, to));
  link: Writing["link"] = (from, to) => this.#at("link", to, () => this.#inner.link(from, to));
  rename: Writing["rename"] = (from, to) => this.#at("rename", to, () => this.#inner.rename(from, to));
  remove: Writing["remove"] = (path) => this.#at("remove", path, () => this.#inner.remove(path));
  makeDirectory: Writing["makeDirectory"] = (path, mode) =>
    this.#at("make", path, () => this.#inner.makeDirectory(path, mode));
  removeDirectory: Writing["removeDirectory"] = (path) =>
    this.#at("empty", path, () => this.#inner.removeDirectory(path));
  syncDirectory: Writing["syncDirectory"] = (path) => this.#at("sync", path, () => this.#inner.syncDirectory(path));
  doubt: Writing["doubt"] = (path) => this.#inner.doubt(path);
  nonce: Writing["nonce"] = () => this.#inner.nonce();

  /** So that what it leaves is seen as left by a process that has gone. */
  self: Writing["self"] = async () => {
    const { machine, boot, namespace } = await this.#inner.self();
    return { ...gone, machine, boot, namespace };
  };

  isAlive: Writing["isAlive"] = (holder) => this.#inner.isAlive(holder);

  async #at<T>(act: DiskCall["act"], path: FilePath, work: () => Promise<T>, half?: () => Promise<void>): Promise<T> {
    if (this.#hasCrashed) throw new Crash();
    const call = { index: this.calls.length, act, path };
    this.calls.push(call);
    const verdict = this.#before(call);
    if (verdict === "go") return work();
    if (verdict === "half, crash" || (typeof verdict === "object" && "half" in verdict)) await half?.();
    if (typeof verdict === "object")
      throw new WriteFault("half" in verdict ? verdict.half : verdict.fail, path, undefined);
    this.#hasCrashed = true;
    throw new Crash();
  }
}
