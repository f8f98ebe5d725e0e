// Servers that misbehave, seen by an agent through the whole of Sightline: the built executable, a real process behind it.

import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/std/json.ts";
import { at, isRecord } from "../../src/std/json.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import type { TraceLine } from "../../src/testing/replay.ts";
import { parseTrace } from "../../src/testing/replay.ts";
import { gone, soon } from "../support/soon.ts";
import type { Program, Served, ServedChoices } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { McpWire } from "../support/mcp-wire.ts";

const traceFile = "../trace.jsonl";

async function open(made: Served, ...more: readonly string[]): Promise<McpWire> {
  const wire = new McpWire(made, { args: ["mcp", ...made.options, "--trace", traceFile, ...more] });
  await wire.initialize();
  return wire;
}

/** An answer as a model reads it, every item on lines of its own. */
function textOf({ result }: JsonRecord): string {
  const content = isRecord(result) ? (result["content"] as { readonly text: string }[]) : [];
  return content.map(({ text }) => text).join("\n");
}

/** So far: the last line may be half written. */
function traceOf(made: Served): TraceLine[] {
  const path = join(made.root, traceFile);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return parseTrace(text.slice(0, text.lastIndexOf("\n") + 1));
}

function sent(made: Served, method: string): JsonRecord[] {
  return traceOf(made)
    .filter(({ direction, message }) => direction === "sent" && message["method"] === method)
    .map(({ message }) => message);
}

function servers({ stateDirectory }: Served): number[] {
  const directory = join(stateDirectory, "processes");
  return readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).pid as number);
}

const impatient: ServedChoices = { settings: { request: { timeoutMs: 300, retryDelaysMs: [0, 0, 0] } } };
const indexing: ServedChoices = {
  entry: { readiness: { kind: "progress", graceMs: 60_000, quietMs: 0, capMs: 60_000 } },
};

interface Case {
  readonly title: string;
  readonly program: Program;
  readonly choices?: ServedChoices;
  readonly options?: readonly string[];
  readonly tool?: string;
  /** What the agent reads, from its first character. */
  readonly reads: RegExp;
  /** How often the server was asked for references. */
  readonly asked: number;
}

const cases: readonly Case[] = [
  {
    title: "F14 F15 a server that asks what is not known, and for three settings, is answered [F14 F15]",
    program: faultCommand("asks"),
    tool: "inspect_symbol",
    reads: /"unknown":-32601.*"applied":false.*"success":false/s,
    asked: 0,
  },
  {
    title: "F16 what a server can do only later is used from then on [F16]",
    program: toyProgram({ registers: ["textDocument/references"] }),
    reads: /^2 references to a\.toy:1:5/,
    asked: 1,
  },
  {
    title: "F17 what it cannot do is not sent [F17]",
    program: toyProgram({ lacks: ["textDocument/references"] }),
    reads: /^server does not support textDocument\/references\n/,
    asked: 0,
  },
  {
    title: "F18 ContentModified is asked again [F18]",
    program: faultCommand("errors", "textDocument/references", "-32801", "2"),
    choices: impatient,
    reads: /^(There is no symbol|Standing: )/,
    asked: 3,
  },
  {
    title: "F18 ContentModified for ever is told after three more attempts [F18]",
    program: faultCommand("errors", "textDocument/references", "-32801"),
    choices: impatient,
    reads: /^Toy could not answer textDocument\/references\.\nIt said: no textDocument\/references today \(-32801\)/,
    asked: 4,
  },
  ...(["null", "empty"] as const).map((whileIndexing) => ({
    title: `F19 ${whileIndexing} while indexing is no claim [F19]`,
    program: toyProgram({ slowIndex: true, whileIndexing }),
    choices: indexing,
    options: ["--wait", "0"],
    reads: /^Standing: partial — Toy is not ready: .*\n0 references to a\.toy:1:5/,
    asked: 1,
  })),
  {
    title: "F22 work that begins and never ends is waited for as long as was said, and the answer is partial [F22]",
    program: toyProgram({ slowIndex: true }),
    choices: indexing,
    options: ["--wait", "300"],
    reads: /^Standing: partial — Toy is not ready: /,
    // Once more when definitions have found uses that the first list lacks.
    asked: 2,
  },
  {
    title: "F29 places in no file are named as they are, and never taken for paths [F29]",
    program: faultCommand("points", "jdt://contents/rt.jar/Object.class", "untitled:Untitled-1", "="),
    // Every definition of this server leads to the same places, so both names in the other file are uses too.
    reads: /^5 references.*jdt:\/\/contents\/rt\.jar\/Object\.class.*untitled:Untitled-1/s,
    asked: 2,
  },
  {
    title: "F30 10,000 log messages at once are bounded on their way to the client, and the answer comes [F30]",
    program: faultCommand("floods", "log", "10000"),
    tool: "inspect_symbol",
    options: ["--log-level", "debug"],
    reads: /after the flood/,
    asked: 0,
  },
  {
    title: "F30 100,000 diagnostics at once do not stop an answer [F30]",
    program: faultCommand("floods", "diagnostics", "100000"),
    tool: "inspect_symbol",
    options: ["--log-level", "debug"],
    reads: /after the flood/,
    asked: 0,
  },
  {
    title: "F31 a quarter of a gigabyte on standard error is drained, and none of it reaches ours [F31]",
    program: faultCommand("floods", "stderr", "256"),
    tool: "inspect_symbol",
    reads: /after the flood/,
    asked: 0,
  },
];

