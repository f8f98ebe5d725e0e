// A root with a secret beside it, opened with one server, and everything that is heard of it.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Engine, Outcome } from "../../../src/engine/engine.ts";
import { openEngine } from "../../../src/engine/open.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import type { Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { catalogOf } from "../installed.ts";
import type { OutsideCase } from "./outside-cases.ts";

export const secret = "CANARY7F3A";

export function around(text: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 120), at + 40);
}

export function inputAt({ file, span }: Mark): object {
  return { file_path: file, line: span.start.line, column: span.start.column };
}

export interface Stage extends AsyncDisposable {
  readonly marks: readonly Mark[];
  readonly events: readonly string[];
  ask(operation: string, input: object): Promise<Outcome>;
  fill(text: string): string;
  textOf(file: string): string;
}

/** How the root is opened. */
export interface Opening {
  readonly trusted?: boolean;
  readonly confine?: "auto" | "always" | "never";
}

export async function opened(one: OutsideCase, { trusted = false, confine = "auto" }: Opening = {}): Promise<Stage> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-outside-")));
  const [root, out] = [join(base, "root"), join(base, "out")];
  const fill = (text: string): string =>
    text.replaceAll("SECRET", secret).replaceAll("OUT", out).replaceAll("ROOT", root);
  const write = (directory: string, fixture: ReturnType<typeof parseFixture>): void => {
    for (const [file, text] of fixture.files) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), text);
    }
  };
  const fixture = parseFixture(fill(one.root));
  write(root, fixture);
  write(out, parseFixture(fill(one.outside)));
  for (const [link, target] of Object.entries(one.links ?? {})) {
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(join(out, target), join(root, link));
  }
  const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(base, "state") });
  const engine: Engine = await openEngine({
    directory: root,
    exact: true,
    trusted,
    settings: { untrusted: { confine } },
    catalog: catalogOf(one.server),
    host,
  });
  const events: string[] = [];
  engine.events((event) => void events.push(JSON.stringify(event)));
  return {
    marks: fixture.marks("ask"),
    events,
    ask: (operation, input) =>
      engine.invoke({ operation, input, caller: { door: "library", allowed: ["read", "propose", "write"] } }),
    fill,
    textOf: (file) => fixture.files.get(file) ?? "",
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
