// Every file that a server obeys, in every place where it can lie, whichever author wrote it: in an untrusted root nothing of
// it runs.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { callTool } from "../../support/sightline.ts";
import { isInSoak, oneIn } from "../../support/soak.ts";
import { hasServer } from "../installed.ts";
import type { Row } from "./obeyed-ground.ts";
import { Ground, places, rows, sources, started } from "./obeyed-ground.ts";
import { traps } from "./obeyed-traps.ts";

test("no server is started untrusted, and no file is obeyed, that is not in the matrix [S02]", () => {
  expect(started.map(({ id }) => id).filter((id) => sources[id] === undefined)).toEqual([]);
  expect(rows.map(({ file }) => file.name).filter((name) => traps[name] === undefined)).toEqual([]);
});

const present = rows.filter(({ server }) => hasServer(server));
/** A manifest stops a server only by what no ordinary one holds; what it can name otherwise is overridden. */
const overridden = present.filter(({ file }) => file.untrusted !== "stops" || file.isManifest === true);
const stopping = present.filter((row) => !overridden.includes(row));

test("nothing runs that a repository names, wherever the file lies [S01 S02]", async () => {
  using ground = new Ground();
  for (const [place, directory] of Object.entries(places))
    for (const row of overridden) ground.plant(row, place, directory);
  const served = await ground.asking(async (agent) => ground.ask(agent));
  expect(served).toEqual(expect.arrayContaining(ground.served()));
  expect(ground.ran("repository")).toEqual([]);
});

/** It takes minutes: what is written meanwhile differs from what was there before only in when it is read. */
const meanwhile = isInSoak("files that come while servers run") ? ["another program"] : [];
const isEverywhere = isInSoak(
  "files that an agent writes elsewhere than at the top, and three of the places that stop a server",
);

test.each(meanwhile)("nothing runs that %s names while servers run [S01]", async (writer) => {
  using ground = new Ground();
  await ground.asking(async (agent) => {
    await ground.ask(agent);
    for (const [place, directory] of Object.entries(places))
      for (const row of overridden) ground.plant(row, place, directory);
    await ground.ask(agent);
  });
  expect(ground.ran(writer)).toEqual([]);
});

test("an agent cannot write what servers obey, by any operation, and what it may write names nothing that runs [S01 S07 S18]", async () => {
  using ground = new Ground();
  const written: string[] = [];
  // Every directory has servers of its own, and one is enough where files are written at the top alone.
  const directories = isEverywhere ? undefined : ["outer/served"];
  await ground.asking(async (agent) => {
    await ground.ask(agent, directories);
    const tried = [...overridden, ...rows.filter(({ file }) => file.untrusted === "stops")];
    for (const row of oneIn(3, tried, "two thirds of the files that an agent tries to write"))
      for (const place of isEverywhere ? ["root", "nested", "inner checkout", "second root"] : ["root"])
        written.push(...(await ground.letWrite(agent, row, place)));
    await ground.ask(agent, directories);
  });
  expect(written).toEqual([]);
  expect(ground.ran("agent")).toEqual([]);
});

test("a server that nothing keeps from such a file is not started beside it [S01]", async () => {
  const all = ["root", "nested", "inner checkout", "outer checkout", "above every checkout"];
  for (const place of isEverywhere ? all : ["nested", "above every checkout"]) {
    for (const together of oneOfEachServer(stopping)) {
      using ground = new Ground();
      for (const row of together) ground.plant(row, place, places[place] ?? "");
      const codes = await ground.asking(async (agent) => {
        const answers: object[] = [];
        for (const { server, file } of together)
          for (const operation of ["list_symbols", "format_document"]) {
            const { refusal } = await callTool(agent, operation, { file_path: sources[server]?.file ?? "" });
            answers.push({ file: file.name, place, operation, code: refusal?.code });
          }
        return answers;
      });
      expect(codes.filter((one) => !("code" in one) || one.code !== "not_trusted")).toEqual([]);
      expect(codes).toHaveLength(2 * together.length);
      expect(ground.ran("repository")).toEqual([]);
    }
  }
}, 300_000);

/** Files of different servers do not stop each other, so they are planted together; those of one server never are. */
function oneOfEachServer(all: readonly Row[]): Row[][] {
  const turns: Row[][] = [];
  for (const row of all) {
    const free = turns.find((turn) => turn.every(({ server }) => server !== row.server));
    if (free === undefined) turns.push([row]);
    else free.push(row);
  }
  return turns;
}

test("the traps are real: each program and each library leaves its sign", () => {
  using ground = new Ground();
  for (const row of rows) {
    const program = ground.plant(row, "root", "outer/served");
    spawnSync(program);
  }
  expect(new Set(readdirSync(ground.signs)).size).toBe(rows.length);
  for (const library of ground.libraries) spawnSync("/bin/true", { env: { LD_PRELOAD: library } });
  expect(ground.loaded()).toEqual(ground.hasLibraries ? ground.libraries : []);
});
