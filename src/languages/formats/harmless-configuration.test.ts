// Configuration of repositories that tools obey: what names nothing to run, load or write, and what is not understood.

import { describe, expect, test } from "vitest";
import type { ConfigurationForm } from "../../model/configuration-form.ts";
import { isHarmless } from "./harmless-configuration.ts";

const database = (...words: string[]): string =>
  JSON.stringify([{ directory: "/p", file: "a.c", arguments: ["cc", ...words, "-c", "a.c"] }]);

const harmless: readonly (readonly [ConfigurationForm, string])[] = [
  ["cargo", ""],
  [
    "cargo",
    '# ours\n[alias]\nxtask = "run --package xtask --"\n\n[net]\ngit-fetch-with-cli = true\n[term]\nquiet = true\n',
  ],
  ["cargo manifest", '[package]\nname = "a"\n[profile.dev]\nopt-level = 1\n'],
  [
    "clang flags",
    '-Iinclude\n-isystem\n/usr/include/x\n-DNAME="a b"\n-std=c++20\n-Wall\n-Wno-unused\n-fno-exceptions\n-O2\n-g\n-m64\n',
  ],
  [
    "clang database",
    database("-Isrc", "-fPIC", "-fvisibility=hidden", "-O3", "-DNDEBUG", "-MD", "-MF", "a.d", "-o", "a.o"),
  ],
  [
    "clang database",
    JSON.stringify([
      { directory: "/p", file: "a.c", command: '/usr/bin/c++ -DA=\\"x\\" -I/p -std=gnu++17 -o a.o -c a.c' },
    ]),
  ],
  ["clangd", "CompileFlags:\n  Add: [-Wall, -std=c++20]\nDiagnostics:\n  UnusedIncludes: Strict\n"],
];

const doubtful: readonly (readonly [ConfigurationForm, string])[] = [
  ["cargo", '[env]\nLD_PRELOAD = { value = "/r/evil.so", force = true }\n'],
  ["cargo", '[build]\nrustflags = ["-Zcodegen-backend=/r/evil.so"]\n'],
  ["cargo", 'build.rustc = "x"\n'],
  ["cargo", '["build"]\nrustc = "x"\n'],
  ["cargo", '[ build ]\nrustc = "x"\n'],
  ["cargo", "[alias]\na = '''\n[env]\n'''\n"],
  ["cargo", '[target.x86_64-unknown-linux-gnu]\nlinker = "x"\n'],
  ["cargo", '[registries.a]\ncredential-provider = "x"\n'],
  ["cargo", '[alias]\r[env]\rLD_PRELOAD = "x"\r'],
  ["cargo manifest", 'cargo-features = ["profile-rustflags"]\n'],
  ["cargo manifest", '[profile.dev]\nrustflags = ["-Zx"]\n'],
  ["cargo manifest", '[profile.dev]\n"rustfl\\u0061gs" = ["-Zx"]\n'],
  ["clang flags", "-Xclang\n-diagnostic-log-file\n-Xclang\n/out\n"],
  ["clang flags", "-fplugin=/r/x.so\n"],
  ["clang flags", "-fmodules\n-fmodules-cache-path=/out\n"],
  ["clang flags", "@flags.rsp\n"],
  ["clang flags", "--config=/r/x.cfg\n"],
  ["clang flags", "-ivfsoverlay\n/r/x.yaml\n"],
  ["clang flags", "-Wp,-include,/x\n"],
  ["clang flags", "-mllvm\n-load=/x\n"],
  ["clang flags", '"-X"clang\n'],
  ["clang database", database("-fpass-plugin=/r/x.so")],
  ["clang database", database("/clang:-Xclang")],
  ["clang database", JSON.stringify([{ directory: "/p", file: "a.c", command: 'cc "-Xcl"ang x -c a.c' }])],
  ["clang database", "{}"],
  ["clang database", "not JSON"],
  ["clangd", "CompileFlags:\n  Add: [-Xclang, -load]\n"],
  ["clangd", 'CompileFlags:\n  Add: ["\\x2dXclang"]\n'],
  ["clangd", "CompileFlags:\n  Add: &a [-Wall]\n"],
  ["clangd", "CompileFlags:\n  CompilationDatabase: /elsewhere\n"],
  ["clangd", "Index:\n  External: { File: /x, MountPoint: / }\n"],
];

describe("what names nothing to run, load or write", () => {
  test.each(harmless)("%s %#", (form, text) => expect(isHarmless(form, text)).toBe(true));
});

describe("what does, or is not understood [S01]", () => {
  test.each(doubtful)("%s %#", (form, text) => expect(isHarmless(form, text)).toBe(false));
});
