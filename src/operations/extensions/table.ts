// Every language extension. The one list: no directory is searched and nothing is loaded by name.

import { cppExtension } from "./cpp.ts";
import type { Extension } from "./define-extension.ts";
import { rustExtension } from "./rust.ts";

export const extensionTable: readonly Extension[] = [cppExtension, rustExtension];
