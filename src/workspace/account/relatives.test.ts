// Relatives of a member by a server that is a table: which questions are asked, and what follows from no answer.

import { describe, expect, test } from "vitest";
import type { Location } from "../../model/code-facts.ts";
import { keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import type { Mark } from "../../testing/fixture.ts";
import { parseFixture } from "../../testing/fixture.ts";
import { Relatives } from "./relatives.ts";

const root = filePath("/project");
const elsewhere = { file: filePath("/lib/es5.d.ts"), span: spanAt(1) };

interface Told {
  /** By mark. */
  readonly relative: Readonly<Record<string, boolean | undefined>>;
  /** The marks whose implementations the server was asked for; `own` is the member itself. */
  readonly asked: readonly string[];
}

/** The member is marked `own`, others `other-1` and so on; a word marked `a-1` leads to `a`, and one marked `out-1` out of the root. */
async function judged(
  text: string,
  { implementations = {}, takesMs = 0 }: { implementations?: Readonly<Record<string, string>>; takesMs?: number } = {},
): Promise<Told> {
  const clock = new FakeClock();
  const fixture = parseFixture(text);
  const names = [...text.matchAll(/«([\w-]+)\|/g)].map(([, name = ""]) => name);
  const marks = new Map(names.map((name) => [name, locationAt(fixture.mark(name))]));
  const nameAt = new Map([...marks].map(([name, { file, span }]) => [keyOfPlace(file, span.start), name]));
  const asked: string[] = [];
  const own = marks.get("own") ?? elsewhere;
  const until = deadlineIn(clock, 10_000);
  const relatives = new Relatives(
    {
      root,
      until,
      filesWith: async () => [],
      read: async (file) => {
        const found = fixture.files.get(file.slice(root.length + 1));
        return found === undefined ? undefined : new LineIndex(found);
      },
      definition: async ({ file, place }) => {
        const name = nameAt.get(keyOfPlace(file, place));
        const to = name?.startsWith("out") === true ? elsewhere : marks.get(name?.replace(/-\d+$/, "") ?? "");
        return to === undefined ? { kind: "nowhere" } : { kind: "leads", locations: [to] };
      },
      implementations: async ({ file, place }) => {
        const name = nameAt.get(keyOfPlace(file, place)) ?? "";
        asked.push(name);
        clock.advance(takesMs);
        const found = marks.get(implementations[name] ?? "");
        return found === undefined ? [] : [found];
      },
    },
    [own],
    "field",
  );
  const relative: Record<string, boolean | undefined> = {};
  for (const [name, location] of marks) {
    if (name.startsWith("other")) relative[name] = await relatives.isRelative(location);
  }
  return { relative, asked };
}

function spanAt(line: number): Location["span"] {
  return { start: { line, column: 1 }, end: { line, column: 2 } };
}

function locationAt({ file, span }: Mark): Location & { readonly file: FilePath } {
  return { file: joinPath(root, file), span };
}

describe("a member of a type whose bases are all known", () => {
  test.each([
    ["without a base", "class «T|T» { «own|name» = 1; }"],
    ["with a base of a library", "class «T|T» extends «out-1|Error» { «own|name» = 1; }"],
    ["with a type parameter", "class «T|T»<«P|P»> extends «out-1|List»<«P-1|P»> { «own|name» = 1; }"],
    ["of an interface", "interface «T|T» extends «B-1|B» { «own|name»: 1; }"],
    ["of a constructor", "class «T|T» { constructor(readonly «own|name»: string) {} }"],
  ])("%s is no relative of others of its name, and the server is asked once", async (_, type) => {
    const others = "interface «B|B» { size: 1 }\ninterface X { «other-1|name»: 1 }\nconst y = { «other-2|name»: 1 };\n";
    const { relative, asked } = await judged(`-- a.ts --\n${type}\n-- b.ts --\n${others}`);
    expect(relative).toEqual({ "other-1": false, "other-2": false });
    expect(asked).toEqual(["own"]);
  });

  test("is one of what its bases declare, as the server says", async () => {
    const text = `-- a.ts --
class «T|T» extends «M-1|M» { «own|name» = 1; }
-- b.ts --
class «M|M» implements «I-1|I» {}
interface «I|I» { «other-1|name»: 1 }
interface X { «other-2|name»: 1 }
`;
    const { relative, asked } = await judged(text, { implementations: { "other-1": "own" } });
    expect(relative).toEqual({ "other-1": true, "other-2": false });
    expect(asked).toEqual(["own", "other-1"]);
  });
});

describe("the server is asked about every other", () => {
  test.each([
    [
      "where a base is computed",
      "function «mixed|mixed»() {}\nclass «T|T» extends «mixed-1|mixed»() { «own|name» = 1; }",
    ],
    ["where a base is another name of a type", "type «A|A» = X;\nclass «T|T» implements «A-1|A» { «own|name» = 1; }"],
    ["where a base leads nowhere", "class «T|T» extends Unknown { «own|name» = 1; }"],
    ["of an object", "const a = { «own|name»: 1 };"],
    ["inside of a method", "class «T|T» { f() { return { «own|name»: 1 }; } }"],
  ])("%s", async (_, type) => {
    const { relative, asked } = await judged(`-- a.ts --\n${type}\n-- b.ts --\ninterface X { «other-1|name»: 1 }\n`, {
      implementations: { "other-1": "own" },
    });
    expect(relative).toEqual({ "other-1": true });
    expect(asked).toEqual(["own", "other-1"]);
  });

  test("as long as there is time, and what is left has no answer", async () => {
    const others = Array.from({ length: 9 }, (_, at) => `interface X${at} { «other-${at}|name»: 1 }`).join("\n");
    const text = `-- a.ts --\nconst a = { «own|name»: 1 };\n-- b.ts --\n${others}\n`;
    const { relative, asked } = await judged(text, { takesMs: 3_000 });
    expect(asked).toEqual(["own", "other-0", "other-1", "other-2"]);
    expect(Object.values(relative)).toEqual([false, false, false, ...Array.from({ length: 6 }, () => undefined)]);
  });
});
