// The shop of `examples/`, copied to a checkout of its own in which every example of the operations is asked.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OutcomeBody, Engine, Outcome } from "../src/engine/engine.ts";
import { openEngine } from "../src/engine/open.ts";
import type { Operation } from "../src/operations/define.ts";
import type { Caller } from "../src/policy/effects.ts";

const caller: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] };

export interface Shop extends AsyncDisposable {
  readonly root: string;
  readonly engine: Engine;
  /** Every request that a server was sent so far. */
  readonly sent: ReadonlySet<string>;
  /** Faults of ours, such as a request that its operation does not declare. */
  readonly defects: readonly string[];
  ask(operation: Operation, input: object): Promise<Outcome>;
}

/** A commit, and on top of it an uncommitted change. The root is trusted, so that its tests may run. */
export async function openShop(): Promise<Shop> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-shop-")));
  const root = join(base, "shop");
  cpSync("examples/shop", root, { recursive: true });
  const git = (...args: readonly string[]): void => void execFileSync("git", ["-C", root, ...args], { env: quietGit });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=Open the shop");
  edit(join(root, "src/discount.ts"), "new Discounted(whole, 0.1)", "new Discounted(whole, 0.2)");
  const sent = new Set<string>();
  const engine = await openEngine({
    directory: root,
    exact: true,
    trusted: true,
    trace: (_server, direction, message) => {
      if (direction === "sent" && "method" in message) sent.add(String(message.method));
    },
  });
  const defects: string[] = [];
  engine.events((event) => void (event.type === "defect" && defects.push(event.message)));
  return {
    root,
    engine,
    sent,
    defects,
    ask: ({ name }, input) => engine.invoke({ operation: name, input, caller }),
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** What a model would read, the same on every machine: neither where the checkout lies nor how long it took. */
export function shownOutcome(shop: Shop, outcome: Outcome): string {
  if (!outcome.ok) return `refused: ${outcome.refusal.what} ${outcome.refusal.why ?? ""}`.trim();
  const lines = [outcome.standingLine, bodyText(outcome.body), outcome.hint];
  return lines
    .filter((line) => line !== undefined)
    .join("\n")
    .replaceAll(shop.root, "/shop")
    .replaceAll(/\b[0-9a-f]{32}\b/g, (id) => (/^(.)\1+$/.test(id) ? id : "…"))
    .replaceAll(/\bsince=\w+/g, "since=…")
    .replaceAll(/^ {2}f[0-9a-z]{4,}(?= .*\[\w+)/gm, "  f…")
    .replaceAll(/\b\d+(?:\.\d+)?(?= m?s\b)/g, "n");
}

function bodyText(body: OutcomeBody): string {
  return body.format === "text" ? body.text : JSON.stringify(body.json, null, 2);
}

function edit(path: string, before: string, after: string): void {
  const text = readFileSync(path, "utf8");
  if (!text.includes(before)) throw new Error(`${path} lacks ${before}`);
  writeFileSync(path, text.replace(before, after));
}

const quietGit = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "Sightline",
  GIT_AUTHOR_EMAIL: "sightline@example.org",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Sightline",
  GIT_COMMITTER_EMAIL: "sightline@example.org",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};
