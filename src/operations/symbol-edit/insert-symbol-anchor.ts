// The symbol that code is inserted beside, and on which side of it.

import type { EditedSymbol } from "./symbol-edit.ts";

export type Side = "before" | "after";

export type InsertionAnchor = Pick<EditedSymbol, "file" | "source" | "around" | "extent" | "shown">;
