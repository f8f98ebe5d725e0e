// Many files are looked at in the time of one, whatever some of them keep silent about.

import { expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { standingOf } from "../../model/standing.ts";
import { isRecord } from "../../std/json.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { clean, EngineDiagnostics } from "./diagnostics-reader.ts";
import type { Engine } from "../engine.ts";
import { baselineTimeoutMs } from "../limits.ts";

/** How long a file of which nothing comes is waited for. */
const waitMs = 10_000;

const nothing = standingOf([{ code: "nothing_received", detail: "the server published nothing" }]);

type Said = "clean" | "silent" | "refused";

/** An engine in which each file is as the test says; it waits for what is silent, as long as it is let. */
function open(files: ReadonlyMap<FilePath, Said>) {
  const clock = new StepClock();
  const asked: number[] = [];
  const engine: Engine = {
    invoke: async ({ input, timeoutMs = 0 }) => {
      const paths = isRecord(input) ? (input["file_paths"] as FilePath[]) : [];
      asked.push(paths.length);
      const of = (said: Said): FilePath[] => paths.filter((path) => files.get(path) === said);
      if (of("refused").length === paths.length) {
        return { ok: false, refusal: { code: "file_not_found", what: "It is gone." }, ms: 0 };
      }
      const isSilent = of("silent").length > 0;
      if (isSilent) await new Promise<void>((go) => clock.after(Math.min(waitMs, timeoutMs), go));
      const json = Object.fromEntries([...of("clean"), ...of("silent")].map((path) => [`file://${path}`, []]));
      const body = { format: "json", json, leftOut: undefined } as const;
      const standing = isSilent ? nothing : standingOf([]);
      const plain = { standingLine: undefined, isEmpty: true, succeeded: true, hint: undefined, ms: 0 };
      return { ok: true, body, standing, ...plain };
    },
    events: () => () => {},
    facts: { root: "/project", notices: { diagnosticsMs: 1, staleMs: 1 }, correction: { rounds: 2 } },
    status: async () => ({ sessions: [] }),
    leave: () => {},
    close: async () => {},
  };
  return { clock, asked, look: new EngineDiagnostics(engine, { door: "mcp", allowed: ["read"] }, clock) };
}

function named(count: number, said: Said): [FilePath, Said][] {
  return Array.from({ length: count }, (_, index) => [filePath(`/project/${said}${index}.toy`), said]);
}

test("files of which nothing comes are waited for together, not one after another", async () => {
  const files = new Map(named(24, "silent"));
  const { clock, look } = open(files);
  expect((await clock.until(look.many([...files.keys()]))).size).toBe(0);
  expect(clock.now()).toBeLessThan(waitMs * 1.5);
});

test("more files than one question may name end within the time of one", async () => {
  const files = new Map(named(900, "silent"));
  const { clock, look } = open(files);
  await clock.until(look.many([...files.keys()]));
  expect(clock.now()).toBeLessThanOrEqual(baselineTimeoutMs);
});

test("a silent file hides neither one without problems nor one that is gone", async () => {
  const files = new Map([...named(1, "silent"), ...named(3, "clean"), ...named(1, "refused")]);
  const { clock, asked, look } = open(files);
  const found = await clock.until(look.many([...files.keys()]));
  expect([...found.values()].sort()).toEqual([clean, clean, clean, "refused: file_not_found"]);
  expect(asked).toEqual([5, 1, 1, 1, 1, 1]);
});
