// The environment a language server gets: an allow-list, so that no secret of the caller reaches it.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, parseFilePath } from "../model/file-path.ts";

const exact = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "PWD",
  "VIRTUAL_ENV",
  "CONDA_PREFIX",
  "CONDA_DEFAULT_ENV",
  "PYTHONPATH",
  "PYTHONHOME",
  "PYENV_ROOT",
  "PYENV_VERSION",
  "JAVA_HOME",
  "JDK_HOME",
  "GRADLE_USER_HOME",
  "M2_HOME",
  "MAVEN_HOME",
  "GOPATH",
  "GOROOT",
  "GOBIN",
  "GOCACHE",
  "GOMODCACHE",
  "GOPROXY",
  "GONOSUMDB",
  "GONOPROXY",
  "GOPRIVATE",
  "GOFLAGS",
  "GOOS",
  "GOARCH",
  "GOWORK",
  "GO111MODULE",
  "GOTOOLCHAIN",
  "GOSUMDB",
  "CGO_ENABLED",
  "CC",
  "CXX",
  "CPATH",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "RUSTUP_TOOLCHAIN",
  "RUST_SRC_PATH",
  "CARGO_TARGET_DIR",
  "NODE_PATH",
  "NODE_EXTRA_CA_CERTS",
  "NVM_DIR",
  "VOLTA_HOME",
  "DOTNET_ROOT",
  "GEM_HOME",
  "GEM_PATH",
  "OPAM_SWITCH_PREFIX",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "SYSTEMROOT",
  "SystemRoot",
  "WINDIR",
  "COMSPEC",
  "PATHEXT",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "USERPROFILE",
  "SIGHTLINE_TEST_RUN",
]);
const prefixes = ["LC_", "XDG_"];
const secret = /token|secret|passw|credential|api_?key|private_?key|auth/i;

export function childEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  ...additions: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || secret.test(name)) continue;
    if (exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix))) allowed[name] = value;
  }
  for (const name of Object.keys(allowed)) {
    if (/proxy$/i.test(name)) allowed[name] = withoutCredentials(allowed[name] ?? "");
  }
  return Object.assign(allowed, ...additions.filter((more) => more !== undefined));
}

/** Lists of directories in which a server or what it starts looks for programs and code to load. */
const pathLists = [
  "PATH",
  "Path",
  "PYTHONPATH",
  "NODE_PATH",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "CPATH",
  "GEM_PATH",
];
const directories = [
  "VIRTUAL_ENV",
  "CONDA_PREFIX",
  "PYTHONHOME",
  "GEM_HOME",
  "JAVA_HOME",
  "JDK_HOME",
  "OPAM_SWITCH_PREFIX",
];

/**
 * The same environment with nothing in it that leads into the root: no relative or empty entry (which would mean the
 * root, where the server is started), no directory inside it, also through a link.
 */
export async function environmentOutside(
  host: Host,
  root: FilePath,
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const separator = host.platform === "win32" ? ";" : ":";
  const isOutside = async (raw: string): Promise<boolean> => {
    const path = parseFilePath(raw);
    if (path === undefined) return false;
    return !isInside(root, path) && !isInside(root, (await host.files.real(path)) ?? path);
  };
  const kept: Record<string, string> = { ...environment };
  for (const name of directories) {
    const value = kept[name];
    if (value !== undefined && !(await isOutside(value))) delete kept[name];
  }
  for (const name of pathLists) {
    const entries = kept[name]?.split(separator);
    if (entries === undefined) continue;
    const outside: string[] = [];
    for (const entry of entries) if (await isOutside(entry)) outside.push(entry);
    kept[name] = outside.join(separator);
  }
  return kept;
}

/** A proxy address may carry a name and a password in front of its host; GOPROXY is a list of addresses. */
function withoutCredentials(value: string): string {
  return value.replace(/[^,|]+/g, (address) => address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, "$1"));
}
