// Searches for inputs that break the framing, the URIs or the positions: `node tools/run.mjs tools/fuzz.ts --seconds 60`.
//
// A failure prints the smallest input found and the seed; it then becomes an example of its statement.

import { parseArgs } from "node:util";

import { framingStatements } from "../test/support/properties/framing.ts";
import { positionStatements } from "../test/support/properties/position.ts";
import { uriStatements } from "../test/support/properties/uri.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" }, seed: { type: "string" } } });
const statements = [framingStatements, uriStatements, positionStatements].flatMap((group) => Object.values(group));
const runsPerTurn = 500;
let runs = 0;

if (values.seed !== undefined) search(Number(values.seed));
else {
  const until = performance.now() + Number(values.seconds) * 1_000;
  while (performance.now() < until) search(Math.floor(Math.random() * 2 ** 31));
}
console.log(`${runs} inputs, ${process.exitCode === 1 ? "failures above" : "no failure"}`);

function search(seed: number): void {
  for (const one of statements) {
    const failure = one.search(seed, runsPerTurn);
    if (failure !== undefined) {
      console.log(`${one.name}\n${failure}\n`);
      process.exitCode = 1;
    }
    runs += runsPerTurn;
  }
}
