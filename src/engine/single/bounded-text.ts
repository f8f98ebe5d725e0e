// An answer of the single `Lsp` tool within its limit: whole lines, and how many are missing.

/** The limit that the tool promises, in bytes of UTF-8; 1,000 to the kilobyte, which is the stricter reading. */
export const maxResultBytes = 100_000;

/** `head` always stays; of the rows as many as fit, then a line that says how many do not. `beyond` are missing already. */
export function boundedText(
  head: readonly string[],
  rows: readonly string[],
  more: (missing: number) => string,
  beyond = 0,
  limit: number = maxResultBytes,
): string {
  const sizes = rows.map((row) => bytesOf(row) + 1);
  let used = head.reduce((sum, line) => sum + bytesOf(line) + 1, 0);
  const total = sizes.reduce((sum, size) => sum + size, used);
  if (beyond === 0 && total - 1 <= limit) return [...head, ...rows].join("\n");
  const room = limit - bytesOf(more(rows.length + beyond));
  let kept = 0;
  for (const size of sizes) {
    if (used + size > room) break;
    used += size;
    kept += 1;
  }
  return [...head, ...rows.slice(0, kept), more(rows.length - kept + beyond)].join("\n");
}

const encoder = new TextEncoder();

export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
