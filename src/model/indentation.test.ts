// How a file is indented is told from most of its lines.

import { expect, test } from "vitest";
import { indentationOf } from "./indentation.ts";

test.each([
  ["nothing indented", "a\nb\n", 4, true],
  ["two spaces", "a {\n  b {\n    c\n  }\n}\n", 2, true],
  ["four spaces in CRLF", "a:\r\n    b:\r\n        c\r\n    d\r\n", 4, true],
  ["tabs", "a {\n\tb {\n\t\tc\n\t}\n}\n", 4, false],
  ["a comment of one space more is no step", "a {\n  /*\n   * b\n   */\n  c {\n    d\n  }\n}\n", 2, true],
  ["mostly tabs", "a\n\tb\n\tc\n  d\n", 4, false],
])("%s", (_, text, tabSize, insertSpaces) => {
  expect(indentationOf(text)).toEqual({ tabSize, insertSpaces });
});
