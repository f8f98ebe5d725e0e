// A directory that another process swaps for a link while we read: what lies outside is never shown.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { LineIndex } from "../../src/model/line-index.ts";
import { Refusal } from "../../src/model/refusal.ts";
import { confine } from "../../src/workspace/trust/confine.ts";
import { Texts } from "../../src/workspace/files/texts.ts";

// Each side holds for a time of its own choosing, from none to longer than a read takes, so that both are met.
const swapping = `
const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
const [root, outside] = process.argv.slice(1);
const clock = new Int32Array(new SharedArrayBuffer(4));
let turn = 0;
const hold = () => Atomics.wait(clock, 0, 0, [0, 0, 1, 0, 0, 4, 0, 0, 16][turn++ % 9]);
process.stdout.write("swapping");
for (;;) {
  renameSync(root + "/src", root + "/kept");
  symlinkSync(outside, root + "/src");
  hold();
  unlinkSync(root + "/src");
  renameSync(root + "/kept", root + "/src");
  hold();
}`;
const attempts = 5_000;

const textOf = ({ text }: LineIndex): string => text;
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));

test("a parent that is swapped for a link between the check and the use gives a refusal, never the other file [S11]", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-race-")));
  const root = join(base, "root");
  for (const directory of ["root/src", "outside"]) mkdirSync(join(base, directory), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "inside");
  writeFileSync(join(base, "outside/a.ts"), "a secret");
  const swapper = spawn(process.execPath, ["-e", swapping, root, join(base, "outside")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => swapper.once("close", resolve));
  try {
    await new Promise((resolve) => swapper.stdout.once("data", resolve));
    const host = await openNodeHost({ SIGHTLINE_STATE_DIR: join(base, "state") });
    const seen = new Set<string>();
    // Both sides must be met: a race that is always won by the same one proves nothing.
    const both = (): boolean => seen.has("inside") && seen.has("outside_root");
    for (let attempt = 0; attempt < attempts || !both(); attempt++) {
      const texts = new Texts(host, filePath(root), 1_000_000);
      // The path as it was checked before the swap, and as it is checked now.
      const read = texts.of(filePath(join(root, "src/a.ts"))).then(textOf, codeOf);
      const checked = confine(host, [filePath(root)], "src/a.ts")
        .then((file) => texts.of(file))
        .then(textOf, codeOf);
      for (const one of await Promise.all([read, checked])) seen.add(one);
    }
    expect(
      [...seen].filter((one) => !["inside", "outside_root", "file_not_found", "stale_document"].includes(one)),
    ).toEqual([]);
  } finally {
    swapper.kill("SIGKILL");
    await gone;
    rmSync(base, { recursive: true, force: true });
  }
});
