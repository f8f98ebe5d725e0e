// What no reader of ours notices, the system forbids: a server of a root that is not trusted cannot read beside it.

import { describe, expect, test } from "vitest";
import { canConfine } from "../../../src/host/process/confinement.ts";
import type { Mark } from "../../../src/testing/fixture.ts";
import { spelledCases } from "./confined-cases.ts";
import { hasServer } from "../installed.ts";
import type { Stage } from "./outside-stage.ts";
import { around, inputAt, opened, secret } from "./outside-stage.ts";

describe.each(spelledCases.filter(({ server }) => hasServer(server)))("$server: $name", (one) => {
  test("each leads to the file outside where the root is trusted, and none where it is not [S10 S12]", async () => {
    const real: string[] = [];
    await using believed = await opened(one, { trusted: true });
    for (const mark of believed.marks) {
      if ((await told(believed, mark)).includes(secret)) real.push(mark.file);
    }
    expect(real).toEqual(believed.marks.map(({ file }) => file));
    const seen: string[] = [];
    await using stage = await opened(one, { confine: "always" });
    for (const mark of stage.marks) {
      const text = await told(stage, mark);
      if (text.includes(secret)) seen.push(`${mark.file}: ${around(text)}`);
    }
    for (const event of stage.events) if (event.includes(secret)) seen.push(`event: ${around(event)}`);
    expect(seen).toEqual([]);
    // Where the system cannot confine it, the server is not started.
    expect(stage.events.some((event) => event.includes('"confined":true'))).toBe(await canConfine());
  });
});

/** Everything that quotes a text of another file. */
async function told(stage: Stage, mark: Mark): Promise<string> {
  const answers = [
    await stage.ask("get_diagnostics", { file_path: mark.file }),
    await stage.ask("inspect_symbol", inputAt(mark)),
    await stage.ask("get_completions", inputAt(mark)),
  ];
  return JSON.stringify(answers);
}
