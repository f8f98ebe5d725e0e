// Java, and other languages of its machine, as one record.

import type { Language } from "../language.ts";

export const java: Language = {
  family: "java",
  endings: /\.(?:java|kts?|scala|groovy)$/,
  indentation: "    ",
  reach: {
    decidedBy: ["pom.xml", "*.gradle", "*.gradle.kts", "gradle.properties", ".classpath", "*.versions.toml"],
  },
};
