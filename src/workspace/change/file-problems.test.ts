// A warning that breaks the build is an error where the question is what a change breaks.

import { expect, test } from "vitest";
import type { Diagnostic } from "../../model/code-facts.ts";
import { gopls } from "../../catalog/servers/go.ts";
import { typescriptNative } from "../../catalog/servers/typescript.ts";
import { asBuilt } from "./file-problems.ts";

const span = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const found = (severity: Diagnostic["severity"], source?: string): Diagnostic => ({
  ...{ span, severity, message: "" },
  ...(source === undefined ? {} : { source }),
});

test.each([
  ["unused import of TypeScript, where the options forbid it", found("warning", "ts"), "error"],
  ["unused import of TypeScript, where they do not", found("hint", "ts"), "hint"],
  ["warning of a linter", found("warning", "eslint"), "warning"],
  ["warning without a source", found("warning"), "warning"],
  ["wrong verb in a format of Go", found("warning", "printf"), "error"],
  ["misplaced constraint of Go", found("hint", "buildtag"), "error"],
  ["loop of Go that could be modern", found("warning", "rangeint"), "warning"],
] as const)("%s", (_, diagnostic, severity) => {
  expect(asBuilt([diagnostic], [gopls, typescriptNative])).toEqual([{ ...diagnostic, severity }]);
});
