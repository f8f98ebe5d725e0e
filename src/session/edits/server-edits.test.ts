// When a server's own edit is taken: while one call wants it, in order, and answered with the truth.

import { expect, test } from "vitest";
import { Refusal } from "../../model/refusal.ts";
import { ServerEdits } from "./server-edits.ts";

const edit = { changes: {} };
const no = { applied: false, failureReason: expect.any(String) };

test("only while a call wants it, and one call alone [S16]", async () => {
  const edits = new ServerEdits();
  const taken: unknown[] = [];
  const take = async (one: unknown): Promise<void> => void taken.push(one);
  expect(await edits.answer({ edit })).toEqual(no);
  await edits.during(take, async () => {
    expect(await edits.answer({ edit })).toEqual({ applied: true });
    const other = async (): Promise<void> => {};
    await edits.during(other, async () => expect(await edits.answer({ edit })).toEqual(no));
    expect(await edits.answer({ edit })).toEqual({ applied: true });
  });
  expect(await edits.answer({ edit })).toEqual(no);
  expect([taken.length, edits.refused]).toEqual([2, 3]);
});

test("what is no edit, or is refused, is answered so, with why [S16]", async () => {
  const edits = new ServerEdits();
  const take = async (): Promise<void> => {
    throw new Refusal({ code: "outside_root", what: "It is outside.", why: "There." });
  };
  await edits.during(take, async () => {
    for (const params of [undefined, {}, { edit: null }, { edit: 7 }]) expect(await edits.answer(params)).toEqual(no);
    expect(await edits.answer({ edit })).toEqual({ applied: false, failureReason: "It is outside. There." });
  });
  expect(edits.refused).toBe(5);
});

test("one is made after the other, and the call is over only when all of them are [S16]", async () => {
  const edits = new ServerEdits();
  const log: string[] = [];
  let finish = (): void => {};
  const take = async (one: unknown): Promise<void> => {
    log.push("begin");
    const isFirst = log.length === 1;
    if (isFirst) {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    }
    log.push(`end ${JSON.stringify(one)}`);
  };
  const replies: Promise<unknown>[] = [];
  const call = edits
    .during(take, async () => void replies.push(edits.answer({ edit: { n: 1 } }), edits.answer({ edit: { n: 2 } })))
    .then(() => log.push("over"));
  await Promise.resolve();
  finish();
  await call;
  // The call had ended before the second came to its turn.
  expect(await Promise.all(replies)).toEqual([{ applied: true }, no]);
  expect(log).toEqual(["begin", 'end {"n":1}', "over"]);
});

test("a defect of ours is no reply that the edit was made", async () => {
  const edits = new ServerEdits();
  const take = async (): Promise<void> => {
    throw new TypeError("a defect");
  };
  await edits.during(take, async () => await expect(edits.answer({ edit })).rejects.toThrow("a defect"));
  expect(edits.refused).toBe(1);
});
