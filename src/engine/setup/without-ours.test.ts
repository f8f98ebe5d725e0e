// The bytes of before come back where init's stretches are still there; where they are not, or lie, the structure decides.

import { expect, test } from "vitest";
import { setupAgents } from "./agents.ts";
import { jsonServer } from "./json-parts.ts";
import { isNotPut } from "./parts.ts";
import { withoutOurs } from "./without-ours.ts";

const row = setupAgents.find(({ id }) => id === "cursor")?.entry;
if (row === undefined) throw new Error("Cursor has an entry");
const part = jsonServer(row, ["mcp"]);
const launch = { words: ["sightline"], isShared: true };

function put(text: string) {
  const done = part.put(text, launch);
  if (done === undefined || isNotPut(done)) throw new Error("nothing was put in");
  return done;
}

const before = '{ "mcpServers": {   },\n\n\n  "a":1 }';

test("what was odd in its layout is odd again, also after an edit elsewhere", () => {
  const { text, edits, made } = put(before);
  const known = { created: false, edits, made };
  expect(withoutOurs(text, [part], known)).toEqual({ text: before, kinds: ["server"] });
  const edited = text.replace('"a":1', '"a":2, "b": "sightline"');
  expect(withoutOurs(edited, [part], known)).toMatchObject({
    text: before.replace('"a":1', '"a":2, "b": "sightline"'),
  });
});

test("a record that would put back, or take away, what others wrote is not followed", () => {
  const { text } = put(before);
  const structural = withoutOurs(text, [part], undefined);
  expect(structural).toMatchObject({ text: before.replace("{   }", "{}") });
  for (const forged of [
    { before: '"a":9', after: '"a":1' },
    { before: "", after: '"a":1' },
    { before: '"x": 1,', after: "" },
  ]) {
    expect(withoutOurs(text, [part], { created: false, edits: [forged], made: [] })).toEqual(structural);
  }
});

test("a file that init made goes when nothing else is in it, and stays with what came into it", () => {
  const { text, edits, made } = put("");
  expect(withoutOurs(text, [part], { created: true, edits, made })).toEqual({ text: undefined, kinds: ["server"] });
  const more = text.replace('"mcpServers": {', '// mine\n  "mcpServers": {');
  expect(withoutOurs(more, [part], { created: true, edits, made })).toMatchObject({
    text: expect.stringContaining("// mine"),
  });
  expect(withoutOurs(text, [part], undefined)).toMatchObject({ text: '{\n  "mcpServers": {}\n}\n' });
});

test("without anything of ours nothing happens, whatever the record says", () => {
  const known = { created: true, edits: [{ before: "", after: before }], made: [] };
  expect(withoutOurs(before, [part], known)).toBeUndefined();
  expect(withoutOurs("{ broken", [part], known)).toBeUndefined();
  expect(withoutOurs('{ "sightline": broken', [part], known)).toMatchObject({
    why: expect.stringContaining("not valid JSON"),
  });
});
