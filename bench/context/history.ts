// Releases of real packages as commits: each with the release before it, and how its declarations are read from text.

import type { RealPackage } from "../../test/real/real-package.ts";
import { compilerOptions } from "../../test/real/real-package.ts";

export interface History {
  readonly language: "TypeScript" | "JavaScript" | "Python" | "Go";
  readonly title: string;
  readonly versions: readonly string[];
  readonly release: (version: string) => RealPackage;
  /** Names that a text declares outside of bodies; the judge of every arm, which asks no server. */
  readonly declared: RegExp;
}

const script =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let|var|enum) (\w+)|^ {2}(?:(?:readonly|protected|private|public|static|async|get|set) )*#?(\w+)[?!]?(?:[(<:]| = [^,\n]*$)|^\w+(?:\.prototype)?\.(\w+) = /gm;

const python =
  /^(?:async )?(?:def|class) (\w+)|^ {4}(?:async )?def (\w+)|^(\w+)(?:: [^=\n]+)? = |^ {4}(\w+): |^ {8}self\.(\w+)(?:: [^=\n]+)? = /gm;

const go =
  /^func (?:\([^)\n]*\) )?(\w+)|^(?:type|var|const) (\w+)|^\t(\w+) +(?:=|[\w.*[\]]+(?: +`[^`\n]*`)?$)|^\t([A-Z]\w*)\(/gm;

function scriptRelease(id: string, from: string, leaveOut: RegExp, extensions: readonly string[]): RealPackage {
  const options = { ...compilerOptions, strict: extensions[0] === ".ts", allowJs: true, lib: ["es2022", "dom"] };
  return {
    ...{ id, server: "typescript-native", languageId: "typescript", extensions, from, leaveOut },
    extras: () => ({ "tsconfig.json": JSON.stringify({ compilerOptions: options, include: ["**/*"] }) }),
  };
}

function pythonRelease(id: string): RealPackage {
  return {
    ...{ id, server: "pyright", languageId: "python", extensions: [".py"], from: ".", leaveOut: /\.dist-info$/ },
    extras: () => ({ "pyproject.toml": '[project]\nname = "subject"\nversion = "1"\n' }),
  };
}

function goRelease(id: string): RealPackage {
  const leaveOut = /\/(?:_examples|path_value_fallback\.go|[^/]*_test\.go)$/;
  return { id, server: "gopls", languageId: "go", extensions: [".go"], from: ".", leaveOut, extras: () => ({}) };
}

export const histories: readonly History[] = [
  {
    language: "TypeScript",
    title: "query-core",
    versions: ["5.45.0", "5.56.2", "5.62.8", "5.74.4"],
    release: (version) => scriptRelease(`query-core-${version}`, "src", /\/__tests__$|\.test\.tsx?$/, [".ts"]),
    declared: script,
  },
  {
    language: "JavaScript",
    title: "fastify",
    versions: ["5.0.0", "5.2.0", "5.3.2", "5.6.0"],
    release: (version) =>
      scriptRelease(`fastify-${version}`, "lib", /\/(?:error-serializer|config-validator|configValidator)\.js$/, [
        ".js",
      ]),
    declared: script,
  },
  {
    language: "Python",
    title: "click",
    versions: ["8.0.4", "8.1.3", "8.1.8", "8.2.1"],
    release: (version) => pythonRelease(`click-${version}`),
    declared: python,
  },
  {
    language: "Python",
    title: "httpx",
    versions: ["0.26.0", "0.27.2", "0.28.1"],
    release: (version) => pythonRelease(`httpx-${version}`),
    declared: python,
  },
  {
    language: "Go",
    title: "chi",
    versions: ["5.0.8", "5.0.12", "5.2.1", "5.2.3"],
    release: (version) => goRelease(`chi-${version}`),
    declared: go,
  },
  {
    language: "Go",
    title: "cobra",
    versions: ["1.6.1", "1.8.1", "1.9.1"],
    release: (version) => goRelease(`cobra-${version}`),
    declared: go,
  },
];
