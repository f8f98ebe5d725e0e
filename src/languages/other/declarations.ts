// Declarations as many languages write them.

import type { DeclarationRules } from "../declarations/rules.ts";

export const otherDeclarationRules: DeclarationRules = { hasShortBodies: true };
