// What real servers say about one place or one stretch of a file, and what is said where they cannot.

import { describe, expect, test } from "vitest";
import type { Place } from "../../../src/model/place.ts";
import { Refusal } from "../../../src/model/refusal.ts";
import type { Operation } from "../../../src/operations/define.ts";
import { getCompletions } from "../../../src/operations/read/get-completions.ts";
import { getInlayHints } from "../../../src/operations/read/get-inlay-hints.ts";
import { getSemanticTokens } from "../../../src/operations/read/get-semantic-tokens.ts";
import { getSignatureHelp } from "../../../src/operations/read/get-signature-help.ts";
import { prepareRename } from "../../../src/operations/rename/prepare-rename.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { cases } from "./cases.ts";
import { present } from "../installed.ts";
import { shopCrate } from "./real-case.ts";

/**
 * Marks: `members` behind the dot of a value with the members `price` and `name`, `word` behind a word that `add` begins
 * with, `second` at the second argument of a call of `add`, `outside` in no call; `name` what can be renamed, `fixed`
 * what cannot; `hint` where a hint stands, `line` the line that is asked about alone.
 */
interface Told {
  readonly fixture: string;
  /** The signature, with the parameter at the place marked. */
  readonly signature: string;
  /** The labels of the hints, in order; none where the server has no hints. */
  readonly hints?: readonly string[];
  /** What the words of the marked line are; none where the server has no tokens. */
  readonly tokens?: readonly string[];
  /** How far it can be asked whether a name can be changed. */
  readonly renames: "checked" | "unchecked";
  /** What `price` and `add` are said to be. */
  readonly details: readonly [member: string, word: string];
  /** The server says that its completions may be more. */
  readonly cut?: true;
}

const typescript = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "lib": ["es2022"] }, "include": ["src"] }
-- src/cart.ts --
/** Adds two. */
export function «name|add»(first: «fixed»number, second: number): number {
  return first + second;
}
-- src/main.ts --
import { add } from "./cart";
const cart = { price: 1, name: "é" };
"👍"; const total«hint» = ad«word»d(«hint»cart.«members»price, «second»«hint»2);
«outside»export { total };
`;

const python = `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- cart.py --
def «name|add»(first: int, second: int) -> int:
    """Adds two."""
    return first + second


class Cart:
    price = 1
    name = "é"
-- main.py --
from cart import Cart, add

