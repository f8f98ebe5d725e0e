// What must hold of the conversion between paths and file URIs, with Node's own conversion as the second opinion.

import assert from "node:assert/strict";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";

import type { FilePath } from "../../../src/model/file-path.ts";
import { filePath } from "../../../src/model/file-path.ts";
import { fromUri, toUri } from "../../../src/protocol/uri.ts";
import type { Statement } from "./property.ts";
import { statement } from "./property.ts";

const oddName = fc.constantFrom(
  ...[
    " ",
    "a b",
    "#",
    "?",
    "%",
    "%20",
    "%41",
    "100%",
    "+",
    "a+b",
    "&=@:;,$!'()*",
    "[x]",
    "{x}",
    "a\\b",
    "\\",
    "~",
    "^`|<>",
  ],
  ...[
    "ü",
    "u\u0308",
    "漢字",
    "😀",
    "👩‍👩‍👧",
    "c:",
    "c%3A",
    "file:",
    "a\tb",
    "a\nb",
    "...",
    ".hidden",
    '"',
    "\u007F",
    "\uFEFF",
  ],
);
const anyName = fc.string({ unit: "binary", minLength: 1, maxLength: 8 }).filter((name) => !/[/\0]/.test(name));
const names = fc.array(fc.oneof(oddName, anyName), { maxLength: 5 });

/** A path of this machine whose first name does not read like a drive: in a URI the two cannot be told apart. */
const path = names
  .filter(([first = ""]) => !/^[A-Za-z]:(?:\\|$)/.test(first))
  .map((parts) => filePath(`/${parts.join("/")}`));
const drivePath = fc
  .tuple(fc.constantFrom("C", "d"), names)
  .map(([drive, parts]) => filePath(`${drive}:/${parts.join("/").replaceAll("\\", "")}`));

const roundTrip = statement(
  "a path survives the way to a URI and back",
  fc.property(fc.oneof(path, drivePath), (start) => {
    assert.equal(fromUri(toUri(start)), start);
  }),
  [[filePath("/a%20b/100%/c#d?e")], [filePath("/\uFEFF")]],
);

const plainUri = statement(
  "a URI has only characters that a URI may have",
  fc.property(fc.oneof(path, drivePath), (start) => {
    assert.match(toUri(start), /^file:\/\/\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$/);
  }),
);

const asNode = statement(
  "Node reads our URIs as we do, and we read Node's",
  fc.property(path, (start) => {
    assert.equal(normal(fileURLToPath(toUri(start))), start);
    // Node 20 loses a control character at the very end of a path.
    if (!/\p{Cc}$/u.test(start)) assert.equal(fromUri(pathToFileURL(start).href), start);
  }),
);

const respelt = statement(
  "a URI spelt in another way names the same file",
  fc.property(
    fc.oneof(path, drivePath),
    fc.array(fc.boolean(), { minLength: 1 }),
    fc.boolean(),
    (start, flags, small) => {
      const uri = toUri(start);
      const head = "file:///".length;
      const tail = [...uri.slice(head)].map((char, at) =>
        flags[at % flags.length] && /[^%/]/.test(char) ? escaped(char) : char,
      );
      // What follows a percent sign is left alone: it is half of a sequence already.
      const spelt = tail.map((char, at) =>
        uri
          .slice(head)
          .slice(Math.max(0, at - 2), at)
          .includes("%")
          ? (uri[head + at] ?? "")
          : char,
      );
      const result = `file:///${spelt.join("")}`;
      assert.equal(fromUri(small ? result.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()) : result), start);
      assert.equal(fromUri(result.replace("file://", "FILE://localhost")), start);
    },
  ),
);

function escaped(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function normal(raw: string): FilePath {
  return filePath(raw);
}

export const uriStatements = { roundTrip, plainUri, asNode, respelt } satisfies Record<string, Statement>;
