// A fresh process that measures framing, and prints its samples as JSON.

import { framingSamples } from "./framing.ts";

process.stdout.write(JSON.stringify(await framingSamples()));