test.each(cases)("$title", async ({ program, choices, options = [], tool = "find_references", reads, asked }) => {
  using made = served(program, choices);
  const wire = await open(made, ...options);
  const answer = await wire.call(tool, made.at, { progressToken: 1 });
  expect(textOf(answer)).toMatch(reads);
  const running = servers(made);
  wire.child.stdin.end();
  expect(await wire.exited).toBe(0);
  expect(await gone(...running)).toBe(true);
  expect(sent(made, "textDocument/references")).toHaveLength(asked);
  expect(wire.foreign).toEqual([]);
  expect(wire.messages.length).toBeLessThan(1_000);
  expect(wire.stderr.length).toBeLessThan(100_000);
});

test("F13 a server that asks before its initialize reply and during shutdown is answered both times [F13]", async () => {
  using made = served(faultCommand("asks"));
  const wire = await open(made);
  await wire.call("inspect_symbol", made.at);
  wire.child.stdin.end();
  expect(await wire.exited).toBe(0);
  const lines = traceOf(made);
  const requests = lines.filter(({ direction, message }) => direction === "received" && "method" in message);
  const asked = requests.filter(({ message }) => "id" in message).map(({ message }) => message["id"]);
  const answered = lines.flatMap(({ direction, message }) =>
    direction === "sent" && !("method" in message) ? [message["id"]] : [],
  );
  expect(asked.length).toBeGreaterThanOrEqual(7);
  expect(answered).toEqual(asked);
});

test("F28 however a file is spelt, the server has one document [F28]", async () => {
  using made = served(toyProgram());
  symlinkSync("a.toy", join(made.root, "linked.toy"));
  const wire = await open(made);
  const spellings = ["a.toy", "./a.toy", "x/../a.toy", join(made.root, "a.toy"), `${made.root}//./a.toy`, "linked.toy"];
  const texts = await Promise.all(
    spellings.map(async (file_path) => textOf(await wire.call("find_references", { ...made.at, file_path }))),
  );
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toMatch(/^2 references to a\.toy:1:5/);
  wire.child.stdin.end();
  await wire.exited;
  const uris = sent(made, "textDocument/didOpen").map(({ params }) => JSON.stringify(params));
  expect(uris.filter((params) => params.includes("a.toy"))).toHaveLength(1);
  expect(uris.filter((params) => params.includes("linked"))).toEqual([]);
});

