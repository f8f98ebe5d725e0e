// Endings that cannot be orderly: threads that hang on a pipe, and an event loop that stands still. The process ends all
// the same, and takes its servers and its guard along.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../src/std/json.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { gone } from "../support/soon.ts";
import type { Served } from "../support/made-up-server.ts";
import { served } from "../support/made-up-server.ts";
import { isInSoak } from "../support/soak.ts";
import { McpWire } from "../support/mcp-wire.ts";

/**
 * At a moment that a test chooses every thread of the pool hangs on a pipe, or the loop stands: until it counts as silent it
 * waits, and then a regular expression runs for hours.
 */
const mischief = `data:text/javascript,${encodeURIComponent(
  [
    "import { open } from 'node:fs';",
    "process.on('SIGUSR2', () => {",
    "  for (let at = 0; at < 8; at++) open(process.env.MISCHIEF_PIPE, 'r', () => {});",
    "  process.stderr.write('hangs\\n');",
    "});",
    "const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000);",
    "process.on('SIGPWR', () => process.stderr.write('stands\\n', () => wait() && /^(a+)+$/.test('a'.repeat(200) + 'b')));",
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

/** A client that does nothing but start its server, whose streams are its own. */
const client = [
  process.execPath,
  "-e",
  "require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })",
];

/** A call hangs at its server, and then the mischief begins. */
async function hanging(
  made: Served,
  signal: NodeJS.Signals,
  word: string,
  through: readonly string[] = [],
): Promise<Hanging> {
  const pipe = join(made.root, "..", "pipe");
  execFileSync("mkfifo", [pipe]);
  const wire = new McpWire(made, {
    args: ["mcp", ...made.options, "--log-level", "debug"],
    env: { NODE_OPTIONS: `--import ${mischief}`, MISCHIEF_PIPE: pipe },
    through,
  });
  await wire.initialize();
  wire.ask("tools/call", { name: "find_references", arguments: made.at });
  await wire.seen(({ params }) => isRecord(params) && JSON.stringify(params).includes("got textDocument/references"));
  const others = descendants(wire.child.pid ?? 0);
  process.kill(through.length === 0 ? (wire.child.pid ?? 0) : (others[0] ?? 0), signal);
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
  test("the end of its client ends the process, its server and its guard", { timeout: 120_000 }, async () => {
    using made = served(faultCommand("hangs", "textDocument/references"));
    await using still = await hanging(made, "SIGPWR", "stands", client);
    expect(still.others).toHaveLength(3);
    still.wire.child.kill("SIGKILL");
    expect(await gone(...still.others)).toBe(true);
  });

  // Each takes the 15 s of processor time after which the guard ends it.
  test.concurrent.each(isInSoak("a loop that stands still while its client is there") ? endings.slice(0, 2) : [])(
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
