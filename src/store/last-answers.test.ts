// The last answer on a real disk: kept by root, private, and never in the way.

import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeClock } from "../host/node/node-clock.ts";
import { nodeFiles } from "../host/node/node-files.ts";
import { nodeWriting } from "../host/node/node-writing.ts";
import { filePath } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import { standingOf } from "../model/standing.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { LastAnswers } from "./last-answers.ts";

const [a, b] = [filePath("/projects/a"), filePath("/projects/b")];
const at = "2026-01-02T03:04:05.000Z";
const possible: Reason = {
  code: "possible_uses",
  detail: "2 possible uses not verified (command_win.go: windows only)",
  counted: { count: 2, thing: "possible use", trouble: "not verified", where: "command_win.go: windows only" },
  next: "look at them",
};
const asked = { operation: "find_references", about: "command.go#Command.Execute", at };
const partial = standingOf([possible], [{ server: "gopls", version: "0.23.0" }]);

function inTemporary(): Disposable & { readonly directory: string; another(): LastAnswers } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-test-")));
  const directory = join(base, "deep", "state");
  const disk = { clock: nodeClock, files: nodeFiles, writing: nodeWriting, stateDirectory: filePath(directory) };
  return {
    directory,
    another: () => new LastAnswers(disk),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

test("the last answer of each root is read by another process, whole", async () => {
  using made = inTemporary();
  const answers = made.another();
  expect(await answers.of(a)).toBeUndefined();
  answers.keep({ root: a, ...asked, standing: standingOf([]) });
  answers.keep({ root: b, ...asked, operation: "hover", standing: standingOf([]) });
  answers.keep({ root: a, ...asked, standing: partial });
  await answers.settled();
  expect(await made.another().of(a)).toEqual({ root: a, ...asked, standing: partial, leftOut: 0 });
  expect(await made.another().of(b)).toMatchObject({ operation: "hover", standing: { state: "complete" } });
});

test("a refusal takes the place of an older answer, and an answer that of a refusal", async () => {
  using made = inTemporary();
  const answers = made.another();
  const refusal = { code: "no_symbol", what: "There is no symbol x.", why: "It has y.", next: "Name one." } as const;
  answers.keep({ root: a, ...asked, standing: partial });
  answers.keep({ root: a, ...asked, refusal });
  await answers.settled();
  expect(await made.another().of(a)).toEqual({ root: a, ...asked, refusal });
  answers.keep({ root: a, ...asked, refusal: { code: "timed_out", what: "x".repeat(100_000) } });
  await answers.settled();
  expect(await made.another().of(a)).toEqual({
    root: a,
    ...asked,
    refusal: { code: "timed_out", what: "x".repeat(2_000) },
  });
  answers.keep({ root: a, ...asked, standing: partial });
  await answers.settled();
  expect(await made.another().of(a)).toEqual({ root: a, ...asked, standing: partial, leftOut: 0 });
});

test("it is a small file that only its owner may read [S37]", async () => {
  using made = inTemporary();
  const answers = made.another();
  const many = Array.from(
    { length: 5_000 },
    (_, index): Reason => ({ code: "scoped", detail: `${index} ${"x".repeat(9_000)}` }),
  );
  answers.keep({ root: a, ...asked, standing: standingOf(many) });
  await answers.settled();
  const [name = "none", ...more] = readdirSync(join(made.directory, "answers"));
  expect(more).toEqual([]);
  const { mode, size } = statSync(join(made.directory, "answers", name));
  expect(mode & 0o777).toBe(0o600);
  expect(size).toBeLessThan(100_000);
  expect(await answers.of(a)).toMatchObject({ leftOut: 4_900 });
});

const strange =
  '{"version":1,"root":"/projects/a","operation":"o","about":"","at":"","refusal":{"code":"zork","what":"x"}}';

test.each([strange, "{", "{}", '{"version":1,"root":"/projects/b"}', '{"version":9,"root":"/projects/a"}'])(
  "what is not understood is not there: %s [F51]",
  async (text) => {
    using made = inTemporary();
    const answers = made.another();
    answers.keep({ root: a, ...asked, standing: partial });
    await answers.settled();
    const [name = "none"] = readdirSync(join(made.directory, "answers"));
    writeFileSync(join(made.directory, "answers", name), text);
    expect(await answers.of(a)).toBeUndefined();
  },
);

test("what others could have written is not believed", async () => {
  using made = inTemporary();
  const answers = made.another();
  answers.keep({ root: a, ...asked, standing: partial });
  await answers.settled();
  const [name = "none"] = readdirSync(join(made.directory, "answers"));
  chmodSync(join(made.directory, "answers", name), 0o666);
  expect(await answers.of(a)).toBeUndefined();
});

test("a place that cannot be written is not told of [F51 F52]", async () => {
  const answers = new LastAnswers({
    clock: nodeClock,
    files: nodeFiles,
    writing: nodeWriting,
    stateDirectory: filePath("/dev/null/state"),
  });
  answers.keep({ root: a, ...asked, standing: partial });
  await answers.settled();
  expect(await answers.of(a)).toBeUndefined();
});

test("calls that follow one another share a write, and the last of them is what is read", async () => {
  using made = inTemporary();
  let created = 0;
  const writing: typeof nodeWriting = {
    ...nodeWriting,
    create: (...of) => {
      created++;
      return nodeWriting.create(...of);
    },
  };
  const answers = new LastAnswers({
    clock: nodeClock,
    files: nodeFiles,
    writing,
    stateDirectory: filePath(made.directory),
  });
  answers.keep({ root: a, ...asked, standing: partial });
  await answers.settled();
  for (const operation of ["hover", "outline", "find_symbol"]) {
    answers.keep({ root: a, ...asked, operation, standing: partial });
    // As long as it takes to answer the next call.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await answers.settled();
  expect([created, await made.another().of(a)]).toMatchObject([2, { operation: "find_symbol" }]);
});

test("calls that come while another is written wait for the interval", async () => {
  using made = inTemporary();
  let created = 0;
  const written = await new Promise<number>((resolve) => {
    const clock = new (class extends FakeClock {
      override after(ms: number, run: () => void): ReturnType<FakeClock["after"]> {
        resolve(created);
        return super.after(ms, run);
      }
    })();
    const writing: typeof nodeWriting = {
      ...nodeWriting,
      create: (...of) => {
        created++;
        // A busy agent: the next call has ended before this one is on disk.
        if (created < 5) answers.keep({ root: a, ...asked, standing: partial });
        else resolve(created);
        return nodeWriting.create(...of);
      },
    };
    const answers = new LastAnswers({ clock, files: nodeFiles, writing, stateDirectory: filePath(made.directory) });
    answers.keep({ root: a, ...asked, standing: partial });
  });
  expect(written).toBe(1);
});
