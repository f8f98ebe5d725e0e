// Where a run leaves what it measured: every raw sample as a line of JSON, and tables for people.

import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import type { WriteStream } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";

export type Sample = Readonly<Record<string, string | number | boolean>>;

export class Recorder {
  readonly file: string;
  readonly #stream: WriteStream;
  readonly #text: string[] = [];

  constructor(directory: string, name: string) {
    mkdirSync(directory, { recursive: true });
    this.file = join(directory, `${name}.jsonl`);
    this.#stream = createWriteStream(this.file);
  }

  sample(sample: Sample): void {
    this.#stream.write(`${JSON.stringify(sample)}\n`);
  }

  /** Printed at once, and kept for the report beside the samples. */
  say(text: string): void {
    this.#text.push(text);
    process.stdout.write(`${text}\n`);
  }

  table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
    this.say(`\n${title}\n`);
    for (const line of markdown(head, rows)) this.say(line);
  }

  async close(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, "finish");
    writeFileSync(this.file.replace(/\.jsonl$/, ".md"), `${this.#text.join("\n")}\n`);
  }
}

/** How a cell stands to its goal; a loss is never left out. */
export function verdict(isMet: boolean): string {
  return isMet ? "met" : "**missed**";
}

export function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? "-" : value.toFixed(digits);
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? "", width, column)).join(" | ")} |`;
  return [
    line(head),
    `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`,
    ...rows.map(line),
  ];
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}
