// C++ as repositories lay it out: a list of compile commands, and code for other systems and features behind `#ifdef`.

import { readdirSync } from "node:fs";
import type { Layout, Shape } from "./shape.ts";

interface CppLayout {
  readonly id: string;
  readonly has: string;
  readonly packageId: string;
  /** Directories of the package, and where they are put. */
  readonly from: Readonly<Record<string, string>>;
  readonly leaveOut: RegExp;
  readonly askIn: RegExp;
  /** Units that are compiled; the others are in no compile command. */
  readonly units: RegExp;
  readonly flags: readonly string[];
  /** What else is defined where, for the truth only. */
  readonly elsewhere: readonly (readonly string[])[];
  readonly more?: (layout: Layout) => void;
}

function cppShape({ id, has, packageId, from, leaveOut, askIn, units, flags, elsewhere, more }: CppLayout): Shape {
  return {
    id,
    language: "cpp",
    has,
    packages: [packageId, "libclang"],
    extensions: [".cc", ".h"],
    askIn,
    oracle: { kind: "cpp", configurations: [flags, ...elsewhere.map((others) => [...flags, ...others])] },
    build(layout) {
      for (const [source, to] of Object.entries(from)) layout.copy(packageId, source, to, leaveOut);
      more?.(layout);
      const files = readdirSync(layout.root, { recursive: true, encoding: "utf8" }).filter((file) => units.test(file));
      const commands = files
        .sort()
        .map((file) => ({ directory: layout.root, file, arguments: ["c++", ...flags, "-c", file] }));
      layout.write("compile_commands.json", JSON.stringify(commands));
    },
  };
}

export const cppShapes: readonly Shape[] = [
  cppShape({
    id: "leveldb",
    has: "blocks for other systems and features, headers of other systems, tests",
    packageId: "cpp",
    from: { "deps/leveldb/leveldb-1.20": "." },
    leaveOut: /\/(?:helpers|issues|win|db_bench.*|port_example\.h|port_posix_sse\.cc|env_posix_test.*)$/,
    askIn: /^(?:util|table|include)\/(?!.*_test)/,
    units: /^(?:util|table|port|db)\/.*\.cc$/,
    flags: ["-std=c++17", "-I.", "-Iinclude", "-DOS_LINUX", "-DLEVELDB_PLATFORM_POSIX"],
    elsewhere: [["-DSNAPPY"], ["-UOS_LINUX", "-DOS_MACOSX"], ["-UOS_LINUX", "-DOS_WIN"]],
    more(layout) {
      const file = "util/env.cc";
      layout.write(file, `${layout.read(file)}\n${windowsBlock}`);
    },
  }),
  cppShape({
    id: "re2",
    has: "headers with templates, a test directory, a back end that is compiled on demand, code for another compiler",
    packageId: "re2",
    from: { vendor: "." },
    leaveOut: /\/fuzzing$/,
    askIn: /^(?:re2|util)\/(?!testing)[^/]+$/,
    units: /^re2\/(?!testing\/.*benchmark).*\.cc$|^util\/(?:rune|strutil)\.cc$/,
    flags: ["-std=c++17", "-I."],
    elsewhere: [["-DUSEPCRE"], ["-U__cpp_lib_string_view"], ["-D_WIN32", "-D_MSC_VER=1900"]],
  }),
  cppShape({
    id: "snappy",
    has: "a header for each system, a C interface, a unit test that no command compiles",
    packageId: "cpp",
    from: {
      "deps/snappy/snappy": ".",
      "deps/snappy/linux": "linux",
      "deps/snappy/win32": "win32",
      "deps/snappy/mac": "mac",
    },
    leaveOut: /\.md$|\/cmake$/,
    askIn: /^snappy.*\.(?:cc|h)$/,
    units: /^snappy(?:-c|-sinksource|-stubs-internal)?\.cc$/,
    flags: ["-std=c++17", "-I.", "-Ilinux", "-DHAVE_CONFIG_H"],
    elsewhere: [["-U__GNUC__"], ["-U__x86_64__"]],
  }),
];

/** As a port to another system adds it. */
const windowsBlock = `#ifdef OS_WIN
#include "util/logging.h"
#include "util/mutexlock.h"
#include "util/coding.h"
#include "util/hash.h"

namespace leveldb {

std::string WindowsName(const Slice& name, port::Mutex* mutex) {
  MutexLock lock(mutex);
  std::string result = EscapeString(name);
  AppendNumberTo(&result, Hash(name.data(), name.size(), 0));
  PutFixed32(&result, DecodeFixed32(name.data()));
  return result;
}

Status WindowsFailure(Env* env, const Slice& name) {
  Log(nullptr, "failed");
  return env->FileExists(name.ToString()) ? Status::IOError(name) : Status::NotFound(name);
}

}  // namespace leveldb
#endif
`;
