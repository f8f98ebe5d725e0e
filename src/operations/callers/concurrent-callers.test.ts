// What is read from the text around a use: which starts are seen in each language, and what only looks like one.

import { describe, expect, test } from "vitest";
import { parseFixture } from "../../testing/fixture.ts";
import { LineIndex } from "../../model/line-index.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import { familyOf, languageFor } from "../../languages/table.ts";
import { startAround } from "./find-callers.ts";

/** The text has one cursor, right before the name that is used; § is `set`, for no test here may name a real timer. */
function startIn(file: string, text: string): string | undefined {
  const fixture = parseFixture(`-- ${file} --\n${text.replaceAll("§", "set")}\n`);
  const plain = fixture.files.get(file) ?? "";
  const starts = languageFor(familyOf(file)).names?.starts;
  const offset = new LineIndex(plain).offsetOf(fixture.cursor.span.start);
  return starts && startAround(maskCommentsAndStrings(plain, familyOf(file)), offset, starts);
}

describe("starts", () => {
  test.each([
    ["a.go", "go «^»work(1)", "go"],
    ["a.go", "go shop.«^»Work(1)", "go"],
    ["a.go", "go func() {\n\tdefer done()\n\tif ok {\n\t\t«^»work()\n\t}\n}()", "go"],
    ["a.go", "g.Go(func() error { return «^»work() })", "errgroup.Go"],
    ["a.go", "g.Go(«^»work)", "errgroup.Go"],
    ["a.ts", "await Promise.all([\n  «^»work(1),\n  other(),\n]);", "Promise.all"],
    ["a.ts", "await Promise.allSettled(list.map((one) => «^»work(one)));", "Promise.allSettled"],
    ["a.ts", "§Timeout(«^»work, 10)", "§Timeout"],
    ["a.ts", "§Timeout(() => wrap(«^»work()), 10)", "§Timeout"],
    ["a.ts", "queueMicrotask(function () {\n  // a ) in prose\n  «^»work();\n});", "queueMicrotask"],
    ["a.ts", "§Interval(«^»work.bind(null, 1), 10)", "§Interval"],
    ["a.ts", "load().then(«^»work)", ".then"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
    ["a.ts", "const text = `a ) ${setImmediate(() => «^»work())} b`;", "setImmediate"],
    ["a.py", "threading.Thread(target=«^»work, args=(1,)).start()", "threading.Thread"],
    ["a.py", "Thread(target=lambda: «^»work(1)).start()", "threading.Thread"],
    ["a.py", "await asyncio.gather(*(«^»work(x) for x in xs))", "asyncio.gather"],
    ["a.py", "task = asyncio.create_task(\n    «^»work(1),\n)", "asyncio.create_task"],
    ["a.py", "executor.submit(partial(«^»work, 1))", ".submit"],
    ["a.py", "with ThreadPoolExecutor() as pool:\n    pool.map(«^»work, xs)", "pool.map"],
    ["a.py", "multiprocessing.Process(target=«^»work)", "multiprocessing.Process"],
    ["a.rs", "thread::spawn(move || { «^»work(1); });", "thread::spawn"],
    ["a.rs", "tokio::spawn(async move { shop::«^»work().await });", "tokio::spawn"],
    ["a.rs", "task::spawn_blocking(|| «^»work(1))", "spawn_blocking"],
    ["A.java", "new Thread(this::«^»work).start();", "new Thread"],
    ["A.java", "executor.submit(() -> «^»work(1));", ".submit"],
    ["A.java", "CompletableFuture.supplyAsync(Shop::«^»work)", ".supplyAsync"],
    ["a.cpp", "std::thread worker(«^»work, 1);", "std::thread"],
    ["a.cpp", "std::thread{[&] { «^»work(); }}", "std::thread"],
    ["a.cpp", "auto later = std::async(std::launch::async, «^»work);", "std::async"],
    ["a.c", "pthread_create(&thread, NULL, «^»work, NULL);", "pthread_create"],
    ["A.cs", "Task.Run(() => «^»Work());", "Task.Run"],
    ["A.cs", "new Thread(«^»Work).Start();", "new Thread"],
  ])("%s: %s", (file, text, pattern) => {
    expect(startIn(file, text)).toBe(pattern.replace("§", "set"));
  });
});

describe("no starts", () => {
  test.each([
    ["a.go", "work := «^»work()"],
    ["a.go", "// go func() {\n«^»work()"],
    ["a.go", "go other(«^»work())"],
    ["a.ts", "«^»work()"],
    ["a.ts", "§Timeout(«^»work(), 10)"],
    ["a.ts", "§Timeout(wrap(«^»work), 10)"],
    ["a.ts", "§Timeout(go, 1);\n«^»work();"],
    ["a.ts", 'say("§Timeout(", «^»work)'],
    ["a.ts", "// §Timeout(\nsay(() => «^»work())"],
    ["a.py", "threading.Thread(target=other, args=(«^»work(),))"],
    ["a.py", "threading.Thread(target=other, args=(«^»work,))"],
    ["a.py", "list(map(«^»work, xs))"],
    ["a.rs", "fn main() { «^»work(); }"],
    ["a.rs", "thread::spawn(other(«^»work()))"],
    ["A.java", "executor.submit(«^»work())"],
    ["a.cpp", "std::thread worker(other, «^»work());"],
    ["A.cs", "Task.Run(«^»Work());"],
  ])("%s: %s", (file, text) => {
    expect(startIn(file, text)).toBeUndefined();
  });
});

test("a language without rules has no starts to tell", () => {
  expect(startIn("a.toy", "use «^»work")).toBeUndefined();
});

test.each([
  ["rust", `fn a<'a>(x: &'a str) -> char { '"' } // "x"\n/* ( */ b("(")`, "fn a<'a>(x: &'a str) -> char { } b( )"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  ["script", 'a(`x ${b({ c: "d" })} e`) // f', "a(` b({ c: }) )"],
  ["python", 'a = """x\n# y""" # z\nb(\'#\')', "a = b( )"],
] as const)("%s: prose becomes blanks and offsets stay", (family, text, code) => {
  const left = maskCommentsAndStrings(text, family);
  expect(left.trim().replaceAll(/\s+/g, " ")).toBe(code);
  expect(left).toHaveLength(text.length);
  expect(left.split("\n")).toHaveLength(text.split("\n").length);
  for (const [at, sign] of [...left].entries()) expect([" ", text.charAt(at)]).toContain(sign);
});
