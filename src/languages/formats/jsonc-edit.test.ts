// Members come and go, and every other byte stays, whatever the file looks like.

import { describe, expect, test } from "vitest";
import { applyEdits } from "../../model/text-edit.ts";
import { appendItem, insertMember, removeChild, removeIfHollow } from "./jsonc-edit.ts";
import { jsonValueOf, memberOf, nodeAt, parseJsonTree } from "./jsonc-tree.ts";

const path = ["servers", "ours"];
const ours = { command: "node", args: ["a b"] };

function inserted(text: string): string {
  const insertion = insertMember(text, path, ours);
  return insertion === undefined ? "refused" : applyEdits(text, [insertion.edit]);
}

function removed(text: string): string {
  const root = parseJsonTree(text);
  if (root.kind === "broken") throw new Error(root.why);
  const container = nodeAt(root, ["servers"]);
  const child = memberOf(container, "ours");
  if (container === undefined || child === undefined) return text;
  return applyEdits(text, [removeChild(text, container, child)]);
}

function valueIn(text: string): unknown {
  const root = parseJsonTree(text);
  return root.kind === "broken" ? root : jsonValueOf(root);
}

const long = (indent: string, end = "\n"): string =>
  ['"ours": {', '  "command": "node",', '  "args": [', '    "a b"', "  ]", "}"].join(end + indent);

/** The text, and what it is with ours. */
const cases: readonly (readonly [string, string, string])[] = [
  ["an empty object", "{}", `{\n  "servers": {\n    ${long("    ")}\n  }\n}`],
  ["an empty object on two lines", "{\n}\n", `{\n  "servers": {\n    ${long("    ")}\n  }\n}\n`],
  [
    "others, four blanks",
    '{\n    "x": 1\n}\n',
    `{\n    "x": 1,\n    "servers": {\n        "ours": {\n            "command": "node",\n            "args": [\n                "a b"\n            ]\n        }\n    }\n}\n`,
  ],
  [
    "tabs and line ends of Windows",
    '{\r\n\t"servers": {\r\n\t\t"b": {}\r\n\t}\r\n}',
    '{\r\n\t"servers": {\r\n\t\t"b": {},\r\n\t\t"ours": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": [\r\n\t\t\t\t"a b"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
  ],
  [
    "comments, and one at the end of the last line",
    '// top\n{\n  "servers": {\n    /* b */ "b": {} // of b\n    // end\n  }\n}\n',
    `// top\n{\n  "servers": {\n    /* b */ "b": {}, // of b\n    ${long("    ")}\n    // end\n  }\n}\n`,
  ],
  [
    "a comma after the last",
    '{\n  "servers": {\n    "b": {}, // of b\n  },\n}\n',
    `{\n  "servers": {\n    "b": {}, // of b\n    ${long("    ")},\n  },\n}\n`,
  ],
  ["an empty one below others", '{\n  "servers": {}\n}\n', `{\n  "servers": {\n    ${long("    ")}\n  }\n}\n`],
  [
    "nothing but a comment",
    '{\n  "servers": {\n    // none yet\n  }\n}\n',
    `{\n  "servers": {\n    // none yet\n    ${long("    ")}\n  }\n}\n`,
  ],
  ["one compact line", '{"servers":{"b":{}}}', '{"servers":{"b":{},"ours":{"command":"node","args":["a b"]}}}'],
  [
    "one airy line",
    '{ "servers": { "b": {} } }\n',
    '{ "servers": { "b": {}, "ours": { "command": "node", "args": [ "a b" ] } } }\n',
  ],
  ["one line, empty", '{"a":1,"servers":{}}', '{"a":1,"servers":{"ours":{"command":"node","args":["a b"]}}}'],
  ["a mark of the byte order", '\uFEFF{"a":1}', '\uFEFF{"a":1,"servers":{"ours":{"command":"node","args":["a b"]}}}'],
];

describe.each(cases)("%s", (_, before, after) => {
  test("gets the member, and nothing else changes", () => {
    expect(inserted(before)).toBe(after);
    const value = valueIn(before) as object;
    const servers = { ...(value as { servers?: object }).servers, ours };
    expect(valueIn(after)).toEqual({ ...value, servers });
  });

  test("loses it again without a record of how it came", () => {
    const gone = valueIn(removed(after)) as { servers: object };
    const { servers = {}, ...rest } = valueIn(before) as { servers?: object };
    expect(gone).toEqual({ ...rest, servers });
    // Where it had a container, the text is what it was; an empty one is closed up.
    expect(before.includes('"b"') ? removed(after) : before).toBe(before);
  });
});

