// What becomes of the problems of every file that a change can reach, on the toy server.

import { expect, test } from "vitest";
import type { Consequences, TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { Cancelled } from "../../std/cancel.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { CheckOptions } from "./consequences.ts";
import { evaluate, judge, takeBasis } from "./consequences.ts";

const three = "-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n-- c.toy --\nuse gone\n";

test("an error that a change causes in another file is found, before it is made and after [AGL-212 AGL-217 D11]", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const change = changed(kit, "a.toy", "def pear\n");
  const expected = {
    introduced: ["b.toy:1 unknown name apple"],
    resolved: [],
    safe: false,
    checked: ["a.toy", "b.toy", "c.toy"],
    unchecked: [],
    doubts: [],
    timedOut: false,
    totals: { before: { errors: 1, warnings: 0 }, after: { errors: 2, warnings: 0 } },
  };
  expect(told(kit, await foreseen(kit, [change], { thorough: true }))).toEqual(expected);
  expect(told(kit, await made(kit, [change]))).toEqual(expected);
});

test("nothing new anywhere is safe, and what was wrong before does not count [AGL-216]", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const change = changed(kit, "a.toy", "def apple\ndef pear\n");
  const expected = { introduced: [], resolved: [], safe: true, unchecked: [], doubts: [], timedOut: false };
  expect(told(kit, await foreseen(kit, [change]))).toMatchObject(expected);
  expect(told(kit, await made(kit, [change]))).toMatchObject(expected);
});

test("what may notice it in a checkout inside of the root keeps it from being safe", async () => {
  await using kit = openToyWorkspace({ fixture: `${three}-- part/.git --\ngitdir: x\n-- part/d.toy --\nuse apple\n` });
  const change = changed(kit, "a.toy", "def apple\ndef pear\n");
  const doubts = ["part/d.toy in part, a separate checkout, may be affected and was not checked"];
  expect(told(kit, await foreseen(kit, [change]))).toMatchObject({ introduced: [], safe: "unknown", doubts });
  expect(told(kit, await made(kit, [change]))).toMatchObject({ introduced: [], safe: "unknown", doubts });
});

test("what changes comments alone is safe without a server", async () => {
  await using kit = openToyWorkspace({
    fixture: "-- a.py --\ndef apple\n-- b.py --\nuse apple\n",
    language: { extensions: [".py"] },
    entry: { finds: "some" },
  });
  const change = changed(kit, "a.py", "# An apple.\ndef apple\n");
  const expected = { introduced: [], safe: true, checked: [], unchecked: [], doubts: [] };
  expect(told(kit, await foreseen(kit, [change]))).toMatchObject(expected);
  expect(told(kit, await made(kit, [change]))).toMatchObject(expected);
  expect(kit.toy.received).toEqual([]);
});

test("beside a change of comments alone another one is looked at", async () => {
  await using kit = openToyWorkspace({
    fixture: "-- a.py --\ndef apple\n-- b.py --\nuse apple\n",
    language: { extensions: [".py"] },
  });
  const changes = [changed(kit, "b.py", "# Uses it.\nuse apple\n"), changed(kit, "a.py", "def pear\n")];
  const expected = { introduced: ["b.py:2 unknown name apple"], safe: false };
  expect(told(kit, await foreseen(kit, changes, { thorough: true }))).toMatchObject(expected);
});

/** A root that is not trusted, one file of which leads outside. */
function beside(fixture: string): ToyWorkspace {
  const kit = openToyWorkspace({ fixture, language: { extensions: [".ts"] }, trusted: false });
  kit.host.files.write(filePath("/out/keys.ts"), "def key\n");
  return kit;
}

const leadsOut = '-- evil.ts --\nimport "../out/keys.ts"\n-- main.ts --\nuse gone\ndef apple\n';
const withheld =
  "message withheld: it may quote text from outside the root (evil.ts:1 leads to ../out/keys.ts, outside the root)";

