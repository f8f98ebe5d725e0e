// What a sorted list of imports looks like, where the file has a layout of its own.

import { expect, test } from "vitest";
import { indentationOf } from "../../model/indentation.ts";
import { withImportLayout } from "./import-layout.ts";

const body = "\nexport function f() {\n\treturn 1;\n}\n";

test.each([
  [
    "tabs stay in a list that changes",
    `import {\n\tb,\n\ta,\n\tunused,\n} from "./x.js";\n${body}`,
    `import {\n    a,\n    b,\n} from "./x.js";\n${body}`,
    `import {\n\ta,\n\tb,\n} from "./x.js";\n${body}`,
  ],
  [
    "a list that keeps its names keeps its layout",
    `import {X,\n\tY} from 'x';\nimport z from 'a';\n${body}`,
    `import z from 'a';\nimport { X, Y } from 'x';\n${body}`,
    `import z from 'a';\nimport {X,\n\tY} from 'x';\n${body}`,
  ],
  [
    "braces without blanks stay so",
    `import type {A, B} from './a.js';\n${body}`,
    `import type { A } from './a.js';\n${body}`,
    `import type {A} from './a.js';\n${body}`,
  ],
  [
    "two spaces stay two",
    `import {\n  b,\n  a,\n} from "x";\nfunction f() {\n  g();\n}\n`,
    `import {\n    a,\n    b,\n} from "x";\nfunction f() {\n  g();\n}\n`,
    `import {\n  a,\n  b,\n} from "x";\nfunction f() {\n  g();\n}\n`,
  ],
  [
    "code that is no import is left as it is",
    `import { a } from "x";\n${body}const s = "    { x }";\n`,
    `import { a } from "x";\n${body}const s = "    { x }";\n`,
    `import { a } from "x";\n${body}const s = "    { x }";\n`,
  ],
])("%s", (_, before, after, expected) => {
  expect(withImportLayout(before, after, indentationOf(before))).toBe(expected);
});
