// A build under the feet of a process that runs from the same folder.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const { publish } = (await import(pathToFileURL("tools/build.mjs").href)) as {
  readonly publish: (stage: string, dist: string) => void;
};

test("the parts of the build before stay for running processes, and those before them go; none of them is packed", () => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-build-"));
  const dist = join(folder, "dist");
  const build = (files: Record<string, string>): string[] => {
    const stage = join(folder, "stage");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      writeFileSync(join(stage, path), text);
    }
    publish(stage, dist);
    rmSync(stage, { recursive: true });
    return readdirSync(join(dist, "cli")).sort();
  };
  const unpacked = (): string => readFileSync(join(dist, "cli", ".npmignore"), "utf8");
  try {
    const same = { "cli/bin.js": "bin", "cli/table-AAAA-aaa.js": "table" };
    expect(build({ ...same, "cli/open-11111111.js": "1", "gone.js": "x" })).toEqual([
      "bin.js",
      "open-11111111.js",
      "table-AAAA-aaa.js",
    ]);
    const second = build({ ...same, "cli/open-22222222.js": "2" });
    expect(second).toEqual([".npmignore", "bin.js", "open-11111111.js", "open-22222222.js", "table-AAAA-aaa.js"]);
    expect(readdirSync(dist)).toEqual(["cli"]);
    expect(unpacked()).toBe("open-11111111.js\n");
    // A build that changes no part is no reason to let one go.
    expect(build({ ...same, "cli/open-22222222.js": "2" })).toEqual(second);
    expect(build({ ...same, "cli/open-33333333.js": "3" })).toEqual([
      ".npmignore",
      "bin.js",
      "open-22222222.js",
      "open-33333333.js",
      "table-AAAA-aaa.js",
    ]);
    expect(unpacked()).toBe("open-22222222.js\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
