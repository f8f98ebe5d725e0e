// Closes its input once it is initialized, and goes on running.

import { closeSync } from "node:fs";
import { log, serve } from "./fault-base.ts";

serve({
  initialized: () => {
    process.stdin.once("close", () => {
      // Node leaves the descriptor itself open.
      closeSync(0);
      log("its input is closed");
    });
    process.stdin.destroy();
  },
});
setInterval(() => {}, 1_000);
