// The second agent on a large repository: it gets the server that the first one had indexed.

import { expect, test } from "vitest";
import { daemonsIn, on, serversIn } from "../../support/daemons.ts";
import { gone } from "../../support/soon.ts";
import type { Project } from "../../support/project.ts";
import { project } from "../../support/project.ts";
import { callTool, connect, sightline } from "../../support/sightline.ts";
import { hasServer } from "../installed.ts";

const count = 1_000;
/** Every twentieth file uses it: few enough for one answer. */
const every = 20;

const files = Array.from({ length: count }, (_, index) => {
  const isUser = index % every === 0;
  const text = isUser
    ? `from base import total\n\n\ndef use_${index}() -> int:\n    return total(${index})\n`
    : `def other_${index}() -> int:\n    return ${index}\n`;
  return `-- part_${index}.py --\n${text}`;
});

const fixture = `-- pyproject.toml --\n[project]\nname = "large"\nversion = "1"\n-- base.py --\ndef «^»total(value: int) -> int:\n    return value\n${files.join("")}`;

/** Whatever becomes of the test, its daemon and the server of it end. */
function endingDaemons(made: Project): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      const pids = [...daemonsIn(made).map(({ pid }) => pid), ...serversIn(made)];
      await sightline(made, ["daemon", "stop", "--all"], undefined, on);
      await gone(...pids);
    },
  };
}

test.each(["pyright"].filter(hasServer))(
  "%s: a second session on a thousand files has all references at once, from the daemon of the first [AGL-033]",
  async () => {
    using made = project(fixture);
    await using _ = endingDaemons(made);
    const { file, span } = made.fixture.cursor;
    const at = { file_path: file, ...span.start, format: "json" };
    const open = (): ReturnType<typeof connect> =>
      connect(made, "modern", ["mcp", "--root", ".", "--tools", "full"], on);
    const first = await open();
    expect((await callTool(first, "start_lsp", { language_id: "python" })).isError).toBe(false);
    const cold = await callTool(first, "find_references", at);
    expect(cold.standing).toMatchObject({ state: "complete", reasons: [] });
    expect(new Set(cold.texts.join("\n").match(/part_\d+\.py/g)).size).toBe(count / every);
    await first.client.close();
    const before = [daemonsIn(made), serversIn(made)];
    expect(before.map((list) => list.length)).toEqual([1, 1]);
    expect(daemonsIn(made)[0]?.ready).toBe(true);

    const second = await open();
    // It may not wait for anything: what is not there now would be missing.
    const started = await callTool(second, "start_lsp", { language_id: "python", ready_timeout_seconds: 0 });
    expect([started.isError, started.standing?.state]).toEqual([false, "complete"]);
    const warm = await callTool(second, "find_references", at);
    expect(warm).toEqual(cold);
    expect([daemonsIn(made), serversIn(made)]).toEqual(before);
    await second.client.close();
  },
);
