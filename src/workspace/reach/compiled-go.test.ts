// What only the compiler of Go and its test command tell is a doubt where a change touches it, and nowhere else.

import { expect, test } from "vitest";
import { reached } from "../../../test/support/kits/reach-kit.ts";

const directives = "a.go: directives such as //go:embed are not checked";
const bodies = "a.go: it is not checked whether a function without a body is defined elsewhere";
const sizes = "a.go: it is not checked whether arrays of this size fit into memory";
const signatures = "a_test.go: it is not checked whether the go command accepts this test signature";
const assembly = "a.go: it is not checked whether the package still matches its assembly";

const doubtsOf = async (file: string, before: string, after: string, more = ""): Promise<readonly string[]> =>
  (
    await reached(`-- go.mod --\nmodule m\n${more}-- ${file} --\npackage a\n\n${before}`, {
      [file]: `package a\n\n${after}`,
    })
  ).doubts;

const embedding = 'import _ "embed"\n\n//go:embed x.txt\nvar S string\n';

test.each([
  ["a body goes", "func F() int { return 1 }\n", "func F() int\n", [bodies]],
  [
    "a body goes behind types in braces",
    "func F() interface{ M() } { return nil }\n",
    "func F() interface{ M() }\n",
    [bodies],
  ],
  ["a body goes in a line with others", "func G() {}\n", "func F(); func G() {}\n", [bodies]],
  ["a name of the linker", "func F() {}\n", "//go:linkname F time.now\nfunc F() {}\n", [directives]],
  [
    "what such a name asks for goes",
    'import _ "unsafe"\n\n//go:linkname F time.now\nfunc F() {}\n',
    "//go:linkname F time.now\nfunc F() {}\n",
    [directives],
  ],
  ["an embedded file gets another type", embedding, embedding.replace("string", "int"), [directives]],
  ["one more file is embedded", embedding, embedding.replace("x.txt", "x.txt y.txt"), [directives]],
  ["a directive comes to a function with a body", "func F() {}\n", "//go:noescape\nfunc F() {}\n", [directives]],
  [
    "a directive in a function",
    "func F() {}\n",
    "func F() {\n\t//go:embed x.txt\n\tvar s string\n\t_ = s\n}\n",
    [directives],
  ],
  ["a directive at the end", "func F() {}\n", "func F() {}\n\n//go:debug panicnil=1\n", [directives]],
  [
    "more in a function whose stack is limited",
    "//go:nosplit\nfunc F() {}\n",
    "//go:nosplit\nfunc F() { G() }\n",
    [directives],
  ],
  ["an array beyond all memory", "var S string\n", "var S [1 << 50]int\n", [sizes]],
  ["arrays of arrays", "var S string\n", "var S [1 << 20][100_000]int\n", [sizes]],
  ["the constant of an array", "const n = 8\n\nvar S [n]int\n", "const n = 8 << 40\n\nvar S [n]int\n", [sizes]],
])("%s", async (_, before, after, doubts) => {
  expect(await doubtsOf("a.go", before, after)).toEqual(doubts);
});

test.each([
  ["another type", "func TestX(t *testing.T) {}\n", "func TestX(t *testing.B) {}\n"],
  ["one more parameter", "func FuzzX(f *testing.F) {}\n", "func FuzzX(f *testing.F, n int) {}\n"],
  ["a result", "func BenchmarkX(b *testing.B) {}\n", "func BenchmarkX(b *testing.B) error { return nil }\n"],
  ["types as parameters", "func TestX(t *testing.T) {}\n", "func TestX[T any](t *testing.T) {}\n"],
  ["an example with a parameter", "func Example() {}\n", "func Example(n int) {}\n"],
  ["what there may be one of", "func TestX(t *testing.T) {}\n", "func TestMain(m *testing.M) { m.Run() }\n"],
])("a test that may be none: %s", async (_, before, after) => {
  const header = 'import "testing"\n\n';
  expect(await doubtsOf("a_test.go", header + before, header + after)).toEqual([signatures]);
});

const assembled = "-- f_amd64.s --\nTEXT ·F(SB)\n";

test.each([
  ["a signature", "func F(x int64) int64\n", "func F(x int32) int64\n", [bodies, assembly]],
  ["a constant", "const N = 1\n", "const N = 2\n", [assembly]],
  ["a body", "func F() {}\n", "func F() { _ = 1 }\n", []],
])("beside assembly: %s", async (_, before, after, doubts) => {
  expect(await doubtsOf("a.go", before, after, assembled)).toEqual(doubts);
});

test.each([null, "TEXT ·G(SB)\n"])("assembly itself, which becomes %j", async (after) => {
  const fixture = `-- go.mod --\nmodule m\n-- a.go --\npackage a\n\nfunc F()\n${assembled}`;
  expect((await reached(fixture, { "f_amd64.s": after })).doubts).toContain(assembly.replace("a.go", "f_amd64.s"));
});

test.each([
  ["a body beside directives", "a.go", `${embedding}\nfunc F() {}\n`, `${embedding}\nfunc F() { _ = S }\n`],
  ["the words about a directive", "a.go", embedding, embedding.replace("//go", "// S is the text.\n//go")],
  [
    "the body of a function that is not inlined",
    "a.go",
    "//go:noinline\nfunc F() {}\n",
    "//go:noinline\nfunc F() { _ = 1 }\n",
  ],
  ["a directive in a text", "a.go", "var s = ``\n", "var s = `\n//go:embed x\n`\n"],
  ["a directive in a comment", "a.go", "var s = 1\n", "// see //go:embed\nvar s = 1\n"],
  ["what generates", "a.go", "var s = 1\n", "//go:generate x\nvar s = 1\n"],
  ["a function without a body that was there", "a.go", "func F()\n\nfunc G() {}\n", "func F()\n\nfunc G() { _ = 1 }\n"],
  ["a function that takes functions", "a.go", "func F() {}\n", "func F(f func() struct{}) func() { return nil }\n"],
  ["methods of an interface", "a.go", "type I interface{}\n", "type I interface {\n\tM() int\n\tN(func())\n}\n"],
  [
    "an array of some length",
    "a.go",
    "var S string\n",
    "const n = 1 << 10\n\nvar S, M = [n * 4]int{}, map[string][]int{}\n",
  ],
  ["a number that is large", "a.go", "var S string\n", "const n = 1 << 60\n\nvar S = x[n>>40] * 3\n"],
  [
    "tests that come",
    "a_test.go",
    'import "testing"\n',
    'import "testing"\n\nfunc TestX(t *testing.T) {}\n\nfunc BenchmarkY(b *testing.B) {}\n\nfunc ExampleZ() {}\n\nfunc Testing() int { return 1 }\n\nfunc (s *S) TestM(n int) {}\n',
  ],
  [
    "the body of what begins tests",
    "a_test.go",
    "func TestMain(m *testing.M) {}\n",
    "func TestMain(m *testing.M) { m.Run() }\n",
  ],
])("no doubt about %s", async (_, file, before, after) => {
  expect(await doubtsOf(file, before, after)).toEqual([]);
});
