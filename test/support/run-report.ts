// What tests tell the end of the run: which servers they met, what the machine lacks, what is left to the soak.

import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** Adds a record to a file of the run, which its end reads (`tools/reporter.ts`). */
export function reportToRun(file: string, record: object): void {
  const folder = process.env["SIGHTLINE_TEST_RUN"];
  if (folder !== undefined) appendFileSync(join(folder, file), `${JSON.stringify(record)}\n`);
}
