// Dies at the method that is named first, with the exit code or signal named second; the third limits it to one file, the fourth is how many
// bytes it writes before its last words.

import { serve } from "./fault-base.ts";

const [method = "textDocument/references", how = "1", file = "", before = "0"] = process.argv.slice(2);

serve({
  [method]: (params) => {
    if (!JSON.stringify(params).includes(file)) return [];
    process.stderr.write(`${"-".repeat(Number(before))}these are my last words\n`);
    if (/^\d+$/.test(how)) process.exit(Number(how));
    process.kill(process.pid, how);
    return undefined;
  },
});
