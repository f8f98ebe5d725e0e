// What is still open: requirements that no test proves yet. An id leaves this list when a test claims it.

import { ids } from "./requirement.ts";

export const open: readonly string[] = [
  ...ids("AGL", 68),
  ...ids("AGL", 123, 124),
  ...ids("AGL", 294),
  ...ids("AGL", 298, 300),
  ...ids("AGL", 305, 320),
  ...ids("AGL", 393),
];
