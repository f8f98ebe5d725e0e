// A project in a temporary directory, made from a fixture and removed at the end.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Fixture } from "../../src/testing/fixture.ts";
import { parseFixture } from "../../src/testing/fixture.ts";

export interface Project extends Disposable {
  readonly root: string;
  readonly fixture: Fixture;
  /** Where processes of this test keep their state: inside the temporary directory, beside the root. */
  readonly stateDirectory: string;
  write(path: string, text: string): void;
}

export function project(text: string): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-test-")));
  const root = join(base, "root");
  const fixture = parseFixture(text);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  mkdirSync(root);
  for (const [path, content] of fixture.files) write(path, content);
  return {
    root,
    fixture,
    stateDirectory: join(base, "state"),
    write,
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}
