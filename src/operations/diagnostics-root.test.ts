// An answer about a whole root says what of the root it is not about.

import { expect, test } from "vitest";
import { defineServer } from "../catalog/entry.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath } from "../model/file-path.ts";
import { toyEntry } from "../testing/kit.ts";
import { perform } from "../testing/perform.ts";
import { openToyWorkspace } from "../testing/workspace-kit.ts";
import { getDiagnostics } from "./get-diagnostics.ts";

test("a directory that cannot be read keeps it from being complete", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n-- deep/b.toy --\nuse gone\n" });
  const list = kit.host.files.list.bind(kit.host.files);
  kit.host.files.list = async (path: FilePath) => (path === kit.path("deep") ? undefined : list(path));
  const { standing } = await perform(kit, getDiagnostics, {});
  expect(standing).toMatchObject({
    state: "partial",
    reasons: [{ code: "scoped", detail: "not all directories of the root could be looked at" }],
  });
});

test("a language of style or script whose server is not here is named, one of mere data is not missed", async () => {
  const launch = { kind: "command", command: "jsonls", args: [] } as const;
  await using kit = openToyWorkspace({
    fixture: "-- a.css --\na {}\n-- c.json --\n{}\n-- b.toy --\ndef apple\n",
    others: [
      {
        entry: defineServer({ ...toyEntry, id: "jsonls", title: "jsonls", launch }),
        language: { id: "css", extensions: [".css"], servers: ["jsonls"] },
      },
      {
        entry: defineServer({ ...toyEntry, id: "datals", title: "datals", launch: { ...launch, command: "datals" } }),
        language: { id: "json", extensions: [".json"], servers: ["datals"] },
      },
    ],
  });
  for (const program of ["jsonls", "datals"]) kit.host.files.remove(filePath(`/bin/${program}`));
  const { standing } = await perform(kit, getDiagnostics, {});
  expect(standing).toMatchObject({
    state: "partial",
    reasons: [{ code: "scoped", detail: "css: not looked at, because no server for it is here" }],
  });
});
