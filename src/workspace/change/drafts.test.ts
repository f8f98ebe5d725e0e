import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { CallerDrafts, Draft, DraftState } from "./drafts.ts";
import { Drafts } from "./drafts.ts";

const root = filePath("/project");
const file = filePath("/project/a.toy");

function open(): { clock: FakeClock; mine: CallerDrafts; theirs: CallerDrafts } {
  const clock = new FakeClock();
  const drafts = new Drafts(clock, Math.random);
  return { clock, mine: drafts.of("me"), theirs: drafts.of("another caller") };
}

const refusalIn = (act: () => unknown) => refusalOf((async () => act())());

function put(draft: Draft, after: string): void {
  draft.put({ file, before: "old", hash: "h", after });
}

test("a draft goes from created over its edits and evaluations to its end [AGL-125 AGL-204]", () => {
  const draft = open().mine.create(root, undefined);
  const seen: DraftState[] = [draft.state];
  const note = (act: () => void): void => {
    act();
    seen.push(draft.state);
  };
  note(() => put(draft, "new"));
  note(() => draft.move("evaluating"));
  note(() => draft.move("evaluated"));
  note(() => draft.move("committed"));
  expect(seen).toEqual(["created", "mutated", "evaluating", "evaluated", "committed"]);
});

test.each(["committed", "discarded", "dirty"] as const)(
  "one that is %s takes no edit and no evaluation, and can be destroyed [AGL-206]",
  async (end) => {
    const { mine } = open();
    const draft = mine.create(root, undefined);
    put(draft, "new");
    draft.move(end);
    expect((await refusalIn(() => put(draft, "newer"))).code).toBe("bad_input");
    expect((await refusalIn(() => draft.move("evaluating"))).code).toBe("bad_input");
    expect(mine.destroy(draft.id)).toBe(true);
  },
);

test("a destroyed draft is gone; destroying it again is no error [AGL-208 AGL-131]", async () => {
  const { mine } = open();
  const { id } = mine.create(root, undefined);
  expect(mine.destroy(id)).toBe(true);
  expect((await refusalIn(() => mine.get(id))).code).toBe("bad_input");
  expect(mine.destroy(id)).toBe(false);
});

test("no other caller can name, read or end a draft, and is told what is told of ids that never were [S27]", async () => {
  const { mine, theirs } = open();
  const { id } = mine.create(root, undefined);
  const foreign = await refusalIn(() => theirs.get(id));
  const unknown = await refusalIn(() => theirs.get("f".repeat(32)));
  expect(foreign.details.what.replace(id, "")).toBe(unknown.details.what.replace("f".repeat(32), ""));
  expect(theirs.destroy(id)).toBe(false);
  expect(mine.get(id).id).toBe(id);
});

test("what it rests on is what was there at its first edit, however often a file is edited [AGL-209]", () => {
  const draft = open().mine.create(root, undefined);
  put(draft, "new");
  draft.put({ file, before: "changed on disk", hash: "other", after: "newer" });
  draft.put({ file: filePath("/project/b.toy"), before: undefined, hash: undefined, after: "b" });
  expect(draft.files()).toEqual([
    { file, before: "old", hash: "h", after: "newer" },
    { file: "/project/b.toy", before: undefined, hash: undefined, after: "b" },
  ]);
  expect(draft.version).toBe(3);
});

test("calls on one draft run one after another; on another they wait for no call [AGL-152]", async () => {
  const { clock, mine } = open();
  const [first, second] = [mine.create(root, undefined), mine.create(root, undefined)];
  const patience = { deadline: deadlineIn(clock, 1_000) };
  const order: string[] = [];
  let finish: () => void = () => {};
  const long = first.exclusively(patience, () => new Promise<void>((resolve) => (finish = resolve)));
  const next = first.exclusively(patience, async () => void order.push("same"));
  await second.exclusively(patience, async () => void order.push("other"));
  expect(order).toEqual(["other"]);
  finish();
  await Promise.all([long, next]);
  expect(order).toEqual(["other", "same"]);
});

test("a call that waits for a draft gives up when its time is up or it is cancelled, and holds nothing [AGL-153]", async () => {
  const { clock, mine } = open();
  const draft = mine.create(root, undefined);
  let finish: () => void = () => {};
  const long = draft.exclusively(
    { deadline: deadlineIn(clock, 9_000) },
    () => new Promise<void>((resolve) => (finish = resolve)),
  );
  const late = refusalIn(() => draft.exclusively({ deadline: deadlineIn(clock, 100) }, async () => {}));
  const abort = new AbortController();
  const cancelled = Promise.allSettled([
    draft.exclusively({ deadline: deadlineIn(clock, 9_000), signal: abort.signal }, async () => {}),
  ]);
  clock.advance(100);
  abort.abort();
  expect((await late).code).toBe("timed_out");
  expect(await cancelled).toMatchObject([{ status: "rejected", reason: { name: "AbortError" } }]);
  finish();
  await long;
  await draft.exclusively({ deadline: deadlineIn(clock, 100) }, async () => {});
});

test("drafts are bounded in number and size, and unused ones expire", async () => {
  const { clock, mine, theirs } = open();
  const drafts = Array.from({ length: 20 }, () => mine.create(root, undefined));
  expect((await refusalIn(() => mine.create(root, undefined))).code).toBe("resource_exhausted");
  theirs.create(root, undefined);
  expect((await refusalIn(() => mine.mustHaveRoom(33 * 1024 * 1024))).code).toBe("resource_exhausted");
  clock.advance(29 * 60_000);
  const [kept, forgotten] = drafts;
  mine.get(kept?.id ?? "");
  clock.advance(2 * 60_000);
  expect(mine.get(kept?.id ?? "").id).toBe(kept?.id);
  expect((await refusalIn(() => mine.get(forgotten?.id ?? ""))).code).toBe("bad_input");
});
