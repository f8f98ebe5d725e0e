import { describe, expect, test } from "vitest";
import { heldBytes } from "../../../test/support/memory.ts";
import { LongMessage } from "./long-message.ts";
import { WholeLines } from "./whole-lines.ts";

interface Read {
  readonly lines: string[];
  readonly tooLong: (string | number | null)[];
  readonly tooDeep: (string | number | null)[];
}

/** The text in pieces of this many bytes. */
function read(text: string, size: number, limit: number): Read {
  const result: Read = { lines: [], tooLong: [], tooDeep: [] };
  const reader = new WholeLines({ bytes: limit, depth: 3 }, ({ id }, why) =>
    (why === "long" ? result.tooLong : result.tooDeep).push(id),
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    for (const line of reader.take(bytes.subarray(at, at + size))) result.lines.push(line.toString("utf8"));
  }
  return result;
}

function idOf(text: string): string | number | null {
  const message = new LongMessage();
  message.read(Buffer.from(text));
  return message.id;
}

test("however the input is cut, whole lines come out, and those that are too long are told of with their ids", () => {
  const long = JSON.stringify({ method: "tools/call", params: { text: "é".repeat(50) }, jsonrpc: "2.0", id: 7 });
  const short = '{"id":"ä"}';
  const text = `${short}\n${long}\n\n${short}\n${"x".repeat(41)}\n${"y".repeat(39)}\nrest`;
  for (let size = 1; size <= Buffer.byteLength(text); size++) {
    const { lines, tooLong } = read(text, size, 40);
    expect(lines).toEqual([`${short}\n`, "\n", `${short}\n`, `${"y".repeat(39)}\n`]);
    expect(tooLong).toEqual([7, null]);
  }
});

test("a line that goes on and on is not held", () => {
  const mb = 1024 * 1024;
  const told: unknown[] = [];
  const reader = new WholeLines({ bytes: mb, depth: 200 }, ({ id }) => told.push(id));
  const before = heldBytes();
  for (let piece = 0; piece < 64; piece++) expect([...reader.take(Buffer.alloc(mb, "x"))]).toEqual([]);
  expect(heldBytes() - before).toBeLessThan(4 * mb);
  expect([...reader.take(Buffer.from("\nnext\n"))].map(String)).toEqual(["next\n"]);
  expect(told).toEqual([null]);
});

test.each([
  ["three inside of one another", '{"id":1,"method":"m","params":{"a":[]}}', []],
  ["four", '{"id":1,"method":"m","params":{"a":[[]]}}', [1]],
  ["many beside one another", '{"id":1,"method":"m","params":[[],[],{},[]]}', []],
  ["brackets in a text", '{"id":1,"method":"m","params":"[[[[[[\\"[[["}', []],
  ["without an end", '{"id":1,"method":"m","params":[[[', [1]],
  ["no message", "[[[[[[", [null]],
])("a line that nests deeper than allowed is told of and does not go on: %s [S42]", (_, line, tooDeep) => {
  const result = read(`${line}\nnext\n`, 7, 1_000);
  expect(result.tooDeep).toEqual(tooDeep);
  expect(result.lines).toEqual(tooDeep.length === 0 ? [`${line}\n`, "next\n"] : ["next\n"]);
});

describe("the id of a message that is too long", () => {
  test.each([
    ["before the rest", '{"jsonrpc":"2.0","id":3,"method":"m","params":{}}', 3],
    ["after the rest", '{"method":"m","params":{"id":9,"a":[{"id":8}]},"jsonrpc":"2.0","id":"a\\"b"}', 'a"b'],
    ["with space around", ' { "id" : 12 , "method" : "m" } ', 12],
    ["cut off before its end", '{"id":4,"method":"m","params":{"text":"aaa', 4],
    ["one inside a text is none", '{"method":"m","params":"\\",\\"id\\":5,"}', null],
    ["one of a reply is not that of a request", '{"jsonrpc":"2.0","id":3,"result":{"method":"m"}}', null],
    ["a notification has none", '{"jsonrpc":"2.0","method":"m","params":{"id":3}}', null],
    ["a fraction is none", '{"id":1.5,"method":"m"}', null],
    ["one that is itself long is not repeated", `{"id":"${"x".repeat(600)}","method":"m"}`, null],
    ["several messages have none", '[{"id":1,"method":"m"},{"id":2,"method":"m"}]', null],
    ["no message at all", ']]]}{"\\', null],
  ])("%s", (_, text, id) => {
    expect(idOf(text)).toBe(id);
  });
});
