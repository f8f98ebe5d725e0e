// How long it takes to verify a chain, by its length.

import { settingsFor } from "../../src/config/profiles.ts";
import type { Host } from "../../src/host/host.ts";
import { filePath } from "../../src/model/file-path.ts";
import { EvidenceChain } from "../../src/store/evidence/chain.ts";
import { evidencePlace } from "../../src/store/evidence/place.ts";
import { verifyEvidence } from "../../src/store/evidence/reading.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed } from "../shared/record.ts";
import { median } from "../shared/stats.ts";

const rounds = 5;

export async function measureVerifying(
  host: Host,
  root: string,
  lengths: readonly number[],
  record: Recorder,
): Promise<void> {
  const rows: string[][] = [];
  for (const length of lengths) {
    const place = filePath(`${root}-${length}`);
    const chain = new EvidenceChain(host, place, settingsFor("standard").evidence);
    for (let at = 0; at < length; at++) await chain.record([call(at)]);
    await chain.close();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      const { chains } = await verifyEvidence(host.files, await evidencePlace(host, place), undefined);
      times.push(performance.now() - began);
      record.sample({ part: "verify", length, round, ms: times.at(-1) ?? 0 });
      if (chains.some(({ findings }) => findings.length > 0))
        throw new Error("a chain that was just written is damaged");
    }
    rows.push([String(length), fixed(median(times), 0), fixed((1_000 * median(times)) / length, 1)]);
  }
  record.table(`Verifying a chain, median of ${rounds}`, ["records", "ms", "µs for each"], rows);
}

// — below: private, in the order they are used —

/** As long as the record of a question usually is. */
function call(at: number) {
  return {
    type: "call",
    call: String(at),
    operation: "find_references",
    door: "mcp",
    caller: "bench",
    effect: "read",
    decision: { allowed: true, rule: "effect.granted", version: "2#0123456789ab" },
    targets: [`src/file${at % 60}.ts:12:8`],
    outcome: "complete",
    reasons: [],
    succeeded: true,
    bytes: 1_234,
    ms: 3.2,
  } as const;
}
