// The text of one item out of a page that rustdoc wrote.

/** The declaration and the description of the item of the page, or of one of its members. */
export interface RustdocText {
  readonly signature: string;
  readonly doc: string;
}

export function rustdocText(page: string, member?: string): RustdocText | undefined {
  return member === undefined ? itemText(page) : memberText(page, member);
}

function itemText(page: string): RustdocText | undefined {
  const main = page.slice(Math.max(0, page.indexOf('<section id="main-content"')));
  const declaration = /<pre class="rust item-decl">([\s\S]*?)(?:<\/pre>|$)/.exec(main);
  const signature = rustdocPlainText(declaration?.[1] ?? "");
  const rest = main.slice((declaration?.index ?? 0) + (declaration?.[0].length ?? 0));
  // Descriptions of members follow further down; that of the item comes first, in its own fold.
  const described = /^\s*<details class="toggle top-doc"[^>]*>[\s\S]*?<div class="docblock">/.exec(rest);
  const doc = described === null ? "" : rustdocPlainText(untilClosed(rest.slice(described[0].length)));
  return signature === "" && doc === "" ? undefined : { signature, doc };
}

function memberText(page: string, member: string): RustdocText | undefined {
  const kinds = ["method", "tymethod", "variant", "structfield", "associatedconstant", "associatedtype"];
  for (const kind of kinds) {
    const from = page.indexOf(`id="${kind}.${member}"`);
    if (from < 0) continue;
    const rest = page.slice(from);
    const header = /<(h4|h3|code)\b[^<>]*>([\s\S]*?)(?:<\/\1>|$)/.exec(rest);
    const after = header === null ? rest : rest.slice(header.index + header[0].length);
    const next = after.search(/<section id="|<h2 /);
    const own = next < 0 ? after : after.slice(0, next);
    const described = own.indexOf('<div class="docblock">');
    const doc =
      described < 0 ? "" : rustdocPlainText(untilClosed(own.slice(described + '<div class="docblock">'.length)));
    return { signature: rustdocPlainText(header?.[2] ?? member), doc };
  }
  return undefined;
}

/** What stands inside of a division that has just been opened. */
function untilClosed(html: string): string {
  let depth = 1;
  for (const tag of html.matchAll(/<(\/?)div\b[^<>]*>/g)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth === 0) return html.slice(0, tag.index);
  }
  return html;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: " ", apos: "'" };

export function rustdocPlainText(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/li|\/h\d|\/pre|\/tr)\b[^<>]*>/g, "\n")
    .replace(/<li\b[^<>]*>/g, "- ")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    })
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
