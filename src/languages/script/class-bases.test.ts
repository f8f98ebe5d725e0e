// The class around a place and its bases, read off its header.

import { expect, test } from "vitest";
import { LineIndex } from "../../model/line-index.ts";
import type { Mark } from "../../testing/fixture.ts";
import { parseFixture } from "../../testing/fixture.ts";
import { basesAround, typeAround } from "./class-bases.ts";

test.each([
  ["a class that extends", "class A extends «b|B» { f(«^») {} }"],
  ["a class that implements several", "class A implements «b|B», «b|C» { «^»f() {} }"],
  ["both", "export default class A<T extends X = {}> extends «b|B»<T> implements «b|C»<{ a: 1 }> { «^»f = 1 }"],
  ["an interface", "interface A extends «b|B»,\n  «b|C» {\n  f(): { a: 1 };\n «^»g(): void }"],
  ["a name behind dots", "class A extends x.y.«b|B» { «^»f() {} }"],
  ["a call", "class A extends «b|mixed»(«b|B», «b|C») { «^»f() {} }"],
  ["a class inside of a method", "class A extends X { f() { class D extends «b|B» { «^»g() {} } } }"],
  ["behind a class inside", "class A extends «b|B» { f() { class D extends X {} } «^»g() {} }"],
  ["a block inside of a method", "class A extends «b|B» { f() { if (a) { «^»g() } } }"],
  ["the name of the class", "class «^»A extends «b|B» { f() {} }"],
  ["the header itself", "class A extends «b|B»«^» { f() {} }"],
  ["no base", "class A { «^»f() {} }"],
  ["no class", "const a = { «^»f() {} }"],
  ["behind a class", "class A extends X { f() {} }\nfunction «^»g() {}"],
  ["a property of that name", "const a = { class: 1, extends: B, «^»f() {} }"],
  ["a member of that name", "a.class; const b = { «^»f() {} }"],
  ["a function type as an argument", "class A extends «b|B»<() => void> { «^»f() {} }"],
])("%s", (_, text) => {
  const fixture = parseFixture(`-- a.ts --\n${text}\n`);
  const index = new LineIndex(fixture.files.get("a.ts") ?? "");
  const offsetOf = ({ span }: Mark): number => index.offsetOf(span.start);
  expect(basesAround(index.text, offsetOf(fixture.cursor))).toEqual(fixture.marks("b").map(offsetOf));
});

test.each([
  ["a member", "«t|class» «n|A» extends «b|B»<«b|C»> implements «b|D» { «^»f() {} }", true],
  ["a member behind a block", "«t|class» «n|A» { f() { if (a) {} } «^»g = 1 }", true],
  ["a parameter that is a property", "«t|class» «n|A» { constructor(readonly «^»f: 1) {} }", true],
  ["inside of a member", "«t|class» «n|A» { f = { «^»g: 1 } }", false],
  ["the header", "«t|interface» «n|A»<«^»T> extends «b|B» { f: 1 }", false],
  ["a class without a name", "const a = «t|class» extends «b|B» { «^»f = 1 }", true],
])("the type around %s", (_, text, isMember) => {
  const fixture = parseFixture(`-- a.ts --\n${text}\n`);
  const index = new LineIndex(fixture.files.get("a.ts") ?? "");
  const offsetsOf = (name: string): number[] => fixture.marks(name).map(({ span }) => index.offsetOf(span.start));
  const [start] = offsetsOf("t");
  const [name] = offsetsOf("n");
  const type = typeAround(index.text, index.offsetOf(fixture.cursor.span.start));
  expect(type).toEqual({ start, name, isMember, bases: offsetsOf("b") });
});
