// How languages spell the name of a symbol, and the plain names in it: `(*Cart).Total`, `Cart::total`, `impl Priced for Cart`.

export interface SpelledName {
  /** What stands between the dots of a path: `Cart` and `Total`. */
  readonly parts: readonly string[];
  /** The name as the server has it, without quotes around it. */
  readonly whole: string;
  /**
   * A `block` belongs to something of another name, as an `impl` of Rust does, and only its members are reached by that
   * name. What is `anonymous` is left out of the paths of its members.
   */
  readonly role: "plain" | "block" | "anonymous";
}

export function spelled(name: string): SpelledName {
  const whole = unquoted(name);
  if (whole !== name) return { parts: [whole], whole, role: "plain" };
  const block = typeOfBlock(name);
  if (block !== undefined) return { parts: [block], whole, role: "block" };
  const receiver = /^\(\s*(?:\*\s*)?([\w.]+)(?:\[.*\])?\s*\)\.([\s\S]+)$/.exec(name);
  if (receiver?.[1] !== undefined && receiver[2] !== undefined) {
    return { parts: [receiver[1], receiver[2]], whole, role: "plain" };
  }
  if (/^(?:[(<{]|$)/.test(name)) return { parts: [name], whole, role: "anonymous" };
  // A computed name, as `[Symbol.iterator]`, is one name.
  if (name.startsWith("[")) return { parts: [name], whole, role: "plain" };
  return { parts: plainParts(name), whole, role: "plain" };
}

/** The last plain name. */
export function leafOf(name: string): string {
  return spelled(name).parts.at(-1) ?? name;
}

// — below: private, in the order they are used —

function unquoted(name: string): string {
  return /^(["'`])(.+)\1$/s.exec(name)?.[2] ?? name;
}

/** The type that an `impl` of Rust is about: `Cart` in `impl<T> Priced for &Cart<T>`. */
function typeOfBlock(name: string): string | undefined {
  if (!/^(?:unsafe\s+)?impl\b/.test(name)) return undefined;
  const bare = withoutArguments(name).replace(/^(?:unsafe\s+)?impl\s*/, "");
  const subject = bare.split(/\sfor\s/).at(-1) ?? bare;
  const type = subject
    .split(/\swhere\s/)[0]
    ?.replace(/^(?:[&*!\s]|'\w+\s|mut\s|const\s|dyn\s)+/, "")
    .trim();
  return type?.split("::").at(-1) || undefined;
}

function plainParts(name: string): string[] {
  // An operator of C++ may hold any sign, so only what stands before it is taken apart.
  const operator = /(?:^|::)(operator\b.*)$/s.exec(name)?.[1];
  if (operator !== undefined) {
    const before = name.slice(0, name.length - operator.length);
    return [...withoutArguments(before).split("::").filter(Boolean), operator];
  }
  // Parameters, and what is returned behind them; or how many parameters there are.
  const unsigned = name.replace(/^([^(]+)\(.*\)(?:\s*(?::|->|const\b).*)?$/s, "$1").replace(/^(.+)\/\d+$/, "$1");
  const bare = withoutArguments(unsigned).trim();
  const parts = bare.split("::").filter(Boolean).flatMap(dotted);
  return parts.length === 0 ? [name] : parts;
}

/** `Shop.Inner` and `Cart:total` are two names, a heading such as `1. Shop` is one. */
function dotted(part: string): string[] {
  const names = part.split(/[.:]/);
  return names.every((one) => /^[\p{L}\p{N}_$#~]+$/u.test(one)) ? names : [part];
}

/** Without what stands between angle brackets, however deep; an arrow is no bracket. */
function withoutArguments(text: string): string {
  let depth = 0;
  let kept = "";
  for (const [at, character] of [...text].entries()) {
    if (character === "<") depth++;
    else if (character === ">" && text[at - 1] !== "-") depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}
