// Addresses as callers write them, and which of them are this machine.

import { describe, expect, test } from "vitest";
import { addressText, isLoopbackHost, parseAddress } from "./address.ts";

describe("an address", () => {
  test.each([
    ["localhost:9999", "localhost", 9999, "localhost:9999"],
    ["127.0.0.1:1", "127.0.0.1", 1, "127.0.0.1:1"],
    [" DevBox.example:65535 ", "devbox.example", 65_535, "devbox.example:65535"],
    ["[::1]:7", "::1", 7, "[::1]:7"],
    [":9999", "localhost", 9999, "localhost:9999"],
  ])("%j is read", (text, host, port, shown) => {
    const address = parseAddress(text);
    expect(address).toEqual({ host, port });
    expect(address && addressText(address)).toBe(shown);
  });

  test.each([
    "",
    "9999",
    "localhost",
    "localhost:",
    "localhost:0",
    "localhost:65536",
    "::1:9999",
    "a b:1",
    "http://a:1",
    "a:1/x",
    "a:1:2",
    "-a:1",
    "[]:1",
  ])("%j is none", (text) => expect(parseAddress(text)).toBeUndefined());

  test("counts as this machine only where it can mean no other", () => {
    const own = ["localhost", "127.0.0.1", "127.255.0.3", "::1"];
    const others = [
      "0.0.0.0",
      "127.1",
      "127.0.0.256",
      "127.0.0.010",
      "2130706433",
      "::ffff:127.0.0.1",
      "::",
      "localhost.example",
      "127.0.0.1.example",
    ];
    expect(own.filter((host) => !isLoopbackHost(host))).toEqual([]);
    expect(others.filter(isLoopbackHost)).toEqual([]);
  });
});