cart = Cart()
"👍"; total = ad«word»d(cart.«members»price, «second»2)
«outside»x = «fixed»7
`;

const told: Readonly<Record<string, Told>> = {
  "typescript-native": {
    fixture: typescript,
    signature: "add(first: number, «second: number»): number",
    hints: [": number", "first:", "second:"],
    tokens: ["total variable declaration readonly", "add function", "cart variable readonly", "price property"],
    renames: "checked",
    details: ["(property) price: number", "(alias) function add(first: number, second: number): number"],
  },
  "typescript-language-server": {
    fixture: typescript,
    signature: "add(first: number, «second: number»): number",
    hints: [": number", "first:", "second:"],
    tokens: ["total variable declaration readonly", "add function", "cart variable readonly", "price property"],
    renames: "checked",
    details: ["(property) price: number", "(alias) add(first: number, second: number): number import add"],
  },
  pyright: {
    fixture: python,
    signature: "(first: int, «second: int») -> int",
    renames: "checked",
    details: ["price: int", "def add(first: int, second: int) -> int"],
    cut: true,
  },
  pylsp: {
    fixture: python,
    signature: "add(first: int, «second»: int) -> int",
    renames: "unchecked",
    details: ["cart.Cart", "main"],
  },
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- cart.go --
package shop

// add adds two.
func «name|add»(first int, second int) int { return first + second }

type Cart struct {
	price int
	name  string
}
-- main.go --
package shop

func start(cart Cart) int {
	«fixed»/* 👍 */ total«hint» := ad«word»d(«hint»cart.«members»price, «second»«hint»2)
	return total«outside»
}
`,
    signature: "add(first int, «second int») int",
    hints: ["int", "first:", "second:"],
    tokens: ["/* 👍 */ comment", "total variable definition number", "add function signature", "cart parameter"],
    renames: "checked",
    details: ["int", "func(first int, second int) int"],
    cut: true,
  },
  clangd: {
    fixture: `-- compile_commands.json --
[{ "directory": "{root}", "file": "main.cpp", "arguments": ["c++", "-std=c++17", "-c", "main.cpp"] }]
-- main.cpp --
struct Cart { int price; const char* name; };
// Adds two.
int «name|add»(int first, int second) { return first + second; }
int start(Cart cart) {
  /* 👍 */ auto total«hint» = ad«word»d(«hint»cart.«members»price, «second»«hint»2);
  «fixed»return total«outside»;
}
`,
    signature: "add(int first, «int second») -> int",
    hints: [": int", "first:", "second:"],
    tokens: ["auto type", "total variable", "add function", "cart parameter"],
    renames: "checked",
    cut: true,
    details: ["int", "(int first, int second) int"],
  },
  "rust-analyzer": {
    fixture: `${shopCrate}-- src/lib.rs --
pub struct Cart {
    pub price: i32,
    pub name: i32,
}
/// Adds two.
pub fn «name|add»(first: «fixed»i32, second: i32) -> i32 {
    first + second
}
pub fn start(cart: Cart) -> i32 {
    /* 👍 */ let total«hint» = ad«word»d(«hint»cart.«members»price, «second»«hint»2);
    total«outside»
}
`,
    signature: "fn add(first: i32, «second: i32») -> i32",
    hints: [": i32", "first:", "second:"],
    tokens: ["/* 👍 */ comment", "let keyword", "total variable declaration", "= operator", "add function"],
    renames: "checked",
    details: ["i32", "fn(i32, i32) -> i32"],
    cut: true,
  },
};

describe.each(present(cases.filter(({ server }) => told[server] !== undefined)))("$server", ({ server }) => {
  const expected = told[server];
  if (expected === undefined) throw new Error(`nothing is known of ${server}`);

  test("says what may follow, what a call takes, what is inferred, what words are, and what can be renamed [AGL-084 AGL-089 AGL-090 AGL-095 AGL-096]", async () => {
    const fixture = parseFixture(expected.fixture);
    await using acting = await Acting.open(server, fixture);
    const at = (mark: string, more: object = {}) => ({ ...placeOf(fixture, mark), ...more });
    await checkCompletions(acting, expected, at("members"), at("word"));
    await checkSignature(acting, expected, at("second"), at("outside"));
    await checkHints(acting, expected, fixture);
    await checkTokens(acting, expected, fixture);
    await checkRename(acting, expected, fixture, at("fixed"));
  });
});

// — below: private, in the order they are used —

function placeOf(fixture: Fixture, mark: string): { file_path: string; line: number; column: number } {
  const { file, span } = fixture.mark(mark);
  return { file_path: file, ...span.start };
}

interface Proposed {
  readonly isIncomplete: boolean;
  readonly items: readonly { readonly label: string; readonly detail?: string }[];
}

async function checkCompletions(acting: Acting, { cut, details }: Told, members: object, word: object): Promise<void> {
  const inside = await acting.perform(getCompletions, { ...members, limit: 200 });
  const { items, isIncomplete } = inside.toJson() as Proposed;
  const price = items.find(({ label }) => label.startsWith("price"));
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining([expect.stringMatching(/^name/)]));
  const begun = await acting.perform(getCompletions, { ...word, limit: 5 });
  const first = (begun.toJson() as Proposed).items[0];
  expect(first?.label).toMatch(/^add/);
  expect([price?.detail, first?.detail]).toEqual(details);
  expect([isIncomplete, (begun.toJson() as Proposed).isIncomplete].includes(true)).toBe(cut === true);
  expect(begun.toText({ characters: 10_000 })).not.toMatch(/\$\d/);
}

