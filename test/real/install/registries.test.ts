// Servers as a person installs them, from the registries themselves, each then asked a question about a file.

import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sightline } from "../../support/here.ts";
import { project } from "../../support/project.ts";

interface Case {
  readonly server: string;
  readonly files: string;
  readonly file: string;
  /** The line of the outline that answers. */
  readonly says: RegExp;
}

const cases: readonly Case[] = [
  {
    server: "vim-language-server",
    files: "-- a.vim --\nfunction! Total(a)\n  return a:a\nendfunction\n",
    file: "a.vim",
    says: /^Total \[Function\] :1$/m,
  },
  {
    server: "jedi-language-server",
    files: "-- a.py --\ndef total(a: int) -> int:\n    return a\n",
    file: "a.py",
    says: /^total \[Function\] :1$/m,
  },
];

test.each(cases)("$server is installed, answers, and is removed", async ({ server, files, file, says }) => {
  using made = project(files);
  const base = dirname(made.stateDirectory);
  const HOME = join(base, "home");
  mkdirSync(HOME);
  const operator = join(base, "operator.json");
  made.write("../operator.json", JSON.stringify({ settings: { languages: { prefer: [server] } } }));
  const run = (...words: readonly string[]) => sightline(made, words, made.root, { HOME });
  const installed = await run("servers", "install", server, "--yes");
  expect(installed.out, installed.err).toContain(`Installed ${server} `);
  const answer = await run("symbols", file, "--no-daemon", "--trust", "--merge-config", operator);
  expect(answer.out, answer.err).toMatch(says);
  expect(answer.err).toContain(join(made.stateDirectory, "installed", `${server}@`));
  expect((await run("servers", "remove", server)).code).toBe(0);
  expect(readdirSync(join(made.stateDirectory, "installed"))).toEqual([".stage"]);
});
