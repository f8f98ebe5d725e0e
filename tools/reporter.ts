// Closes a test run: the slowest files, counts by tier, the real servers met, what the machine lacked, the requirements proven.
//
// Invariant: on its own, the last line it prints is `N passed, N failed`; under `tools/test.mjs` that line comes from there.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, SerializedError, TestModule, TestSpecification, Vitest } from "vitest/node";

import { claimsIn, claimsOf } from "./claims.ts";
import { pathIn, writeDurations } from "./order.ts";
import { type FileTime, slowestLines } from "./slowest.ts";
import { type Tier, tierOf, tiers } from "./tiers.ts";

type Count = { passed: number; failed: number };

const shownSlowest = 20;

export class RunReport implements Reporter {
  #vitest: Vitest | undefined;
  #specified = 0;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#specified = specifications.length;
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const root = this.#vitest?.config.root ?? process.cwd();
    const filtered = this.#vitest?.getGlobalTestNamePattern() !== undefined;
    const all = (await this.#vitest?.globTestSpecifications([]))?.length;
    const tally = new Tally();
    const times: FileTime[] = [];
    for (const module of modules) {
      const path = pathIn(root, module.moduleId);
      tally.addModule(path, module, filtered);
      times.push(timeOf(path, module));
    }
    tally.total.failed += unhandled.length;

    // One turn of the loop, so that the other reporters have printed their failures.
    await new Promise((resolve) => setImmediate(resolve));
    const runFolder = process.env["SIGHTLINE_TEST_RUN"];
    const lines = [
      ...slowestLines(times, shownSlowest),
      ...tierLines(tally.tiers),
      ...tally.complaints,
      ...machineLines(runFolder),
    ];
    if (unhandled.length > 0) lines.push(`unhandled errors: ${unhandled.length}`);
    process.stdout.write(`\n${lines.join("\n")}\n`);
    if (!filtered) writeDurations(root, Object.fromEntries(times.map(({ path, ms }) => [path, Math.round(ms / 1000)])));
    writeRequirements(root, tally, !filtered && all === this.#specified);
    if (process.env["SIGHTLINE_TOTALS"] !== undefined) {
      writeFileSync(process.env["SIGHTLINE_TOTALS"], JSON.stringify(tally.total));
    } else {
      process.stdout.write(`${tally.total.passed} passed, ${tally.total.failed} failed\n`);
    }
  }
}

class Tally {
  readonly total: Count = { passed: 0, failed: 0 };
  readonly tiers = new Map<Tier, Count>();
  /** The tiers that each proven requirement rests on. */
  readonly proven = new Map<string, Set<Tier>>();
  readonly broken = new Set<string>();
  readonly complaints: string[] = [];

  addModule(path: string, module: TestModule, skipsAllowed: boolean): void {
    const tier = tierOf(path);
    // A file that does not load, or a hook that throws, is a failure although no test of it is.
    for (const holder of [module, ...module.children.allSuites()]) {
      if (holder.errors().length > 0) this.#count(tier, "failed");
    }
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed" || state === "failed") this.#addResult(tier, state, test.name);
      else if (!skipsAllowed) {
        this.#count(tier, "failed");
        this.complaints.push(`did not run: ${path}: ${test.fullName}`);
      }
    }
  }

  #addResult(tier: Tier, state: keyof Count, title: string): void {
    this.#count(tier, state);
    for (const id of claimsOf(title)) {
      // One failed test is enough: a requirement is proven by all that claim it.
      if (state === "failed") this.broken.add(id);
      if (this.broken.has(id)) this.proven.delete(id);
      else this.proven.set(id, (this.proven.get(id) ?? new Set()).add(tier));
    }
  }

  #count(tier: Tier, kind: keyof Count): void {
    const count = this.tiers.get(tier) ?? { passed: 0, failed: 0 };
    count[kind] += 1;
    this.total[kind] += 1;
    this.tiers.set(tier, count);
  }
}

function timeOf(path: string, module: TestModule): FileTime {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].map((test) => {
    return { title: test.fullName, ms: test.diagnostic()?.duration ?? 0 };
  });
  return { path, ms: setupDuration + collectDuration + duration, tests };
}

function tierLines(counts: ReadonlyMap<Tier, Count>): string[] {
  const parts = tiers.flatMap((tier) => {
    const count = counts.get(tier);
    if (count === undefined) return [];
    return [`${tier} ${count.passed}${count.failed > 0 ? ` (${count.failed} failed)` : ""}`];
  });
  return [`tests: ${parts.join(" · ")}`];
}

/** Tests append to these files; a server or a gap that several tests met is told once. */
function machineLines(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  const servers = readRecords(join(folder, "servers.jsonl")).map(
    (record) => `${String(record["id"])} ${String(record["version"])}`,
  );
  const missing = readRecords(join(folder, "missing.jsonl")).map(
    (record) => `  ${String(record["name"])}: ${String(record["why"])}`,
  );
  const matrix = readRecords(join(folder, "matrix.jsonl")).map(
    (record) => `  ${String(record["cells"])} by ${String(record["writer"])}; ${String(record["traced"])}`,
  );
  const lines: string[] = [];
  if (matrix.length > 0) lines.push("configuration that servers obey, cells in which nothing ran:", ...matrix);
  if (servers.length > 0) lines.push(`real servers: ${[...new Set(servers)].sort().join(", ")}`);
  const soaked = readRecords(join(folder, "soaked.jsonl")).map(
    (record) => `  ${String(record["name"])} in ${String(record["suite"])}`,
  );
  if (soaked.length > 0) lines.push("left to npm run soak:", ...[...new Set(soaked)].sort());
  if (missing.length > 0) lines.push("not provided by this machine:", ...[...new Set(missing)].sort());
  return lines;
}

function readRecords(file: string): Record<string, unknown>[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** By server that the machine lacks: the ids claimed by suites whose rows on it did not run. */
export function withoutRows(folder: string | undefined): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const records = folder === undefined ? [] : readRecords(join(folder, "missing.jsonl"));
  for (const { name, suite } of records) {
    if (typeof name !== "string" || typeof suite !== "string" || !existsSync(suite)) continue;
    const claimed = claimsIn(readFileSync(suite, "utf8")).filter((id) => id.includes("-"));
    found[name] = [...new Set([...(found[name] ?? []), ...claimed])].sort();
  }
  return found;
}

function writeRequirements(root: string, tally: Tally, full: boolean): void {
  const record = {
    date: new Date().toISOString(),
    full,
    passed: [...tally.proven.keys()].sort(),
    restsOn: Object.fromEntries(
      tiers.map((tier) => [tier, [...tally.proven].flatMap(([id, on]) => (on.has(tier) ? [id] : [])).sort()]),
    ),
    failed: [...tally.broken].sort(),
    withoutRows: withoutRows(process.env["SIGHTLINE_TEST_RUN"]),
  };
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(join(root, ".cache", "requirements-run.json"), `${JSON.stringify(record, null, 2)}\n`);
}
