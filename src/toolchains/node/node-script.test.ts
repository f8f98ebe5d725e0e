// Which scripts are a call of a runner, and which only look like one.

import { expect, test } from "vitest";
import { callIn, sorted } from "./node-script.ts";

test.each([
  ["vitest", "vitest", []],
  ["vitest run src --coverage", "vitest", ["run", "src", "--coverage"]],
  ["npx jest --ci", "jest", ["--ci"]],
  ["node_modules/.bin/mocha -r tsx test", "mocha", ["-r", "tsx", "test"]],
  ["node --test", "node:test", ["--test"]],
  ["node --import tsx --test src", "node:test", ["--import", "tsx", "--test", "src"]],
])("%j may be run without its script", (script, runner, words) => {
  expect(callIn(script)).toEqual({ runner, words, isSimple: true });
});

test.each([
  ["cross-env CI=1 jest", "jest"],
  ["NODE_OPTIONS=--experimental-vm-modules jest", "jest"],
  ["node --experimental-vm-modules node_modules/jest/bin/jest.js --ci", "jest"],
  ["mocha 'test/**/*.js'", "mocha"],
  ["yarn vitest", "vitest"],
])("%j is one call of a runner, and runs as the script", (script, runner) => {
  expect(callIn(script)).toMatchObject({ runner, isSimple: false });
});

test.each([
  "echo building && node --test dist",
  "jest; true",
  "vitest run | tee log",
  "jest > log",
  "node scripts/jest.js",
  "node run.js --test",
  "node jest",
  "./vitest.sh",
  "jest-runner",
  "npm run jest",
  "tsx --test",
  "make test",
  "",
])("%j is none", (script) => {
  expect(callIn(script)).toBeUndefined();
});

test("an option keeps its value, and names are told apart from both", () => {
  expect(sorted(["--import", "tsx", "--test", "src", "--config=a", "b", "-r", "c"])).toEqual({
    options: ["--import", "tsx", "--test", "--config=a", "-r", "c"],
    names: ["src", "b"],
  });
});
