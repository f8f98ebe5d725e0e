// Which symbols of Go others can use.

import type { ExportRules } from "../declarations/export-rules.ts";

const exportedIn: ExportRules["exportedIn"] = () => (symbol) => /^\p{Lu}/u.test(symbol.leaf);

export const goExports: ExportRules = { languages: ["go"], exportedIn };
