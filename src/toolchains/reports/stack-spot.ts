// The place in a stack trace that a reader wants to see first: that of the code at hand, not of the tools around it.

import { isExternal } from "../../model/code-facts.ts";
import { fromUri } from "../../protocol/uri.ts";
import type { Spot } from "../toolchain.ts";

/** `at f (file:///x/a.ts:3:5)`, `at /x/a.ts:3:5` or a frame without `at`; what lies in packages or in Node itself is passed over. */
export function javascriptSpot(text: string): Spot | undefined {
  for (const line of text.split("\n").slice(0, 200)) {
    const [end = "", row, column] = /:(\d+):(\d+)\)?$/.exec(line) ?? [];
    const place = end === "" ? undefined : placeBefore.exec(line.slice(0, -end.length))?.[1];
    if (place === undefined || place.includes("node_modules")) continue;
    return { file: withoutScheme(place), line: Number(row), column: Number(column) };
  }
  return undefined;
}

/** Read backwards from the end, where it must stand. */
const placeBefore = /$(?<=(?:^|[\s(])((?:file:\/\/)?(?:[A-Za-z]:)?[/\\][^():]*|[\w.@-][^\s():]*\.[cm]?[jt]sx?))/;

/** A file as a stack names it: some write a URI. */
export function withoutScheme(place: string): string {
  const file = fromUri(place);
  return isExternal(file) ? place : file;
}

/** pytest's `a.py:3: in test_x` and Python's `File "a.py", line 3`; the first of the project's own. */
export function pythonSpot(text: string): Spot | undefined {
  const frames = [
    ...text.matchAll(/^(\S[^\n\r\u2028\u2029:]*\.py):(\d+): (?:in |\w*(?:Error|Exception|Failed))/gm),
    ...text.matchAll(/^[ \t]*(?:E[ \t]+)?File "([^"\n]+)", line (\d+)/gm),
  ];
  const own = frames.find(([, file = ""]) => !/(?:^|\/)(?:site-packages|lib\/python[\d.]+)\//.test(file));
  const [, file, line] = own ?? [];
  return file === undefined || file.startsWith("<") ? undefined : { file, line: Number(line) };
}

/** `at shop.CartTest.adds(CartTest.java:9)`: the frame in the class of the test, as a path below some source directory. */
export function javaSpot(text: string, className: string): Spot | undefined {
  const outer = className.split("$", 1)[0] ?? "";
  for (const [, method = "", file, line] of text.matchAll(/^[ \t]*at (?:\S+\/)?([\w.$<>]+)\(([^():]+):(\d+)\)/gm)) {
    const owner = method.slice(0, method.lastIndexOf("."));
    if (file === undefined || owner.split("$", 1)[0] !== outer) continue;
    const path = outer.includes(".") ? `${outer.slice(0, outer.lastIndexOf(".")).replaceAll(".", "/")}/${file}` : file;
    return { file: path, line: Number(line) };
  }
  return undefined;
}

/** `prog: /x/a.c:3: main: Assertion …`, `a.cc:3: Failure` or `a.cpp(3): error`: where a native test says that it failed. */
export function nativeSpot(text: string): Spot | undefined {
  const [, file, line] =
    /(?:^|[\s:])((?:[A-Za-z]:)?[^\s:()]+\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm))[:(](\d+)(?:[:)]|$)/m.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}
