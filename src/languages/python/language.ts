// Python, as one record.

import type { Language } from "../language.ts";
import { pythonAccount } from "./account.ts";
import { pythonRename } from "./rename.ts";

export const python: Language = {
  family: "python",
  endings: /\.pyi?$/,
  furtherEndings: /\.(?:pyx|pxd|pyw|pyde)$/,
  indentation: "    ",
  account: pythonAccount,
  reach: {
    decidedBy: [
      ...["pyproject.toml", "pyrightconfig.json", "setup.cfg", "setup.py", "requirements*.txt", "Pipfile*", "*.pth"],
      ...["mypy.ini", ".mypy.ini", "tox.ini", ".python-version", "py.typed", "ruff.toml", ".ruff.toml"],
    ],
  },
  rename: pythonRename,
};
