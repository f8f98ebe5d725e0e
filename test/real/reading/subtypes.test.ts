// Subtypes told from implementations are types: never the values and functions that happen to fit.

import { describe, expect, test } from "vitest";
import { typeHierarchy } from "../../../src/operations/callers/type-hierarchy.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { hasInDepth } from "../installed.ts";

/** Marks: `interface`, `alias`, `plain` and `value` are asked about; `of-interface` and `of-alias` derive from them. */
const source = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/shape.ts --
export interface «interface|Priced» { price(): number }
export type «alias|Shape» = { area(): number };
export type «plain|Size» = { width: number };
export const «value|unit»: Shape = { area: () => 1 };
export const small: Size = { width: 1 };
export function sized(): Size { return { width: 2 }; }
export function gift(): Priced { return { price: () => 0 }; }
export class «of-alias|Tile» implements Shape { area() { return 1 } }
-- src/view.ts --
import type { Priced, Shape, Size } from "./shape";
export class View {
  show(): number {
    const shape: Shape = { area: () => 2 };
    const priced: Priced = { price: () => 3 };
    const size: Size = { width: 3 };
    return shape.area() + priced.price() + size.width;
  }
}
export class «of-interface|Item» implements Priced { price() { return 1 } }
export interface «of-interface|Gift» extends Priced { wrap: string }
`;

describe.each(["typescript-native", "typescript-language-server"].filter(hasInDepth))("%s", (server) => {
  test.each(["interface", "alias", "plain", "value"])("only types derive from the %s", async (asked) => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.mark(asked);
    const place = { file_path: file, ...span.start };
    const performed = await acting.perform(typeHierarchy, { ...place, direction: "subtypes" });
    const { subtypes = [] } = performed.toJson() as { subtypes?: readonly { name: string }[] };
    expect({
      subtypes: subtypes.map(({ name }) => name).sort(),
      reasons: performed.standing.reasons.map(({ code }) => code),
    }).toEqual({
      subtypes: fixture
        .marks(`of-${asked}`)
        .map(({ text }) => text)
        .sort(),
      reasons: ["scoped"],
    });
  });
});