describe("diagnostics that cannot be trusted", () => {
  const brief: ServedChoices = { settings: { diagnostics: { waitMs: 300, quietMs: 50 } } };

  test("F21 a server that never publishes for a clean file leaves the question open [F21]", async () => {
    using made = served(toyProgram({ silentWhenClean: true }), brief);
    await using wire = await open(made);
    const answer = await wire.call("get_diagnostics", { file_path: "a.toy" });
    expect(textOf(answer)).toMatch(/^Standing: unavailable — /);
    expect(answer).toMatchObject({ result: { _meta: { "sightline/standing": { state: "unavailable" } } } });
  });

  test("F20 those of an older text that come late are not taken for those of the new one [F20]", async () => {
    // It publishes two problems of version 1 at each hover, whatever the version is by then.
    using made = served(faultCommand("floods", "diagnostics", "2"), brief);
    await using wire = await open(made);
    await wire.call("inspect_symbol", made.at);
    expect(textOf(await wire.call("get_diagnostics", { file_path: "a.toy" }))).toContain("problem 1");
    made.write("a.toy", "def apple and more\n");
    await wire.call("inspect_symbol", made.at);
    expect(sent(made, "textDocument/didChange").at(-1)).toMatchObject({ params: { textDocument: { version: 2 } } });
    const late = textOf(await wire.call("get_diagnostics", { file_path: "a.toy" }));
    expect(late).toMatch(/^Standing: (unavailable|stale|partial) — /);
    expect(late).not.toContain("problem 1");
  });
});

const withFine = "-- a.toy --\ndef «^»apple\n-- c.fine --\ndef apple\nuse apple\n";

test("F32 a server that stops reading: its calls time out, another server's do not [F32]", async () => {
  const beside = toyProgram({ extension: ".fine" });
  using made = served(faultCommand("deaf"), { ...impatient, beside }, withFine);
  await using wire = await open(made);
  const deaf = wire.call("find_references", made.at);
  const fine = await wire.call("find_references", { ...made.at, file_path: "c.fine" });
  expect(textOf(fine)).toMatch(/^1 reference to c\.fine:1:5/);
  expect(textOf(await deaf)).toMatch(/^Toy did not answer textDocument\/references in time\./);
});

describe("F33 a server that is killed in the middle of a question", () => {
  const restarts: ServedChoices = { settings: { restart: { max: 5, backoffMs: [0] } } };
  const kill = (made: Served): void => {
    for (const pid of servers(made)) process.kill(pid, "SIGKILL");
  };

  test("is started anew, given the same text, and asked once more; a second time the agent hears how it ended [F33 AGL-162]", async () => {
    using made = served(faultCommand("hangs", "textDocument/references"), restarts);
    await using wire = await open(made);
    const asked = wire.call("find_references", made.at);
    for (const time of [1, 2]) {
      await soon(() => sent(made, "textDocument/references").length === time);
      kill(made);
    }
    const answer = await asked;
    expect(textOf(answer)).toMatch(/^Toy crashed while answering textDocument\/references\.\n.*SIGKILL/);
    expect(answer).toMatchObject({
      result: { isError: true, _meta: { "sightline/refusal": { code: "server_crashed", retryable: true } } },
    });
    const texts = sent(made, "textDocument/didOpen").map(({ params }) => at(params, ["textDocument", "text"]));
    expect(texts).toEqual(["def apple\n", "def apple\n"]);
    expect(sent(made, "textDocument/references")).toHaveLength(2);
  });

  test("between two questions goes unnoticed: the answer is that of the control run [F33 AGL-166]", async () => {
    using made = served(toyProgram(), restarts);
    await using wire = await open(made);
    const before = textOf(await wire.call("find_references", made.at));
    kill(made);
    await wire.seen(({ params }) => isRecord(params) && JSON.stringify(params).includes("session.crashed"));
    expect(textOf(await wire.call("find_references", made.at))).toBe(before);
  });
});
