// Which of the directories beside the state count as installed servers.

import { expect, test } from "vitest";
import { defineServer } from "../../catalog/entry.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { joinPath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { ownServers, ownServersDirectory, ownServersOf } from "./own-servers.ts";

const entry = defineServer({
  ...toyEntry,
  id: "toy",
  launch: { kind: "command", command: "toy", args: [] },
  recipe: { kind: "go-module", package: "toy", module: "toy", version: "2.0.0", integrity: "h1:", bin: "toy" },
});

function machine(seals: Readonly<Record<string, unknown>>): MemoryHost<StepClock> {
  const host = new MemoryHost({ clock: new StepClock() });
  for (const [name, seal] of Object.entries(seals)) {
    const directory = joinPath(ownServersDirectory(host), name);
    host.files.write(joinPath(directory, "bin/toy"), "a program");
    host.files.write(joinPath(directory, "sealed.json"), typeof seal === "string" ? seal : JSON.stringify(seal));
  }
  return host;
}

const sealed = (version: string, more: object = {}) => ({ server: "toy", version, program: "bin/toy", ...more });

test("the pinned version is taken first, then the newest", async () => {
  const host = machine(Object.fromEntries(["1.9.0", "2.0.0", "1.10.0", "3.0.0"].map((v) => [`toy@${v}`, sealed(v)])));
  expect((await ownServersOf(host, entry)).map(({ version }) => version)).toEqual([
    "2.0.0",
    "3.0.0",
    "1.10.0",
    "1.9.0",
  ]);
});

test("one is not taken for an entry that starts another program", async () => {
  const host = machine({ "toy@2.0.0": sealed("2.0.0") });
  const other = { ...entry, launch: { kind: "command", command: "/opt/toy", args: [] } } as const;
  expect(await ownServersOf(host, other)).toEqual([]);
});

test.each([
  ["no seal of ours", { "toy@2.0.0": "{" }],
  ["a seal of another kind", { "toy@2.0.0": [] }],
  ["another version than its directory", { "toy@2.0.0": sealed("1.0.0") }],
  ["a program that is not there", { "toy@2.0.0": sealed("2.0.0", { program: "bin/gone" }) }],
  ["a program elsewhere", { "toy@2.0.0": sealed("2.0.0", { program: "../toy@1/bin/toy" }), "toy@1": "" }],
  ["an absolute program", { "toy@2.0.0": sealed("2.0.0", { program: "/bin/sh" }) }],
  ["a runner elsewhere", { "toy@2.0.0": sealed("2.0.0", { runner: "../../bin/sh" }) }],
  ["a stage", { ".stage": sealed("2.0.0") }],
])("%s does not count", async (_, seals) => {
  expect(await ownServers(machine(seals))).toEqual([]);
});
