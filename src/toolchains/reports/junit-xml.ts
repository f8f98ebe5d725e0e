// Reads a test report in the form that JUnit made common: pytest, ctest, surefire and gradle write it.
//
// Why not a full parser of XML: such a report is made by a program, has no definitions of its own, and only elements,
// attributes and text matter.

export interface JunitCase {
  readonly name: string;
  readonly className: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** What was said of a failure, in short and in full. */
  readonly message: string;
  readonly details: string;
  /** What the test printed. */
  readonly output: string;
}

/** Undefined for what is no whole report. */
export function junitCases(xml: string): JunitCase[] | undefined {
  if (!/<testsuites?[\s>]/.test(xml) || !/(?:<\/testsuites?>|\/>)\s*$/.test(xml)) return undefined;
  const cases: JunitCase[] = [];
  let attributes: Attributes = {};
  let parts: Part[] = [];
  let part: Part | undefined;
  for (const token of tokensOf(xml)) {
    if (token.kind === "text") {
      if (part !== undefined) part.text += token.text;
      continue;
    }
    part = partOf(token);
    if (part !== undefined) parts.push(part);
    if (token.kind === "open" && token.isEmpty) part = undefined;
    if (token.name !== "testcase") continue;
    if (token.kind === "open") [attributes, parts] = [token.attributes, []];
    if (token.kind === "close" || token.isEmpty) cases.push(caseOf(attributes, parts));
  }
  return cases;
}

// — below: private, in the order they are used —

type Attributes = Readonly<Record<string, string>>;

interface Part {
  readonly name: string;
  readonly attributes: Attributes;
  text: string;
}

const partNames = new Set(["failure", "error", "skipped", "system-out", "system-err"]);

/** What a suite has beside its tests (its own output, say) is of no test: those begin with a list of their own. */
function partOf(token: Token): Part | undefined {
  if (token.kind !== "open" || !partNames.has(token.name)) return undefined;
  return { name: token.name, attributes: token.attributes, text: "" };
}

type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: Attributes; readonly isEmpty: boolean }
  | { readonly kind: "close"; readonly name: string };

function* tokensOf(xml: string): Generator<Token> {
  let at = 0;
  while (at < xml.length) {
    const tag = xml.indexOf("<", at);
    if (tag < 0) return;
    if (tag > at) yield { kind: "text", text: decoded(xml.slice(at, tag)) };
    const [start, end] = special.find(([opening]) => xml.startsWith(opening, tag)) ?? ["<", ">"];
    const closing = start === "<" ? tagEnd(xml, tag) : xml.indexOf(end, tag + start.length);
    if (closing < 0) return;
    const inner = xml.slice(tag + start.length, closing);
    if (start === "<![CDATA[") yield { kind: "text", text: inner };
    if (start === "<") yield tagToken(inner);
    at = closing + end.length;
  }
}

const special = [
  ["<![CDATA[", "]]>"],
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

/** The `>` that ends a tag: one inside of quotes does not. */
function tagEnd(xml: string, from: number): number {
  let quote = "";
  for (let at = from; at < xml.length; at++) {
    const character = xml.charAt(at);
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
  }
  return -1;
}

function tagToken(inner: string): Token {
  if (inner.startsWith("/")) return { kind: "close", name: inner.slice(1).trim() };
  const [, name = ""] = /^([^\s/]+)/.exec(inner) ?? [];
  const pairs = [...inner.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const attributes = Object.fromEntries(pairs.map(([, key = "", a, b]) => [key, decoded(a ?? b ?? "")]));
  return { kind: "open", name, attributes, isEmpty: inner.endsWith("/") };
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, dec?: string, name = "") => {
      if (hex === undefined && dec === undefined) return entities[String(name)] ?? whole;
      const code = hex === undefined ? Number(dec) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}

function caseOf(attributes: Attributes, parts: readonly Part[]): JunitCase {
  const failure = parts.find(({ name }) => name === "failure" || name === "error");
  const status = attributes["status"] ?? "";
  const isSkipped = parts.some(({ name }) => name === "skipped") || status === "disabled" || status === "notrun";
  const output = parts.filter(({ name }) => name.startsWith("system-"));
  return {
    name: attributes["name"] ?? "",
    className: attributes["classname"] ?? "",
    outcome: failure !== undefined || status === "fail" ? "failed" : isSkipped ? "skipped" : "passed",
    message: failure?.attributes["message"] ?? "",
    details: failure?.text.trim() ?? "",
    output: output
      .map(({ text }) => text)
      .join("\n")
      .trim(),
  };
}
