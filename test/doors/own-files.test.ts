// Our own files: a repository cannot bring along the configuration, the agents or the state that we believe.

import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sightline } from "../support/here.ts";
import { project } from "../support/project.ts";
import type { Project } from "../support/project.ts";

const repository = "-- .git/HEAD --\nref: refs/heads/main\n-- a.other --\nx\n-- packages/p/a.other --\nx\n";

/** A server that leaves a mark where it ran, in the operator's words. */
function servers(mark: string): string {
  return JSON.stringify({
    servers: [
      {
        id: "mark",
        language: "other",
        extensions: ["other"],
        command: "/bin/sh",
        args: ["-c", `echo ran > ${mark}`],
        restricted: { kind: "safe" },
      },
    ],
    // Confined it could leave no mark.
    settings: { untrusted: { confine: "never" } },
  });
}

const agents = "agents:\n  - id: a\n    lsp:\n      enabled: true\n";
const question = ["references", "a.other:1:1"];

function marked(made: Project): boolean {
  return existsSync(join(made.root, "..", "mark"));
}

function forged(): Project {
  const made = project(repository);
  made.write("lsp.json", servers(join(made.root, "..", "mark")));
  made.write("agents.yaml", agents);
  return made;
}

describe("a variable that names a file or directory of ours is absolute [S03]", () => {
  test.each(["SIGHTLINE_CONFIG", "SIGHTLINE_MERGE_CONFIG", "SIGHTLINE_AGENTS", "SIGHTLINE_STATE_DIR"])(
    "%s",
    async (name) => {
      using made = forged();
      for (const args of [question, ["mcp"], ["config"], ["trust", "--yes"]]) {
        const ran = await sightline(made, args, made.root, { [name]: "lsp.json" });
        expect([ran.code, ran.out]).toEqual([2, ""]);
        expect(ran.err).toContain(`${name} is "lsp.json", which is not an absolute path.`);
      }
      expect(marked(made)).toBe(false);
    },
  );
});

describe("a file of the operator lies outside of what is served, or in a root that is trusted [S03]", () => {
  const places: readonly [string, (made: Project) => { root: string; file: string }][] = [
    ["in the root", ({ root }) => ({ root, file: join(root, "lsp.json") })],
    [
      "in the checkout around the root",
      ({ root }) => ({ root: join(root, "packages/p"), file: join(root, "lsp.json") }),
    ],
    [
      "outside as a link into the root",
      ({ root }) => {
        symlinkSync(join(root, "lsp.json"), join(root, "../outside.json"));
        return { root, file: join(root, "../outside.json") };
      },
    ],
    [
      "in the root as a link that leads outside",
      ({ root }) => {
        writeFileSync(join(root, "../real.json"), servers(join(root, "..", "mark")));
        symlinkSync("../real.json", join(root, "link.json"));
        return { root, file: join(root, "link.json") };
      },
    ],
  ];
  test.each(places)("a configuration %s", async (_, place) => {
    using made = forged();
    const { root, file } = place(made);
    for (const [args, env] of [
      [["--config", file], {}],
      [["--merge-config", file], {}],
      [[], { SIGHTLINE_CONFIG: file }],
    ] as const) {
      const ran = await sightline(made, ["references", "a.other:1:1", "--root", root, ...args], root, env);
      expect([ran.code, ran.out]).toEqual([5, ""]);
      expect(ran.err).toContain("is not used.");
    }
    expect(marked(made)).toBe(false);
  });

  test("the same file, where the operator trusts the root, is read", async () => {
    using made = forged();
    await sightline(made, [...question, "--config", "lsp.json", "--trust"]);
    expect(marked(made)).toBe(true);
  });

  test("a file in a second root is not believed for the first", async () => {
    using made = forged();
    const other = join(made.root, "../other");
    mkdirSync(other);
    writeFileSync(join(other, "a.other"), "x\n");
    const ran = await sightline(made, [
      "references",
      join(other, "a.other:1:1"),
      "--root",
      other,
      "--root",
      made.root,
      "--config",
      join(made.root, "lsp.json"),
    ]);
    expect([ran.code, marked(made)]).toEqual([5, false]);
  });

  test("agents obey the same rule", async () => {
    using made = forged();
    const args = ["mcp", "--root", "packages/p", "--agents", "agents.yaml", "--agent", "a"];
    expect(await sightline(made, args)).toMatchObject({ code: 5, err: expect.stringContaining("is not used.") });
  });
});