test("an old error is neither gone nor new where only one state withholds its message [S10]", async () => {
  await using kit = beside(leadsOut);
  const change = changed(kit, "main.ts", "use gone\ndef apple\ndef pear\n");
  const expected = { introduced: [], resolved: [], safe: true, unchecked: [], doubts: [] };
  expect(told(kit, await foreseen(kit, [change]))).toMatchObject(expected);
  expect(told(kit, await made(kit, [change]))).toMatchObject(expected);
});

test("problems that come and go are withheld alike where either state leads outside [S10]", async () => {
  await using kit = beside(leadsOut);
  const change = changed(kit, "main.ts", "use other\ndef apple\n");
  const outcome = told(kit, await foreseen(kit, [change]));
  expect(outcome).toMatchObject({ introduced: [`main.ts:1 ${withheld}`], resolved: [`main.ts:1 ${withheld}`] });
  const mended = changed(kit, "evil.ts", "def key\n");
  await made(kit, [mended]);
  expect(told(kit, await foreseen(kit, [change]))).toMatchObject({
    introduced: ["main.ts:1 unknown name other"],
    resolved: ["main.ts:1 unknown name gone"],
  });
});

test("what a server finds in one order of asking alone is not new: it is asked in the same order", async () => {
  await using kit = openToyWorkspace({ fixture: three, dials: { diagnostics: "pull", tiredAfter: "c.toy" } });
  const expected = { introduced: [], resolved: [], safe: true, unchecked: [] };
  expect(told(kit, await foreseen(kit, [changed(kit, "a.toy", "def apple\ndef pear\n")]))).toMatchObject(expected);
  // All is known of an order in which the third file came last; now it comes first.
  expect(told(kit, await foreseen(kit, [changed(kit, "c.toy", "use gone\n\n")]))).toMatchObject(expected);
  expect(told(kit, await foreseen(kit, [changed(kit, "a.toy", "def apple\ndef plum\n")]))).toMatchObject(expected);
  expect(told(kit, await made(kit, [changed(kit, "c.toy", "use gone\n\n")]))).toMatchObject(expected);
});

test("behind an error that is none the others are looked at, and a true one is found", async () => {
  const others = Array.from({ length: 20 }, (_, at) => `-- o${at}.toy --\ndef o${at}\n`).join("");
  await using kit = openToyWorkspace({
    fixture: `-- a.toy --\ndef apple\n-- c.toy --\ndef cherry\n${others}-- z.toy --\nuse cherry\n`,
    dials: { diagnostics: "pull", tiredAfter: "c.toy" },
  });
  for (const text of ["def apple\n\n", "def apple\n\n\n"]) await foreseen(kit, [changed(kit, "a.toy", text)]);
  const outcome = told(kit, await foreseen(kit, [changed(kit, "c.toy", "def other\n")]));
  expect(outcome).toMatchObject({ safe: false, introduced: ["z.toy:1 unknown name cherry"] });
});

test("one error mended and one made is not safe [AGL-216]", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const outcome = told(kit, await foreseen(kit, [changed(kit, "a.toy", "def gone\n")], { thorough: true }));
  expect(outcome).toMatchObject({
    introduced: ["b.toy:1 unknown name apple"],
    resolved: ["c.toy:1 unknown name gone"],
    safe: false,
  });
});

test("what merely moved is neither new nor mended [AGL-215]", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const outcome = told(kit, await foreseen(kit, [changed(kit, "c.toy", "def fresh\n\nuse gone\n")]));
  expect(outcome).toMatchObject({ introduced: [], resolved: [], safe: true });
});

test("a file that comes mends what missed it, and its own errors are new", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const outcome = told(kit, await made(kit, [changed(kit, "d.toy", "def gone\nuse never\n")]));
  expect(outcome).toMatchObject({
    introduced: ["d.toy:2 unknown name never"],
    resolved: ["c.toy:1 unknown name gone"],
    safe: false,
  });
});

