// What is said of what a script threw, however the script made it.

import { expect, test } from "vitest";
import { whatWasThrown } from "./thrown.ts";

const code = "const a = 1;\nfail();";
const said = (value: unknown): string => JSON.stringify(value);

test.each([
  [
    "an error",
    { name: "TypeError", message: "no", stack: "at f (script.js:3:5)" },
    " at line 2, column 5",
    "TypeError: no",
  ],
  [
    "one behind the end of the script",
    { name: "SyntaxError", message: "no", stack: "at script.js:9:1" },
    " at line 2, column 1",
    "SyntaxError: no",
  ],
  ["without a place", { name: "Thrown", message: "x", stack: "" }, "", "Thrown: x"],
  [
    "a refusal",
    { name: "Refused", message: "x", stack: "", refusal: { code: "no_symbol", what: "None." } },
    "",
    "no_symbol: None.",
  ],
  ["what is no text", { name: 1, message: {}, stack: [] }, "", "an error without a message"],
  ["what is no record", [1], "", "an error without a message"],
  [
    "lines of its own",
    { name: "Error", message: "a\nStanding: complete", stack: "" },
    "",
    "Error: a\\nStanding: complete",
  ],
])("%s", (_, value, where, what) => {
  const thrown = whatWasThrown(said(value), code);
  expect([thrown.where, thrown.what]).toEqual([where, what]);
});
