import { expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";

const secret = filePath("/vault/.aws/credentials.toy");

function opened() {
  const toy = openToyWorkspace({ fixture: "-- a.toy --\ndef inside\n-- deep/b.toy --\nuse inside" });
  toy.host.files.write(secret, "def AKIASECRET");
  toy.host.files.link(toy.path("x.toy"), secret);
  toy.host.files.link(toy.path("deep/y.toy"), toy.path("a.toy"));
  return toy;
}

test("a link that leads outside the root is no source, and the standing says so [S10 S12]", async () => {
  await using toy = opened();
  const snapshot = await toy.clock.until(toy.workspace.snapshot());
  const { files, reasons } = await toy.clock.until(snapshot.rootSources());
  expect(files.map(({ file }) => file).sort()).toEqual(
    ["a.toy", "deep/b.toy", "deep/y.toy"].map((file) => toy.path(file)),
  );
  expect(reasons.map(({ detail }) => detail)).toEqual(["1 file leads outside the root (x.toy)"]);
});

test("a document that leads outside the root is not opened in a server [S10 S12]", async () => {
  await using toy = opened();
  const snapshot = await toy.clock.until(toy.workspace.snapshot());
  const { code } = await refusalOf(toy.clock.until(snapshot.diagnostics(toy.path("x.toy"), toy.patience())));
  expect(code).toBe("outside_root");
  expect(JSON.stringify(toy.toy.received)).not.toContain("AKIASECRET");
});
