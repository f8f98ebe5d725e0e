// A build can be told from another by the executable beside it; without that nothing is told, and nothing fails.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

interface OwnBuild {
  readonly tellableBuild: () => string | undefined;
}

const parts = ["host/own-build.js", "host/own-script.js", "model/own-version.js", "std/json.js"];

test.each([
  ["beside the executable", true],
  ["in a bundle of another program", false],
])("%s", async (_, hasExecutable) => {
  const made = mkdtempSync(join(tmpdir(), "sightline-build-"));
  try {
    writeFileSync(join(made, "package.json"), '{"type":"module","version":"1.0.0"}');
    for (const part of parts) {
      mkdirSync(dirname(join(made, "dist", part)), { recursive: true });
      for (const file of [part, `${part}.map`]) cpSync(join("dist", file), join(made, "dist", file));
    }
    if (hasExecutable) {
      mkdirSync(join(made, "dist/cli"));
      writeFileSync(join(made, "dist/cli/bin.js"), "");
    }
    const from = pathToFileURL(join(made, "dist/host/own-build.js")).href;
    const { tellableBuild } = (await import(from)) as OwnBuild;
    expect(tellableBuild() ?? "").toMatch(hasExecutable ? /^[0-9a-f]{32}$/ : /^$/);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});
