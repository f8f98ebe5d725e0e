// Servers for Java, Kotlin, Scala, Groovy, Gradle and Clojure.

import { defineServer } from "../entry.ts";
import type { ServerEntry } from "../entry.ts";
import { command, drained, inOrder, listed, nearestWith, notified, runsBuild } from "../forms.ts";
import { longCapMs } from "../limits.ts";

const gradle = ["settings.gradle", "settings.gradle.kts"];
const modules = ["pom.xml", "build.gradle", "build.gradle.kts"];

export const jdtls = defineServer({
  id: "jdtls",
  title: "Eclipse JDT LS",
  launch: command("jdtls", "-data", "{dataDir}"),
  roots: inOrder(["mvnw", "gradlew", ...gradle], [...modules, "build.xml"]),
  install: { any: "download jdtls from download.eclipse.org/jdtls (needs Java 21)", macos: "brew install jdtls" },
  readiness: notified("language/status", { path: ["type"], equals: "ServiceReady", latched: true, capMs: longCapMs }),
  diagnostics: "push",
  restricted: runsBuild,
  quirks: {
    pushSettings: true,
    answer: { "workspace/executeClientCommand": [] },
    notes: [
      "Two roots must not share a data directory.",
      "Capabilities are registered late, so what initialize declares is not all.",
    ],
  },
});

export const kotlinLsp = listed(
  ["kotlin-lsp", "Kotlin LSP"],
  { kind: "command", command: "kotlin-lsp", alternatives: ["intellij-server"], args: ["--stdio"] },
  inOrder([...gradle, "workspace.json"], modules),
  { any: "download a release of github.com/Kotlin/kotlin-lsp", macos: "brew install JetBrains/utils/kotlin-lsp" },
  {
    readiness: drained(),
    diagnostics: "pull",
    restricted: runsBuild,
    quirks: { notes: ["262.9593.0: an error in answer to a refresh request is fatal to it."] },
  },
);

export const kotlinLanguageServer = listed(
  ["kotlin-language-server", "kotlin-language-server"],
  command("kotlin-language-server"),
  inOrder(gradle, modules),
  { any: "download a release of github.com/fwcd/kotlin-language-server", macos: "brew install kotlin-language-server" },
  { restricted: runsBuild },
);

export const metals = listed(
  ["metals", "Metals"],
  command("metals"),
  nearestWith("build.sbt", "build.sc", "build.mill", "pom.xml", ".scala-build", "project.scala"),
  "cs install metals",
  {
    readiness: drained({ graceMs: 15_000, quietMs: 3_000, capMs: longCapMs }),
    restricted: runsBuild,
    initializationOptions: { isExitOnShutdown: true },
    quirks: {
      chooseAction: ["Import build", "Import changes", "Connect"],
      notes: ["1.6.4: loads nothing until its question about importing the build is answered."],
    },
  },
);

export const groovy = listed(
  ["groovy-language-server", "Groovy Language Server"],
  command("groovy-language-server"),
  nearestWith("build.gradle", "Jenkinsfile"),
  "build the jar of github.com/GroovyLanguageServer/groovy-language-server",
);

export const gradleServer = listed(
  ["gradle-language-server", "Gradle Language Server"],
  command("gradle-language-server"),
  inOrder(gradle, ["build.gradle", "build.gradle.kts"]),
  "take gradle-language-server from the extension vscode-gradle",
  { restricted: runsBuild },
);

export const clojure = listed(
  ["clojure-lsp", "clojure-lsp"],
  command("clojure-lsp"),
  nearestWith("project.clj", "deps.edn", "build.boot", "shadow-cljs.edn", "bb.edn"),
  {
    any: "download a release of github.com/clojure-lsp/clojure-lsp",
    macos: "brew install clojure-lsp/brew/clojure-lsp-native",
  },
  { restricted: runsBuild, quirks: { versionArgs: ["--version"] } },
);

export const jvmServers: readonly ServerEntry[] = [
  jdtls,
  kotlinLsp,
  kotlinLanguageServer,
  metals,
  groovy,
  gradleServer,
  clojure,
];
