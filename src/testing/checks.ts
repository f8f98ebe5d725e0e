// One check for each question: it opens a session on the fixture, asks, and compares with what the fixture marks.
//
// A fixture that expects less than a complete answer says so: `-- @standing --` and then the state and its reasons,
// as in `partial: indexing`. Every mark and golden text must play a part in the check.

import assert from "node:assert/strict";
import type { Diagnostic, FoundSymbol, Location, SymbolNode } from "../model/code-facts.ts";
import type { Span } from "../model/place.ts";
import type { Answer, Standing } from "../model/standing.ts";
import { diagnose } from "../session/problems/diagnose.ts";
import { definition, documentSymbols, hover, references, workspaceSymbols } from "../session/questions/queries.ts";
import type { Fixture, Mark } from "./fixture.ts";
import type { SessionChoices, ToySession } from "./kits/kit.ts";
import { openSession } from "./kits/kit.ts";

type Choices = Omit<SessionChoices, "fixture">;

/** The cursor's word is declared at every `«def|…»`. */
export async function checkDefinition(fixture: string, choices: Choices = {}): Promise<void> {
  await check(fixture, choices, async (kit) => {
    const { value, standing } = await definition(kit.session, kit.at(kit.fixture.cursor), kit.ask());
    return { found: value.map(located), expected: kit.fixture.marks("def").map(marked(kit)), standing };
  });
}

/** The cursor's word is used at every `«ref|…»`; declarations count when a `«def|…»` marks them. */
export async function checkReferences(fixture: string, choices: Choices = {}): Promise<void> {
  await check(fixture, choices, async (kit) => {
    const declarations = kit.fixture.marks("def");
    const at = kit.at(kit.fixture.cursor);
    const { value, standing } = await references(kit.session, at, declarations.length > 0, kit.ask());
    const expected = [...declarations, ...kit.fixture.marks("ref")].map(marked(kit));
    return { found: value.map(located), expected, standing };
  });
}

/** The hover at the cursor is the text of `-- @hover --` and covers `«word|…»`; without the section there is none. */
export async function checkHover(fixture: string, choices: Choices = {}): Promise<void> {
  await check(fixture, choices, async (kit) => {
    const { value, standing } = await hover(kit.session, kit.at(kit.fixture.cursor), kit.ask());
    const found =
      value === undefined ? [] : [value.markdown, ...(value.span === undefined ? [] : [spanText(value.span)])];
    const expected = [
      kit.fixture.golden("hover")?.trimEnd(),
      ...kit.fixture.marks("word").map(({ span }) => spanText(span)),
    ];
    return { found, expected: expected.filter((text) => text !== undefined), standing };
  });
}

/** The symbols of the cursor's file are the tree of `-- @symbols --`, each named where a `«name|…»` stands. */
export async function checkDocumentSymbols(fixture: string, choices: Choices = {}): Promise<void> {
  await check(fixture, choices, async (kit) => {
    const { value, standing } = await documentSymbols(kit.session, kit.path(kit.fixture.cursor.file), kit.ask());
    const names = kit.fixture.marks("name").map(({ span }) => spanText(span));
    const expected = [kit.fixture.golden("symbols") ?? "", ...names];
    return { found: [treeText(value, ""), ...nameSpans(value)], expected, standing };
  });
}

/** The symbols of the whole workspace that match the query are at every `«sym|…»`. */
export async function checkWorkspaceSymbols(fixture: string, query: string, choices: Choices = {}): Promise<void> {
  await check(fixture, choices, async (kit) => {
    const { value, standing } = await workspaceSymbols(
      kit.session,
      kit.path([...kit.fixture.files.keys()][0] ?? ""),
      query,
      kit.ask(),
    );
    const hasSpans = value.every(({ span }) => span !== undefined);
    const expected = kit.fixture.marks("sym").map((mark) => {
      return hasSpans ? `${mark.text} ${marked(kit)(mark)}` : `${mark.text} ${kit.path(mark.file)}`;
    });
    return { found: value.map(symbolText), expected, standing };
  });
}

/** The diagnostics of the cursor's file stand at every `«problem|…»` and read as `-- @diagnostics --`. */
export async function checkDiagnostics(fixture: string, choices: Choices = {}): Promise<void> {
  await check(fixture, choices, async (kit) => {
    const answer = await diagnose(kit.session, kit.path(kit.fixture.cursor.file), kit.ask());
    const lines = answer.value.diagnostics.map(diagnosticText);
    const places = kit.fixture.marks("problem").map(({ span }) => spanText(span));
    const golden = kit.fixture.golden("diagnostics") ?? "";
    const texts = golden.split("\n").filter((line) => line !== "");
    const expected = places.map((place, index) => `${place} ${texts[index] ?? "?"}`);
    assert.equal(texts.length, places.length, "each line of @diagnostics has its «problem|…»");
    return { found: lines, expected, standing: answer.standing };
  });
}

// — below: private, in the order they are used —

interface Outcome {
  readonly found: readonly string[];
  readonly expected: readonly string[];
  readonly standing: Standing;
}

async function check(source: string, choices: Choices, ask: (kit: ToySession) => Promise<Outcome>): Promise<void> {
  await using kit = openSession({ ...choices, fixture: source });
  const { found, expected, standing } = await kit.clock.until(ask(kit));
  assert.deepEqual([...found].sort(), [...expected].sort());
  assert.equal(standingWords(standing), expectedStanding(kit.fixture));
  kit.fixture.assertAllUsed();
}

function expectedStanding(fixture: Fixture): string {
  return fixture.golden("standing")?.trim() ?? "complete";
}

/** `complete`, or the state and the codes of its reasons. */
export function standingWords({ state, reasons }: Answer<unknown>["standing"]): string {
  return [state, ...reasons.map(({ code }) => code)].join(" ").replace(" ", ": ");
}

function located({ file, span }: Location): string {
  return `${typeof file === "string" ? file : file.external} ${spanText(span)}`;
}

function marked(kit: ToySession): (mark: Mark) => string {
  return ({ file, span }) => `${kit.path(file)} ${spanText(span)}`;
}

function spanText({ start, end }: Span): string {
  return `${start.line}:${start.column}-${end.line}:${end.column}`;
}

function treeText(nodes: readonly SymbolNode[], indent: string): string {
  return nodes
    .map(({ name, kind, children }) => `${indent}${name} ${kind}\n${treeText(children, `${indent}  `)}`)
    .join("");
}

function nameSpans(nodes: readonly SymbolNode[]): string[] {
  return nodes.flatMap(({ nameSpan, children }) => [spanText(nameSpan), ...nameSpans(children)]);
}

function symbolText({ name, file, span }: FoundSymbol): string {
  const where = typeof file === "string" ? file : file.external;
  return span === undefined ? `${name} ${where}` : `${name} ${where} ${spanText(span)}`;
}

function diagnosticText({ span, severity, code, message }: Diagnostic): string {
  return `${spanText(span)} ${severity} ${code ?? "-"} ${message}`;
}
