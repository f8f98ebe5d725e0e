// Never answers the named methods, but reports when a request for one has arrived.

import { log, serve } from "./fault-base.ts";

const methods = process.argv.slice(2);

serve(Object.fromEntries(methods.map((method) => [method, () => log(`got ${method}`)])));
