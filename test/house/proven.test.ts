import { expect, test } from "vitest";

import { catalog } from "../../src/catalog/table.ts";
import { cases } from "../real/reading/cases.ts";

test("exactly the servers that have a case in test/real are called proven", () => {
  const proven = catalog.servers.filter((server) => server.proven).map(({ id }) => id);
  expect(proven.sort()).toEqual(cases.map(({ server }) => server).sort());
});