async function checkSignature(acting: Acting, { signature }: Told, second: object, outside: object): Promise<void> {
  const inside = await acting.perform(getSignatureHelp, second);
  expect(inside.toText({ characters: 10_000 }).split("\n")[1]).toBe(`* ${signature}`);
  expect(inside.toJson()).toMatchObject({ activeParameter: 1 });
  const none = await acting.perform(getSignatureHelp, outside);
  expect([none.isEmpty, none.toJson()]).toMatchObject([true, { signatures: [] }]);
}

interface Hint {
  readonly position: Place;
  readonly label: string;
}

async function checkHints(acting: Acting, { hints }: Told, fixture: Fixture): Promise<void> {
  const { file, span } = fixture.mark("second");
  const { line } = span.start;
  const whole = await outcome(acting, getInlayHints, { file_path: file });
  const alone = await outcome(acting, getInlayHints, { file_path: file, start_line: line, end_line: line });
  const ofLine = (whole.json as readonly Hint[]).filter(({ position }) => position.line === line);
  const places = fixture.marks("hint").map((mark, index) => [{ ...mark.span.start }, hints?.[index]]);
  expect(ofLine.map(({ position, label }) => [position, label.trim()])).toEqual(places);
  expect(alone.json).toEqual(ofLine);
  const refused = hints === undefined ? ["capability_missing", "inspect_symbol"] : undefined;
  expect([whole.refused, alone.refused]).toEqual([refused, refused]);
}

interface Token {
  readonly line: number;
  readonly text: string;
  readonly tokenType: string;
  readonly modifiers: readonly string[];
}

async function checkTokens(acting: Acting, { tokens }: Told, fixture: Fixture): Promise<void> {
  const { file, span } = fixture.mark("second");
  const { line } = span.start;
  const whole = await outcome(acting, getSemanticTokens, { file_path: file });
  const alone = await outcome(acting, getSemanticTokens, { file_path: file, start_line: line, end_line: line });
  const ofLine = (whole.json as readonly Token[]).filter((token) => token.line === line);
  expect(alone.json).toEqual(ofLine);
  const words = ofLine.map(({ text, tokenType, modifiers }) => [text, tokenType, ...modifiers].join(" "));
  const missing = (tokens ?? []).filter((token) => !words.some((word) => word.startsWith(token)));
  expect({ missing, isTold: words.length > 0 }).toEqual({ missing: [], isTold: tokens !== undefined });
  const refused = tokens === undefined ? ["capability_missing", "list_symbols"] : undefined;
  expect([whole.refused, alone.refused]).toEqual([refused, refused]);
}

async function checkRename(acting: Acting, { renames }: Told, fixture: Fixture, fixed: object): Promise<void> {
  const { file, span } = fixture.mark("name");
  const name = await acting.perform(prepareRename, { file_path: file, ...span.start });
  const can = renames === "checked" ? "yes" : "probably";
  expect(name.toJson()).toMatchObject({ file: acting.path(file), can_rename: can, name: "add", range: span });
  expect(name.standing.reasons.map(({ code }) => code)).toEqual(renames === "checked" ? [] : ["unchecked"]);
  expect((await acting.perform(prepareRename, fixed)).toJson()).toMatchObject({ can_rename: "no" });
  expect(acting.stage.sent).not.toContain("textDocument/rename");
}

interface Ending {
  /** Empty where it was refused. */
  readonly json: unknown;
  /** The code, and the operation that leads on. */
  readonly refused?: readonly [string, string | undefined];
}

async function outcome(acting: Acting, operation: Operation, input: object): Promise<Ending> {
  try {
    return { json: (await acting.perform(operation, input)).toJson() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { json: [], refused: [error.code, error.details.next?.split(" ", 1).join()] };
  }
}
