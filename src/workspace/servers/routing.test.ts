// Which server a file goes to: by its language, by what lies in its project, and by what a server can be asked.

import { describe, expect, test } from "vitest";
import type { LanguageEntry, ServerEntry } from "../../catalog/entry.ts";
import { defineServer } from "../../catalog/entry.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";

const fixture = `
-- a.toy --
def «^»apple
use pear
`;

function server(id: string, more: Partial<ServerEntry> = {}): ServerEntry {
  return defineServer({ ...toyEntry, id, title: id, launch: { kind: "command", command: id, args: [] }, ...more });
}

/** The toy first, then a second server of the same language. */
function twoServers(more: Partial<WorkspaceChoices>, second: Partial<ServerEntry> = {}): WorkspaceChoices {
  return { fixture, language: { servers: ["toy", "second"] }, others: [{ entry: server("second", second) }], ...more };
}

async function references(kit: ToyWorkspace): Promise<string> {
  const snapshot = await kit.workspace.snapshot();
  const asked = snapshot.references(kit.at(kit.fixture.cursor), true, kit.patience());
  const { value, standing } = await kit.clock.until(asked);
  return `${standing.evidence.map((one) => one.server).join()} ${value.length}`;
}

interface Found {
  readonly found: string[];
  readonly standing: string;
  readonly remarks?: readonly string[];
}

async function diagnostics(kit: ToyWorkspace, file = "a.toy"): Promise<Found> {
  const snapshot = await kit.workspace.snapshot();
  const { value, standing } = await kit.clock.until(snapshot.diagnostics(kit.path(file), kit.patience()));
  return {
    found: value.diagnostics.map(({ source, message }) => `${source}: ${message}`),
    standing: [standing.state, ...standing.reasons.map(({ code, detail }) => `${code} (${detail})`)].join(" "),
    ...(value.remarks === undefined ? {} : { remarks: value.remarks }),
  };
}

describe("a question", () => {
  test("goes to the first server of the language, and the second is not even started [AGL-168]", async () => {
    await using kit = openToyWorkspace(twoServers({}));
    expect(await references(kit)).toBe("toy 1");
    expect(kit.host.processes.spawned).toHaveLength(1);
  });

  test("goes to the next one that can be asked when the first has not declared it", async () => {
    const lacking = (incarnation: number) => (incarnation === 1 ? { lacks: ["textDocument/references"] } : {});
    await using kit = openToyWorkspace(twoServers({ dials: lacking }));
    expect(await references(kit)).toBe("second 1");
    const snapshot = await kit.workspace.snapshot();
    const symbols = await kit.clock.until(snapshot.documentSymbols(kit.path("a.toy"), kit.patience()));
    expect(symbols.standing.evidence).toMatchObject([{ server: "toy" }]);
  });

  test("that none has declared is refused in the name of the first", async () => {
    await using kit = openToyWorkspace(twoServers({ dials: { lacks: ["textDocument/references"] } }));
    await expect(references(kit)).rejects.toMatchObject({
      code: "capability_missing",
      details: { why: "Toy does not declare it." },
    });
  });

  test("passes by a server that is not installed, and one that may not run in a root that is not trusted", async () => {
    const restricted = { kind: "refused", why: "its configuration is a program" } as const;
    await using wary = openToyWorkspace(twoServers({ entry: { restricted }, trusted: false }));
    expect(await references(wary)).toBe("second 1");
    const absent = { launch: { kind: "command", command: "absent", args: [] } } as const;
    await using kit = openToyWorkspace(twoServers({ entry: absent }));
    expect(await references(kit)).toBe("second 1");
    expect(kit.eventsOf("server.missing")).toMatchObject([{ server: "toy" }]);
  });

  test("about a language that is not enabled is refused; an empty list enables all [NEX-14]", async () => {
    await using kit = openToyWorkspace({ fixture, settings: { languages: { enabled: ["go"] } } });
    await expect(references(kit)).rejects.toMatchObject({ code: "language_not_enabled" });
    expect(kit.host.processes.spawned).toHaveLength(0);
    await using open = openToyWorkspace({ fixture, settings: { languages: { enabled: ["toy"] } } });
    expect(await references(open)).toBe("toy 1");
    await using all = openToyWorkspace({ fixture });
    expect(await references(all)).toBe("toy 1");
  });
});

