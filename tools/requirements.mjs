// `npm run requirements`: what is proven, what differs, what is open. The report itself is TypeScript.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./build.mjs";

const args = [join(root, "tools/run.mjs"), join(root, "tools/requirements-report.ts")];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
