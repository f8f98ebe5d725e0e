// Which files may notice that one of Java changes.

import type { ReachRules } from "../reach-rules.ts";

export const javaReach: ReachRules = {
  decidedBy: [
    ...["pom.xml", "*.gradle", "*.gradle.kts", "gradle.properties", ".classpath", ".project", "*.versions.toml"],
    ...["org.eclipse.jdt.core.prefs", "lombok.config"],
  ],
  // Also where no package is declared; one with a name is in other directories, too.
  sharesDirectory: true,
};
