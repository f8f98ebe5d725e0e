// C#, as one record.

import type { Language } from "../language.ts";

export const csharp: Language = {
  family: "csharp",
  endings: /\.(?:cs|csx|fs)$/,
  indentation: "    ",
  reach: {
    decidedBy: ["*.csproj", "*.fsproj", "*.sln", "*.slnx", "*.props", "*.targets", "global.json", "nuget.config"],
  },
};