test("with a file its errors go, and who used it has new ones", async () => {
  await using kit = openToyWorkspace({ fixture: `${three}-- e.toy --\ndef egg\nuse nothing\n-- f.toy --\nuse egg\n` });
  const outcome = told(kit, await made(kit, [changed(kit, "e.toy", undefined)]));
  expect(outcome).toMatchObject({
    introduced: ["f.toy:1 unknown name egg"],
    resolved: ["e.toy:2 unknown name nothing"],
    safe: false,
  });
});

test("a file that moves takes its errors along: they are not new", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const moved = [changed(kit, "c.toy", undefined), changed(kit, "deep/c.toy", "use gone\n")];
  expect(told(kit, await made(kit, moved))).toMatchObject({ introduced: [], resolved: [], safe: true });
});

test("the first new error ends the search, and how much was left is told", async () => {
  const users = Array.from({ length: 40 }, (_, at) => `-- u${at}.toy --\nuse apple\n`).join("");
  await using kit = openToyWorkspace({ fixture: `-- a.toy --\ndef apple\nuse apple\n${users}` });
  const outcome = await foreseen(kit, [changed(kit, "a.toy", "use apple\n")]);
  expect(outcome).toMatchObject({ safe: false, checked: [kit.path("a.toy")], timedOut: false });
  expect(outcome.unchecked).toHaveLength(40);
  expect(outcome.unchecked[0]?.why).toBe("not checked: an error was found before");
});

