import { describe, expect, test } from "vitest";

import type { ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { oneTurn } from "../../testing/step-clock.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { hover, references, workspaceSymbols } from "../questions/queries.ts";

const fixture = "-- a.toy --\ndef «^»x\n-- b.toy --\ndef y\n";

function hoverAt(kit: ToySession, file: string, over: Parameters<ToySession["ask"]>[0] = {}) {
  return hover(kit.session, { file: kit.path(file), place: { line: 1, column: 1 } }, kit.ask(over));
}

function documentMessages(kit: ToySession): string[] {
  return kit.toy.received
    .filter(({ method }) => /did(?:Open|Change|Close|Save)$/.test(method))
    .map(({ method, params }) => {
      const { uri, version } = (params as { textDocument: { uri: string; version?: number } }).textDocument;
      return [method.replace("textDocument/", ""), uri.split("/").at(-1), version]
        .filter((part) => part !== undefined)
        .join(" ");
    });
}

/** What the server holds must be what we believe it to hold. */
function expectAgreement(kit: ToySession): void {
  const ours = kit.session.documents.paths().map((path) => kit.session.documents.get(path));
  const theirs = kit.toy.server.documents;
  const text = (document: { uri: string; version?: number | undefined; index: { text: string } } | undefined): string =>
    `${document?.uri} ${document?.version} ${document?.index.text}`;
  expect(theirs.map(text).sort()).toEqual(ours.map(text).sort());
}

describe("a file that is asked about", () => {
  test("is opened once, whole, under its language, and not sent again while it stays as it is [AGL-194 AGL-195]", async () => {
    await using kit = openSession({ fixture });
    for (const _ of [1, 2, 3]) await kit.clock.until(hoverAt(kit, "a.toy"));
    await kit.clock.until(Promise.all([hoverAt(kit, "a.toy"), hoverAt(kit, "a.toy")]));
    expect(kit.toy.server.paramsOf("textDocument/didOpen")).toEqual([
      { textDocument: { uri: "file:///project/a.toy", languageId: "toy", version: 1, text: "def x\n" } },
    ]);
    expect(documentMessages(kit)).toEqual(["didOpen a.toy 1"]);
  });

  test("is sent again when it has changed on disk, also when the change was not reported [AGL-195]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.files.write(kit.path("a.toy"), "def changed\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.files.write(kit.path("a.toy"), "def changed\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(documentMessages(kit)).toEqual(["didOpen a.toy 1", "didChange a.toy 2"]);
    expect(kit.toy.server.paramsOf("textDocument/didChange")).toEqual([
      { textDocument: { uri: "file:///project/a.toy", version: 2 }, contentChanges: [{ text: "def changed\n" }] },
    ]);
  });

  test("is opened anew where a server first says of a change what it makes of it with what it had read before", async () => {
    await using kit = openSession({ fixture, entry: { quirks: { reopens: true } } });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.files.write(kit.path("a.toy"), "def changed\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(documentMessages(kit)).toEqual(["didOpen a.toy 1", "didClose a.toy", "didOpen a.toy 2"]);
    expectAgreement(kit);
  });

  test("is looked at again although its stamp is the same, if it was written a moment before it was read", async () => {
    await using kit = openSession({ fixture });
    kit.host.files.write(kit.path("a.toy"), "def one\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(kit.session.documents.get(kit.path("a.toy"))?.stamp).toBeUndefined();
    await kit.clock.pass(100);
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(kit.session.documents.get(kit.path("a.toy"))?.stamp).toBeDefined();
  });

  test("has versions that only rise, however many ask at once [AGL-161]", async () => {
    await using kit = openSession({ fixture });
    const questions: Promise<unknown>[] = [];
    for (let number = 1; number <= 40; number++) {
      kit.host.files.write(kit.path("a.toy"), `def x${number}\n`);
      questions.push(hoverAt(kit, "a.toy"), hoverAt(kit, "a.toy"));
      if (number % 8 === 0) await oneTurn();
    }
    await kit.clock.until(Promise.all(questions));
    expect(kit.toy.server.documents[0]?.index.text).toBe("def x40\n");
    expectAgreement(kit);
  });

  const refusals: readonly (readonly [string, string, (kit: ToySession) => void])[] = [
    ["is missing", "file_not_found", (kit) => kit.host.files.remove(kit.path("a.toy"))],
    [
      "is a directory",
      "not_a_file",
      (kit) => {
        kit.host.files.remove(kit.path("a.toy"));
        kit.host.files.write(kit.path("a.toy/b"), "");
      },
    ],
    [
      "is too large",
      "file_too_large",
      (kit) => void kit.host.files.write(kit.path("a.toy"), "x".repeat(10 * 1024 * 1024 + 1)),
    ],
    [
      "is binary",
      "binary_file",
      (kit) => void kit.host.files.write(kit.path("a.toy"), new Uint8Array([0x64, 0, 0x65])),
    ],
  ];
  test.each(refusals)("%s: refused as %s, and never sent", async (_what, code, prepare) => {
    await using kit = openSession({ fixture });
    prepare(kit);
    expect((await kit.clock.until(refusalOf(hoverAt(kit, "a.toy")))).code).toBe(code);
    expect(documentMessages(kit)).toEqual([]);
  });

  test("is sent without its byte order mark, with its line ends as they are", async () => {
    await using kit = openSession({ fixture, disk: (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}` });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(kit.toy.server.documents[0]?.index.text).toBe("def x\r\n");
  });
});

describe("changes as ranges", () => {
  const texts = [
    "",
    "a",
    "é𝒳b",
    "a\r\nb",
    "a\r\n\r\nb",
    "𝒳𝒴",
    "def x\nuse x\n",
    "\n\n",
    "𝒳\r\n",
    "x\r",
    "x\r\n",
    "𝒳𝒳𝒴",
    "𝒳𝒴𝒴",
  ];
  const encodings = ["utf-8", "utf-16", "utf-32"] as const;
  test.each(encodings)("turn every text into every other one in %s", async (positionEncoding) => {
    const dials: Partial<ToyDials> = { sync: "incremental", incrementalOnly: true, positionEncoding };
    await using kit = openSession({ fixture, dials, entry: { quirks: { incrementalOnly: true } } });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    for (const from of texts) {
      for (const to of texts) {
        for (const text of [from, to]) {
          kit.session.documents.give(kit.path("a.toy"), text);
          await kit.clock.until(kit.session.flush());
          await oneTurn();
          expect(kit.toy.server.documents[0]?.index.text).toBe(text);
        }
      }
    }
  });

  test("are not sent to a server that takes whole texts", async () => {
    await using kit = openSession({ fixture, dials: { sync: "incremental" } });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.files.write(kit.path("a.toy"), "def xy\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(kit.toy.server.paramsOf("textDocument/didChange")).toMatchObject([
      { contentChanges: [{ text: "def xy\n" }] },
    ]);
  });

  test("are not sent at all to a server that reads the disk itself", async () => {
    await using kit = openSession({ fixture, dials: { sync: "none" } });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.files.write(kit.path("a.toy"), "def xy\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(documentMessages(kit)).toEqual(["didOpen a.toy 1"]);
  });
});

describe("a text that was given", () => {
  test("is seen by the next question, about whatever, and stays until it is released", async () => {
    await using kit = openSession({ fixture });
    const near = kit.path("b.toy");
    const symbols = async (): Promise<string[]> => {
      const { value } = await kit.clock.until(workspaceSymbols(kit.session, near, "", kit.ask()));
      return value.map(({ name }) => name);
    };
    expect(await symbols()).toEqual(["x", "y"]);
    kit.session.documents.give(kit.path("a.toy"), "def given\n");
    expect(await symbols()).toEqual(["given", "y"]);
    kit.host.files.write(kit.path("a.toy"), "def disk\n");
    expect(await symbols()).toEqual(["given", "y"]);
    await kit.session.documents.release(kit.path("a.toy"));
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(await symbols()).toEqual(["disk", "y"]);
  });

  test("comes once for a burst, after 50 ms without a question [BRG-49]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    for (let number = 0; number < 1_000; number++) kit.session.documents.give(kit.path("a.toy"), `def x${number}\n`);
    await kit.clock.pass(49);
    expect(kit.toy.server.paramsOf("textDocument/didChange")).toHaveLength(0);
    await kit.clock.pass(1);
    expect(kit.toy.server.paramsOf("textDocument/didChange")).toHaveLength(1);
    expect(kit.toy.server.documents[0]?.index.text).toBe("def x999\n");
  });

  test("that equals what the server has is not sent, nor is the disk when it is released", async () => {
    await using kit = openSession({ fixture, disk: (text) => `\uFEFF${text}` });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.session.documents.give(kit.path("a.toy"), "def x\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    await kit.session.documents.release(kit.path("a.toy"));
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(documentMessages(kit)).toEqual(["didOpen a.toy 1"]);
  });

  test("opens a document that no disk has", async () => {
    await using kit = openSession({ fixture });
    kit.session.documents.give(kit.path("new.toy"), "use x\n");
    const { value } = await kit.clock.until(references(kit.session, kit.at(kit.fixture.cursor), false, kit.ask()));
    expect(value.map(({ file }) => file)).toEqual([kit.path("new.toy")]);
  });

  test("that could not be placed is kept, and the question is told", async () => {
    let broken = true;
    const project = (): string => {
      if (broken) throw new Error("the folder cannot be read");
      return "all";
    };
    await using kit = openSession({ fixture, project });
    kit.session.documents.give(kit.path("a.toy"), "def given\n");
    await kit.clock.pass(100);
    await expect(kit.clock.until(hoverAt(kit, "a.toy"))).rejects.toThrow("cannot be read");
    broken = false;
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(kit.toy.server.documents[0]?.index.text).toBe("def given\n");
  });
});

describe("saving", () => {
  test.each([
    ["yes", { textDocument: { uri: "file:///project/a.toy" } }],
    ["with-text", { textDocument: { uri: "file:///project/a.toy" }, text: "def saved\n" }],
  ] as const)("is told when the disk changed, to a server that wants it: %s", async (save, params) => {
    await using kit = openSession({ fixture, dials: { save } });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.files.write(kit.path("a.toy"), "def saved\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(kit.toy.server.paramsOf("textDocument/didSave")).toEqual([params]);
    kit.session.documents.give(kit.path("a.toy"), "def unsaved\n");
    await kit.clock.until(hoverAt(kit, "a.toy"));
    expect(kit.toy.server.paramsOf("textDocument/didSave")).toHaveLength(1);
  });

  test("is not told to a server that does not want it, and after opening only where it must be", async () => {
    await using plain = openSession({ fixture });
    await plain.clock.until(hoverAt(plain, "a.toy"));
    plain.host.files.write(plain.path("a.toy"), "def saved\n");
    await plain.clock.until(hoverAt(plain, "a.toy"));
    expect(documentMessages(plain)).toEqual(["didOpen a.toy 1", "didChange a.toy 2"]);
    await using quirky = openSession({
      fixture,
      dials: { save: "yes" },
      entry: { quirks: { saveForDiagnostics: true } },
    });
    await quirky.clock.until(hoverAt(quirky, "a.toy"));
    expect(documentMessages(quirky)).toEqual(["didOpen a.toy 1", "didSave a.toy"]);
  });
});

describe("the set of open documents", () => {
  const many = (count: number, folder = "p"): string =>
    Array.from({ length: count }, (_, index) => `-- ${folder}/f${index}.toy --\ndef x${index}\n`).join("");

  test("stays within its cap, and the least recently used goes first", async () => {
    await using kit = openSession({ fixture: many(6), settings: { documents: { maxOpen: 3 } } });
    for (const file of [0, 1, 2, 0, 3, 4]) await kit.clock.until(hoverAt(kit, `p/f${file}.toy`));
    expect(documentMessages(kit).filter((message) => message.startsWith("didClose"))).toEqual([
      "didClose f1.toy",
      "didClose f2.toy",
    ]);
    expect(kit.session.documents.size).toBe(3);
    expectAgreement(kit);
  });

  test("keeps one document of each project while another can go", async () => {
    const project = (path: string): string => path.split("/")[2] ?? "";
    const settings = { documents: { maxOpen: 3 } };
    await using kit = openSession({ fixture: many(1, "lone") + many(5), settings, project });
    for (const file of ["lone/f0", "p/f0", "p/f1", "p/f2", "p/f3", "p/f4"])
      await kit.clock.until(hoverAt(kit, `${file}.toy`));
    expect(kit.session.documents.paths()).toEqual(["lone/f0", "p/f3", "p/f4"].map((file) => kit.path(`${file}.toy`)));
  });

  test("lets the last one of a project go when every project has one only", async () => {
    const project = (path: string): string => path;
    await using kit = openSession({ fixture: many(4), settings: { documents: { maxOpen: 2 } }, project });
    for (const file of [0, 1, 2, 3]) await kit.clock.until(hoverAt(kit, `p/f${file}.toy`));
    expect(kit.session.documents.paths()).toEqual([2, 3].map((file) => kit.path(`p/f${file}.toy`)));
  });

  test("does not lose a document while it is asked about", async () => {
    await using kit = openSession({
      fixture: many(6),
      settings: { documents: { maxOpen: 1 } },
      dials: { slowIndex: true },
      entry: { readiness: { kind: "progress", graceMs: 100, quietMs: 0, capMs: 60_000 } },
    });
    const questions = Promise.all(
      [0, 1, 2, 3, 4, 5].map((file) =>
        hover(kit.session, { file: kit.path(`p/f${file}.toy`), place: { line: 1, column: 5 } }, kit.ask()),
      ),
    );
    await kit.clock.pass(1_000);
    kit.toy.server.finishIndex();
    const texts = (await kit.clock.until(questions)).map(({ value }) => value?.markdown);
    expect(texts).toEqual([0, 1, 2, 3, 4, 5].map((file) => `def x${file}`));
    expect(kit.session.documents.size).toBe(1);
    expectAgreement(kit);
  });

  test("comes back after a restart with the same texts and higher versions, given ones too", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.session.documents.give(kit.path("b.toy"), "def given 𝒳\r\n");
    await kit.clock.until(hoverAt(kit, "b.toy"));
    kit.toy.process.exit(1);
    await kit.clock.pass(1_000);
    expect(
      kit.toy.server.documents.map(({ uri, version, index }) => [uri.split("/").at(-1), version, index.text]),
    ).toEqual([
      ["a.toy", 2, "def x\n"],
      ["b.toy", 2, "def given 𝒳\r\n"],
    ]);
  });

  test("follows what happens to files, when told by the watcher", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.write(kit.path("a.toy"), "def later\n");
    await kit.clock.pass(149);
    expect(kit.toy.server.documents[0]?.index.text).toBe("def x\n");
    await kit.clock.pass(1);
    expect(kit.toy.server.documents[0]?.index.text).toBe("def later\n");
    kit.host.remove(kit.path("a.toy"));
    await kit.clock.pass(150);
    expect(documentMessages(kit).at(-1)).toBe("didClose a.toy");
    expectAgreement(kit);
  });

  test("a file that vanished again does not spoil a question about another", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(hoverAt(kit, "a.toy"));
    kit.host.write(kit.path("a.toy"), "def later\n");
    kit.host.files.remove(kit.path("a.toy"));
    expect((await kit.clock.until(hoverAt(kit, "b.toy"))).standing.state).toBe("complete");
  });
});
