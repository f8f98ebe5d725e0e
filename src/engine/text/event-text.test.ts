// Events as lines for a person.

import { expect, test } from "vitest";
import { eventText } from "./event-text.ts";

test("a server that is missing is told apart from one that is there and does not run", () => {
  const missing = { type: "server.missing", server: "clangd", hint: "apt install clangd" } as const;
  expect(eventText(missing, false)).toBe("sightline: clangd is not installed; apt install clangd");
  expect(eventText({ ...missing, fault: "/bin/clangd does not run: no clang" }, false)).toBe(
    "sightline: clangd is installed but cannot be used (/bin/clangd does not run: no clang); to reinstall it: apt install clangd",
  );
});
