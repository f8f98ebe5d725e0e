// How occurrences of a name in Python are told apart.

import type { AccountRules } from "../account-rules.ts";
import { pythonClassAt, pythonClasses } from "./class-headers.ts";

export const pythonAccount: AccountRules = {
  interpreter: /^#![^\n]*\bpython/,
  entryPointFiles: new Set(["pyproject.toml", "setup.cfg", "entry_points.txt"]),
  classes: { of: pythonClasses, at: pythonClassAt },
};
