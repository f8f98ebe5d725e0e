// Checks the parts of a catalogue entry that a user wrote, by the closed unions of `entry.ts`.

import {
  CatalogFault,
  wantFlag,
  wantNumber,
  wantOneOf,
  wantProgram,
  wantRecord,
  wantText,
  wantTexts,
} from "./catalog-fault.ts";
import type { ServerEntry } from "./entry.ts";
import { coverageRules, proofRules } from "./entry.ts";

type Check = (value: unknown, field: string) => void;

/** Every field that is given is of its form, and the deeper ones at least of the right kind. */
export function checkEntryFields(fields: Partial<ServerEntry>, field: string): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) checks[name as keyof typeof checks](value, `${field}.${name}`);
  }
}

// — below: private, in the order they are used —

/** A day: a longer wait is a slip of the pen. */
const mostMs = 86_400_000;

const checks: { readonly [F in Exclude<keyof ServerEntry, "id" | "proven">]-?: Check } = {
  title: wantText,
  role: (value, field) => wantOneOf(value, ["types", "lint"], field),
  launch: checkLaunch,
  roots: checkRoots,
  install: (value, field) => checkTexts(value, ["any", "linux", "macos", "windows"], field),
  recipe: (_, field) => {
    throw new CatalogFault(field, "is only for built-in entries: what is installed is pinned by Sightline");
  },
  readiness: checkReadiness,
  diagnostics: (value, field) => wantOneOf(value, ["pull", "push-versioned", "tsserver", "push", "none"], field),
  finds: (value, field) => wantOneOf(value, ["all", "saved", "some"], field),
  misses: wantText,
  references: (value, field) => wantOneOf(value, ["exhaustive", "partial", "none", "unknown"], field),
  exhaustiveOnlyWith: wantTexts,
  coverage: (value, field) => wantOneOf(value, coverageRules, field),
  restsOn: (value, field) => wantOneOf(value, proofRules, field),
  symbolSearch: (value, field) => wantOneOf(value, ["exhaustive", "unknown"], field),
  symbolLimit: (value, field) => void wantNumber(value, 1, 1_000_000, field),
  restricted: (value, field) => {
    const form = wantRecord(value, field);
    const kind = wantOneOf(form["kind"], ["safe", "adjusted", "refused"], `${field}.kind`);
    if (kind === "refused") wantText(form["why"], `${field}.why`);
  },
  obeys: (value, field) => {
    if (!Array.isArray(value)) throw new CatalogFault(field, "must be a list of files.");
  },
  quirks: wantRecord,
  scope: (value, field) => {
    const wrong = wantTexts(value, field).find((one) => one !== "." && !/^(?:\/|\*\*|[A-Za-z]:\/)/.test(one));
    if (wrong !== undefined) throw new CatalogFault(field, `has ${JSON.stringify(wrong)}, which is no absolute path`);
  },
  initializationOptions: wantRecord,
  settings: wantRecord,
};

function checkLaunch(value: unknown, field: string): void {
  const launch = wantRecord(value, field);
  switch (wantOneOf(launch["kind"], ["command", "embedded", "tcp"], `${field}.kind`)) {
    case "command":
      wantProgram(launch["command"], `${field}.command`);
      wantTexts(launch["args"], `${field}.args`);
      return;
    case "embedded":
      wantText(launch["package"], `${field}.package`);
      wantText(launch["entry"], `${field}.entry`);
      wantOneOf(launch["runtime"], ["node", "native"], `${field}.runtime`);
      wantTexts(launch["args"], `${field}.args`);
      return;
    case "tcp":
      wantText(launch["host"], `${field}.host`);
      wantNumber(launch["port"], 1, 65_535, `${field}.port`);
      if (launch["alone"] !== undefined) wantFlag(launch["alone"], `${field}.alone`);
      return;
  }
}

function checkRoots(value: unknown, field: string): void {
  const roots = wantRecord(value, field);
  const { groups } = roots;
  for (const [index, group] of (Array.isArray(groups) ? groups : [groups]).entries()) {
    wantTexts(group, `${field}.groups[${index}]`);
  }
  wantOneOf(roots["pick"], ["nearest", "outermost"], `${field}.pick`);
  wantFlag(roots["singleFile"], `${field}.singleFile`);
}

function checkReadiness(value: unknown, field: string): void {
  const rule = wantRecord(value, field);
  const kinds = ["immediate", "progress", "notification", "log", "diagnostics", "unknown"] as const;
  const times = (...names: readonly string[]): void => {
    for (const name of names) wantNumber(rule[name], 0, mostMs, `${field}.${name}`);
  };
  switch (wantOneOf(rule["kind"], kinds, `${field}.kind`)) {
    case "immediate":
      return;
    case "progress":
      return times("graceMs", "quietMs", "capMs");
    case "notification":
      wantText(rule["method"], `${field}.method`);
      return times("capMs");
    case "log":
      wantText(rule["contains"], `${field}.contains`);
      return times("capMs");
    case "diagnostics":
      return times("capMs");
    case "unknown":
      return times("quietMs");
  }
}

function checkTexts(value: unknown, names: readonly string[], field: string): void {
  const record = wantRecord(value, field);
  for (const name of names) {
    if (record[name] !== undefined) wantText(record[name], `${field}.${name}`);
  }
}
