// The products of the comparison on one repository, ours in both modes; each with the processes that are its own.

import { adapters, sightline } from "../peers/adapters.ts";
import type { Absent, Arm, Runner } from "../peers/arms.ts";
import { findArms, productArm } from "../peers/arms.ts";
import type { Shims } from "../peers/servers.ts";
import type { Copy, Subject } from "../peers/subjects.ts";
import { House, withoutServers } from "./house.ts";

/** One that runs on a copy of the repository. */
export interface Product {
  readonly id: string;
  readonly title: string;
  readonly root: string;
  readonly runner: Runner;
  /** Its own processes, without language servers. */
  pids(): number[];
  close(): Promise<void>;
}

/** What can be opened, in the order of the tables. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  open(subject: Subject, copy: Copy, shims: Shims): Promise<Product>;
}

export const limitMs = 30_000;

/** Peers whose calls are compared; the others of the comparison answer other questions. */
const peers = ["cclsp", "agent-lsp", "mcp-language-server"];

export function choicesIn(shims: Shims, scratch: string): { readonly choices: Choice[]; readonly absent: Absent[] } {
  const { arms, absent } = findArms(shims, scratch, "");
  const named = (id: string): Arm[] => arms.filter((arm) => arm.id === id);
  const chosen = [...named("raw"), ...named("sightline")].map(choiceOf);
  return {
    choices: [
      ...chosen.map((one) => (one.id === "sightline" ? { ...one, title: "Sightline, direct" } : one)),
      throughDaemon(scratch),
      ...peers.flatMap(named).map(choiceOf),
    ],
    absent: absent.filter(({ id }) => peers.includes(id)),
  };

  function choiceOf({ id, title }: Arm): Choice {
    return {
      id,
      title,
      // The arm is found anew, so that it takes the servers that it is given now.
      open: async (subject, copy, given) => {
        const arm = findArms(given, scratch, "").arms.find((one) => one.id === id);
        if (arm === undefined) throw new Error(`${id} is not there any more`);
        const runner = await arm.open(subject, copy.root, limitMs);
        return productOf({ id, title }, copy, runner);
      },
    };
  }
}

/** The server's own door, for first answers. */
export function goplsMcp(scratch: string): Choice {
  const adapter = adapters.find(({ id }) => id === "gopls-mcp");
  if (adapter === undefined) throw new Error("the adapter of gopls mcp has gone");
  const { id, title } = adapter;
  return {
    id,
    title,
    open: async (subject, copy, shims) => {
      const runner = await productArm(adapter, [], "", shims, scratch).open(subject, copy.root, limitMs);
      return productOf({ id, title }, copy, runner);
    },
  };
}

/** The same door, whose engine lives in a daemon of its own. */
export function throughDaemon(scratch: string): Choice {
  const [id, title] = ["sightline-daemon", "Sightline, daemon"];
  return {
    id,
    title,
    open: async (subject, copy, shims) => {
      let house: House | undefined;
      const adapter = {
        ...sightline,
        id,
        start: (setting: Parameters<typeof sightline.start>[0]) => {
          house = new House(setting.home, setting.root, { ...shims.env }, "daemon");
          const started = sightline.start(setting);
          return { ...started, env: { ...started.env, ...house.env } };
        },
      };
      const runner = await productArm(adapter, [], "", shims, scratch).open(subject, copy.root, limitMs);
      return productOf({ id, title }, copy, runner, house);
    },
  };
}

// — below: private, in the order they are used —

function productOf(
  { id, title }: Pick<Choice, "id" | "title">,
  { root }: Copy,
  runner: Runner,
  house?: House,
): Product {
  return {
    id,
    title,
    root,
    runner,
    pids: () => withoutServers([...runner.processes(), ...(house?.daemon() ?? [])]).map(({ pid }) => pid),
    close: async () => {
      // An orderly end first, so that nothing which the product itself would clean up stays behind.
      await runner.end();
      runner.kill();
      await house?.close();
    },
  };
}
