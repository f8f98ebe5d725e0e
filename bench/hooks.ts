// Measures hooks: what an event costs at which nothing changed, and how long after an edit the agent is told what broke.
//
//   node tools/run.mjs bench/hooks.ts [--quick]
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.
// Invariant: nothing is left running.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { binary, House, killDaemons } from "./daemon/house.ts";
import type { Told } from "./hooks/events.ts";
import { ended, eventOf } from "./hooks/events.ts";
import type { HookLanguage, HookProject } from "./hooks/projects.ts";
import { hookLanguages, makeHookProject } from "./hooks/projects.ts";
import { Shims } from "./peers/servers.ts";
import { fixed, Recorder, verdict } from "./shared/record.ts";
import { median, quantile } from "./shared/stats.ts";

const goal = 2.5;
const users = 40;
const isQuick = process.argv.includes("--quick");
const rounds = isQuick ? 8 : 40;

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `hooks-${stamp}`);
const { env } = new Shims(join(scratch, "shims"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    killDaemons();
    process.exit(130);
  });
}
try {
  record.sample({ part: "machine", load: loads(), quick: isQuick });
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  const rows: string[][] = [];
  for (const language of hookLanguages) rows.push(...(await measured(language)));
  record.table(
    `An edit that breaks ${users} files or mends them, ${rounds} of each, in ms from the start of the hook until the agent has read its answer`,
    ["language", "p50 broken", "p95", "p50 mended", "p95", "told at once"],
    rows,
  );
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  rmSync(scratch, { recursive: true, force: true });
}

async function measured(language: HookLanguage): Promise<string[][]> {
  const project = makeHookProject(language, users);
  const house = new House(join(scratch, language), project.root, env, "daemon");
  const send = (name: string, more: object = {}): Promise<Told> =>
    ended([binary, "hook", "--agent", "claude-code"], {
      cwd: project.root,
      env: house.env,
      input: eventOf(project.root, name, more),
    });
  try {
    await send("SessionStart");
    for (let n = 0; n < 3; n++) await editedBoth(project, send);
    if (language === "typescript") await measureNothing(project, house, send);
    return [await measureEdits(language, project, send)];
  } finally {
    await house.close();
    rmSync(project.root, { recursive: true, force: true });
  }
}

type Send = (name: string, more?: object) => Promise<Told>;

/** Nothing changed: what every tool call of an agent costs. */
async function measureNothing(project: HookProject, house: House, send: Send): Promise<void> {
  const taken = { node: [] as number[], ours: [] as number[] };
  const arms = {
    node: () => ended(["-e", "0"], { cwd: project.root, env: house.env, input: "" }),
    ours: () => send("PostToolUse", { tool_name: "Bash", tool_input: { command: "ls" } }),
  };
  for (let n = 0; n < 5; n++) await arms.ours();
  for (let round = 0; round < rounds; round++) {
    const order = ["node", "ours"] as const;
    for (const arm of round % 2 === 0 ? order : ([...order].reverse() as readonly (keyof typeof arms)[])) {
      const { ms, out } = await arms[arm]();
      if (out !== "") throw new Error(`nothing changed, and yet it was told:\n${out}`);
      taken[arm].push(ms);
      record.sample({ part: "hooks-nothing", arm, round, ms });
    }
  }
  const ratio = median(taken.ours) / median(taken.node);
  const row = (name: string, ms: readonly number[], rest: readonly string[]): string[] => [
    name,
    fixed(median(ms), 1),
    fixed(quantile(ms, 0.95), 1),
    ...rest,
  ];
  record.table(
    `An event at which nothing changed, wall time of a process in ms, ${rounds} pairs; goal: <= ${goal} of \`node -e 0\``,
    ["process", "p50", "p95", "ratio", "goal"],
    [
      row("node -e 0", taken.node, ["", ""]),
      row("sightline hook", taken.ours, [fixed(ratio, 2), verdict(ratio <= goal)]),
    ],
  );
}

async function measureEdits(language: HookLanguage, project: HookProject, send: Send): Promise<string[]> {
  const broken: number[] = [];
  const mended: number[] = [];
  let late = 0;
  for (let round = 0; round < rounds; round++) {
    for (const { kind, told } of await editedBoth(project, send)) {
      (kind === "broken" ? broken : mended).push(told.ms);
      if (told.out.includes("not checked in time")) late++;
      record.sample({ part: "hooks-edit", language, kind, round, ms: told.ms });
    }
  }
  const times = [broken, mended].flatMap((ms) => [fixed(median(ms), 0), fixed(quantile(ms, 0.95), 0)]);
  return [language, ...times, `${2 * rounds - late} of ${2 * rounds}`];
}

/** The edit and its opposite; each is told until nothing of it is left. */
async function editedBoth(
  { file, text, from, to }: HookProject,
  send: Send,
): Promise<readonly { readonly kind: "broken" | "mended"; readonly told: Told }[]> {
  const edit = async (old_string: string, new_string: string, now: string, expected: string): Promise<Told> => {
    writeFileSync(file, now);
    const tool_input = { file_path: file, old_string, new_string };
    const told = await send("PostToolUse", { tool_name: "Edit", tool_input });
    let { out } = told;
    for (let more = 0; more < 30 && !out.includes(expected); more++) out += (await send("UserPromptSubmit")).out;
    if (!out.includes(expected)) throw new Error(`${expected} was not told, but:\n${out}`);
    return told;
  };
  const broken = await edit(from, to, text.replace(from, to), "new error");
  const mended = await edit(to, from, text, "gone");
  return [
    { kind: "broken", told: broken },
    { kind: "mended", told: mended },
  ];
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}
