import { describe, expect, test } from "vitest";

import {
  checkDefinition,
  checkDiagnostics,
  checkDocumentSymbols,
  checkHover,
  checkReferences,
  checkWorkspaceSymbols,
} from "../checks.ts";

const twoFiles = `
-- lib/a.toy --
def «def|to«^»tal» # total in a comment
  plain «ref|total» "total"
-- main.toy --
é𝒳 = «ref|total» + totals
use «ref|total»
`;

describe("a check proves what its fixture shows", () => {
  test("references", async () => {
    await checkReferences(twoFiles);
  });
  test("a missing reference fails it", async () => {
    await expect(checkReferences(twoFiles.replace("use «ref|total»", "use total"))).rejects.toThrow("deep-equal");
  });
  test("a mark that plays no part fails it", async () => {
    await expect(checkReferences(`${twoFiles}«other»`)).rejects.toThrow("never used: «other»");
  });
  test("another standing fails it", async () => {
    await expect(checkReferences(`${twoFiles}-- @standing --\npartial: indexing\n`)).rejects.toThrow(
      "partial: indexing",
    );
  });
  test("definition, hover, symbols, diagnostics", async () => {
    await checkDefinition("-- a.toy --\ndef «def|x»\n-- b.toy --\nuse «^»x\n");
    await checkHover("-- a.toy --\ndef «word|x«^»y»\n-- @hover --\ndef xy\n");
    await checkHover("-- a.toy --\n «^»  = 1\n");
    await checkDocumentSymbols(
      "-- a.toy --\n«^»def «name|outer»\n  def «name|inner»\ndef «name|next»\n-- @symbols --\nouter function\n  inner function\nnext function\n",
    );
    await checkWorkspaceSymbols("-- a.toy --\ndef «sym|one»\n-- b.toy --\ndef «sym|alone»\ndef two\n", "one");
    await checkDiagnostics(
      "-- a.toy --\n«^»use «problem|missing»\n-- @diagnostics --\nerror unknown unknown name missing\n",
    );
  });
});
