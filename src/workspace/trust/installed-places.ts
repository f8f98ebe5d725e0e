// Where a machine keeps what is installed on it: libraries and packages, whose text may be shown, and programs.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath, parseFilePath } from "../../model/file-path.ts";

/** What of a machine decides where things are installed on it. */
export type Machine = Pick<Host, "home" | "platform"> & { readonly env: Readonly<Record<string, string | undefined>> };

/** Where headers, libraries, tool chains and packages are installed. */
export function installedPlaces(host: Machine): FilePath[] {
  const { env, platform } = host;
  const told = [env["GOROOT"], env["GOMODCACHE"], env["RUSTUP_HOME"]].flatMap((one) => one ?? []);
  const gopaths = listedDirectories(host, "GOPATH").map((one) => `${one}/pkg/mod`);
  const system = platform === "win32" ? librariesOnWindows : libraries;
  return [...absolute([...system, ...told, ...gopaths]), ...inHome(host, homeLibraries)];
}

/** Where people and their variables keep programs with what they need, on Linux. */
export function programPlaces(host: Machine): FilePath[] {
  const { env } = host;
  const cargo = env["CARGO_HOME"];
  const told = programVariables.flatMap((name) => env[name] ?? []);
  const gopaths = listedDirectories(host, "GOPATH").flatMap((one) => [`${one}/pkg`, `${one}/bin`]);
  const ofCargo = cargo === undefined ? [] : cargoParts.map((part) => `${cargo}/${part}`);
  return [...absolute([...told, ...gopaths, ...ofCargo]), ...inHome(host, homePrograms)];
}

/** What nearly every program reads of the system, and what tools read of the user's own settings, on Linux. */
export function readByPrograms(host: Machine): FilePath[] {
  const named = [
    ...variablesOfLists.flatMap((name) => listedDirectories(host, name)),
    ...variablesOfFiles.flatMap((name) => host.env[name] ?? []),
  ];
  return [...absolute([...systemFiles, ...named]), ...inHome(host, homeSettings)];
}

/** Directories that a variable of the environment lists. */
export function listedDirectories({ env, platform }: Machine, variable: string): string[] {
  return (env[variable] ?? "").split(platform === "win32" ? ";" : ":").filter((one) => one !== "");
}

/** Where the system keeps programs, on Linux. */
export const systemPrograms: readonly FilePath[] = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store", "/snap"],
].map(filePath);

// — below: private, in the order they are used —

const libraries = [
  ...["/usr/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share", "/usr/local", "/lib"],
  ...["/lib64", "/opt", "/nix/store", "/gnu/store", "/snap", "/Library", "/System/Library", "/Applications"],
];

const librariesOnWindows = ["C:/Program Files", "C:/Program Files (x86)"];

const homeLibraries = [
  ...["go/pkg/mod", "sdk", ".cargo/registry", ".cargo/git", ".rustup/toolchains", ".m2/repository", ".gradle/caches"],
  ...[
    ".nuget/packages",
    ".pub-cache/hosted",
    ".pub-cache/git",
    ".local/lib",
    ".local/share/pnpm/store",
    "Library/pnpm/store",
    ".bun/install",
  ],
  ...[".pyenv/versions", ".asdf/installs", ".local/share/mise/installs", ".nvm/versions"],
];

/** Each names a tool chain or an environment that the operator has. */
const programVariables = [
  ...["GOROOT", "GOBIN", "GOMODCACHE", "RUSTUP_HOME", "RUST_SRC_PATH", "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONHOME"],
  ...["PYENV_ROOT", "JAVA_HOME", "JDK_HOME", "M2_HOME", "MAVEN_HOME", "NVM_DIR", "VOLTA_HOME", "DOTNET_ROOT"],
  ...["GEM_HOME", "OPAM_SWITCH_PREFIX"],
];

/** All that a build needs of it: beside it lie the keys of the registry. */
const cargoParts = ["bin", "registry", "git", "config.toml", "config"];

const homePrograms = [
  ...["go/bin", "go/pkg", "sdk", ".goenv", ".rustup", ...cargoParts.map((part) => `.cargo/${part}`)],
  ...[
    ".pyenv",
    ".conda",
    "miniconda3",
    "anaconda3",
    "miniforge3",
    ".rye",
    ".local/share/uv/python",
    ".local/share/uv/tools",
    ".local/pipx",
  ],
  ...[
    ".local/share/pipx",
    ".nvm",
    ".volta",
    ".fnm",
    ".local/share/fnm",
    ".nodenv",
    ".npm-global/bin",
    ".npm-global/lib",
    ".deno",
    ".bun",
  ],
  ...[".asdf", ".local/share/mise", ".local/bin", ".local/lib", ".local/share/nvim/mason", ".sdkman", ".jenv"],
  ...[
    ".rbenv",
    ".rvm",
    ".gem/ruby",
    ".dotnet/sdk",
    ".dotnet/shared",
    ".dotnet/packs",
    ".dotnet/tools",
    ".dotnet/host",
    ".ghcup",
    ".opam",
    ".elan",
    ".juliaup",
    ".luarocks",
    ".mix",
  ],
];

/** Of `/etc` and `/proc` only what programs need to run: they hold the secrets of the machine and of other processes too. */
const systemFiles = [
  ...["self", "sys", "cpuinfo", "meminfo", "stat", "version", "filesystems", "loadavg", "uptime"].map(
    (name) => `/proc/${name}`,
  ),
  ...["null", "zero", "full", "random", "urandom", "tty"].map((name) => `/dev/${name}`),
  ...["/sys/devices/system/cpu", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage"],
  ...["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload"],
  ...["/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/nsswitch.conf", "/etc/hosts", "/etc/resolv.conf"],
  ...["/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/ca-certificates", "/etc/alternatives"],
  ...["/etc/pki/tls/certs", "/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust/extracted", "/etc/crypto-policies"],
  ...["11", "17", "21", "25"].map((version) => `/etc/java-${version}-openjdk`),
  ...["/etc/xdg", "/etc/clangd", "/etc/mime.types", "/etc/os-release", "/etc/debian_version", "/etc/lsb-release"],
];

const variablesOfLists = ["PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH", "CPATH", "GEM_PATH"];

const variablesOfFiles = ["GOWORK", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

const homeSettings = [
  ...[".config/clangd", ".config/go", ".config/rust-analyzer", ".config/rustfmt", ".config/yamllint"],
  ...[".config/pycodestyle", ".config/ruff", ".shellcheckrc", ".config/shellcheckrc"],
];

function absolute(paths: readonly string[]): FilePath[] {
  return paths.flatMap((one) => parseFilePath(one) ?? []);
}

function inHome({ home }: Machine, paths: readonly string[]): FilePath[] {
  return home === undefined ? [] : paths.map((one) => joinPath(home, one));
}