test.each([
  ["a list in the way", '{"servers":[]}'],
  ["a text in the way", '{"servers":"x"}'],
  ["the same key twice", '{"servers":{},"servers":{}}'],
  ["a list at the top", "[]"],
])("%s is not edited", (_, text) => expect(inserted(text)).toBe("refused"));

test("lists get items, and are made where there are none", () => {
  const add = (text: string): string => {
    const insertion = appendItem(text, ["hooks", "Stop"], { a: 1 });
    return insertion === undefined ? "refused" : applyEdits(text, [insertion.edit]);
  };
  expect(add('{"hooks":{"Stop":[1]}}')).toBe('{"hooks":{"Stop":[1,{"a":1}]}}');
  expect(add('{"hooks":{}}')).toBe('{"hooks":{"Stop":[{"a":1}]}}');
  expect(add('{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}')).toBe(
    '{\n  "hooks": {\n    "Stop": [\n      1,\n      {\n        "a": 1\n      }\n    ]\n  }\n}',
  );
  expect(add('{"hooks":{"Stop":{}}}')).toBe("refused");
});

test("what was edited around goes with its line and its comma, and all beside it stays", () => {
  const around = (lines: readonly string[]): string =>
    `{\n  "servers": {\n${lines.map((line) => `    ${line}\n`).join("")}  }\n}\n`;
  expect(removed(around(['"ours": { "x": 1 }, // mine', '"b": {}']))).toBe(around(["// mine", '"b": {}']));
  expect(removed(around(['"a": {}, // of a', '"ours": {},', '"b": {}']))).toBe(around(['"a": {}, // of a', '"b": {}']));
  expect(removed(around(['"a": {}, // of a', "// above ours", '"ours": {}']))).toBe(
    around(['"a": {} // of a', "// above ours"]),
  );
  expect(removed(around(["// a", '"ours": {}, "b": {}']))).toBe(around(["// a", '"b": {}']));
  expect(removed(around(['"a": {}, "ours": {}, "b": {}']))).toBe(around(['"a": {}, "b": {}']));
  expect(removed(around(['"a": {},', '"ours": {} /* why */,']))).toBe(around(['"a": {}, /* why */']));
});

test("a container goes where it is empty, and stays where it holds a comment", () => {
  const hollow = (text: string): string => {
    const edit = removeIfHollow(text, ["servers"]);
    return edit === undefined ? text : applyEdits(text, [edit]);
  };
  expect(hollow('{\n  "a": 1,\n  "servers": {}\n}\n')).toBe('{\n  "a": 1\n}\n');
  for (const text of ['{"servers": { /* mine */ }}', '{"servers": {"b": 1}}']) expect(hollow(text)).toBe(text);
});

test.each([
  ["{", 1, 2, "it is not closed"],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma is missing"],
  ['{"a" 1}', 1, 6, "a colon is missing"],
  ["{'a': 1}", 1, 2, "a key in quotes is missing"],
  ['{"a": tru}', 1, 7, "a value is missing, or none of JSON"],
  ['{"a": 01}', 1, 7, "a value is missing, or none of JSON"],
  ['{"a": "x\n"}', 1, 7, "a text in quotes is not closed, or holds what JSON does not allow"],
  ["{} {}", 1, 4, "something follows after its end"],
  ["{ /* }", 1, 7, "a comment is not closed"],
  ["", 1, 1, "it ends too early"],
  [`${"[".repeat(200)}`, 1, 101, "it is nested more than 100 deep"],
])("%j is broken at %i:%i", (text, line, column, why) => {
  expect(parseJsonTree(text)).toEqual({ kind: "broken", line, column, why });
});

test("all that JSON knows is read as a program reads it", () => {
  const value = { a: [1, -2.5e3, true, false, null, "é\n\u2028\\", {}], __proto: { "": [] }, __proto__x: 1 };
  expect(valueIn(JSON.stringify(value, null, 2))).toEqual(value);
  expect(valueIn('{ "a": [1, 2,], // x\n /* y */ "b": "// no", }')).toEqual({ a: [1, 2], b: "// no" });
});
