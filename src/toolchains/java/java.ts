// Java and Kotlin: maven, or gradle by the wrapper of the project or the program.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import { compilerProblems } from "../reports/compiler-lines.ts";
import { javaResults, reportStamps } from "./java-reports.ts";
import { isOnDisk, mustFind, nearestFile, quietEnvironment, upwards } from "../program.ts";
import type { Site, Step, TestPlan, Toolchain } from "../toolchain.ts";

const gradleFiles = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

export const javaToolchain: Toolchain = {
  languages: ["java", "kotlin"],
  programs: ["mvn", "gradle"],
  extensions: [".java", ".kt", ".kts"],
  markers: ["pom.xml", ...gradleFiles],
  async build(site) {
    const tool = await toolOf(site);
    const step: Step = {
      label: `${tool.name} ${tool.compile.join(" ")}`,
      spec: specOf(tool, [...tool.quiet, ...tool.compile], tool.module),
      problems: ({ output, errors }) => compilerProblems(`${output}\n${errors}`),
    };
    return { steps: [step], notes: [], reasons: [] };
  },
  async test(site, filter) {
    const tool = await toolOf(site);
    const before = await reportStamps(site, tool.reports);
    const narrowed = tool.narrowed(filter ?? classIn(site));
    return {
      before: [],
      label: [tool.name, "test", ...narrowed].join(" "),
      spec: specOf(tool, [...tool.quiet, "test", ...narrowed], tool.module),
      results: ({ output, errors }) => javaResults(site, tool.reports, before, `${output}\n${errors}`),
      notes: [],
      reasons: [],
    };
  },
};

// — below: private, in the order they are used —

interface JavaTool {
  readonly name: string;
  readonly command: FilePath;
  /** Where it is started: at the top of what belongs together. */
  readonly top: FilePath;
  readonly quiet: readonly string[];
  readonly compile: readonly string[];
  /** The arguments that select one of several modules. */
  readonly module: readonly string[];
  /** The directories, below that of a module, where it leaves its reports. */
  readonly reports: readonly string[];
  narrowed(pattern: string | undefined): readonly string[];
}

async function toolOf(site: Site): Promise<JavaTool> {
  return (await isOnDisk(site.bench, joinPath(site.directory, "pom.xml"))) ? maven(site) : gradle(site);
}

async function maven(site: Site): Promise<JavaTool> {
  const top = await aggregatorOf(site);
  const module = relativeTo(top, site.directory) ?? ".";
  const command = await mustFind(site.bench, ["mvn"], "Install Maven: https://maven.apache.org/install.html");
  return {
    name: "mvn",
    command,
    top,
    quiet: ["-q", "-B"],
    compile: ["test-compile"],
    module: module === "." ? [] : [`--projects=./${module}`, "-am"],
    reports: ["target/surefire-reports"],
    narrowed: (pattern) =>
      pattern === undefined
        ? []
        : [`-Dtest=${pattern}`, "-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false"],
  };
}

async function gradle(site: Site): Promise<JavaTool> {
  const settings = await nearestFile(site, ["settings.gradle", "settings.gradle.kts"]);
  const top = (settings && parentOf(settings)) ?? site.directory;
  const wrapper = joinPath(top, site.bench.host.platform === "win32" ? "gradlew.bat" : "gradlew");
  const command = (await isOnDisk(site.bench, wrapper))
    ? wrapper
    : await mustFind(site.bench, ["gradle"], "Install Gradle: https://gradle.org/install/");
  const module = relativeTo(top, site.directory) ?? ".";
  return {
    name: "gradle",
    command,
    top,
    quiet: ["--console=plain"],
    compile: ["testClasses"],
    module: module === "." ? [] : [`--project-dir=${module}`],
    reports: ["build/test-results/test"],
    narrowed: (pattern) => (pattern === undefined ? [] : [`--tests=${pattern}`]),
  };
}

/** The uppermost pom.xml that names, by way of others, this one as a module. */
async function aggregatorOf(site: Site): Promise<FilePath> {
  let top = site.directory;
  for (const directory of upwards(site)) {
    const pom = (await site.bench.read(joinPath(directory, "pom.xml"))) ?? "";
    const modules = [...pom.matchAll(/<module>([^<]+)<\/module>/g)].map(([, name = ""]) =>
      joinPath(directory, name.trim()),
    );
    if (modules.includes(top)) top = directory;
  }
  return top;
}

function specOf({ command, top }: JavaTool, args: readonly string[], module: readonly string[]): TestPlan["spec"] {
  return { command, args: [...args, ...module], cwd: top, env: quietEnvironment };
}

/** A file of tests is asked for by the name of its class. */
function classIn({ scope }: Site): string | undefined {
  return scope?.isFile === true ? baseName(scope.path).replace(/\.\w+$/, "") : undefined;
}
