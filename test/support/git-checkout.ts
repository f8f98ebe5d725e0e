// Checkouts of git in a temporary directory, and what is said to have changed in them.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Host } from "../../src/host/host.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { display, filePath } from "../../src/model/file-path.ts";
import { deadlineIn } from "../../src/std/deadline.ts";
import type { ChangeRequest, GitChanges } from "../../src/workspace/git/git.ts";
import { changesIn } from "../../src/workspace/git/git.ts";
import { programsServing } from "../../src/testing/kits/programs-kit.ts";

export class Checkout {
  static readonly home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-git-")));
  static #count = 0;
  static #host: Promise<Host> | undefined;
  readonly root = join(Checkout.home, `checkout-${Checkout.#count++}`);

  /** The machine, with a home directory of its own so that no user's settings count. */
  static host(): Promise<Host> {
    const home = join(Checkout.home, "home");
    Checkout.#host ??= openNodeHost({ ...process.env, HOME: home, SIGHTLINE_STATE_DIR: join(Checkout.home, "state") });
    return Checkout.#host;
  }

  /** Removes them all. */
  static end(): void {
    rmSync(Checkout.home, { recursive: true, force: true });
  }

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.root, { recursive: true });
    this.git("init", "-q", "-b", "main");
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    if (Object.keys(files).length > 0) this.commit();
  }

  git(...args: readonly string[]): string {
    const who = ["-c", "user.name=someone", "-c", "user.email=someone@example.org", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...who, ...args], { cwd: this.root, encoding: "utf8", stdio: "pipe" });
  }

  commit(): void {
    this.git("add", "-A");
    this.git("commit", "-qm", "a change");
  }

  write(file: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
  }

  async changes(request: Partial<ChangeRequest> = {}, below = "."): Promise<GitChanges> {
    const host = await Checkout.host();
    const root = filePath(join(this.root, below));
    const patience = { deadline: deadlineIn(host.clock, 60_000) };
    return changesIn(host, programsServing(host, root), root, root, { scope: "all", ...request }, patience);
  }

  /** `a.ts modified 2-3 +5`: the lines that are there, and behind which some are gone. */
  async told(request: Partial<ChangeRequest> = {}): Promise<string[]> {
    const { files } = await this.changes(request);
    return files.map(({ file, before, change, kind, lines, hasMovedOn }) => {
      const spans =
        lines === "all" ? ["all"] : lines.map(({ first, last }) => (last < first ? `+${last}` : `${first}-${last}`));
      const from = before === undefined ? [] : [`from ${display(filePath(this.root), before)}`];
      const how = [...(kind === "text" ? [] : [kind]), ...(hasMovedOn ? ["moved on"] : [])];
      return [display(filePath(this.root), file), change, ...from, ...spans, ...how].join(" ");
    });
  }
}
