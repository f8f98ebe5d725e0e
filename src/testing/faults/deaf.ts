// Stops reading its input once it is initialized.

import { serve } from "./fault-base.ts";

serve({
  initialized: () => void process.stdin.pause(),
  // It may have come in the same piece as the words before it, which had been read by then.
  "textDocument/references": () => undefined,
});
setInterval(() => {}, 1_000);