describe("what another user could have written is not believed", () => {
  test("a configuration that others may write, or whose directory they may write", async () => {
    using made = forged();
    const file = join(made.root, "../own/config.json");
    mkdirSync(join(made.root, "../own"));
    writeFileSync(file, servers(join(made.root, "..", "mark")));
    chmodSync(file, 0o666);
    expect((await sightline(made, [...question, "--config", file])).err).toContain("Other users may write it.");
    chmodSync(file, 0o644);
    chmodSync(join(made.root, "../own"), 0o777);
    expect((await sightline(made, [...question, "--config", file])).err).toMatch(
      /Other users may write \S+\/own, which/,
    );
    expect(marked(made)).toBe(false);
    chmodSync(join(made.root, "../own"), 0o1777);
    await sightline(made, [...question, "--config", file]);
    expect(marked(made)).toBe(true);
  });

  test("a grant, and the record of a change, in a state directory that others may write or replace", async () => {
    for (const opened of ["state", "."]) {
      using made = forged();
      const state = join(made.root, "../open/state");
      const env = { SIGHTLINE_STATE_DIR: state };
      mkdirSync(state, { recursive: true, mode: 0o700 });
      expect((await sightline(made, ["trust", "--yes"], made.root, env)).code).toBe(0);
      chmodSync(join(made.root, "../open", opened), 0o777);
      expect((await sightline(made, question, made.root, env)).err).toContain("it is ignored");
      const change = ["edit", "a.other", "--old-text", "x", "--new-text", "y"];
      const ran = await sightline(made, change, made.root, env);
      expect([ran.code, ran.err]).toEqual([5, expect.stringMatching(/other users may write \S+\/open/)]);
    }
  });
});

describe("a repository cannot bring a state directory along [S37]", () => {
  const hook = "#!/bin/sh\necho planted\n";

  /** The record of a change that an ended process left behind, by which a hook would come back. */
  function forgedJournal(state: string, root: string, version: 2 | 3): void {
    const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
    const directory = join(state, "edits", sha(root).slice(0, 32), "t1-aa.prepared");
    mkdirSync(directory, { recursive: true });
    const formerly = (text: string, mode: number) => ({ hash: sha(text), size: text.length, mode });
    const record = {
      ...{ version, id: "t1-aa", sequence: 1, root, why: "x", operation: "apply_edit", caller: "cli" },
      ...{ at: "2026-01-02T03:04:05.000Z", nonce: "aa", directories: [], emptied: [], bytes: hook.length + 2 },
      // The second looks as if the change had been carried out, so that the first is taken back too.
      targets: [
        { file: join(root, ".git/hooks/post-checkout"), before: formerly(hook, 0o755) },
        { file: join(root, "a.other"), before: formerly("o\n", 0o644), after: { hash: sha("x\n") } },
      ],
    };
    const staged = [null, { id: "", isLinked: false }];
    writeFileSync(join(root, ".sightline-aa-1.old"), "o\n");
    writeFileSync(join(directory, "before-0"), `${hook}o\n`);
    for (const [name, value] of [
      ["record", record],
      ["staged", version === 2 ? staged : { id: "t1-aa", staged }],
    ] as const) {
      // Without a key of the user a forger can only guess the seal.
      writeFileSync(
        join(directory, `${name}.json`),
        JSON.stringify(version === 2 ? value : { ...value, seal: sha(name) }),
      );
    }
  }

  test.each([
    ["in the root", "", "state"],
    ["in the checkout around the root", "packages/p", "state"],
    ["outside as a link into the root", "", "../linked"],
  ])("%s: it is refused, and nothing of its journal is obeyed", async (_, inner, place) => {
    using made = forged();
    mkdirSync(join(made.root, ".git/hooks"), { recursive: true });
    const root = join(made.root, inner);
    forgedJournal(join(made.root, "state"), made.root, 3);
    if (place.startsWith("..")) symlinkSync(join(made.root, "state"), join(made.root, place));
    const env = { SIGHTLINE_STATE_DIR: join(made.root, place) };
    for (const args of [[...question, "--root", root], ["why"], ["trust", "--yes"]]) {
      const ran = await sightline(made, args, root, env);
      expect([ran.code, ran.out]).toEqual([2, ""]);
    }
    const ran = await sightline(made, [...question, "--root", root], root, env);
    expect(ran.err).toContain("which could have supplied");
    expect(existsSync(join(made.root, ".git/hooks/post-checkout"))).toBe(false);
  });

  test.each([2, 3] as const)(
    "outside of every root, a record of version %d that Sightline did not write for this user is left alone, and it is said",
    async (version) => {
      using made = forged();
      mkdirSync(join(made.root, ".git/hooks"), { recursive: true });
      forgedJournal(made.stateDirectory, made.root, version);
      const ran = await sightline(made, question);
      expect(ran.err).toContain("ignored: it was not written by Sightline for this user");
      expect(existsSync(join(made.root, ".git/hooks/post-checkout"))).toBe(false);
    },
  );
});
