// Compares our wording of a requirement with that of its checklist: what was quoted, counted or said of all must still be.
//
// Why not a comparison word by word: the sentences are our own. A promise gets softer by what it leaves out.

export interface Softened {
  readonly id: string;
  /** What the checklist says and ours does not. */
  readonly lacks: readonly string[];
}

/** The statements of one checklist, by id; notes in brackets are no part of a promise. */
export function statementsIn(page: string): ReadonlyMap<string, string> {
  const found = page.matchAll(/^(?:- )?((?:AGL|SYN|SYC|BRG|NEX)-\d+) (.+)$/gm);
  return new Map([...found].map(([, id = "", text = ""]) => [id, withoutNotes(text)]));
}

export function softened(statements: ReadonlyMap<string, string>, ours: ReadonlyMap<string, string>): Softened[] {
  return [...statements].flatMap(([id, text]) => {
    const lacks = lacking(text, ours.get(id) ?? "");
    return lacks.length === 0 ? [] : [{ id, lacks }];
  });
}

// — below: private, in the order they are used —

function withoutNotes(text: string): string {
  return text
    .replaceAll(/\[(?:stronger|unclear|source|`[^`]*` is missing)[^[\]]*\]/g, "")
    .replaceAll(/\((?:peer|params|shape|sample)[^()]*\)/g, "");
}

function lacking(text: string, own: string): string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) =>
    own.includes(name) ? [] : [`\`${name}\``],
  );
  const numbers = [...text.replaceAll(/`[^`]*`/g, "").matchAll(/(?<![\w-])\d+(?:[.,]\d+)*(?![\w-])/g)]
    .map(([number]) => number)
    .filter((number) => !own.includes(number) && !(words[number] ?? []).some((word) => own.includes(word)));
  const strength = ofAll.exec(text)?.[0];
  return [...quoted, ...numbers, ...(strength === undefined || strong.test(own) ? [] : [strength])];
}

/** How small numbers are written out. */
const words: Readonly<Record<string, readonly string[]>> = {
  "1": ["one", "first"],
  "2": ["two", "second"],
  "3": ["three", "third"],
  "4": ["four", "fourth"],
  "10": ["ten"],
};

const ofAll = /\b(?:every|all|each|never|only|exactly|always|whole)\b/i;

/** One of these says as much. */
const strong =
  /\b(?:every|everywhere|all|each|never|no|not|none|only|exactly|whole|always|any|nothing|both|without|cannot|same|alone|before|until|neither|whatever|once|one|two|single|first)\b/i;
