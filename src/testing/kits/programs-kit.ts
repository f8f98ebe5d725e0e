// What may run where one root is served, for tests that need no workspace.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Programs } from "../../session/process/programs.ts";
import { programsOfRoots } from "../../workspace/trust/untrusted-area.ts";

export function programsServing(host: Host, root: FilePath, trusted = false): Programs {
  const { area, programs } = programsOfRoots(host, () => {});
  area.serve(root, trusted);
  return programs;
}
