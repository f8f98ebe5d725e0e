// Whether a server can still be believed: alive after a sleep of the machine, not held, and the program we started.

import { parseFilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { AskHost } from "../ask-host.ts";
import { binaryCheckMs, busyTicks, suspendGapMs } from "../limits.ts";
import type { FoundProgram } from "./launch.ts";
import type { Running } from "./running.ts";

/** Spec: LSP 3.18 "$ Notifications and Requests": a server must answer an unknown `$/` request with an error. */
const probeMethod = "$/sightline/alive";

export class Health {
  readonly #session: AskHost;
  #timeouts = 0;
  #lastTimeout = Number.NEGATIVE_INFINITY;
  #seen: { readonly now: number; readonly wall: number };
  #binary: { readonly running: Running; readonly stamp: string | undefined; checkedAt: number } | undefined;

  constructor(session: AskHost) {
    this.#session = session;
    this.#seen = this.#clocks();
  }

  /** False when the incarnation must not be used: a new one is on its way. */
  async isUsable(running: Running): Promise<boolean> {
    if (this.#slept() && !(await this.isAlive(running))) {
      await this.#session.declareHung();
      return false;
    }
    if (await this.#wasReplaced(running)) {
      await this.#session.renew("its executable was replaced");
      return false;
    }
    return true;
  }

  answered(): void {
    this.#timeouts = 0;
  }

  /** After a time-out: a refusal that names the real cause, if it is not mere slowness. */
  async timedOut(running: Running, ms: number): Promise<Refusal | undefined> {
    if ((await running.channel.condition()) === "stopped") return this.#hung("Its process is stopped by a signal.");
    // Requests that waited at the same time are one silence, not several.
    const { clock } = this.#session.options.host;
    if (clock.now() - ms < this.#lastTimeout) return undefined;
    this.#lastTimeout = clock.now();
    this.#timeouts++;
    if (this.#timeouts < this.#session.options.settings.request.timeoutsBeforeProbe) return undefined;
    if (!(await this.#isIdleAndSilent(running))) return undefined;
    return this.#hung(`${this.#timeouts} requests in a row and a probe went unanswered.`);
  }

  /** A server that loads or computes is slow, not dead, also if it cannot answer meanwhile. */
  async #isIdleAndSilent(running: Running): Promise<boolean> {
    if (running.readiness.verdict().kind === "unmet") return false;
    const before = await running.channel.cpuTicks();
    if (await this.isAlive(running)) return false;
    const after = await running.channel.cpuTicks();
    return before === undefined || after === undefined || after - before < busyTicks;
  }

  /** Any reply at all proves life. */
  async isAlive(running: Running): Promise<boolean> {
    try {
      await running.channel.connection.request(
        probeMethod,
        {},
        { timeoutMs: this.#session.options.settings.request.probeMs },
      );
      return true;
    } catch (error) {
      // An error reply is a reply; silence and a closed stream are not.
      return error instanceof RpcError;
    }
  }

  async #hung(why: string): Promise<Refusal> {
    this.#timeouts = 0;
    await this.#session.declareHung();
    const { entry, address } = this.#session.options.server;
    const { title } = entry;
    const isOurs = address === undefined;
    return new Refusal({
      code: "server_hung",
      what: `${title} stopped responding${isOurs ? " and was killed" : ""}.`,
      why: isOurs ? why : `${why} Someone else runs it, so only the connection was closed.`,
      next: `Ask again; the server is ${isOurs ? "restarted" : "connected to again"}.`,
      data: { server: entry.id },
    });
  }

  /** The monotonic clock stands still while the machine sleeps, the wall clock does not. */
  #slept(): boolean {
    const before = this.#seen;
    const now = this.#clocks();
    this.#seen = now;
    return now.wall - before.wall - (now.now - before.now) > suspendGapMs;
  }

  async #wasReplaced(running: Running): Promise<boolean> {
    const { host, server } = this.#session.options;
    const known = this.#binary;
    // Which program someone else runs is not ours to know.
    if (server.address !== undefined) return false;
    if (known?.running === running && host.clock.now() - known.checkedAt < binaryCheckMs) return false;
    const stamp = await this.#programStamp(server);
    if (known?.running !== running) {
      this.#binary = { running, stamp, checkedAt: host.clock.now() };
      return false;
    }
    known.checkedAt = host.clock.now();
    // Gone is not replaced: an upgrade under way, and what runs goes on running.
    return stamp !== undefined && known.stamp !== undefined && stamp !== known.stamp;
  }

  /** The executable and the scripts it is given: for a server that is a Node program the former is only Node. */
  async #programStamp(server: FoundProgram): Promise<string | undefined> {
    const { host } = this.#session.options;
    const files = [server.command, ...server.args.flatMap((arg) => parseFilePath(arg) ?? [])];
    const stamps = await Promise.all(files.map(async (file) => (await host.files.stat(file))?.stamp));
    return stamps.some((stamp) => stamp === undefined) ? undefined : stamps.join(" ");
  }

  #clocks(): { now: number; wall: number } {
    const { clock } = this.#session.options.host;
    return { now: clock.now(), wall: clock.wall() };
  }
}
