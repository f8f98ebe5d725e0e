// What git says changed, validated at the command line: files beside links, submodules, checkouts inside and bytes.

import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ValidationJson } from "../../src/model/consequences.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { sightline } from "../support/sightline.ts";

const fixture = "-- a.toy --\ndef «^»apple\n-- b.toy --\nuse apple\n";

function git(directory: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=someone", "-c", "user.email=someone@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, "-c", "protocol.file.allow=always", ...args], { cwd: directory, stdio: "pipe" });
}

function commit(directory: string): void {
  git(directory, "add", "-A");
  git(directory, "commit", "-qm", "a change");
}

/** A checkout with a link, a submodule and bytes, all as in the last commit. */
function checkout(): Served {
  const made = served(toyProgram(), {}, fixture);
  const part = join(dirname(made.root), "part");
  made.write("../part/p.toy", "def part\n");
  git(part, "init", "-q", "-b", "main");
  commit(part);
  made.write("data.bin", "\0\x01");
  symlinkSync("a.toy", join(made.root, "door.toy"));
  git(made.root, "init", "-q", "-b", "main");
  git(made.root, "submodule", "--quiet", "add", part, "modules/part");
  commit(made.root);
  return made;
}

interface Told {
  readonly ok: boolean;
  readonly standing: { readonly state: string; readonly reasons: readonly { readonly detail: string }[] };
  readonly result: ValidationJson;
}

async function validated(made: Served, files: readonly string[] = []): Promise<Told> {
  const { out, err } = await sightline(made, ["validate", ...files, ...made.options, "--json"]);
  if (out === "") throw new Error(err);
  return JSON.parse(out) as Told;
}

const short = (made: Served, file: string): string => file.slice(made.root.length + 1);

test("links, submodules and bytes that git reports are named beside what could be compared, and are no refusal", async () => {
  using made = checkout();
  made.write("a.toy", "def pear\n");
  rmSync(join(made.root, "door.toy"));
  symlinkSync("b.toy", join(made.root, "door.toy"));
  made.write("data.bin", "\0\x02");
  made.write("modules/part/p.toy", "def whole\n");
  commit(join(made.root, "modules/part"));
  symlinkSync("a.toy", join(made.root, "fresh.toy"));
  symlinkSync(join(dirname(made.root), "part", "p.toy"), join(made.root, "outside.txt"));
  const { result } = await validated(made);
  expect(result.class).toBe("new_errors");
  expect(result.introduced.map(({ file, message }) => [short(made, file), message])).toEqual([
    ["b.toy", "unknown name apple"],
    // The link leads there.
    ["door.toy", "unknown name apple"],
  ]);
  const open = result.unchecked_files.map(({ file, reason }) => [short(made, file), reason]);
  expect(new Map(open as [string, string][])).toEqual(
    new Map([
      ["data.bin", "it is not text"],
      ["door.toy", "it is a link"],
      ["fresh.toy", "it is a link"],
      ["modules/part", "it is a submodule"],
      ["outside.txt", "it is a link"],
    ]),
  );
});

test("a change of links alone is never clean, and each is told by its name", async () => {
  using made = checkout();
  rmSync(join(made.root, "door.toy"));
  symlinkSync("b.toy", join(made.root, "door.toy"));
  const { result, standing } = await validated(made);
  expect({ class: result.class, state: standing.state }).toEqual({ class: "lsp_unavailable", state: "unavailable" });
  expect(standing.reasons[0]?.detail).toBe("door.toy could not be compared: it is a link");
});

test("a file that policy keeps from the caller is named, and the others that git lists are compared", async () => {
  const rules = [{ id: "sealed", decide: "deny" as const, files: ["secrets/**"], reason: "keys" }];
  using made = served(toyProgram(), { settings: { policy: { rules } } }, `${fixture}-- secrets/k.toy --\ndef key\n`);
  git(made.root, "init", "-q", "-b", "main");
  commit(made.root);
  made.write("a.toy", "def pear\n");
  made.write("secrets/k.toy", "def hidden\n");
  const { result } = await validated(made);
  expect(result.class).toBe("new_errors");
  expect(result.unchecked_files).toEqual([
    { file: join(made.root, "secrets/k.toy"), reason: "the operator's rule sealed denies it (keys)" },
  ]);
});

test("a file of a checkout inside is compared with the last commit of that checkout", async () => {
  using made = checkout();
  made.write("modules/part/p.toy", "def part\nuse never\n");
  const { result } = await validated(made, ["modules/part/p.toy"]);
  expect(result).toMatchObject({ class: "new_errors", files: [{ before: "HEAD" }] });
  expect(result.introduced.map(({ line, message }) => [line, message])).toEqual([[2, "unknown name never"]]);
});
