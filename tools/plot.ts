// Draws groups of horizontal bars as an SVG that can be read on a light and on a dark page.

export interface Bar {
  readonly label: string;
  /** Undefined: there is no bar, and only the text stands. */
  readonly value: number | undefined;
  readonly text: string;
  readonly tone: "ours" | "limit" | "other";
}

export interface Plot {
  readonly title: string;
  readonly scale: "linear" | "log";
  readonly groups: readonly { readonly title: string; readonly bars: readonly Bar[] }[];
}

const size = { width: 820, label: 190, value: 150, bar: 13, gap: 4, head: 26, title: 34 } as const;

const style = [
  "text{font:12px system-ui,sans-serif;fill:#57606a}",
  ".t{font-size:15px;font-weight:600}.g{font-weight:600}",
  ".ours{fill:#2f81f7}.other{fill:#8c959f}.limit{fill:none;stroke:#8c959f;stroke-width:1}",
  "@media (prefers-color-scheme:dark){text{fill:#c9d1d9}.other{fill:#7d8590}.limit{stroke:#7d8590}}",
].join("");

export function svgOf({ title, scale, groups }: Plot): string {
  const values = groups.flatMap(({ bars }) => bars.flatMap(({ value }) => (value === undefined ? [] : [value])));
  const widthOf = scaled(scale, values, size.width - size.label - size.value);
  const parts: string[] = [`<text class="t" x="0" y="18">${escaped(title)}</text>`];
  let y: number = size.title;
  for (const group of groups) {
    parts.push(`<text class="g" x="0" y="${y + 14}">${escaped(group.title)}</text>`);
    y += size.head;
    for (const bar of group.bars) {
      parts.push(...drawn(bar, y, widthOf));
      y += size.bar + size.gap;
    }
    y += 2 * size.gap;
  }
  const box = `width="${size.width}" height="${y}" viewBox="0 0 ${size.width} ${y}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${escaped(title)}"><style>${style}</style>\n${parts.join("\n")}\n</svg>\n`;
}

function scaled(scale: Plot["scale"], values: readonly number[], room: number): (value: number) => number {
  const most = Math.max(...values, 1e-9);
  if (scale === "linear") return (value) => (value / most) * room;
  // One step below the least, so that the least has a bar too.
  const least = 10 ** Math.floor(Math.log10(Math.min(...values, most)));
  const span = Math.log10(most / least) || 1;
  return (value) => Math.max(1, (Math.log10(value / least) / span) * room);
}

function drawn({ label, value, text, tone }: Bar, y: number, widthOf: (value: number) => number): string[] {
  const middle = y + size.bar - 3;
  const width = value === undefined ? 0 : Math.round(widthOf(value));
  const bar = `<rect class="${tone}" x="${size.label}" y="${y}" width="${width}" height="${size.bar}" rx="2"/>`;
  return [
    `<text x="${size.label - 8}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
    ...(value === undefined ? [] : [bar]),
    `<text x="${size.label + width + 6}" y="${middle}">${escaped(text)}</text>`,
  ];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