describe("the project decides", () => {
  const roots = { groups: [["toy.json"]], pick: "nearest", unless: ["dino.json"], singleFile: true } as const;
  const onlyDino = { groups: [["dino.json"]], pick: "nearest", singleFile: false } as const;

  test("a server gives way where the file of another one lies nearer, and that one stays away elsewhere", async () => {
    const files = `${fixture}-- dino/dino.json --\n{}\n-- dino/b.toy --\ndef pear\n`;
    await using kit = openToyWorkspace(twoServers({ fixture: files, entry: { roots } }, { roots: onlyDino }));
    const asked = async (file: string): Promise<string | undefined> => {
      const snapshot = await kit.workspace.snapshot();
      const answer = await kit.clock.until(snapshot.documentSymbols(kit.path(file), kit.patience()));
      return answer.standing.evidence[0]?.server;
    };
    expect([await asked("a.toy"), await asked("dino/b.toy")]).toEqual(["toy", "second"]);
    kit.host.remove(kit.path("dino/dino.json"));
    expect(await asked("dino/b.toy")).toBe("toy");
  });

  test("where no server applies the refusal names what one needs", async () => {
    await using kit = openToyWorkspace({ fixture, entry: { roots: onlyDino } });
    await expect(references(kit)).rejects.toMatchObject({
      code: "no_server_for_file",
      details: { why: "Toy needs dino.json" },
    });
  });

  const headers = (more: string): WorkspaceChoices => ({
    fixture: `-- lib/x.h --\ndef «^»apple\n${more}`,
    others: [
      { language: { id: "c", extensions: [".c", ".h"], servers: ["toy"] }, entry: server("unused") },
      { language: { id: "cpp", extensions: [".cpp", ".h"], servers: ["toy"] }, entry: server("unused too") },
    ],
  });

  test.each([
    ["C by itself", "-- a.c --\nx\n", "c"],
    ["C++ beside a source of C++", "-- deep/a.cpp --\nx\n", "cpp"],
    ["C++ by the compile database", `-- build/compile_commands.json --\n[{ "file": "/elsewhere/main.cpp" }]\n`, "cpp"],
    ["C beside a checkout that holds C++", "-- inner/.git --\ngitdir: x\n-- inner/a.cpp --\nx\n", "c"],
  ])("a header is %s", async (_, more, expected) => {
    await using kit = openToyWorkspace(headers(more));
    const snapshot = await kit.workspace.snapshot();
    await kit.clock.until(snapshot.documentSymbols(kit.path("lib/x.h"), kit.patience()));
    const [opened] = kit.toy.server.paramsOf("textDocument/didOpen");
    expect(opened).toMatchObject({ textDocument: { languageId: expected } });
  });
});

describe("linters", () => {
  const marker = { groups: [["lint.json"]], pick: "nearest", singleFile: false } as const;
  const judge: Partial<ServerEntry> = { role: "lint", references: "none", roots: marker };
  const configured = `${fixture}-- lint.json --\n{}\n`;
  const language: Partial<LanguageEntry> = { linters: ["judge"] };
  const withJudge = (more: Partial<WorkspaceChoices> = {}, entry: Partial<ServerEntry> = {}): WorkspaceChoices => ({
    fixture: configured,
    language,
    others: [{ entry: server("judge", { ...judge, ...entry }) }],
    ...more,
  });

  test("are asked for problems beside the first server, and each says what it found", async () => {
    await using kit = openToyWorkspace(withJudge());
    expect(await diagnostics(kit)).toEqual({
      found: ["toy: unknown name pear", "toy: unknown name pear"],
      standing: "complete",
    });
    expect(kit.workspace.sessions.map(({ id }) => id).sort()).toEqual(["judge", "toy"]);
    expect(await references(kit)).toBe("toy 1");
  });

  test("stay away where the project is not set up for them; where they are missing, do not run or may not, that is said", async () => {
    const restricted = { kind: "refused", why: "its configuration is a program" } as const;
    const absent = { launch: { kind: "command", command: "absent", args: [] } } as const;
    await using plain = openToyWorkspace(withJudge({ fixture }));
    await using missing = openToyWorkspace(withJudge({}, absent));
    missing.host.files.remove(missing.path("../bin/absent"));
    await using wary = openToyWorkspace(withJudge({ trusted: false }, { restricted }));
    await using broken = openToyWorkspace(withJudge({}, { quirks: { versionArgs: ["--version"] } }));
    broken.host.processes.program("/bin/judge", (end) => end.exit(1));
    const unasked = "judge is configured here but was not asked";
    for (const [kit, remarks] of [
      [plain, undefined],
      [missing, [`${unasked}: absent is not installed`]],
      [broken, [`${unasked}: /bin/judge does not run: it ended with 1`]],
      [wary, [`${unasked}: it must not run in an untrusted root`]],
    ] as const) {
      // What the compiler says is whole without them.
      expect(await diagnostics(kit)).toEqual({ found: ["toy: unknown name pear"], standing: "complete", remarks });
      expect(kit.workspace.sessions.map(({ id }) => id)).toEqual(["toy"]);
    }
  });

  test.each([
    ["runs where the root is trusted", true, [], ["judge", "toy"]],
    [
      "is named where it is not",
      false,
      [expect.stringMatching(/node_modules\/\.bin\/judge is part of the root, and is not run until/)],
      ["toy"],
    ],
  ])("one that the project brings along %s", async (_, trusted, said, asked) => {
    const own = `${configured}-- node_modules/.bin/judge --\n#!judge\n`;
    const restricted = { kind: "safe" } as const;
    await using kit = openToyWorkspace(withJudge({ fixture: own, trusted }, { restricted }));
    kit.host.files.remove(kit.path("../bin/judge"));
    kit.host.processes.program(kit.path("node_modules/.bin/judge"), kit.toy.program);
    const { standing, remarks = [] } = await diagnostics(kit);
    expect(standing).toBe("complete");
    expect(kit.workspace.sessions.map(({ id }) => id).sort()).toEqual(asked);
    expect(remarks).toEqual(said);
  });

  test("that fail cost a reason, not the answer", async () => {
    await using kit = openToyWorkspace(withJudge());
    kit.host.processes.program("/bin/judge", (end) => end.exit(1));
    const { found, standing } = await diagnostics(kit);
    expect(found).toEqual(["toy: unknown name pear"]);
    expect(standing).toMatch(/^partial scoped \(judge failed and will not be restarted\./);
  });

  test("answer alone when the first server cannot, and the answer says so", async () => {
    await using kit = openToyWorkspace(withJudge());
    kit.host.processes.program("/bin/toy", (end) => end.exit(1));
    const { found, standing } = await diagnostics(kit);
    expect(found).toEqual(["toy: unknown name pear"]);
    expect(standing).toMatch(/^partial scoped \(Toy failed and will not be restarted\./);
  });
});
