// Stops reading its input once it is initialized.

import { serve } from "./fault-base.ts";

serve({ initialized: () => void process.stdin.pause() });
setInterval(() => {}, 1_000);
