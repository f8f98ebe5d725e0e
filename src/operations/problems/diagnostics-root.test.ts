// An answer about a whole root says what of the root it is not about.

import { expect, test } from "vitest";
import { defineServer } from "../../catalog/entry.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { getDiagnostics } from "./get-diagnostics.ts";

test("a directory that cannot be read keeps it from being complete", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n-- deep/b.toy --\nuse gone\n" });
  const list = kit.host.files.list.bind(kit.host.files);
  kit.host.files.list = async (path: FilePath) => (path === kit.path("deep") ? undefined : list(path));
  const { standing } = await perform(kit, getDiagnostics, {});
  expect(standing).toMatchObject({
    state: "partial",
    reasons: [{ code: "scoped", detail: "some directories of the root could not be read" }],
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
    reasons: [{ code: "scoped", detail: "css: not searched, because it has no server here" }],
  });
});

test("problems of files outside of the project's configuration are counted apart, and told of the file that is named", async () => {
  const fixture = `-- tsconfig.json --
{ "include": ["source"] }
-- source/a.ts --
def apple
use gone
-- test/b.ts --
use lost
use missing
`;
  const language = { extensions: [".ts"] };
  await using kit = openToyWorkspace({ fixture, language, dials: { extension: ".ts" } });
  const all = await perform(kit, getDiagnostics, {});
  const text = all.toText({ characters: 10_000 });
  expect(text).toMatch(/^1 error in .*source\/a\.ts/);
  expect(text).toContain("not listed: 2 errors in 1 file outside the project's configuration; name a file to see them");
  expect(text).not.toContain("lost");
  expect(all.standing.state).toBe("complete");
  expect(all.toJson()).toMatchObject({ outside_projects: { problems: 2, files: [kit.path("test/b.ts")] } });
  const one = await perform(kit, getDiagnostics, { file_path: "test/b.ts" });
  expect(one.toText({ characters: 10_000 })).toContain("unknown name lost");
});
