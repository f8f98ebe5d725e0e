// Where the skills lie that ship with us: beside the built product, as beside its source.

import { fileURLToPath } from "node:url";
import { filePath } from "../model/file-path.ts";

export const ownSkills = filePath(fileURLToPath(new URL("../../skills", import.meta.url)));
