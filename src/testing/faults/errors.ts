// Answers the method that is named first with the error code named second; the third says how often, always without it.

import type { Id } from "./fault-base.ts";
import { send, serve } from "./fault-base.ts";

const [method = "textDocument/references", code = "-32603", times = "Infinity"] = process.argv.slice(2);
let left = Number(times);

serve({
  [method]: (_params: unknown, id: Id | undefined) => {
    if (left-- <= 0) return [];
    send({ id, error: { code: Number(code), message: `no ${method} today` } });
    return undefined;
  },
});