test.each([
  // Half of the time for what there was before, and the other half only where they are few.
  ["of many need not answer", 20, 4_000, 8_000],
  ["of a few is heard", 3, 8_000, 16_000],
])("who is still asked when an error has been found %s", async (_, files, leastMs, mostMs) => {
  const budgetMs = 8_000;
  const others = Array.from({ length: files - 1 }, (__, at) => `-- o${at}.toy --\ndef o${at}\n`).join("");
  await using kit = openToyWorkspace({
    fixture: `-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n${others}`,
    dials: { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"], silentFile: "o1.toy" },
  });
  const began = kit.clock.now();
  const outcome = told(kit, await foreseen(kit, [changed(kit, "a.toy", "def pear\n")], { budgetMs }));
  expect(outcome).toMatchObject({ introduced: ["b.toy:1 unknown name apple"], safe: false });
  expect(kit.clock.now() - began).toBeLessThan(mostMs);
  expect(kit.clock.now() - began).toBeGreaterThanOrEqual(leastMs);
});

test("a caller who gives up while files are looked at is told so", async () => {
  const abort = new AbortController();
  await using kit = openToyWorkspace({
    fixture: three,
    dials: { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"], silentFile: "c.toy" },
  });
  const patience = kit.patience({ signal: abort.signal });
  kit.clock.after(6_000, () => abort.abort());
  const asked = foreseen(kit, [changed(kit, "a.toy", "def apple\n\n")], { patience, budgetMs: 8_000 });
  await expect(asked).rejects.toThrow(Cancelled);
  const texts = kit.toy.server.documents.map(({ index }) => index.text);
  expect(texts).not.toContain("def apple\n\n");
});

test("what follows from a change is found out while the changed file is looked at, and both see the texts", async () => {
  await using kit = openToyWorkspace({ fixture: three, dials: { diagnostics: "pull" } });
  for (const text of ["def apple\n\n", "def apple\n\n\n"]) await foreseen(kit, [changed(kit, "a.toy", text)]);
  const outcome = told(kit, await foreseen(kit, [changed(kit, "a.toy", "use nothing\n")], { thorough: true }));
  expect(outcome).toMatchObject({
    introduced: ["a.toy:1 unknown name nothing", "b.toy:1 unknown name apple"],
    checked: ["a.toy", "b.toy", "c.toy"],
    safe: false,
  });
});

test("a change that is looked at in stages, and needs a process of its own, starts one", async () => {
  const users = Array.from({ length: 40 }, (_, at) => `-- u${at}.toy --\nuse apple\n`).join("");
  await using kit = openToyWorkspace({
    fixture: `-- a.toy --\ndef apple\n${users}`,
    entry: { quirks: { supposes: { created: "open", deleted: "tell", keeps: "any" } } },
  });
  const outcome = await foreseen(kit, [changed(kit, "a.toy", "def apple\ndef pear\n")]);
  expect(outcome).toMatchObject({ safe: true, unchecked: [] });
  expect(kit.toy.incarnations).toHaveLength(2);
  expect(kit.host.processes.alive).toBe(1);
});

test("a change of the changed file's own scope proves nothing safe [AGL-213]", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  const change = changed(kit, "a.toy", "def pear\n");
  expect(told(kit, await foreseen(kit, [change], { scope: "file" }))).toMatchObject({
    introduced: [],
    safe: "unknown",
    checked: ["a.toy"],
    doubts: ["only the changed files were checked"],
  });
});

test("when the time is up it says so, names what is left and calls nothing safe", async () => {
  await using kit = openToyWorkspace({
    fixture: three,
    dials: { neverAnswers: ["textDocument/diagnostic"], diagnostics: "pull" },
  });
  const outcome = await foreseen(kit, [changed(kit, "a.toy", "def apple\n\n")], { budgetMs: 3_000 });
  expect(outcome).toMatchObject({ introduced: [], safe: "unknown", checked: [], timedOut: true });
  expect(outcome.unchecked.map(({ file }) => file)).toEqual(["a.toy", "b.toy", "c.toy"].map((file) => kit.path(file)));
});

test("a server without a measured entry proves nothing safe", async () => {
  const { finds, ...unmeasured } = toyEntry;
  expect(finds).toBe("all");
  await using kit = openToyWorkspace({
    fixture: "-- a.other --\ndef apple\n-- b.other --\nuse apple\n",
    others: [
      {
        language: { id: "other", extensions: [".other"], servers: ["other"] },
        entry: { ...unmeasured, id: "other", title: "Other" },
      },
    ],
  });
  const outcome = await foreseen(kit, [changed(kit, "a.other", "def apple\n\n")]);
  expect(outcome).toMatchObject({
    safe: "unknown",
    doubts: ["Other may miss errors: it is untested"],
    unchecked: [],
  });
});

test("a server that is known to miss errors proves nothing safe", async () => {
  await using kit = openToyWorkspace({ fixture: three, entry: { finds: "some" } });
  const outcome = await foreseen(kit, [changed(kit, "a.toy", "def apple\n\n")]);
  expect(outcome).toMatchObject({ safe: "unknown", doubts: ["Toy is known to miss errors"], unchecked: [] });
});

test("what a server is known to miss is said in its words", async () => {
  await using kit = openToyWorkspace({ fixture: three, entry: { finds: "some", misses: "does not look into pears" } });
  const outcome = await foreseen(kit, [changed(kit, "a.toy", "def apple\n\n")]);
  expect(outcome).toMatchObject({ safe: "unknown", doubts: ["Toy does not look into pears"] });
});

test("what a server finds only on disk proves a change that was made, and none that was not", async () => {
  await using kit = openToyWorkspace({ fixture: three, entry: { finds: "saved" } });
  const change = changed(kit, "a.toy", "def apple\n\n");
  expect(await foreseen(kit, [change])).toMatchObject({
    safe: "unknown",
    doubts: ["Toy finds some errors only in files on disk"],
  });
  expect(await made(kit, [change])).toMatchObject({ safe: true });
});

test("a file that no server can judge is a doubt", async () => {
  await using kit = openToyWorkspace({ fixture: `${three}-- notes.txt --\nfirst\n` });
  const outcome = await foreseen(kit, [changed(kit, "notes.txt", "second\n")]);
  expect(outcome).toMatchObject({ safe: "unknown", doubts: ["no server can check notes.txt"] });
});

test("each file is looked at once before and once after, and not again for the next draft", async () => {
  await using kit = openToyWorkspace({ fixture: three, dials: { diagnostics: "pull" } });
  await foreseen(kit, [changed(kit, "a.toy", "def apple\n\n")]);
  const pulls = (): number => kit.toy.received.filter(({ method }) => method === "textDocument/diagnostic").length;
  expect(pulls()).toBe(6);
  // The very first look started the server, and is not relied on.
  await foreseen(kit, [changed(kit, "a.toy", "def apple\n\n\n")]);
  expect(pulls()).toBe(6 + 4);
  await foreseen(kit, [changed(kit, "b.toy", "use apple\n\n")]);
  expect(pulls()).toBe(6 + 4 + 3);
});

test("what was looked at is looked at again when a file has changed", async () => {
  await using kit = openToyWorkspace({ fixture: three });
  await foreseen(kit, [changed(kit, "a.toy", "def apple\n\n")]);
  write(kit, kit.path("c.toy"), "use apple\n");
  const change = { file: kit.path("c.toy"), before: "use apple\n", after: "use gone\n" };
  const outcome = told(kit, await foreseen(kit, [change]));
  expect(outcome).toMatchObject({ introduced: ["c.toy:1 unknown name gone"], safe: false });
});

// — below: private, in the order they are used —

function changed(kit: ToyWorkspace, file: string, after: string | undefined): TextChange {
  return { file: kit.path(file), before: kit.fixture.files.get(file), after };
}

function optionsOf(kit: ToyWorkspace, over: Partial<CheckOptions> = {}): CheckOptions {
  return { patience: kit.patience(), scope: "workspace", budgetMs: 30_000, thorough: false, ...over };
}

function foreseen(
  kit: ToyWorkspace,
  changes: readonly TextChange[],
  over?: Partial<CheckOptions>,
): Promise<Consequences> {
  const view = {
    suppose: (_: FilePath, supposed: ReadonlyMap<FilePath, string | null>) => kit.workspace.suppose(supposed),
  };
  const work = async (): Promise<Consequences> =>
    (await evaluate(view, await kit.workspace.snapshot(), changes, optionsOf(kit, over))).value;
  return kit.clock.until(work());
}

/** Makes the change on disk, between the two looks. */
function made(kit: ToyWorkspace, changes: readonly TextChange[]): Promise<Consequences> {
  const work = async (): Promise<Consequences> => {
    const options = optionsOf(kit, { thorough: true });
    const basis = await takeBasis(await kit.workspace.snapshot(), changes, options);
    for (const { file, after } of changes) write(kit, file, after);
    const view = {
      suppose: (_: FilePath, former: ReadonlyMap<FilePath, string | null>) => kit.workspace.suppose(former),
    };
    return judge(basis, await kit.workspace.snapshot(), options, view);
  };
  return kit.clock.until(work());
}

/** As another program would, and as a watch tells of it. */
function write(kit: ToyWorkspace, path: FilePath, text: string | undefined): void {
  if (text === undefined) kit.host.files.remove(path);
  else kit.host.files.write(path, text);
  kit.host.watching.emit([{ path, kind: text === undefined ? "deleted" : "changed" }]);
}

/** Files by their short names, and problems as people read them. */
function told(kit: ToyWorkspace, outcome: Consequences): object {
  const short = (file: FilePath): string => file.slice(kit.path("").length + 1);
  const problems = (of: Consequences["introduced"]): string[] =>
    of.map(({ file, diagnostic: { span, message } }) => `${short(file)}:${span.start.line} ${message}`);
  return {
    ...outcome,
    introduced: problems(outcome.introduced),
    resolved: problems(outcome.resolved),
    checked: outcome.checked.map(short),
  };
}
