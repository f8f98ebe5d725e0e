// A command on a warm daemon against the least that Node can do: the wall time of whole processes.

import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Project } from "../session/project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median, quantile } from "../shared/stats.ts";
import { binary, House } from "./house.ts";

const goal = 2;

interface Ended {
  readonly ms: number;
  readonly output: string;
}

export async function measureCommand(
  project: Project,
  { scratch, env, rounds }: { readonly scratch: string; readonly env: NodeJS.ProcessEnv; readonly rounds: number },
  record: Recorder,
): Promise<void> {
  const house = new House(join(scratch, "command"), project.root, env, "daemon");
  const question = project.questions.find(({ kind, facts }) => kind === "references" && facts < 20);
  if (question === undefined) throw new Error("the project has no such question");
  const { file, place, facts } = question;
  const words = ["references", `${file}:${place.line}:${place.column}`, "--include-declaration"];
  const command = (): Promise<Ended> => ended([binary, ...words], project.root, house.env);
  try {
    const cold = await command();
    // The daemon compiles what it runs often.
    for (let n = 0; n < 5; n++) await command();
    const taken = { node: [] as number[], ours: [] as number[] };
    const arms = { node: () => ended(["-e", "0"], project.root, env), ours: command };
    for (let round = 0; round < rounds; round++) {
      const order = ["node", "ours"] as const;
      for (const arm of round % 2 === 0 ? order : ([...order].reverse() as readonly (keyof typeof arms)[])) {
        const { ms, output } = await arms[arm]();
        if (arm === "ours" && output !== cold.output) throw new Error(`another answer than at first:\n${output}`);
        taken[arm].push(ms);
        record.sample({ part: "daemon-command", arm, round, ms });
      }
    }
    const ratio = median(taken.ours) / median(taken.node);
    record.table(
      `\`sightline references\` (${facts} places) on a warm daemon, wall time of a process in ms, ${rounds} pairs; goal: <= ${goal} of \`node -e 0\``,
      ["process", "p50", "p99", "ratio", "goal"],
      [
        ["node -e 0", fixed(median(taken.node), 1), fixed(quantile(taken.node, 0.99), 1), "", ""],
        [
          "sightline references",
          fixed(median(taken.ours), 1),
          fixed(quantile(taken.ours, 0.99), 1),
          fixed(ratio, 2),
          verdict(ratio <= goal),
        ],
        ["the first, which starts the daemon", fixed(cold.ms, 0), "", "", ""],
      ],
    );
  } finally {
    await house.close();
  }
}

function ended(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const ms = performance.now() - began;
      if (code === 0) resolve({ ms, output });
      else reject(new Error(`${args.join(" ")} ended with ${code}: ${output}`));
    });
  });
}
