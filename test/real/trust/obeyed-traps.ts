// For every configuration file that a server obeys, one that names a trap: a program that leaves a sign when it runs, and a
// library that leaves one when it is loaded.

/** What a trap is made with. */
export interface Trap {
  /** The directory that the file is put in. */
  readonly directory: string;
  /** The program of the trap; `bin/` beside it holds the same program under the names of compilers and interpreters. */
  readonly program: string;
  /** A library beside it. */
  readonly library: string;
  /** Where the sign appears. */
  readonly sign: string;
}

export interface Planted {
  readonly text: string;
  /** Further files, by their path from the directory. */
  readonly more?: Readonly<Record<string, string>>;
}

const home = (program: string): string => program.slice(0, program.lastIndexOf("/"));
const quoted = JSON.stringify;
const node = ({ sign }: Trap): string => `require("node:fs").writeFileSync(${quoted(sign)}, "");\n`;
const rust = ({ sign }: Trap): string => `std::fs::write(${quoted(sign)}, "").unwrap();`;

const rustProject = ({ program, library }: Trap): Planted => ({
  text: quoted({
    sysroot: home(program),
    crates: [{ root_module: "src/lib.rs", edition: "2021", deps: [], proc_macro_dylib_path: library }],
    runnables: [{ program, args: [], cwd: "/", kind: "check" }],
  }),
});

const cargoConfig = ({ program, library }: Trap): Planted => ({
  text: `[build]
rustc = ${quoted(program)}
rustc-wrapper = ${quoted(program)}
rustc-workspace-wrapper = ${quoted(program)}
rustdoc = ${quoted(program)}
rustflags = ["-Zcodegen-backend=${library}", "-Zcrate-attr=feature(plugin)"]
[target.x86_64-unknown-linux-gnu]
linker = ${quoted(program)}
runner = ${quoted(program)}
[alias]
check = "!${program}"
[env]
RUSTC = { value = ${quoted(program)}, force = true }
LD_PRELOAD = { value = ${quoted(library)}, force = true }
[credential-alias]
all = [${quoted(program)}]
`,
});

const toolchain = ({ program }: Trap): Planted => ({ text: `[toolchain]\npath = ${quoted(home(program))}\n` });

const environmentOf = ({ program }: Trap): Readonly<Record<string, string>> => ({
  ".venv/pyvenv.cfg": `home = ${home(program)}\n`,
});

export const traps: Readonly<Record<string, (trap: Trap) => Planted>> = {
  "rust-analyzer.toml": ({ program }) => ({
    text: `[rustfmt]\noverrideCommand = [${quoted(program)}]\n[check]\noverrideCommand = [${quoted(program)}]\n[cargo]\nsysroot = ${quoted(home(program))}\n[procMacro]\nserver = ${quoted(program)}\n`,
  }),
  "rust-project.json": rustProject,
  ".rust-project.json": rustProject,
  ".cargo/config.toml": cargoConfig,
  ".cargo/config": cargoConfig,
  "rust-toolchain.toml": toolchain,
  "rust-toolchain": toolchain,
  "Cargo.toml": (trap) => ({
    text: `[package]\nname = "trap"\nversion = "0.1.0"\nedition = "2021"\nbuild = "trap.rs"\n[lib]\nproc-macro = true\npath = "trap-lib.rs"\n`,
    more: {
      "trap.rs": `fn main() { ${rust(trap)} }\n`,
      "trap-lib.rs": `use proc_macro::TokenStream;\n#[proc_macro]\npub fn two(_: TokenStream) -> TokenStream { ${rust(trap)} "2".parse().unwrap() }\n`,
    },
  }),
  "go.mod": ({ program, library }) => ({
    text: "module example.org/trap\n\ngo 1.21\n\ntoolchain go1.99.9\n",
    more: {
      gopackagesdriver: `#!/bin/sh\nexec ${program}\n`,
      "trap.go": `package trap\n\n// #cgo CFLAGS: -fplugin=${library}\n// #cgo pkg-config: trap\nimport "C"\n\n//go:generate ${program}\nvar x = 1\n`,
    },
  }),
  "go.work": () => ({ text: "go 1.21\n\ntoolchain go1.99.9\n\nuse .\n" }),
  "go.env": ({ program }) => ({ text: `GOFLAGS=-toolexec=${program}\nCC=${program}\nGOTOOLCHAIN=path\n` }),
  ".clangd": ({ directory, program, library }) => ({
    text: `CompileFlags:\n  Compiler: ${program}\n  BuiltinHeaders: QueryDriver\n  Add: [-fplugin=${library}, -Xclang, -load, -Xclang, ${library}]\nIndex:\n  External: { File: ${program}, MountPoint: ${directory} }\n`,
  }),
  "compile_commands.json": ({ directory, program, library }) => ({
    text: quoted([
      { directory, file: "cart.c", arguments: [program, `-fplugin=${library}`, "-wrapper", program, "-c", "cart.c"] },
    ]),
  }),
  "compile_flags.txt": ({ library }) => ({ text: `-fplugin=${library}\n-Xclang\n-load\n-Xclang\n${library}\n` }),
  ".clang-tidy": ({ library }) => ({ text: `Checks: '*'\nExtraArgs: ['-load', '${library}']\n` }),
  "pyrightconfig.json": (trap) => ({
    text: quoted({ venvPath: ".", venv: ".venv", pythonPath: trap.program, pythonPlatform: "Linux" }),
    more: environmentOf(trap),
  }),
  "pyproject.toml": (trap) => ({
    text: `[tool.pyright]\nvenvPath = "."\nvenv = ".venv"\n[tool.pylsp]\nplugins = "trap"\n`,
    more: environmentOf(trap),
  }),
  "pyvenv.cfg": ({ program }) => ({ text: `home = ${home(program)}\n` }),
  ".python-version": ({ program }) => ({ text: `../../../../../../../../../..${program}\n` }),
  "tsconfig.json": (trap) => ({
    text: quoted({ compilerOptions: { plugins: [{ name: "trap" }, { name: "./trap.cjs" }], typeRoots: ["."] } }),
    more: { "trap.cjs": node(trap), "node_modules/trap/index.js": node(trap) },
  }),
  "jsconfig.json": (trap) => ({
    text: quoted({ compilerOptions: { plugins: [{ name: "trap" }] }, typeAcquisition: { enable: true } }),
    more: { "node_modules/trap/index.js": node(trap) },
  }),
  "package.json": (trap) => ({
    text: quoted({
      name: "trap",
      packageManager: "npm@1.0.0",
      scripts: { preinstall: trap.program, install: trap.program },
    }),
    more: { "node_modules/typescript/lib/tsserver.js": node(trap), "node_modules/typescript/package.json": "{}" },
  }),
  ".pnp.cjs": (trap) => ({ text: node(trap) }),
  ".shellcheckrc": ({ program }) => ({ text: `external-sources=true\nsource-path=${home(program)}\n` }),
  ".editorconfig": ({ program }) => ({ text: `root = true\n[*.sh]\nshell_variant = ${program}\n` }),
};
