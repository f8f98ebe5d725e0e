// Endings that cannot be orderly: threads that hang on a pipe, and an event loop that stands still. The process ends all
// the same, and takes its servers and its guard along.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../src/std/json.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { gone } from "../support/fault-session.ts";
import type { Served } from "../support/made-up-server.ts";
import { served } from "../support/made-up-server.ts";
import { oneIn } from "../support/soak.ts";
import { McpWire } from "../support/mcp-wire.ts";

/** At a moment that a test chooses every thread of the pool hangs on a pipe, or a regular expression runs for hours. */
const mischief = `data:text/javascript,${encodeURIComponent(
  [
    "import { open } from 'node:fs';",
    "process.on('SIGUSR2', () => {",
    "  for (let at = 0; at < 8; at++) open(process.env.MISCHIEF_PIPE, 'r', () => {});",
    "  process.stderr.write('hangs\\n');",
    "});",
    "process.on('SIGPWR', () => process.stderr.write('stands\\n', () => /^(a+)+$/.test('a'.repeat(200) + 'b')));",
  ].join(""),
).replaceAll("'", "%27")}`;

/** Everything that was started with the state directory of this project: the process, its servers and its guard. */
function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      const [, rest = ""] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) (?=[A-Z] )/);
      parents.set(Number(name), Number(rest.split(" ")[1]));
    } catch {
      // It went while it was looked at.
    }
  }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found.slice(1);
}

interface Hanging extends AsyncDisposable {
  readonly wire: McpWire;
  readonly others: readonly number[];
}

/** A call hangs at its server, and then the mischief begins. */
async function hanging(made: Served, signal: NodeJS.Signals, word: string): Promise<Hanging> {
  const pipe = join(made.root, "..", "pipe");
  execFileSync("mkfifo", [pipe]);
  const wire = new McpWire(made, {
    args: ["mcp", ...made.options, "--log-level", "debug"],
    env: { NODE_OPTIONS: `--import ${mischief}`, MISCHIEF_PIPE: pipe },
  });
  await wire.initialize();
  wire.ask("tools/call", { name: "find_references", arguments: made.at });
  await wire.seen(({ params }) => isRecord(params) && JSON.stringify(params).includes("got textDocument/references"));
  const others = descendants(wire.child.pid ?? 0);
  wire.child.kill(signal);
  await wire.until(() => wire.stderr.includes(word));
  return { wire, others, [Symbol.asyncDispose]: async () => void wire.child.kill("SIGKILL") };
}

const endings: readonly (readonly [string, (wire: McpWire) => unknown])[] = [
  ["the end of input", (wire) => wire.child.stdin.end()],
  ["SIGTERM", (wire) => wire.child.kill("SIGTERM")],
  ["SIGINT", (wire) => wire.child.kill("SIGINT")],
  ["SIGHUP", (wire) => wire.child.kill("SIGHUP")],
];

describe("while every thread of the pool hangs on a pipe [S42]", () => {
  test.concurrent.each(endings)("%s ends the process, its server and its guard", async (_, end) => {
    using made = served(faultCommand("hangs", "textDocument/references"));
    await using hung = await hanging(made, "SIGUSR2", "hangs");
    expect(hung.others).toHaveLength(2);
    end(hung.wire);
    await hung.wire.exited;
    expect(await gone(...hung.others)).toBe(true);
  });
});

describe("while the event loop stands still [S42]", () => {
  // Each takes the seconds of processor time after which the guard ends it.
  test.concurrent.each(oneIn(2, endings.slice(0, 2), "a signal to a loop that stands still"))(
    "%s ends the process, its server and its guard",
    { timeout: 240_000 },
    async (_, end) => {
      using made = served(faultCommand("hangs", "textDocument/references"));
      await using still = await hanging(made, "SIGPWR", "stands");
      expect(still.others).toHaveLength(2);
      end(still.wire);
      await still.wire.exited;
      expect(await gone(...still.others)).toBe(true);
    },
  );
});
