import { describe, expect, test } from "vitest";

import { salvageReplyId } from "./salvage.ts";

describe("the request of an unreadable reply is found", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":7,"result":[[[', "]]]}", 7],
    ['{"id":7,"jsonrpc":"2.0","result":{"x":', "}}", 7],
    ['{ "id" : 7 , "error" : {', "}", 7],
    ['{"jsonrpc":"2.0","result":[[[', ']]],"id":7}', 7],
    ['{"jsonrpc":"2.0","result":null,"id":7}', '{"jsonrpc":"2.0","result":null,"id":7}', 7],
    ['{"jsonrpc":"2.0","result":"x', 'x","id":7}\n', 7],
  ])("%s … %s", (head, tail, id) => {
    expect(salvageReplyId("too_deep", head, tail)).toBe(id);
    expect(salvageReplyId("invalid_utf8", head, tail)).toBe(id);
  });
});

describe("no other request is mistaken for it", () => {
  test.each([
    ["an id inside the result", '{"jsonrpc":"2.0","result":{"id":7,', '"x":1}}'],
    ["an id at the end of the result", '{"jsonrpc":"2.0","result":{"x":1', ',"id":7}}'],
    ["a request of the server", '{"jsonrpc":"2.0","id":7,"method":"a/b","params":{', "}}"],
    ["a request with the id first", '{"id":7,"method":"a/b","params":{', "}}"],
    ["a request with the id last", '{"jsonrpc":"2.0","method":"a/b","params":[', '],"id":7}'],
    ["a request with its method late", '{"jsonrpc":"2.0","params":[', '],"method":"a/b","id":7}'],
    ["an id that is a text", '{"jsonrpc":"2.0","id":"7","result":[', "]}"],
    ["no message at all", "[[[[", "]]]]"],
    ["no id", '{"jsonrpc":"2.0","result":[', "]}"],
  ])("%s", (_, head, tail) => {
    expect(salvageReplyId("too_deep", head, tail)).toBeUndefined();
  });

  test("broken JSON need not end where the message ends", () => {
    expect(salvageReplyId("invalid_json", '{"jsonrpc":"2.0","result":{"a":1', ',"id":7}')).toBeUndefined();
    expect(salvageReplyId("invalid_json", '{"jsonrpc":"2.0","id":7,"result":{"a":1', ',"id":8}')).toBe(7);
  });
});
