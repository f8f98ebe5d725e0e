// What is kept of a server that cannot be had, while many files are looked at.

import { expect, test } from "vitest";
import { filePath, joinPath } from "../../model/file-path.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { isAnswered, scan } from "./diagnostics-scan.ts";

test("a root that is not trusted takes nothing from the files of one that is", async () => {
  await using kit = openToyWorkspace({
    fixture: "-- a.toy --\nuse gone\n",
    entry: { restricted: { kind: "refused", why: "no" } },
  });
  const names = Array.from({ length: 40 }, (_, at) => `m${at}.toy`);
  const wary = filePath("/wary");
  for (const name of names) {
    kit.host.files.write(kit.path(name), "use gone\n");
    kit.host.files.write(joinPath(wary, name), "use gone\n");
  }
  const roots = new Roots(kit.workspace, { allowed: [wary] });
  await kit.clock.until(roots.addFolder("/wary"));
  const snapshots = await roots.view().all();
  // The one that is not trusted first, so that it is refused before the other is asked.
  const files = [...snapshots]
    .reverse()
    .flatMap((snapshot) => names.map((name) => ({ snapshot, file: joinPath(snapshot.root, name), language: "toy" })));
  const reports = await kit.clock.until(scan(files, kit.patience()));
  const told = reports.map(
    (report) => `${report.snapshot.root} ${isAnswered(report) ? "answered" : report.refusal.code}`,
  );
  expect([...new Set(told)]).toEqual(["/wary not_trusted", `${kit.workspace.root} answered`]);
  await kit.clock.until(roots.close());
});
