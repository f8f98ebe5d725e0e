// Which names the class or interface around a place of JavaScript or TypeScript extends and implements.

/** Where a header lies: from the keyword to the brace that opens the body. */
type Header = readonly [from: number, to: number];

const signs = /=>|[{}()[\]<>;]|(?<![\w$.])(?:class|interface)(?![\w$]|\s{0,9}[:=(,?])/g;

/** The offsets of the names of the bases. Takes code without comments and strings; a place in a header counts as in its class. */
export function basesAround(code: string, offset: number): readonly number[] {
  /** The header of each open brace; undefined for braces that open no class. */
  const open: (Header | undefined)[] = [];
  let keyword: number | undefined;
  let depth = 0;
  for (const { 0: sign, index } of code.matchAll(signs)) {
    if (index > offset && (keyword === undefined || keyword > offset)) break;
    if (sign === "class" || sign === "interface") {
      keyword = index;
      depth = 0;
    } else if (keyword === undefined) {
      if (sign === "{") open.push(undefined);
      if (sign === "}") open.pop();
    } else if (sign === "{" && depth === 0) {
      if (index > offset) return basesIn(code, [keyword, index]);
      open.push([keyword, index]);
      keyword = undefined;
    } else if (sign === ";" && depth === 0) keyword = undefined;
    else if ("{([<".includes(sign)) depth++;
    else if ("})]>".includes(sign)) depth--;
  }
  const around = open.findLast((header) => header !== undefined);
  return around === undefined ? [] : basesIn(code, around);
}

// — below: private, in the order they are used —

/** Names behind `extends` and `implements` outside of type arguments; of `a.B` the last. What a call is given counts as well. */
function basesIn(code: string, [from, to]: Header): readonly number[] {
  const header = code.slice(from, to);
  const found: number[] = [];
  let depth = 0;
  let isBehind = false;
  for (const { 0: word, index } of header.matchAll(/=>|[<>]|[\w$]+/g)) {
    if (word === "<") depth++;
    else if (word === ">") depth--;
    else if (depth > 0 || word === "=>") continue;
    else if (word === "extends" || word === "implements") isBehind = true;
    else if (isBehind && !/^\s{0,9}\./.test(header.slice(index + word.length, index + word.length + 10)))
      found.push(from + index);
  }
  return found;
}
