import { expect, test } from "vitest";

import { isTest, readTree } from "../../tools/tree.ts";

/** Everything above the session gets what this layer made of an answer; nothing there can even name a shape of the wire. */
test("only the layers of one server know the wire's types [AGL-353]", () => {
  const importing = readTree(process.cwd())
    .filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts") && !isTest(path))
    .filter(({ text }) => /from "vscode-(?:languageserver-protocol|jsonrpc)/.test(text))
    .map(({ path }) => path.split("/")[1] ?? "");
  expect(importing.length).toBeGreaterThan(5);
  expect([...new Set(importing)].sort().filter((folder) => folder !== "testing")).toEqual(["protocol", "session"]);
});
