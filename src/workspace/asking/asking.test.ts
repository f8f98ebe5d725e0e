// Each kind of question says what is missing from its answer, and no more than concerns it.

import { expect, test } from "vitest";
import type { Answer } from "../../model/standing.ts";
import { documentSymbols, hover, references, workspaceSymbols } from "../../session/questions/queries.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Asking, hierarchyOf } from "./asking.ts";
import { Projects } from "../projects/projects.ts";

const unpacked = '-- tsconfig.json --\n{}\n-- package.json --\n{ "dependencies": { "x": "1" } }\n';
const fixture = "-- a.toy --\ndef «^»apple\nuse apple\n";

function askingOf(kit: ToyWorkspace): Asking {
  const { workspace, host } = kit;
  return new Asking(
    {
      sessionsFor: (file) => workspace.sessionsFor(file),
      projects: new Projects({ host, root: workspace.root, skips: () => Promise.resolve(() => false) }),
      freshness: [{ code: "watcher_lost", detail: "it is unknown what changed" }],
    },
    { ...kit.patience(), waitMs: 1_000 },
  );
}

async function missingFrom(kit: ToyWorkspace, asked: Promise<Answer<unknown>>): Promise<string[]> {
  return (await kit.clock.until(asked)).standing.reasons.map(({ code }) => code);
}

test("that changes are not told is said of all, and missing packages where the answer may lie in one", async () => {
  await using kit = openToyWorkspace({ fixture: `${unpacked}${fixture}`, entry: { coverage: "typescript" } });
  const asking = askingOf(kit);
  const at = kit.at(kit.fixture.cursor);
  const { file } = at;
  const both = ["watcher_lost", "dependencies_missing"];
  expect(
    await missingFrom(
      kit,
      asking.about(file, (one, ask) => documentSymbols(one, file, ask)),
    ),
  ).toEqual(["watcher_lost"]);
  expect(
    await missingFrom(
      kit,
      asking.beyond(file, (one, ask) => hover(one, at, ask)),
    ),
  ).toEqual(both);
  expect(
    await missingFrom(
      kit,
      asking.everywhere(file, (one, ask) => references(one, at, true, ask)),
    ),
  ).toEqual(both);
  expect(
    await missingFrom(
      kit,
      asking.names(file, (one, ask) => workspaceSymbols(one, file, "apple", ask)),
    ),
  ).toEqual(both);
});

test("a question to one server is qualified by nothing that concerns the root", async () => {
  await using kit = openToyWorkspace({ fixture: `${unpacked}${fixture}`, entry: { coverage: "typescript" } });
  const asking = askingOf(kit);
  const at = kit.at(kit.fixture.cursor);
  for await (const session of kit.workspace.sessionsFor(at.file))
    expect(
      await missingFrom(
        kit,
        asking.put(session, (one, ask) => hover(one, at, ask)),
      ),
    ).toEqual([]);
  expect(kit.toy.server.methods).toContain("textDocument/hover");
});

test("where neither a hierarchy nor what stands in for it is declared, the hierarchy is refused", async () => {
  const lacks = ["textDocument/prepareCallHierarchy", "textDocument/references"];
  await using kit = openToyWorkspace({ fixture, dials: { lacks } });
  const asked = hierarchyOf(askingOf(kit), "incoming", kit.at(kit.fixture.cursor), 1);
  const { details } = await kit.clock.until(refusalOf(asked));
  expect(details).toMatchObject({
    code: "capability_missing",
    what: "server does not support textDocument/prepareCallHierarchy",
  });
});
