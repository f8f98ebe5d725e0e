// The files of a new operation: its record, its line in the table, and a test. Documentation and doors derive from them.

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export interface NewOperation {
  /** As agents call it: `get_symbol_age`. */
  readonly name: string;
  /** A folder of `src/operations/`. */
  readonly room: string;
  readonly summary: string;
}

const tablePath = "src/operations/table.ts";

/** What is written; `read` gives the text of a file that is there. */
export function operationFiles(
  { name, room, summary }: NewOperation,
  read: (path: string) => string | undefined,
): readonly NewFile[] {
  if (!/^[a-z]+(?:_[a-z]+)+$/.test(name)) throw new Error(`${name} is no name such as get_symbol_age`);
  const words = name.split("_");
  const file = words.join("-");
  const constant = words.map((word, at) => (at === 0 ? word : capital(word))).join("");
  const path = `src/operations/${room}/${file}.ts`;
  const table = read(tablePath);
  if (table === undefined) throw new Error(`there is no ${tablePath}: run it in the repository`);
  if (!table.includes(`"./${room}/`)) throw new Error(`${room} is no room of src/operations`);
  if (read(path) !== undefined || table.includes(`"./${room}/${file}.ts"`)) throw new Error(`${path} is there already`);
  return [
    { path, text: recordText({ name, room, summary }, constant, words.map(capital)) },
    { path: `src/operations/${room}/${file}.test.ts`, text: testText(name, file, constant) },
    { path: tablePath, text: listed(table, `import { ${constant} } from "./${room}/${file}.ts";`, constant) },
  ];
}

// — below: private, in the order they are used —

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function recordText({ name, summary }: NewOperation, constant: string, titles: readonly string[]): string {
  const sentence = summary.endsWith(".") ? summary : `${summary}.`;
  return `// \`${name}\`: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}

import type { Answer } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { inert } from "../../render/inert.ts";
import type { ShownTarget } from "../places.ts";
import { shownTarget, targetText } from "../places.ts";
import { defineTargetQuery } from "../targeted.ts";

export interface ${capital(constant)} {
  readonly target: ShownTarget;
  readonly found: string | undefined;
}

export const ${constant} = defineTargetQuery({
  name: "${name}",
  title: "${titles.join(" ")}",
  summary: ${JSON.stringify(sentence)},
  guidance: "When to take it, and what it does not tell.",
  exposure: "full",
  command: "${name.replaceAll("_", "-")}",
  // The requests it sends; a server without one of them is not asked.
  needs: ["textDocument/hover"],
  input: {},
  async one({ patience }, target): Promise<Answer<${capital(constant)}>> {
    const { value, standing } = await target.snapshot.hover(target, patience);
    return { value: { target: shownTarget(target), found: value?.markdown }, standing };
  },
  isEmpty: ({ found }) => found === undefined,
  toText({ target, found }, budget) {
    const head = targetText(target);
    return fitting(
      [() => ({ text: \`\${head}\\n\${inert(found ?? "no documentation")}\` }), () => ({ text: head })],
      budget,
    );
  },
  toJson: ({ found }) => ({ found: found ?? null }),
  hints: () => [{ operation: "inspect_symbol", why: "what the server knows about it" }],
  examples: [
    {
      title: "Of a local variable",
      input: { file_path: "src/checkout.ts", position_pattern: "const @@due = " },
    },
  ],
});
`;
}

function testText(name: string, file: string, constant: string): string {
  return `// \`${name}\` in a toy workspace.

import { expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { ${constant} } from "./${file}.ts";

test("what is known of a symbol", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\\ndef apple\\n-- b.toy --\\nuse «^»apple\\n" });
  const { file, span } = kit.fixture.cursor;
  const performed = await perform(kit, ${constant}, { file_path: file, ...span.start });
  expect(performed.toJson()).toEqual({ found: expect.stringContaining("def apple") });
});
`;
}

/** Behind the other imports, and last in the list; where it is read best is for its author to say. */
function listed(table: string, statement: string, constant: string): string {
  const imports = table.lastIndexOf("import { ");
  const behind = table.indexOf("\n", imports) + 1;
  const text = `${table.slice(0, behind)}${statement}\n${table.slice(behind)}`;
  return text.replace("\n] as const;", `\n  ${constant},\n] as const;`);
}
