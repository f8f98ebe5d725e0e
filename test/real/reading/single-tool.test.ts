// The single tool reaches each of its four servers, in this process and by its own questions.

import { describe, expect, test } from "vitest";
import { LocalEngine } from "../../../src/engine/local-engine.ts";
import { askLsp } from "../../../src/engine/single/lsp-tool.ts";
import type { BridgeEvent } from "../../../src/model/event.ts";
import { Emitter } from "../../../src/std/emitter.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { Acting } from "../edits/acting.ts";
import { hasInDepth } from "../installed.ts";
import { shopCrate } from "./real-case.ts";

interface Reached {
  readonly server: string;
  /** Where its outline names the name; pylsp names the whole declaration, so it cannot be told which it is. */
  readonly label?: string;
  /** The cursor is on a use, `def` is where it is defined, `ref` is every use. */
  readonly source: string;
}

const reached: readonly Reached[] = [
  {
    server: "rust-analyzer",
    label: "struct Bar",
    source: `${shopCrate}-- src/lib.rs --
pub struct «def|Bar»;
pub fn foo() -> «ref|B«^»ar» {
    «ref|Bar»
}
`,
  },
  {
    server: "pylsp",
    source:
      "-- pyproject.toml --\n[project]\nname = 'shop'\nversion = '1'\n-- shop.py --\nclass «def|Bar»:\n    pass\n\nfoo = «ref|B«^»ar»()\n",
  },
  {
    server: "typescript-language-server",
    label: "class Bar",
    source:
      "-- tsconfig.json --\n{}\n-- shop.ts --\nexport class «def|Bar» {}\nexport const foo = new «ref|B«^»ar»();\n",
  },
  {
    server: "gopls",
    label: "struct Bar",
    source:
      "-- go.mod --\nmodule example.org/shop\n\ngo 1.21\n-- shop.go --\npackage shop\n\ntype «def|Bar» struct{}\n\nvar Foo = «ref|B«^»ar»{}\n",
  },
];

describe.each(reached.filter(({ server }) => hasInDepth(server)))("$server", ({ source, label, server }) => {
  test("answers through Lsp, asked itself: no shell, no text search [NEX-01 NEX-26]", async () => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const { workspace, sent, events } = acting.stage;
    const engine = new LocalEngine(
      new Roots(workspace),
      workspace.host.clock,
      new Emitter<BridgeEvent>(() => {}),
      async () => {},
      () => () => {},
    );
    const { file, span } = fixture.cursor;
    const ask = async (kind: string): Promise<readonly string[]> => {
      const input = { kind, file, line: span.start.line, character: span.start.column };
      const outcome = await askLsp(engine, input, { caller: { door: "library", allowed: ["read"] } });
      const text = outcome.ok ? outcome.text : JSON.stringify(outcome.refusal);
      return text.split("\n").filter((line) => !line.startsWith("Standing: "));
    };
    const rows = (name: string): string[] =>
      fixture.marks(name).map(({ file: own, span: { start } }) => `${own}:${start.line}:${start.column}`);
    expect(await ask("go_to_def")).toEqual(
      rows("def").map((row) => `Definition: ${row}${label === undefined ? "" : ` (${label})`}`),
    );
    expect(await ask("references")).toEqual(rows("ref"));
    expect((await ask("hover")).join("\n")).toMatch(/^\| [\s\S]*Bar/);
    expect(sent).toEqual(
      expect.arrayContaining(["textDocument/definition", "textDocument/references", "textDocument/hover"]),
    );
    const started = events.flatMap((event) => (event.type === "session.starting" ? [event.command.join(" ")] : []));
    expect(started).toHaveLength(1);
    expect(started[0]).not.toMatch(/\b(?:sh|bash|grep|rg)\b/);
  });
});
