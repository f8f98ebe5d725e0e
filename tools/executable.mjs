// Makes the single executable for this machine: `node tools/executable.mjs DIRECTORY` writes `sightline-PLATFORM-ARCH` there.
//
// It is this very Node with our files in it (docs/adr/0029-single-executable.md): what `npm pack` would publish and a program needs, and
// the packages that are not in the bundle. `dist/` has to be built.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { inject } from "postject";
import { root } from "./build.mjs";

/** What the thread for programs of callers imports; everything else is bundled. */
const packages = ["quickjs-emscripten-core", "@jitl/quickjs-ffi-types", "@jitl/quickjs-wasmfile-release-sync"];

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  process.stderr.write("usage: node tools/executable.mjs DIRECTORY\n");
  process.exit(2);
}
const { platform, arch } = process;
const program = join(resolve(directory), `sightline-${platform}-${arch}${platform === "win32" ? ".exe" : ""}`);
const stage = mkdtempSync(join(tmpdir(), "sightline-executable-"));
try {
  const blob = join(stage, "blob");
  writeFileSync(join(stage, "files"), packed());
  writeFileSync(
    join(stage, "config.json"),
    JSON.stringify({
      main: join(root, "tools", "executable", "main.cjs"),
      output: blob,
      disableExperimentalSEAWarning: true,
      assets: { files: join(stage, "files") },
    }),
  );
  execFileSync(process.execPath, ["--experimental-sea-config", join(stage, "config.json")], { stdio: "pipe" });
  mkdirSync(resolve(directory), { recursive: true });
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  // A signature of the program without its files would be wrong.
  if (platform === "darwin") execFileSync("codesign", ["--remove-signature", program]);
  const segment = platform === "darwin" ? { machoSegmentName: "NODE_SEA" } : {};
  await inject(program, "NODE_SEA_BLOB", readFileSync(blob), { sentinelFuse: fuse(), ...segment });
  if (platform === "darwin") execFileSync("codesign", ["--sign", "-", program]);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
process.stdout.write(`${program}\n`);

/** One line of paths with their lengths, and the files one after the other. */
function packed() {
  const files = [
    ...under("dist"),
    ...under("skills"),
    "package.json",
    "LICENSE",
    ...packages.flatMap((name) => under(join("node_modules", name))),
  ];
  const contents = files.map((path) => readFileSync(join(root, path)));
  const head = files.map((path, at) => [path.split(sep).join("/"), contents[at].length]);
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...contents]);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

/** What no program reads is left out: declarations, maps, the test kit, and other builds of a package. */
function under(folder) {
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile() && !/\.(?:d\.[cm]?ts|map|npmignore)$|^\.npmignore$/.test(one.name))
    .map((one) => relative(root, join(one.parentPath, one.name)))
    .filter((path) => !path.startsWith(join("dist", "testing") + sep));
}

/** Node marks with it whether files were put into it; in the text here it is in two parts, or Node would find it twice. */
function fuse() {
  return ["NODE_SEA_FUSE", "fce680ab2cc467b6e072b8b5df1996b2"].join("_");
}
