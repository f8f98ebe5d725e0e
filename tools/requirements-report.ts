// Tells how each checklist stands after the last test run: proven, different, open.
//
// Invariant: an id counts as proven only if all tests of that run that claim it passed.

import { existsSync, readFileSync } from "node:fs";

import { differs } from "../test/requirements/differs.ts";
import { compact } from "../test/requirements/gate.ts";
import { open } from "../test/requirements/open.ts";
import { requirements } from "../test/requirements.ts";
import { type Tier, tiers } from "./tiers.ts";

interface Run {
  readonly date: string;
  readonly full: boolean;
  readonly passed: readonly string[];
  /** The proven ids by the tier of the tests that prove them; an id may rest on several. */
  readonly restsOn?: Readonly<Partial<Record<Tier, readonly string[]>>>;
  readonly failed: readonly string[];
  /** By server that the machine lacked: the ids that suites claim whose rows on it did not run. */
  readonly withoutRows?: Readonly<Record<string, readonly string[]>>;
}

const file = ".cache/requirements-run.json";
const run: Run = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as Run)
  : { date: "never", full: false, passed: [], failed: [] };

const different = new Set(differs.map(({ id }) => id));
const listed = new Set(open);
const lines = [`last run: ${run.date}${run.full ? "" : " (not all tests: what did not run counts as open)"}`, ""];
const total = { proven: 0, differs: 0, open: 0, all: requirements.length };
for (const group of ["SYN", "SYC", "BRG", "NEX", "AGL"]) {
  const all = requirements.map(({ id }) => id).filter((id) => id.startsWith(group));
  const proven = all.filter((id) => run.passed.includes(id) && !different.has(id));
  const other = all.filter((id) => different.has(id));
  const rest = all.filter((id) => !proven.includes(id) && !different.has(id));
  total.proven += proven.length;
  total.differs += other.length;
  total.open += rest.length;
  lines.push(`${group}: ${proven.length} proven, ${other.length} different, ${rest.length} open, of ${all.length}`);
  const failed = rest.filter((id) => run.failed.includes(id));
  const notRun = rest.filter((id) => !listed.has(id) && !failed.includes(id));
  const known = rest.filter((id) => listed.has(id) && !failed.includes(id));
  for (const tier of tiers) {
    const resting = proven.filter((id) => run.restsOn?.[tier]?.includes(id) ?? false);
    if (resting.length > 0) lines.push(`  ${resting.length} on ${tier} tests: ${compact(resting)}`);
  }
  if (other.length > 0) lines.push(`  different: ${compact(other)}`);
  if (known.length > 0) lines.push(`  open: ${compact(known)}`);
  if (failed.length > 0) lines.push(`  open, for a test that claims it failed: ${compact(failed)}`);
  if (notRun.length > 0) lines.push(`  open, for no test that claims it ran: ${compact(notRun)}`);
}
const unasked = Object.entries(run.withoutRows ?? {}).filter(([, claimed]) => claimed.length > 0);
if (unasked.length > 0) lines.push("", "proven without rows on servers that this machine lacked:");
for (const [server, claimed] of unasked) lines.push(`  ${server}: ${compact(claimed)}`);
lines.push("", `${total.proven} proven, ${total.differs} different, ${total.open} open, of ${total.all}`);
process.stdout.write(`${lines.join("\n")}\n`);
