// The account of a symbol on a real server, spelled as places that a test compares with the marks of its fixture.

import type { Location } from "../../../src/model/code-facts.ts";
import { isExternal } from "../../../src/model/code-facts.ts";
import { display, joinPath } from "../../../src/model/file-path.ts";
import type { Place } from "../../../src/model/place.ts";
import type { ReasonCode } from "../../../src/model/standing.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import type { Fixture, Mark } from "../../../src/testing/fixture.ts";
import type { Stage } from "../stage.ts";

/** Longer than any server needs on a slow machine; a test that waits for it has failed. */
const patienceMs = 120_000;

/** Places are spelled `file:line:column`, in order. */
export interface Accounted {
  readonly uses: readonly string[];
  readonly through: readonly string[];
  /** With the reason behind each place. */
  readonly possible: readonly string[];
  readonly unchecked: number;
  readonly reasons: readonly ReasonCode[];
}

/** The uses of what stands at a mark, without its declaration. */
export async function accountAt(stage: Stage, { file, span }: Mark): Promise<Accounted> {
  const snapshot = await stage.workspace.snapshot();
  const target = { file: joinPath(stage.root, file), place: span.start };
  const patience = { deadline: deadlineIn(stage.workspace.host.clock, patienceMs), waitMs: patienceMs };
  const { value, standing } = await snapshot.uses(target, false, patience);
  const spell = ({ file: at, span: { start } }: Location): string =>
    isExternal(at) ? at.external : spellPlace(display(stage.root, at), start);
  return {
    uses: value.locations.map(spell).sort(),
    through: value.through.map(({ location }) => spell(location)).sort(),
    possible: value.possible.map(({ location, why }) => `${spell(location)} ${why}`).sort(),
    unchecked: value.unchecked,
    reasons: standing.reasons.map(({ code }) => code),
  };
}

/** The places of the marks of a name, spelled the same way. */
export function placesOf(fixture: Fixture, name: string): string[] {
  return fixture
    .marks(name)
    .map(({ file, span }) => spellPlace(file, span.start))
    .sort();
}

function spellPlace(file: string, { line, column }: Place): string {
  return `${file}:${line}:${column}`;
}
